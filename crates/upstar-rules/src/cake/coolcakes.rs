//! Coolcakes: Eatcakes played as a union. Every cake is tepid.

use super::eatcake::Column;
use super::knife::Sliced;
use super::pieces;
use crate::registry::{About, Editor};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "coolcakes",
    aliases: &["coolcake"],
    title: "Coolcakes",
    rules: "Eatcakes, with mouthfuls from as many pieces as a player likes: Left eats a column \
            of each of them, Right a row. Meant to be played with --compound union.",
    notation: pieces::NOTATION,
    examples: &["1x3", "3x4", "2x3+1x2", "4x4"],
    source: "Winning Ways ch. 10",
    known: &[],
    tables: pieces::TABLES,
    impartial: false,
    editor: Editor::Text,
};

/// The rules.
pub type Coolcakes = Sliced<Column>;
