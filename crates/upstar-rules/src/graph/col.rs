//! Col: neighbouring regions must not get the same colour (Colin Vout).
//!
//! Painting a region reserves its neighbours for the opponent. An edge between regions reserved
//! for different players does nothing, since it could only bar a player who is barred already;
//! such edges are forgotten, and maps fall apart early. Every position is worth `x` or `x*` for
//! a number `x` (Winning Ways ch. 2, Extras), which is tested.

use super::game::{GraphGame, OnGraph, Places};
use super::multigraph::Graph;
use super::tint;
use super::walk::Symbols;
use upstar_base::Player;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Col
"On a map Left paints one region blue or Right one red. Two neighbouring regions must not have the
  same colour, so a painted region reserves its unpainted neighbours for the opponent. Who cannot
  move loses."
notation "Regions joined by `-`: `.` free, `L` tinted so that only Left may paint it, `R` so that
  only Right may. Branches in parentheses, `.(-.;-R-.)`; `:A` names a region, so that an edge can
  lead there again: `.:A-.-.-:A`; `;` starts another map. Rows of squares joined by `|` are maps
  too: `...|.L.`."
tables "ROWSxCOLUMNS: all rectangles of squares up to this size"
edit graph
try ".(-.;-R-.)-." "...|..." ".:A-.-L-:A" "..L." "."
source "Colin Vout; Winning Ways ch. 2"
known "." = * (Winning Ways ch. 2, fig. 15)
known "L-." = 1/2 (Winning Ways ch. 2)
known ".-." = 0 (Winning Ways ch. 2)
"#;

/// Painting no region like a neighbour.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaintApart;

/// The rules.
pub type Col = OnGraph<PaintApart>;

impl GraphGame for PaintApart {
    const SYMBOLS: Symbols<'static> = tint::SYMBOLS;
    const PLACES: Places = Places::Vertices;
    const VERB: &'static str = "paint";
    const PIECES: &'static str = tint::PIECES;
    const IS_BOUNDED: bool = true;

    fn may_play(kind: u8, who: Player) -> bool {
        tint::may_use(kind, who)
    }

    fn played(graph: &Graph, region: usize, who: Player) -> Option<Graph> {
        Some(tint::painted(graph, region, !who))
    }

    fn pieces(graph: &Graph, visit: impl FnMut(Graph) -> bool) {
        tint::split(graph, |a, b| a != 0 && b != 0 && a != b, visit);
    }
}
