//! Turn-and-Eatcake: what a move leaves of a cake is turned by a right angle.

use super::eatcake::Column;
use super::knife::{Knife, Sliced};
use super::pieces::Cake;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Turn-and-Eatcake
"As in Eatcakes, Left eats a column of a piece and Right a row. Then the one or two pieces that are
  left of it are turned by a right angle. Who cannot move loses."
like cutcake
try "3x4" "2x3+1x2" "1x5" "4x4"
source "Winning Ways ch. 8"
known "1x1" = * (a single square can be eaten by either)
known "1x2" = {*|0} (Left leaves a square, Right nothing)
"#;

/// A column is eaten, and the rest turned.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnedColumn;

impl Knife for TurnedColumn {
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        Column::moves(cake, &mut |left: &[Cake]| {
            let turned = left.iter().map(|piece| piece.turned());
            visit.pieces(&turned.collect::<SmallVec<[Cake; 2]>>())
        })
    }
}

/// The rules.
pub type TurnAndEatcake = Sliced<TurnedColumn>;
