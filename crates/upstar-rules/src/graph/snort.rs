//! Snort: neighbouring regions must not get different colours (Simon Norton).
//!
//! Painting a region reserves its neighbours for the same player. An edge between regions
//! reserved for one player does nothing: painting one does not change the other. So such edges
//! are forgotten.

use super::game::{GraphGame, OnGraph, Places};
use super::multigraph::Graph;
use super::tint;
use super::walk::Symbols;
use upstar_base::Player;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Snort
"On a map Left paints one region blue or Right one red. Two neighbouring regions must not have
  different colours, so a painted region reserves its unpainted neighbours for the player who
  painted it. Who cannot move loses."
like col
try ".(-.;-R-.)-." "...|..." ".:A-.-L-:A" "..L." "."
source "Simon Norton; Winning Ways ch. 6"
known "." = * (Winning Ways ch. 6)
known ".-." = +-1 (Winning Ways ch. 6)
"#;

/// Painting no region unlike a neighbour.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaintAlike;

/// The rules.
pub type Snort = OnGraph<PaintAlike>;

impl GraphGame for PaintAlike {
    const SYMBOLS: Symbols<'static> = tint::SYMBOLS;
    const PLACES: Places = Places::Vertices;
    const VERB: &'static str = "paint";
    const PIECES: &'static str = tint::PIECES;
    const IS_BOUNDED: bool = true;

    fn may_play(kind: u8, who: Player) -> bool {
        tint::may_use(kind, who)
    }

    fn played(graph: &Graph, region: usize, who: Player) -> Option<Graph> {
        Some(tint::painted(graph, region, who))
    }

    fn pieces(graph: &Graph, visit: impl FnMut(Graph) -> bool) {
        tint::split(graph, |a, b| a != 0 && a == b, visit);
    }
}
