//! Baked Alaska: Coolcakes in which a square cake may be eaten whole, which wins at once.

use super::eatcake::Column;
use super::knife::{Knife, Sliced};
use super::pieces::Cake;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Baked Alaska
"Coolcakes, but a cake that is a square may also be eaten whole by either player, who then wins at
  once. Played with --compound union."
like cutcake
try "2x3" "1x4+3x2" "3x3" "2x5"
source "Winning Ways ch. 10"
"#;

/// A column is eaten, or a whole square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alaska;

impl Knife for Alaska {
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        Column::moves(cake, visit)
    }

    const WHOLE_SQUARES: bool = true;
    const CODED: bool = false;
}

/// The rules.
pub type BakedAlaska = Sliced<Alaska>;
