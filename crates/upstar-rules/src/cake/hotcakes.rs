//! Hotcakes: a cake is cut, and one of the two pieces is turned by a right angle.

use super::knife::{Knife, Sliced};
use super::pieces::{self, Cake};
use crate::piecewise::Visit;
use crate::registry::{About, Editor};
use std::ops::ControlFlow;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "hotcakes",
    aliases: &["hotcake"],
    title: "Hotcakes",
    rules: "Left cuts a cake along a vertical line, Right along a horizontal one, and then turns \
            one of the two parts by a right angle. Meant to be played with --compound union: a \
            player cuts as many cakes as he likes.",
    notation: pieces::NOTATION,
    examples: &["3x4", "6x3+2x4", "2x2", "1x5"],
    source: "Winning Ways ch. 10",
    known: &[],
    tables: pieces::TABLES,
    impartial: false,
    editor: Editor::Text,
};

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
