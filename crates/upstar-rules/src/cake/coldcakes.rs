//! Coldcakes: Cutcake played as a union. Every value is a number, so it is the sum as well.

use super::pieces;
use crate::registry::{About, Editor};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "coldcakes",
    aliases: &["coldcake"],
    title: "Coldcakes",
    rules: "Cutcake, with cuts in as many pieces as a player likes. Meant to be played with \
            --compound union; since cutting is never urgent, nothing is gained by more than one \
            cut, and the values are those of Cutcake.",
    notation: pieces::NOTATION,
    examples: &["5x10", "4x4+3*2x5", "1x3", "3x1"],
    source: "Winning Ways ch. 10",
    known: &[],
    tables: pieces::TABLES,
    impartial: false,
    editor: Editor::Text,
};

/// The rules.
pub type Coldcakes = super::cutcake::Cutcake;
