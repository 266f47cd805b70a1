//! Grundy's Game: split a heap into two heaps of different sizes (Grundy 1939).

use super::independent::{Heap, Independent};
use crate::PositionError;
use crate::no_parameters;
use crate::piecewise::Visit;
use crate::registry::{About, Editor, Known};
use std::ops::ControlFlow;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "grundys-game",
    aliases: &["grundy"],
    title: "Grundy's Game",
    rules: "Choose a heap and split it into two heaps of different sizes, neither empty. Who \
            cannot move loses.",
    notation: "Heap sizes: `9+8+5+3`, or `3*7+2` for three sevens and a two.",
    examples: &["9+5", "12", "2+1"],
    source: "P. M. Grundy 1939; Winning Ways ch. 4",
    known: &[
        Known { position: "5", value: "*2", source: "Winning Ways ch. 4" },
        Known { position: "13", value: "*3", source: "Winning Ways ch. 4" },
        Known { position: "18", value: "*4", source: "Winning Ways ch. 4" },
        Known { position: "20", value: "0", source: "Winning Ways ch. 4" },
    ],
    tables: "N: one heap of 1 to N beans",
    impartial: true,
    editor: Editor::Heaps,
};

/// Splitting into different heaps.
#[derive(Clone, Copy, Debug)]
pub struct GrundysGame;

impl GrundysGame {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Independent, PositionError> {
        no_parameters(text).map(|()| Independent::new(GrundysGame))
    }
}

impl Heap for GrundysGame {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        (1..size.div_ceil(2)).try_for_each(|part| visit.pieces(&[part, size - part]))
    }

    fn most_moves(&self, size: u128) -> u128 {
        size / 2
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        matches!(*left, [a, b] if a != b && a.checked_add(b) == Some(size))
    }
}
