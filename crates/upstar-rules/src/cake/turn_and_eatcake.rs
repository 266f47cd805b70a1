//! Turn-and-Eatcake: what a move leaves of a cake is turned by a right angle.

use super::knife::{Knife, Sliced};
use super::pieces::{self, Cake};
use crate::piecewise::Visit;
use crate::registry::{About, Editor, Known};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "turn-and-eatcake",
    aliases: &["turn-and-eat-cake"],
    title: "Turn-and-Eatcake",
    rules: "As in Eatcakes, Left eats a column of a piece and Right a row. Then the one or two pieces \
            that are left of it are turned by a right angle. Who cannot move loses.",
    notation: pieces::NOTATION,
    examples: &["3x4", "2x3+1x2", "1x5", "4x4"],
    source: "Winning Ways ch. 8",
    known: &[
        Known { position: "1x1", value: "*", source: "a single square can be eaten by either" },
        Known { position: "1x2", value: "{*|0}", source: "Left leaves a square, Right nothing" },
    ],
    tables: pieces::TABLES,
    editor: Editor::Text,
    impartial: false,
};

/// A column is eaten, and the rest turned.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnedColumn;

impl Knife for TurnedColumn {
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        let part = |width| (width > 0).then_some(Cake { width, ..cake }.turned());
        // A column and its mirror image leave the same.
        (0..cake.width.div_ceil(2)).try_for_each(|before| {
            let sides = [part(before), part(cake.width - 1 - before)];
            visit.pieces(&sides.into_iter().flatten().collect::<SmallVec<[Cake; 2]>>())
        })
    }
}

/// The rules.
pub type TurnAndEatcake = Sliced<TurnedColumn>;
