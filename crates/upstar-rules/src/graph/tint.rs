//! What Col and Snort share: regions that may be reserved ("tinted") for one player.
//!
//! Painting a region takes it out of play and reserves its neighbours for one of the players; a
//! neighbour that was reserved for the other is dead. Which player that is makes the game.

use super::multigraph::{Graph, mark};
use super::walk::Symbols;
use upstar_base::Player;

/// `.` free, `L` for Left only, `R` for Right only.
pub(super) const SYMBOLS: Symbols =
    Symbols { vertices: &[".", "L", "R"], edges: &["-"], ground: None, simple: true };

/// What is a component of a compound, in words.
pub(super) const PIECES: &str = "each map of regions that matter to each other";

/// May this player use a vertex of this kind?
pub(super) fn may_use(kind: u8, who: Player) -> bool {
    kind == 0 || kind == mark(who)
}

/// What is left after a vertex is painted, neighbours then being reserved for `keeper`.
pub(super) fn painted(graph: &Graph, v: usize, keeper: Player) -> Graph {
    let mut gone = vec![false; graph.order()];
    let mut tinted = vec![false; graph.order()];
    gone[v] = true;
    for u in graph.neighbours(v) {
        tinted[u] = true;
        gone[u] |= !may_use(graph.vertices()[u], keeper);
    }
    let reserve = |u: usize, kind| if tinted[u] { mark(keeper) } else { kind };
    graph.recolored(reserve, |edge| edge.kind).without(&gone)
}

/// Visits the connected parts after edges that can do nothing any more are forgotten.
pub(super) fn split(
    graph: &Graph,
    idle: impl Fn(u8, u8) -> bool,
    visit: impl FnMut(Graph) -> bool,
) {
    let kind = |v: u16| graph.vertices()[usize::from(v)];
    let live = graph.keep(|_| true, |_, edge| !idle(kind(edge.ends[0]), kind(edge.ends[1])));
    live.each_part(visit);
}
