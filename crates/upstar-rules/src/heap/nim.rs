//! Nim: take any number of beans from one heap (Bouton 1902).

use super::independent::{Heap, Independent};
use crate::PositionError;
use crate::no_parameters;
use crate::piecewise::Visit;
use crate::registry::{About, Editor, Known};
use std::ops::ControlFlow;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "nim",
    aliases: &[],
    title: "Nim",
    rules: "Choose a heap and take any positive number of beans from it, perhaps all. Who \
            cannot move loses.",
    notation: "Heap sizes: `9+8+5+3`, or `3*7+2` for three sevens and a two.",
    examples: &["7+5+3+1", "3*4+2", "0"],
    source: "C. L. Bouton 1902; Winning Ways ch. 2",
    known: &[
        Known { position: "27+23+22+15", value: "*21", source: "Guy, Impartial Games, fig. 1" },
        Known { position: "23+19+13+12+11", value: "*14", source: "Bouton 1902" },
        Known { position: "3+5+6", value: "0", source: "Bouton 1902" },
    ],
    tables: "N: one heap of 1 to N beans",
    impartial: true,
    editor: Editor::Heaps,
};

/// Taking any number.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Nim {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Independent, PositionError> {
        no_parameters(text).map(|()| Independent::new(Nim))
    }
}

impl Heap for Nim {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        (0..size).try_for_each(|left| visit.pieces(&[left]))
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        left.len() < 2 && left.iter().all(|&left| left < size)
    }
}
