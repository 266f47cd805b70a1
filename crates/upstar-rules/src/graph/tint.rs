//! What Col and Snort share: regions that may be reserved ("tinted") for one player.
//!
//! Painting a region takes it out of play and reserves its neighbours for one of the players; a
//! neighbour that was reserved for the other is dead. Which player that is makes the game.

use super::canonical::canonical_up_to_sign;
use super::layout::{Look, draw};
use super::multigraph::{Graph, mark};
use super::walk::Symbols;
use crate::Color;
use upstar_base::{Options, Player};
use upstar_picture::diagram::Drawing;

/// `.` free, `L` for Left only, `R` for Right only.
pub(super) const SYMBOLS: Symbols =
    Symbols { vertices: &[".", "L", "R"], edges: &["-"], ground: None, simple: true };

pub(super) const NOTATION: &str = "Regions joined by `-`: `.` free, `L` tinted so that only Left may paint it, `R` so that \
     only Right may. Branches in parentheses, `.(-.;-R-.)`; `:A` names a region, so that an edge \
     can lead there again: `.:A-.-.-:A`; `;` starts another map. Rows of squares joined by `|` \
     are maps too: `...|.L.`.";

pub(super) const TABLES: &str = "ROWSxCOLUMNS: all rectangles of squares up to this size";

/// May this player use a vertex of this kind?
pub(super) fn may_use(kind: u8, who: Player) -> bool {
    kind == 0 || kind == mark(who)
}

/// Appends what `who` can paint, neighbours then being reserved for `keeper`.
pub(super) fn paint(graph: &Graph, who: Player, keeper: Player, out: &mut dyn Options<Graph>) {
    out.extend((0..graph.order()).filter_map(|v| painted(graph, v, who, keeper)));
}

/// What is left after `who` has painted a vertex, if that is allowed.
pub(super) fn painted(graph: &Graph, v: usize, who: Player, keeper: Player) -> Option<Graph> {
    if !may_use(graph.vertices()[v], who) {
        return None;
    }
    let mut gone = vec![false; graph.order()];
    let mut tinted = vec![false; graph.order()];
    gone[v] = true;
    for u in graph.neighbours(v) {
        tinted[u] = true;
        gone[u] |= !may_use(graph.vertices()[u], keeper);
    }
    let reserve = |u: usize, kind| if tinted[u] { mark(keeper) } else { kind };
    let painted = graph.recolored(reserve, |edge| edge.kind).without(&gone);
    Some(SYMBOLS.arranged(&painted))
}

/// Appends the connected parts after edges that can do nothing any more are forgotten.
pub(super) fn split(graph: &Graph, idle: impl Fn(u8, u8) -> bool, out: &mut dyn Options<Graph>) {
    let kind = |v: u16| graph.vertices()[usize::from(v)];
    let live = graph.keep(|_| true, |_, edge| !idle(kind(edge.ends[0]), kind(edge.ends[1])));
    live.each_part(|part| out.push(part));
}

/// The same position with the players exchanged.
pub(super) fn negative(graph: &Graph) -> Graph {
    graph.recolored(|_, kind| if kind == 0 { 0 } else { 3 - kind }, |edge| edge.kind)
}

pub(super) fn normal(graph: &Graph) -> (Graph, bool) {
    canonical_up_to_sign(graph, &negative(graph))
}

/// How many vertices `who` may use.
pub(super) fn usable(graph: &Graph, who: Player) -> i64 {
    graph.vertices().iter().filter(|&&kind| may_use(kind, who)).count() as i64
}

/// Nobody can move more often than there are vertices for him.
pub(super) fn bounds(graph: &Graph) -> (i64, i64) {
    (-usable(graph, Player::Right), usable(graph, Player::Left))
}

pub(super) fn promise(graph: &Graph) -> i32 {
    (usable(graph, Player::Left) - usable(graph, Player::Right)) as i32
}

/// A vertex in the colour of its owner, white when it is free.
pub(super) fn drawn(graph: &Graph) -> Drawing {
    let vertex = |kind| match kind {
        1 => (Color::Blue, 5),
        2 => (Color::Red, 5),
        _ => (Color::White, 5),
    };
    draw(graph, &Look { ground: None, vertex: &vertex, edge: &|_| Color::Black })
}

/// A rectangle of free squares.
pub(super) fn rectangle(size: &[usize]) -> Option<Graph> {
    match *size {
        [rows, columns] => Graph::grid(rows, columns, |_, _| Some(0)),
        [columns] => Graph::grid(1, columns, |_, _| Some(0)),
        _ => None,
    }
    .map(|graph| graph.arranged(None))
}
