//! Grundy's Game: split a heap into two heaps of different sizes (Grundy 1939).

use super::independent::Heap;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Grundy's Game
"Choose a heap and split it into two heaps of different sizes, neither empty. Who cannot move
  loses."
impartial
like nim
try "9+5" "12" "2+1"
source "P. M. Grundy 1939; Winning Ways ch. 4"
known "5" = *2 (Winning Ways ch. 4)
known "13" = *3 (Winning Ways ch. 4)
known "18" = *4 (Winning Ways ch. 4)
known "20" = 0 (Winning Ways ch. 4)
"#;

/// Splitting into different heaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct GrundysGame;

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
