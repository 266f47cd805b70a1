//! Lasker's Nim: Nim in which a heap may also be split (code 4.333...).
//!
//! Known: heaps 4k+3 and 4k+4 exchange their nim-values, every other heap is worth its size
//! (Winning Ways ch. 4).

use super::independent::Heap;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Lasker's Nim
"Choose a heap and take any positive number of beans from it, or split it into two heaps without
  taking any. Who cannot move loses."
impartial
like nim
try "7+5+2" "4" "3+3+1"
source "Edward Lasker; Winning Ways ch. 4"
known "3" = *4 (Guy, Impartial Games, table 3)
known "4" = *3 (Guy, Impartial Games, table 3)
known "7" = *8 (Guy, Impartial Games, table 3)
known "9" = *9 (Guy, Impartial Games, table 3)
"#;

/// Taking any number, or splitting.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaskerNim;

impl Heap for LaskerNim {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        (0..size).try_for_each(|left| visit.pieces(&[left]))?;
        (1..=size / 2).try_for_each(|part| visit.pieces(&[part, size - part]))
    }

    fn most_moves(&self, size: u128) -> u128 {
        size.saturating_add(size / 2)
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        match *left {
            [] => size > 0,
            [left] => left < size,
            [a, b] => a.checked_add(b) == Some(size),
            _ => false,
        }
    }
}
