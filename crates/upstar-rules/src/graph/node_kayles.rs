//! Node Kayles: take a vertex with all its neighbours (Schaefer 1978).
//!
//! Impartial. On a path of `n` vertices it is Dawson's Kayles, the code .07 on `n + 1`.

use super::game::{GraphGame, OnGraph, Places};
use super::multigraph::Graph;
use super::walk::{PLAIN, Symbols};
use upstar_base::Player;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Node Kayles
"A player takes a vertex together with all its neighbours. Who cannot move loses."
impartial
notation "Vertices `.` joined by edges `-`. Branches in parentheses, `.(-.;-.-.)`; `:A` names a
  vertex, so that an edge can lead there again: `.:A-.-.-:A`; `;` starts another graph. Rows of
  squares joined by `|`, `#` for a missing one, are graphs too: `...|.#.`."
tables "ROWSxCOLUMNS: all rectangles of squares up to this size"
edit graph
try ".-.(-.;-.-.)-." ".:A-.-.-.-.-:A" "...|..." "."
source "Thomas Schaefer 1978"
known "." = * (Winning Ways ch. 4, Dawson's Kayles)
known ".-.-." = *2 (Winning Ways ch. 4, Dawson's Kayles)
known ".-.-.-." = 0 (Winning Ways ch. 4, Dawson's Kayles)
known ".-.-.-.-." = *3 (Winning Ways ch. 4, Dawson's Kayles)
"#;

/// Taking a vertex with its neighbours.
#[derive(Clone, Copy, Debug, Default)]
pub struct TakeNode;

/// The rules.
pub type NodeKayles = OnGraph<TakeNode>;

/// What is left after a vertex and its neighbours are taken.
pub(super) fn taken(graph: &Graph, vertex: usize) -> Graph {
    let mut gone = vec![false; graph.order()];
    gone[vertex] = true;
    for neighbour in graph.neighbours(vertex) {
        gone[neighbour] = true;
    }
    graph.without(&gone)
}

impl GraphGame for TakeNode {
    const SYMBOLS: Symbols<'static> = PLAIN;
    const PLACES: Places = Places::Vertices;
    const VERB: &'static str = "take";
    const IS_IMPARTIAL: bool = true;

    fn played(graph: &Graph, vertex: usize, _: Player) -> Option<Graph> {
        Some(taken(graph, vertex))
    }
}
