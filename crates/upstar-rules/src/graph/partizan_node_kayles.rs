//! Partizan Node Kayles: take a vertex of one's own with all its neighbours.
//!
//! Also known as Bigraph Node Kayles when every vertex has an owner. Exchanging the owners
//! negates.

use super::game::{GraphGame, OnGraph, Places};
use super::multigraph::Graph;
use super::node_kayles::taken;
use super::tint;
use super::walk::Symbols;
use upstar_base::Player;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Partizan Node Kayles
"Vertices belong to Left, to Right or to both. A player takes one of his own together with all its
  neighbours. Who cannot move loses."
notation "Vertices joined by `-`: `L` Left's, `R` Right's, `.` for both. Branches in parentheses,
  `L(-.;-R-L)`; `:A` names a vertex, so that an edge can lead there again: `L:A-R-.-:A`; `;` starts
  another graph. Rows of squares joined by `|` are graphs too: `L.R|.R.`."
tables "ROWSxCOLUMNS: all rectangles of squares up to this size"
edit graph
try "L-.(-R;-R-L)" "R-L-R-L" "L.R|.R." "."
source "Thomas Schaefer 1978"
known "." = * (the rules)
known "L-R" = * (the rules)
known "L-R-L" = {1|0} (the rules)
"#;

/// Taking a vertex of one's own with its neighbours.
#[derive(Clone, Copy, Debug, Default)]
pub struct TakeOwnNode;

/// The rules.
pub type PartizanNodeKayles = OnGraph<TakeOwnNode>;

impl GraphGame for TakeOwnNode {
    const SYMBOLS: Symbols<'static> = tint::SYMBOLS;
    const PLACES: Places = Places::Vertices;
    const VERB: &'static str = "take";
    const IS_BOUNDED: bool = true;

    fn may_play(kind: u8, who: Player) -> bool {
        tint::may_use(kind, who)
    }

    fn played(graph: &Graph, vertex: usize, _: Player) -> Option<Graph> {
        Some(taken(graph, vertex))
    }
}
