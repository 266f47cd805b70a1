//! Smith's labelling: the values of all positions of a loopy impartial game.
//!
//! Stage by stage a position gets the label `m`, the least number that is not a label of its
//! options, if every option without a label has an option with label `m`: whoever moves there is
//! answered by a move back to `m`. Positions that never get a label are loopy, their subscripts
//! the labels of their options. All labels of a stage are found from those of earlier stages, so
//! the stage of a position is the earliest possible; it is half the remoteness of the position
//! plus the nim-heap that it is equal to.
//!
//! Kept up to date for each position without a label: how many of its options have none, and how
//! many of these have an option with label `m`, for each `m`. An option begins to have such an
//! option once for each `m`, so the work is at most the arrows times the number of labels.
//!
//! Theorem: `docs/loopy-impartial.md#smith`.

use super::graph::LoopyGraph;
use smallvec::SmallVec;
use upstar_base::{Budget, Stopped};
use upstar_values::LoopyNimber;

/// What is known of one node.
#[derive(Clone, Debug, Default)]
struct SmithNode {
    label: Option<(u32, u32)>,
    /// How many options have no label.
    open: u32,
    /// How many options have label `m`.
    labelled: Vec<u32>,
    /// How many options without a label have an option with label `m`.
    reverting: Vec<u32>,
    /// The least number that is not a label of an option.
    mex: u32,
}

fn bump(counts: &mut Vec<u32>, m: u32) -> u32 {
    if counts.len() <= m as usize {
        counts.resize(m as usize + 1, 0);
    }
    counts[m as usize] += 1;
    counts[m as usize]
}

impl SmithNode {
    /// Does it get its label now?
    fn is_ripe(&self) -> bool {
        let reverting = self.reverting.get(self.mex as usize).copied().unwrap_or(0);
        self.label.is_none() && self.open == reverting
    }
}

/// The value of each node. Nodes marked `frozen` never get a label nor count as reverting: they
/// stand for what lies beyond, and the answer for them is empty.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_theory::loopy::{graph::LoopyGraph, smith::values};
/// // 1 leads to the end 0 and to 2, which leads back: *1, since 2 can be answered.
/// let graph = LoopyGraph::new(vec![vec![], vec![0, 2], vec![1], vec![0, 3]]);
/// let values = values(&graph, |_| false, &Budget::unlimited())?;
/// let shown: Vec<_> = values.iter().map(|v| v.to_string()).collect();
/// assert_eq!(shown, ["0@0", "1@2", "0@1", "inf_{0}"]);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn values(
    graph: &LoopyGraph,
    frozen: impl Fn(u32) -> bool,
    budget: &Budget,
) -> Result<Vec<LoopyNimber>, Stopped> {
    let count = graph.len() as u32;
    let open = |node| graph.options(node).len() as u32;
    let mut nodes: Vec<SmithNode> =
        (0..count).map(|node| SmithNode { open: open(node), ..SmithNode::default() }).collect();
    let mut touched: Vec<u32> = (0..count).collect();
    let mut is_touched = vec![false; graph.len()];
    for stage in 0.. {
        let ripe = |&node: &u32| nodes[node as usize].is_ripe() && !frozen(node);
        let labelled: Vec<u32> = touched.drain(..).filter(ripe).collect();
        if labelled.is_empty() {
            break;
        }
        // What an option counted for until now must be known when it stops to count.
        let mut before_label = Vec::with_capacity(labelled.len());
        for &node in &labelled {
            let known = &mut nodes[node as usize];
            known.label = Some((known.mex, stage));
            let labels = known.labelled.iter().zip(0u32..).filter(|&(&n, _)| n > 0);
            before_label.push(labels.map(|(_, m)| m).collect::<SmallVec<[u32; 6]>>());
        }
        for (done, (&node, had)) in labelled.iter().zip(&before_label).enumerate() {
            if done % 1024 == 0 {
                budget.check()?;
            }
            spread(graph, &mut nodes, node, had, &frozen, &mut touched);
        }
        touched.retain(|&node| !std::mem::replace(&mut is_touched[node as usize], true));
        touched.iter().for_each(|&node| is_touched[node as usize] = false);
    }
    Ok((0..count)
        .map(|node| match nodes[node as usize].label {
            Some((size, stage)) => LoopyNimber::Nim { size, stage: Some(stage) },
            None => {
                let labels = nodes[node as usize].labelled.iter().zip(0..);
                LoopyNimber::Loopy(labels.filter(|&(&n, _)| n > 0).map(|(_, m)| m).collect())
            }
        })
        .collect())
}

/// Tells the predecessors that `node`, whose options `had` some labels, has got its own.
fn spread(
    graph: &LoopyGraph,
    nodes: &mut [SmithNode],
    node: u32,
    had: &[u32],
    frozen: &impl Fn(u32) -> bool,
    touched: &mut Vec<u32>,
) {
    let Some((m, _)) = nodes[node as usize].label else { return };
    for &before in graph.predecessors(node) {
        nodes[before as usize].open -= 1;
        for &label in had {
            nodes[before as usize].reverting[label as usize] -= 1;
        }
        touched.push(before);
        let first = bump(&mut nodes[before as usize].labelled, m) == 1;
        if !first {
            continue;
        }
        let known = &nodes[before as usize];
        let mut mex = known.mex;
        while known.labelled.get(mex as usize).is_some_and(|&n| n > 0) {
            mex += 1;
        }
        let is_open = known.label.is_none() && !frozen(before);
        nodes[before as usize].mex = mex;
        if is_open {
            // `before` has its first option with label `m`: it can be answered there.
            for &earlier in graph.predecessors(before) {
                bump(&mut nodes[earlier as usize].reverting, m);
                touched.push(earlier);
            }
        }
    }
}
