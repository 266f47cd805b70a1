//! Fibonacci Nim: take at most twice what was just taken (Whinihan 1963).
//!
//! Each heap remembers how much may be taken from it next, see [`super::remembering`]. Known: when
//! at most m beans may be taken from a heap of n, the player to move loses just if m is less than
//! the smallest term of the way to write n as a sum of Fibonacci numbers no two of which are
//! neighbours.

use super::remembering::{AmountMemory, Remembering};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Fibonacci Nim
"Take at least one bean from a heap and at most twice as many as were taken from it by the move
  before; the first move in a heap may take any number but not all. Who cannot move loses."
impartial
notation "Heaps with the most that may be taken next: `20:4`; a number alone, `20`, is a heap that
  was not touched; `+` between heaps."
tables "N: an untouched heap of 1 to N beans"
try "20" "12:4" "7+5:2"
source "M. J. Whinihan 1963; Winning Ways ch. 15"
known "13" = 0 (Whinihan 1963)
known "20:1" = 0 (Whinihan 1963: 20 = 13+5+2)
known "2" = 0 (Whinihan 1963)
known "1:1" = * (Whinihan 1963)
"#;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct FibonacciNim;

impl FibonacciNim {
    /// What the last amount says about the next one.
    pub const MEMORY: AmountMemory = AmountMemory::Times(2);

    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Remembering, PositionError> {
        no_parameters(text).map(|()| Remembering::new(FibonacciNim::MEMORY))
    }
}
