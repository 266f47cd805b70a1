//! Who wins a single loopy game, and in how many moves: going back from the end.
//!
//! The winner hurries and the loser delays: a position with an option of even remoteness has one
//! more than the least of these, a position all of whose options have odd remoteness one more
//! than the greatest. What is never reached is drawn. Positions are met in the order of their
//! remoteness, so the first label is right, in time proportional to the arrows.
//!
//! Theorem: `docs/loopy-impartial.md#loopy-remoteness`.

use super::graph::LoopyGraph;
use upstar_base::Verdict;

/// What the player to move gets in a game of this remoteness.
pub(crate) fn verdict(remoteness: Option<u32>) -> Verdict {
    remoteness.map_or(Verdict::Draw, |moves| Verdict::of(moves % 2 == 1))
}

/// The remoteness of each node; `None` is infinite, a draw. Nodes marked `frozen` never get one:
/// they stand for what lies beyond.
///
/// ```
/// use upstar_theory::loopy::{graph::LoopyGraph, remoteness::remoteness};
/// // 0 is the end; 1 and 2 lead to each other, and 1 also to the end; 3 only to itself.
/// let graph = LoopyGraph::new(vec![vec![], vec![0, 2], vec![1], vec![3]]);
/// assert_eq!(remoteness(&graph, |_| false), [Some(0), Some(1), Some(2), None]);
/// ```
pub fn remoteness(graph: &LoopyGraph, frozen: impl Fn(u32) -> bool) -> Vec<Option<u32>> {
    let nodes = graph.len() as u32;
    let mut known: Vec<Option<u32>> = vec![None; graph.len()];
    let mut open: Vec<u32> = (0..nodes).map(|node| graph.options(node).len() as u32).collect();
    let mut round: Vec<u32> =
        (0..nodes).filter(|&node| open[node as usize] == 0 && !frozen(node)).collect();
    for &node in &round {
        known[node as usize] = Some(0);
    }
    for remoteness in 1.. {
        if round.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for &node in &round {
            for &before in graph.predecessors(node) {
                let waiting = &mut open[before as usize];
                *waiting -= 1;
                let decided = remoteness % 2 == 1 || *waiting == 0;
                if decided && known[before as usize].is_none() && !frozen(before) {
                    known[before as usize] = Some(remoteness);
                    next.push(before);
                }
            }
        }
        round = next;
    }
    known
}
