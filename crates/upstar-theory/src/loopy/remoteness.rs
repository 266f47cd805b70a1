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

/// The most states that are gone through to find how soon a win comes, and how many where
/// something else decides who wins.
pub const MOST_STATES: usize = 1 << 20;
/// See [`MOST_STATES`].
pub const FEW_STATES: usize = 1 << 14;

/// How soon a position is over if the winner hurries and the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remoteness {
    /// In this many moves; odd if the player to move wins.
    Finite(u32),
    /// Never: it is drawn.
    Infinite,
    /// Not known; there are too many positions to go through, or it has no meaning here.
    Unknown,
}

impl Remoteness {
    /// That of a position that has been solved; `None` is a draw.
    pub fn solved(remoteness: Option<u32>) -> Remoteness {
        remoteness.map_or(Remoteness::Infinite, Remoteness::Finite)
    }

    /// The number of moves, where there is one.
    pub fn moves(self) -> Option<u32> {
        match self {
            Remoteness::Finite(moves) => Some(moves),
            Remoteness::Infinite | Remoteness::Unknown => None,
        }
    }
}

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

/// The place of a move in a list that has the best first, given the verdict for the player who makes
/// it and the number of moves that remain: a winner hurries and a loser delays.
pub(crate) fn hurry(verdict: Option<Verdict>, moves: u64) -> (u8, u64) {
    match verdict {
        Some(Verdict::Win) => (0, moves),
        Some(Verdict::Draw) | None => (1, 0),
        Some(Verdict::Loss) => (2, u64::MAX - moves),
    }
}
