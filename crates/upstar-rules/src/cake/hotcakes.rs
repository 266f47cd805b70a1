//! Hotcakes: a cake is cut, and one of the two pieces is turned by a right angle.

use super::knife::{Knife, Sliced};
use super::pieces::Cake;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Hotcakes
"Left cuts a cake along a vertical line, Right along a horizontal one, and then turns one of the two
  parts by a right angle. Meant to be played with --compound union: a player cuts as many cakes as
  he likes."
like cutcake
try "3x4" "6x3+2x4" "2x2" "1x5"
source "Winning Ways ch. 10"
"#;

/// One part is turned after the cut.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnedCut;

impl Knife for TurnedCut {
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        let part = |width| Cake { width, ..cake };
        (1..cake.width)
            .try_for_each(|cut| visit.pieces(&[part(cut), part(cake.width - cut).turned()]))
    }
}

/// The rules.
pub type Hotcakes = Sliced<TurnedCut>;
