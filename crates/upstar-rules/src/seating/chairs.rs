//! Seating Couples: two adjacent chairs for a couple, but no two couples of one side adjacent.

use super::{Guests, Quarrel, Seating};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Seating Couples
"Left seats each lady to the left of her partner, Right to the right; no gentleman may sit next to a
  lady other than his partner. So a couple takes two adjacent chairs, and not next to a couple of
  the same player. Who cannot seat a couple loses."
notation "A row of free chairs between two couples: `L5R` has a couple of Left's, five chairs, a
  couple of Right's; `O12` is a round table with twelve chairs, all free. Several with `+`:
  `R12R+2*L3R`; `0` for none."
tables "3xN: the rows LnL, LnR and RnR for n from 1 to N; or N: LnL alone"
try "R12R" "L5R+R5R" "O8" "L4L"
source "Winning Ways ch. 2"
known "R5R" = 1/2
known "R12R" = 1/8 (Winning Ways ch. 2, table 6)
known "L14L" = -1/16 (Winning Ways ch. 2, table 6)
known "L9R" = * (Winning Ways ch. 2, table 6)
known "L10L" = * (Winning Ways ch. 2, table 6)
"#;

/// Couples, who take two chairs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Couples;

impl Guests for Couples {
    const QUARREL: Quarrel = Quarrel::Same;
    const CHAIRS: u32 = 2;

    fn draw((x, y): (i32, i32), fill: Color, shapes: &mut Vec<Shape>) {
        shapes.extend([x, x + 10].map(|x| Shape::Disc { x, y, radius: 4, fill }));
    }
}

/// The rules.
pub type SeatingCouples = Seating<Couples>;
