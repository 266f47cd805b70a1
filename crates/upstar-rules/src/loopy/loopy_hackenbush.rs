//! Loopy Hackenbush: edges that are repainted instead of cut.
//!
//! Pale and pink edges are never cut, so their two ends stand or fall together. The picture is cut
//! at the ground into a sum as in Hackenbush.

use crate::graph::game::{GraphGame, OnGraph, Places};
use crate::graph::hackenbush::{Cut, GROUND, STANDS, VERTEX, cut, may_cut, stands, unlooped};
use crate::graph::multigraph::{Edge, Graph, exchanged};
use crate::graph::walk::Symbols;
use crate::prelude::*;

/// The kind of an edge that Left may repaint pink.
pub const PALE: u8 = 4;
/// The kind of an edge that Right may repaint pale.
pub const PINK: u8 = 8;

/// How Loopy Hackenbush is written.
pub const SYMBOLS: Symbols = Symbols {
    vertices: &[".", "_"],
    edges: &["", "lb", "r", "eg", "p", "", "", "", "k"],
    ground: Some(GROUND),
    simple: false,
};

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Loopy Hackenbush
"Hackenbush with two more colours. Left cuts a blue or a green edge, Right a red or a green one, and
  what is no longer connected to the ground disappears. Instead Left may repaint a pale edge pink,
  and Right a pink edge pale; pale and pink edges are never cut. Who cannot move loses; play can go
  on for ever."
notation "As in hackenbush: edges from the ground up, `l` blue (Left), `r` red (Right), `e` green
  (either), `p` pale and `k` pink. Branches in parentheses, `l(r;pk)`; `;` starts again at the
  ground; `:A` after an edge names the vertex at its end, so that another edge can lead there:
  `lp:A;rk:A`. `_` is the ground, `.` a vertex (it may be left out)."
edit graph
try "l(r;pk);lp:A;rk:A" "p" "lk" "e(p;k)" "pl:Ar_;k(r;l:A)" "lrp;rlk" "k:Al:A"
source "Bob Li (Double Hackenbush); Winning Ways ch. 11"
known "p" = 1 & 0 (Winning Ways ch. 11: tis)
known "k" = 0 & -1 (Winning Ways ch. 11: tisn)
"#;

/// Cutting an edge or repainting one.
#[derive(Clone, Copy, Debug, Default)]
pub struct CutOrPaint;

/// The rules.
pub type LoopyHackenbush = OnGraph<CutOrPaint>;

impl GraphGame for CutOrPaint {
    const SYMBOLS: Symbols<'static> = SYMBOLS;
    const PLACES: Places = Places::Edges;
    const VERB: &'static str = "cut";
    const PIECES: &'static str = STANDS;
    const IS_LOOPY: bool = true;

    fn may_play(kind: u8, who: Player) -> bool {
        may_cut(kind, who) || repainted(kind, who).is_some()
    }

    fn played(graph: &Graph, edge: usize, who: Player) -> Option<Graph> {
        let Some(kind) = repainted(graph.edges()[edge].kind, who) else {
            return Some(cut(graph, edge));
        };
        let mut edges = graph.edges().to_vec();
        edges[edge].kind = kind;
        Some(Graph::new(graph.vertices().to_vec(), edges))
    }

    fn name(graph: &Graph, edge: usize, who: Player) -> String {
        let paints = repainted(graph.edges()[edge].kind, who).is_some();
        let verb = if paints { "paint" } else { Self::VERB };
        format!("{verb} {}", SYMBOLS.number_of(graph, edge))
    }

    fn pieces(graph: &Graph, visit: impl FnMut(Graph) -> bool) {
        stands(graph, visit);
    }

    fn simplified(graph: Graph) -> Graph {
        unlooped(graph)
    }

    fn exchanged_edge(kind: u8) -> u8 {
        match kind {
            PALE => PINK,
            PINK => PALE,
            kind => exchanged(kind),
        }
    }

    fn vertex(_: u8) -> (Color, i32) {
        VERTEX
    }

    fn edge(kind: u8) -> Color {
        match kind {
            PALE => Color::Pale,
            PINK => Color::Pink,
            kind => Cut::edge(kind),
        }
    }
}

/// The colour of an edge after `who` has repainted it, if he may.
fn repainted(kind: u8, who: Player) -> Option<u8> {
    match (who, kind) {
        (Player::Left, PALE) => Some(PINK),
        (Player::Right, PINK) => Some(PALE),
        _ => None,
    }
}

/// The same picture with each pale and pink edge contracted: its ends become one vertex, on which
/// it stands as a twig. Play does not change, since such an edge is never cut.
///
/// ```
/// use upstar_rules::{Rules, loopy::loopy_hackenbush::{LoopyHackenbush, disentangled}};
/// let rules = LoopyHackenbush::default();
/// let picture = rules.parse("lpr")?;
/// assert_eq!(rules.show(&disentangled(&picture)), "l(r;p)");
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn disentangled(graph: &Graph) -> Graph {
    let fused = graph.parts(|_, edge| edge.kind == PALE || edge.kind == PINK);
    let mut vertices = graph.vertices().to_vec();
    // What is fused with the ground is the ground.
    for (v, &first) in fused.iter().enumerate() {
        if graph.vertices()[v] == GROUND {
            vertices[usize::from(first)] = GROUND;
        }
    }
    let mut edges = Vec::with_capacity(graph.edges().len());
    for edge in graph.edges() {
        let [a, b] = edge.ends.map(|v| fused[usize::from(v)]);
        let twig = edge.kind == PALE || edge.kind == PINK;
        // The free end of a twig; there are fewer vertices than numbers for them.
        let end = if twig { vertices.len() as u16 } else { b };
        if twig {
            vertices.push(0);
        }
        edges.push(Edge::new(a, end, edge.kind));
    }
    let alone = |v: usize| v < fused.len() && usize::from(fused[v]) != v;
    let fused = Graph::new(vertices, edges).keep(|v| !alone(v), |_, _| true);
    SYMBOLS.arranged(&fused)
}
