//! Prim: take a number of beans that is prime to the size of the heap (Winning Ways ch. 4).
//!
//! Whether 1 is prime to 1 is a convention, hence two games. Known: without that move a heap is
//! worth k when the k-th prime is the least that divides its size, and 0 when the size is 1;
//! with it, the values 0 and 1 are exchanged.

use super::independent::{Heap, Independent};
use crate::prelude::*;
use upstar_base::arithmetic::gcd;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Prim
"Choose a heap and take from it a number of beans that has no common factor with its size. `prim`
  and `prim(+)` allow the last bean of a heap to be taken, `prim(-)` does not. Who cannot move
  loses."
impartial
like nim
try "9+8+5+3" "7" "2+1"
source "Winning Ways ch. 4 and 13"
known "1" = * (Winning Ways ch. 4)
known "12" = 0 (Winning Ways ch. 4)
known "9" = *2 (Winning Ways ch. 4)
known "13" = *6 (Winning Ways ch. 4)
"#;

/// Taking coprime numbers.
#[derive(Clone, Copy, Debug)]
pub struct Prim {
    /// May a single bean be taken?
    pub last_bean: bool,
}

/// Reads `+` or `-`, the names of the two conventions; `+` when there is none.
pub(super) fn convention(text: &str) -> Result<bool, PositionError> {
    let words = [("", true), ("+", true), ("-", false)];
    parameters::word(text, &words, "expected `+` or `-`")
}

impl Prim {
    /// Reads the convention.
    pub fn from_parameters(text: &str) -> Result<Independent, PositionError> {
        convention(text).map(|last_bean| Independent::new(Prim { last_bean }))
    }
}

impl Heap for Prim {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        let left_alone = if size == 1 && !self.last_bean { 1 } else { 0 };
        (left_alone..size)
            .filter(|&left| gcd(size, size - left) == 1)
            .try_for_each(|left| visit.pieces(&[left]))
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        let taken = size.saturating_sub(left.iter().sum());
        let last = size > 1 || self.last_bean;
        left.len() < 2 && taken > 0 && last && gcd(size, taken) == 1
    }
}
