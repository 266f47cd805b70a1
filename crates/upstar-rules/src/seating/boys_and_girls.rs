//! Select Boys and Girls: children sit down in rows of chairs, never a boy beside a girl.

use super::{Guests, Quarrel, Seating, chair};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Select Boys and Girls
"Left seats boys, Right girls, in free chairs; no boy may sit next to a girl. In one turn a player
  may seat several, if between any two of them somebody was sitting before: at most one in each row
  of free chairs. Played with --compound union."
notation "A row of free chairs between two children: `L5R` has a boy, five chairs, a girl. Several
  with `+`: `R12R+2*L3R`; `0` for none."
tables "3xN: the rows LnL, LnR and RnR for n from 1 to N; or N: LnL alone"
try "L5L" "L4R+R3R" "L7R" "L2L"
source "Winning Ways ch. 10"
"#;

/// Children, who take one chair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Children;

impl Guests for Children {
    const QUARREL: Quarrel = Quarrel::Different;
    const CHAIRS: u32 = 1;

    fn draw((x, y): (i32, i32), fill: Color, shapes: &mut Vec<Shape>) {
        shapes.extend([chair((x, y)), Shape::Disc { x, y, radius: 3, fill }]);
    }
}

/// The rules.
pub type BoysAndGirls = Seating<Children>;
