//! Baked Alaska: Coolcakes in which a square cake may be eaten whole, which wins at once.

use super::eatcake::Column;
use super::knife::{Knife, Sliced};
use super::pieces::{self, Cake};
use crate::piecewise::Visit;
use crate::registry::{About, Editor};
use std::ops::ControlFlow;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "baked-alaska",
    aliases: &[],
    title: "Baked Alaska",
    rules: "Coolcakes, but a cake that is a square may also be eaten whole by either player, who \
            then wins at once. Played with --compound union.",
    notation: pieces::NOTATION,
    examples: &["2x3", "1x4+3x2", "3x3", "2x5"],
    source: "Winning Ways ch. 10",
    known: &[],
    tables: pieces::TABLES,
    impartial: false,
    editor: Editor::Text,
};

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
