//! Childish Hackenbush: only cuts after which nothing falls.
//!
//! The positions and their symmetries are those of Hackenbush. What stands on the ground in
//! different places is still a sum, since whether an edge may be cut depends only on its own
//! stand; and a loop may be cut at any time, as an edge with a free end.

use super::game::{GraphGame, OnGraph, Places};
use super::hackenbush::{STANDS, SYMBOLS, VERTEX, cut, may_cut, stands, unlooped};
use super::multigraph::Graph;
use super::walk::Symbols;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Childish Hackenbush
"Hackenbush in which nothing may fall: Left cuts a blue or a green edge, Right a red or a green one,
  but only an edge without which every other edge is still connected to the ground. Who cannot move
  loses."
like hackenbush
try "l(r;l)" "ll:Ar_;e(r;l:A)" "lr:A;lr:A" "rll"
source "J. Schaer; Winning Ways ch. 2"
known "lll" = 3 (Winning Ways ch. 2)
known "lr" = 0 (Winning Ways ch. 2)
"#;

/// Cutting an edge without which every other edge still stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChildishCut;

/// The rules.
pub type ChildishHackenbush = OnGraph<ChildishCut>;

impl GraphGame for ChildishCut {
    const SYMBOLS: Symbols<'static> = SYMBOLS;
    const PLACES: Places = Places::Edges;
    const VERB: &'static str = "cut";
    const PIECES: &'static str = STANDS;
    const IS_BOUNDED: bool = true;

    fn may_play(kind: u8, who: Player) -> bool {
        may_cut(kind, who)
    }

    fn played(graph: &Graph, edge: usize, _: Player) -> Option<Graph> {
        let left = cut(graph, edge);
        (left.edges().len() + 1 == graph.edges().len()).then_some(left)
    }

    fn pieces(graph: &Graph, visit: impl FnMut(Graph) -> bool) {
        stands(graph, visit);
    }

    fn simplified(graph: Graph) -> Graph {
        unlooped(graph)
    }

    fn vertex(_: u8) -> (Color, i32) {
        VERTEX
    }
}
