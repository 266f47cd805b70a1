//! Dividing Rulers: split a heap in two, or halve it (Winning Ways ch. 13).
//!
//! Known: the value of a heap depends only on the power of 2 that divides its size.

use super::independent::Heap;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Dividing Rulers
"Choose a heap and split it into two heaps, neither empty; or throw away half of a heap of even
  size. Who cannot move loses."
impartial
like nim
try "8+6" "10" "5+2"
source "Winning Ways ch. 13"
known "7" = 0
known "6" = *
known "4" = *2
known "8" = *
known "16" = *2
"#;

/// Splitting or halving.
#[derive(Clone, Copy, Debug, Default)]
pub struct DividingRulers;

impl Heap for DividingRulers {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        (1..=size / 2).try_for_each(|part| visit.pieces(&[part, size - part]))?;
        if size > 0 && size.is_multiple_of(2) {
            visit.pieces(&[size / 2])?;
        }
        ControlFlow::Continue(())
    }

    fn most_moves(&self, size: u128) -> u128 {
        size / 2 + 1
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        match *left {
            [half] => half.checked_mul(2) == Some(size),
            [a, b] => a.checked_add(b) == Some(size),
            _ => false,
        }
    }
}
