//! Maundy Cake: one cake is divided into any number of equal pieces (Patrick Mauhin).
//!
//! Left's cuts are vertical, so he replaces a cake of width `w` by `d` cakes of width `w / d`
//! for a divisor `d > 1`; Right does the same with the height.

use super::knife::{Knife, Sliced};
use super::pieces::{self, Cake};
use crate::heap::dim::divisors;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Maundy Cake
"A rectangle is scored into squares. Left divides one piece into two or more equal ones by vertical
  cuts along the lines, Right by horizontal cuts. Who cannot move loses."
like cutcake
try "5x12" "4x6+3*2x5" "1x4" "7x7"
source "Patrick Mauhin; Winning Ways ch. 2"
known "5x12" = 4 (Winning Ways ch. 2)
known "1x12" = 10 (Winning Ways ch. 2, table 2)
known "8x6" = -1 (Winning Ways ch. 2, table 2)
known "4x16" = 3 (Winning Ways ch. 2, table 2)
"#;

/// A cake is divided into equal parts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Division;

impl Knife for Division {
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        divisors(cake.width).skip(1).try_for_each(|count| {
            visit.pieces(&vec![Cake { width: cake.width / count, ..cake }; count as usize])
        })
    }

    const CODED: bool = false;

    fn is_alive(cake: Cake) -> bool {
        pieces::can_be_cut(cake)
    }
}

/// The rules.
pub type MaundyCake = Sliced<Division>;
