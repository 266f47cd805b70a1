//! Fibonacci Nim: take at most twice what was just taken (Whinihan 1963).
//!
//! Each heap remembers how much may be taken from it next, see [`super::remembering`]. Known: when
//! at most m beans may be taken from a heap of n, the player to move loses just if m is less than
//! the smallest term of the way to write n as a sum of Fibonacci numbers no two of which are
//! neighbours.

use super::remembering::{Memory, Remembering};
use crate::registry::{About, Editor, Known};
use crate::{PositionError, no_parameters};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "fibonacci-nim",
    aliases: &[],
    title: "Fibonacci Nim",
    rules: "Take at least one bean from a heap and at most twice as many as were taken from it \
            by the move before; the first move in a heap may take any number but not all. Who \
            cannot move loses.",
    notation: "Heaps with the most that may be taken next: `20:4`; a number alone, `20`, is a \
               heap that was not touched; `+` between heaps.",
    examples: &["20", "12:4", "7+5:2"],
    source: "M. J. Whinihan 1963; Winning Ways ch. 15",
    known: &[
        Known { position: "13", value: "0", source: "Whinihan 1963" },
        Known { position: "20:1", value: "0", source: "Whinihan 1963: 20 = 13+5+2" },
        Known { position: "2", value: "0", source: "Whinihan 1963" },
        Known { position: "1:1", value: "*", source: "Whinihan 1963" },
    ],
    tables: "N: an untouched heap of 1 to N beans",
    impartial: true,
    editor: Editor::Text,
};

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct FibonacciNim;

impl FibonacciNim {
    /// What the last amount says about the next one.
    pub const MEMORY: Memory = Memory::Times(2);

    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Remembering, PositionError> {
        no_parameters(text).map(|()| Remembering::new(FibonacciNim::MEMORY))
    }
}
