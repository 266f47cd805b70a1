//! Subtraction games: the numbers that may be taken from a heap form a set.
//!
//! Known (Ferguson 1974): if s is the least number that may be taken, a heap of n has nim-value
//! 1 just if the heap of n - s has nim-value 0. Finite sets have periodic values
//! (Winning Ways ch. 4).

use super::independent::{Heap, Independent};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Subtraction game
"Choose a heap and take from it a number of beans that belongs to the subtraction set:
  `subtraction(2,5,6)` allows 2, 5 or 6; `subtraction(all-but 2,3)` everything else;
  `subtraction(squares)`, `subtraction(primes)` and `subtraction(powers-of-2)` are infinite sets;
  plain `subtraction` allows 1, 2 or 3. Who cannot move loses."
impartial
like nim
try "9+8+5" "21" "4+1"
source "Winning Ways ch. 4; T. S. Ferguson 1974"
known "21" = * (Guy, Impartial Games, table 2)
known "16" = 0 (Guy, Impartial Games, table 2)
known "7+2" = * (Guy, Impartial Games, table 2)
"#;

pub use super::code::Set as Take;

impl Take {
    /// Reads a set; nothing is 1, 2 or 3.
    pub fn parse(text: &str) -> Result<Take, PositionError> {
        match text.trim() {
            "" => Ok(Take::These(vec![1, 2, 3])),
            _ => Take::read(text),
        }
    }

    /// The game with the set that is typed after its name.
    pub fn from_parameters(text: &str) -> Result<Independent, PositionError> {
        Take::parse(text).map(Independent::new)
    }
}

impl Heap for Take {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        self.up_to(size).try_for_each(|taken| visit.pieces(&[size - taken]))
    }

    fn most_moves(&self, size: u128) -> u128 {
        self.count_up_to(size)
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        let taken = size.saturating_sub(left.iter().sum());
        left.len() < 2 && taken > 0 && self.contains(taken)
    }
}
