//! Arc Kayles: take two vertices that are joined, and all edges at them (Schaefer 1978).
//!
//! Impartial. On a path of `n` edges it is Dawson's Kayles on `n + 1`, on a rectangle of squares
//! it is Cram. Vertices without edges are out of play.

use super::game::{GraphGame, OnGraph, Places};
use super::multigraph::{Edge, Graph};
use super::walk::{PLAIN, Symbols};
use upstar_base::Player;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Arc Kayles
"A player takes an edge together with both its ends and all other edges at them. Who cannot move
  loses."
impartial
like node-kayles
try ".-.(-.;-.-.)-." ".:A-.-.-.-.-:A" "...|..." ".-."
source "Thomas Schaefer 1978"
known ".-." = * (Winning Ways ch. 4, Dawson's Kayles)
known ".-.-.-." = *2 (Winning Ways ch. 4, Dawson's Kayles)
known ".-.-.-.-." = 0 (Winning Ways ch. 4, Dawson's Kayles)
known "..|.." = 0 (Winning Ways ch. 15, Cram)
"#;

/// Taking an edge with its ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct TakeArc;

/// The rules.
pub type ArcKayles = OnGraph<TakeArc>;

/// What is left after an edge was taken with its ends.
pub(super) fn taken(graph: &Graph, edge: &Edge) -> Graph {
    graph.keep(|v| !edge.meets(v), |_, _| true)
}

impl GraphGame for TakeArc {
    const SYMBOLS: Symbols<'static> = PLAIN;
    const PLACES: Places = Places::Edges;
    const VERB: &'static str = "take";
    const IS_IMPARTIAL: bool = true;

    fn played(graph: &Graph, edge: usize, _: Player) -> Option<Graph> {
        Some(taken(graph, &graph.edges()[edge]))
    }

    /// Edges are not written with colours, so vertices are numbered.
    fn name(graph: &Graph, edge: usize, _: Player) -> String {
        let [a, b] = graph.edges()[edge].ends;
        format!("{} {}-{}", Self::VERB, a + 1, b + 1)
    }

    fn is_alive(piece: &Graph) -> bool {
        !piece.edges().is_empty()
    }
}
