//! Clobber on any graph: a stone goes to a neighbouring stone of the other side and removes it.
//!
//! Empty vertices are out of play at once. A part with stones of only one side is dead. Whenever
//! one player can move so can the other, along the same edge, so all values are infinitesimal.

use super::game::{GraphGame, OnGraph, Places};
use super::multigraph::{Edge, Graph, mark};
use super::walk::Symbols;
use upstar_base::Player;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Clobber on graphs
"A player moves one of his stones along an edge to a stone of the opponent, which it removes. Who
  cannot move loses."
notation "Vertices joined by `-`: `x` Left's stone, `o` Right's, `.` empty. Branches in parentheses,
  `x(-o;-o-x)`; `:A` names a vertex, so that an edge can lead there again: `x:A-o-o-:A`; `;` starts
  another graph. Rows of squares joined by `|` are graphs too: `xox|oxo`."
tables "ROWSxCOLUMNS: all chequered rectangles up to this size"
edit graph
try "x(-o;-o-x)-o" "xox|oxo" "x:A-o-o-:A" "xo"
source "Albert, Grossman, Nowakowski and Wolfe 2005, Integers 5(2) A1"
known "x-o" = * (Albert, Grossman, Nowakowski, Wolfe 2005)
known "x-x-o" = ^ (Albert, Grossman, Nowakowski, Wolfe 2005)
"#;

/// Moving along an edge to a stone of the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClobberAlong;

/// The rules.
pub type ClobberGraph = OnGraph<ClobberAlong>;

/// From where to where `who` can clobber along an edge: one end must be his and the other not.
fn way(graph: &Graph, edge: &Edge, who: Player) -> Option<[usize; 2]> {
    let [a, b] = edge.ends.map(usize::from);
    let kind = |v: usize| graph.vertices()[v];
    let fits = |&[from, to]: &[usize; 2]| kind(from) == mark(who) && kind(to) == mark(!who);
    [[a, b], [b, a]].into_iter().find(fits)
}

impl GraphGame for ClobberAlong {
    const SYMBOLS: Symbols<'static> =
        Symbols { vertices: &[".", "xX", "oO"], edges: &["-"], ground: None, simple: true };
    const PLACES: Places = Places::Edges;
    const PIECES: &'static str = "each group of stones that touch";
    const IS_ALL_SMALL: bool = true;

    fn played(graph: &Graph, edge: usize, who: Player) -> Option<Graph> {
        let [from, to] = way(graph, &graph.edges()[edge], who)?;
        let paint = |v: usize, kind| if v == to { mark(who) } else { kind };
        let moved = graph.recolored(paint, |edge| edge.kind);
        Some(moved.keep(|v| v != from, |_, _| true))
    }

    fn name(graph: &Graph, edge: usize, who: Player) -> String {
        let way = way(graph, &graph.edges()[edge], who);
        way.map_or_else(String::new, |[from, to]| format!("{}-{}", from + 1, to + 1))
    }

    fn pieces(graph: &Graph, visit: impl FnMut(Graph) -> bool) {
        graph.keep(|v| graph.vertices()[v] != 0, |_, _| true).each_part(visit);
    }

    fn is_alive(group: &Graph) -> bool {
        Player::BOTH.iter().all(|&who| group.vertices().contains(&mark(who)))
    }

    fn size(graph: &Graph) -> usize {
        graph.order()
    }

    /// Stones of both sides by turns.
    fn square(row: usize, column: usize) -> u8 {
        1 + ((row + column) % 2) as u8
    }
}
