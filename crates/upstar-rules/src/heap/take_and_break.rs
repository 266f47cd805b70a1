//! Taking and breaking: any game that has a code (Guy and Smith 1956).

pub use super::code::HeapCode;
use super::independent::{Heap, Independent};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Taking and breaking
"`heaps(CODE)`: the k-th digit after the point of the code says what may be left of a heap when k
  beans are taken from it: add 1 if nothing may be left, 2 if one heap, 4 if two heaps, 8 if three;
  `4.` before the point allows a heap to be split without taking any. `4.3[3]` repeats the digit 3
  for ever, `4!.0` allows only heaps of different sizes, `sub(2,5,6)` is a subtraction game, and
  names such as `kayles` stand for their codes. Plain `heaps` is `heaps(.77)`, Kayles. Who cannot
  move loses."
impartial
like nim
try "9+8+5" "12" "2+1"
source "R. K. Guy and C. A. B. Smith 1956; Winning Ways ch. 4"
known "5" = *4 (Guy, Impartial Games, table 3)
known "11" = *6 (Guy, Impartial Games, table 3)
known "15" = *7 (Guy, Impartial Games, table 3)
"#;

impl HeapCode {
    /// The game with the code that is typed after its name.
    pub fn from_parameters(text: &str) -> Result<Independent, PositionError> {
        let code: HeapCode = match text.trim() {
            "" => ".77".parse()?,
            _ => text.parse()?,
        };
        Ok(Independent::new(code))
    }
}

impl Heap for HeapCode {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        self.try_each_option(size, visit)
    }

    /// Whoever can divide a heap takes neighbours from its middle.
    fn in_rows(&self) -> bool {
        self.most_heaps().is_none_or(|most| most > 1)
    }

    fn most_moves(&self, size: u128) -> u128 {
        self.count_options(size)
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        HeapCode::allows(self, size, left)
    }
}
