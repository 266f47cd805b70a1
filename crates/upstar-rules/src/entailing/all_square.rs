//! All Square: splitting a heap into two squares gives another move.

use super::tailed::TailedHeap;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game All Square
"Split a heap into two smaller ones. If both are square numbers the same player must move again at
  once, in any heap, and has lost if he cannot."
impartial
like nim
try "13" "7+6" "5" "26"
source "Winning Ways ch. 12"
"#;

/// Splitting.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllSquare;

impl TailedHeap for AllSquare {
    fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
        (1..=size / 2).all(|part| visit(&[part, size - part]));
    }

    fn kind(&self, _: u32, left: &[u32]) -> MoveKind {
        let both = left.iter().all(|&n| n.isqrt().pow(2) == n);
        if both { MoveKind::Complimenting } else { MoveKind::Ordinary }
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        &[MoveKind::Complimenting]
    }

    fn least(&self) -> u32 {
        1
    }
}
