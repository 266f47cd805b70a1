//! Finite graphs of moves.
//!
//! Invariant: the options of a node are sorted and none occurs twice, which counting them relies
//! on. LoopyGraph are kept in both directions.

use upstar_base::Lists;

/// A directed graph; nodes are numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct LoopyGraph {
    options: Lists<u32>,
    predecessors: Lists<u32>,
}

impl LoopyGraph {
    /// The graph with these lists of options. Targets beyond the last node are not allowed.
    ///
    /// ```
    /// use upstar_theory::loopy::graph::LoopyGraph;
    /// let graph = LoopyGraph::new(vec![vec![], vec![0, 1, 0]]);
    /// assert_eq!(graph.options(1), [0, 1]);
    /// assert_eq!(graph.predecessors(0), [1]);
    /// ```
    pub fn new(lists: impl IntoIterator<Item = Vec<u32>>) -> LoopyGraph {
        let mut options = Lists::default();
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            list.into_iter().for_each(|target| options.push(target));
            options.close();
        }
        let predecessors = options.inverse(options.len(), |target, node| (target, node));
        LoopyGraph { options, predecessors }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Is it the graph without nodes?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where one can move from a node.
    pub fn options(&self, node: u32) -> &[u32] {
        self.options.of(node as usize)
    }

    /// The nodes with a move to this node.
    pub fn predecessors(&self, node: u32) -> &[u32] {
        self.predecessors.of(node as usize)
    }
}
