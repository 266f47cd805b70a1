//! Partizan Arc Kayles: take an edge of one's own with both its ends.
//!
//! Among edges between the same two vertices only it matters whose they are, since all go
//! together; so in a normal form there is one, for the players that have one. Vertices without
//! edges are out of play, and exchanging blue and red negates.

use super::arc_kayles::taken;
use super::game::{GraphGame, OnGraph, Places};
use super::hackenbush::may_cut;
use super::multigraph::{Edge, Graph};
use super::walk::Symbols;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Partizan Arc Kayles
"Left takes a blue or a green edge, Right a red or a green one, together with both its ends and all
  other edges at them. Who cannot move loses."
notation "Edges one after another: `l` blue (Left), `r` red (Right), `e` green (either). Branches in
  parentheses, `l(r;ee)`; `:A` after an edge names the vertex at its end, so that another edge can
  lead there: `l:Arl:A`; `;` starts another graph. `.` is a vertex (it may be left out)."
edit graph
try "lrlr(ll;ree(rl;l))" "l:Arl(e;r:A)" "llr" ".(l;r;e)"
source "a partizan form of Schaefer's Arc Kayles"
known "llr" = 1/2 (the rules)
known "lrlr(ll;ree(rl;l))" = {3*|2*||3/2,3/2*|1/2*} (CGSuite)
"#;

/// Taking an edge of one's own with its ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct TakeOwnArc;

/// The rules.
pub type PartizanArcKayles = OnGraph<TakeOwnArc>;

impl GraphGame for TakeOwnArc {
    const SYMBOLS: Symbols<'static> =
        Symbols { vertices: &["."], edges: &["", "lb", "r", "eg"], ground: None, simple: false };
    const PLACES: Places = Places::Edges;
    const VERB: &'static str = "take";
    const IS_BOUNDED: bool = true;

    fn may_play(kind: u8, who: Player) -> bool {
        may_cut(kind, who)
    }

    fn played(graph: &Graph, edge: usize, _: Player) -> Option<Graph> {
        Some(taken(graph, &graph.edges()[edge]))
    }

    fn is_alive(piece: &Graph) -> bool {
        !piece.edges().is_empty()
    }

    /// One edge for each pair of vertices that are joined.
    fn simplified(graph: Graph) -> Graph {
        let pairs = graph.edges().chunk_by(|a, b| a.ends == b.ends);
        let merged = pairs.map(|twins| {
            let kind = twins.iter().fold(0, |all, edge| all | edge.kind);
            Edge { kind, ..twins[0] }
        });
        Graph::new(graph.vertices().to_vec(), merged.collect())
    }

    fn vertex(_: u8) -> (Color, i32) {
        (Color::White, 3)
    }
}
