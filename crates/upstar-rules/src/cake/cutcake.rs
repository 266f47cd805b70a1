//! Cutcake: Left cuts a rectangle into two by a vertical line, Right by a horizontal one.
//!
//! Cutting a piece of width `w` at `c` or at `w - c` gives the same two pieces, so only cuts in
//! the left half count.

use super::knife::{Knife, Sliced};
use super::pieces::{self, Cake};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Cutcake
"A rectangle is scored into squares. Left breaks one piece into two along a vertical line, Right
  along a horizontal one. Who cannot move loses."
notation "Height x width, `5x10`; several cakes with `+`, equal ones with `*`: `5x10+3*2x2`; `0` for
  none, `0x5` for one that is eaten up."
tables "HEIGHTxWIDTH: all cakes up to this size"
try "5x10" "4x4+3*2x5" "1x3" "3x1"
source "Winning Ways ch. 2"
known "5x10" = 1
known "1x3" = 2 (Winning Ways ch. 2, table 1)
known "2x3" = 0 (Winning Ways ch. 2, table 1)
known "4x2" = -1 (Winning Ways ch. 2, table 1)
known "7x11" = 1 (Winning Ways ch. 2, table 1)
"#;

/// A cake is cut in two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cut;

impl Knife for Cut {
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        let part = |width| Cake { width, ..cake };
        (1..=cake.width / 2).try_for_each(|cut| visit.pieces(&[part(cut), part(cake.width - cut)]))
    }

    fn is_alive(cake: Cake) -> bool {
        pieces::can_be_cut(cake)
    }
}

/// The rules.
pub type Cutcake = Sliced<Cut>;
