//! Finite graphs of moves.
//!
//! Invariant: the options of a node are sorted and none occurs twice, which counting them relies
//! on. Arrows are kept in both directions as flat lists.

/// A directed graph; nodes are numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Where the options of each node begin, and one more.
    starts: Vec<u32>,
    options: Vec<u32>,
    /// The same for the predecessors.
    back_starts: Vec<u32>,
    back: Vec<u32>,
}

impl Graph {
    /// The graph with these lists of options. Targets beyond the last node are not allowed.
    ///
    /// ```
    /// use upstar_theory::loopy::graph::Graph;
    /// let graph = Graph::new(vec![vec![], vec![0, 1, 0]]);
    /// assert_eq!(graph.options(1), [0, 1]);
    /// assert_eq!(graph.predecessors(0), [1]);
    /// ```
    pub fn new(lists: impl IntoIterator<Item = Vec<u32>>) -> Graph {
        let (mut starts, mut options) = (vec![0], Vec::new());
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            options.extend_from_slice(&list);
            starts.push(options.len() as u32);
        }
        let nodes = starts.len() - 1;
        let mut back_starts = vec![0u32; nodes + 1];
        for &target in &options {
            back_starts[target as usize + 1] += 1;
        }
        for node in 0..nodes {
            back_starts[node + 1] += back_starts[node];
        }
        let (mut next, mut back) = (back_starts.clone(), vec![0; options.len()]);
        for node in 0..nodes {
            for &target in &options[starts[node] as usize..starts[node + 1] as usize] {
                back[next[target as usize] as usize] = node as u32;
                next[target as usize] += 1;
            }
        }
        Graph { starts, options, back_starts, back }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Is it the graph without nodes?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where one can move from a node.
    pub fn options(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.options[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The nodes with a move to this node.
    pub fn predecessors(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.back[self.back_starts[node] as usize..self.back_starts[node + 1] as usize]
    }
}
