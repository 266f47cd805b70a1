//! Maundy Cake: one cake is divided into any number of equal pieces (Patrick Mauhin).
//!
//! Left's cuts are vertical, so he replaces a cake of width `w` by `d` cakes of width `w / d`
//! for a divisor `d > 1`; Right does the same with the height.

use super::knife::{Knife, Sliced};
use super::pieces::{self, Cake};
use crate::heap::dim::divisors;
use crate::piecewise::Visit;
use crate::registry::{About, Editor, Known};
use std::ops::ControlFlow;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "maundy-cake",
    aliases: &["maundy", "maundy-cakes"],
    title: "Maundy Cake",
    rules: "A rectangle is scored into squares. Left divides one piece into two or more equal \
            ones by vertical cuts along the lines, Right by horizontal cuts. Who cannot move \
            loses.",
    notation: pieces::NOTATION,
    examples: &["5x12", "4x6+3*2x5", "1x4", "7x7"],
    source: "Patrick Mauhin; Winning Ways ch. 2",
    known: &[
        Known { position: "5x12", value: "4", source: "Winning Ways ch. 2" },
        Known { position: "1x12", value: "10", source: "Winning Ways ch. 2, table 2" },
        Known { position: "8x6", value: "-1", source: "Winning Ways ch. 2, table 2" },
        Known { position: "4x16", value: "3", source: "Winning Ways ch. 2, table 2" },
    ],
    tables: pieces::TABLES,
    impartial: false,
    editor: Editor::Text,
};

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
