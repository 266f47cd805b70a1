//! Eatcakes: Left eats a column of a cake, Right a row.

use super::knife::{Knife, Sliced};
use super::pieces::Cake;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Eatcakes
"A rectangle is scored into squares. Left eats a column of one piece, from top to bottom, Right a
  row, from side to side; what lies on both sides of it are pieces of their own. Who cannot move
  loses."
like cutcake
try "3x4" "2x3+1x2" "1x5" "4x4"
source "Winning Ways ch. 9"
known "1x1" = * (a single square can be eaten by either)
known "1x2" = {*|0} (Left leaves a square, Right nothing)
"#;

/// A column is eaten.
#[derive(Clone, Copy, Debug, Default)]
pub struct Column;

impl Knife for Column {
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        let part = |width| (width > 0).then_some(Cake { width, ..cake });
        // A column and its mirror image leave the same.
        (0..cake.width.div_ceil(2)).try_for_each(|before| {
            let sides = [part(before), part(cake.width - 1 - before)];
            visit.pieces(&sides.into_iter().flatten().collect::<SmallVec<[Cake; 2]>>())
        })
    }
}

/// The rules.
pub type Eatcake = Sliced<Column>;
