//! Hackenbush: cut an edge; what no longer hangs together with the ground is gone.
//!
//! What stands on the ground in different places is a sum, so a position is cut at the ground. A
//! loop plays like an edge with a free end, since both go when they are cut or fall, so normal
//! forms have no loops; isomorphic pictures meet, and so do a picture and its negative.

use super::game::{GraphGame, OnGraph, Places};
use super::multigraph::{Edge, Graph, mark};
use super::walk::Symbols;
use crate::prelude::*;

/// The kind of the ground among vertices.
pub const GROUND: u8 = 1;
/// The kind of an edge that Left may cut.
pub const BLUE: u8 = 1;
/// The kind of an edge that Right may cut.
pub const RED: u8 = 2;
/// The kind of an edge that both may cut.
pub const GREEN: u8 = 3;

/// How Hackenbush is written.
pub const SYMBOLS: Symbols = Symbols {
    vertices: &[".", "_"],
    edges: &["", "lb", "r", "eg"],
    ground: Some(GROUND),
    simple: false,
};

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Hackenbush
"A picture of blue, red and green edges stands on the ground. Left cuts a blue or a green edge,
  Right a red or a green one; what is no longer connected to the ground disappears. Who cannot move
  loses."
notation "Edges one after another from the ground up: `l` blue (Left), `r` red (Right), `e` green
  (either). Branches in parentheses, `l(r;ee)`; `;` starts again at the ground; `:A` after an edge
  names the vertex at its end, so that another edge can lead there: `lr:A;lr:A`. `_` is the ground,
  `.` a vertex (it may be left out)."
edit graph
try "l(r;ee);lr:A;lr:A" "eeeeee" "e(l;r;l)" "ll:Ar_;e(r;l:A)" "lrrl;rl" "e:Al:A"
source "John Conway; Winning Ways ch. 1, 2 and 7"
known "eeeeee" = *6 (Winning Ways ch. 2)
known "lr" = 1/2 (Winning Ways ch. 1)
known "lrr" = 1/4 (Winning Ways ch. 1)
known "lr;lrrr" = 5/8 (Winning Ways ch. 2, fig. 1)
known "lrrrrrrr" = 1/128 (Winning Ways ch. 2, fig. 11)
known "el" = ^* (Winning Ways ch. 3)
known "e(l;r)" = * (Winning Ways ch. 7, colon principle)
"#;

/// Cutting an edge, after which everything falls that no longer stands on the ground.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cut;

/// The rules.
pub type Hackenbush = OnGraph<Cut>;

impl GraphGame for Cut {
    const SYMBOLS: Symbols<'static> = SYMBOLS;
    const PLACES: Places = Places::Edges;
    const VERB: &'static str = "cut";
    const PIECES: &'static str = STANDS;
    const IS_BOUNDED: bool = true;

    fn may_play(kind: u8, who: Player) -> bool {
        may_cut(kind, who)
    }

    fn played(graph: &Graph, edge: usize, _: Player) -> Option<Graph> {
        Some(cut(graph, edge))
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

/// What is a component of a compound, in words.
pub(crate) const STANDS: &str = "whatever hangs together above the ground";

/// The colour and the radius of a vertex.
pub(crate) const VERTEX: (Color, i32) = (Color::Black, 1);

/// The number of the ground.
pub fn ground(graph: &Graph) -> Option<usize> {
    graph.vertices().iter().position(|&kind| kind == GROUND)
}

/// May this player cut an edge of this kind?
pub(crate) fn may_cut(kind: u8, who: Player) -> bool {
    kind & mark(who) != 0
}

/// What stands after an edge is cut.
pub(crate) fn cut(graph: &Graph, edge: usize) -> Graph {
    let parts = graph.parts(|j, _| j != edge);
    let root = ground(graph).map(|v| parts[v]);
    graph.keep(|v| Some(parts[v]) == root, |j, _| j != edge)
}

/// Visits what stands on the ground, each connected part by itself, loops made into edges with a
/// free end.
pub(crate) fn stands(graph: &Graph, mut visit: impl FnMut(Graph) -> bool) {
    let Some(ground) = ground(graph) else { return };
    let parts = graph.parts(|_, edge| !edge.meets(ground));
    for (root, &part) in parts.iter().enumerate() {
        if root != ground && root == usize::from(part) {
            let wanted = |v: usize| v == ground || usize::from(parts[v]) == root;
            let stand = graph.keep(wanted, |_, edge| !(edge.meets(ground) && edge.is_loop()));
            if !visit(unlooped(stand)) {
                return;
            }
        }
    }
    for edge in graph.edges().iter().filter(|edge| edge.is_loop() && edge.meets(ground)) {
        if !visit(Graph::new(vec![GROUND, 0], vec![Edge::new(0, 1, edge.kind)])) {
            return;
        }
    }
}

/// The same picture with its loops made into edges with a free end.
pub(crate) fn unlooped(graph: Graph) -> Graph {
    if !graph.edges().iter().any(Edge::is_loop) {
        return graph;
    }
    let mut vertices = graph.vertices().to_vec();
    let free_end = |edge: &Edge| {
        if edge.is_loop() {
            vertices.push(0);
            Edge::new(edge.ends[0], (vertices.len() - 1) as u16, edge.kind)
        } else {
            *edge
        }
    };
    let edges = graph.edges().iter().map(free_end).collect();
    Graph::new(vertices, edges)
}
