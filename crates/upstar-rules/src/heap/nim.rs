//! Nim: take any number of beans from one heap (Bouton 1902).

use super::independent::Heap;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Nim
"Choose a heap and take any positive number of beans from it, perhaps all. Who cannot move loses."
impartial
notation "Heap sizes: `9+8+5+3`, or `3*7+2` for three sevens and a two."
tables "N: one heap of 1 to N beans"
edit heaps
try "7+5+3+1" "3*4+2" "0"
source "C. L. Bouton 1902; Winning Ways ch. 2"
known "27+23+22+15" = *21 (Guy, Impartial Games, fig. 1)
known "23+19+13+12+11" = *14 (Bouton 1902)
known "3+5+6" = 0 (Bouton 1902)
"#;

/// Taking any number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

impl Heap for Nim {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        (0..size).try_for_each(|left| visit.pieces(&[left]))
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        left.len() < 2 && left.iter().all(|&left| left < size)
    }
}
