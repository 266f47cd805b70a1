//! Dim: take a number of beans that divides the size of the heap (Winning Ways ch. 4).
//!
//! Whether the whole heap may go is a convention, hence two games. Known: with 2^k the largest
//! power of 2 that divides the size, a heap is worth k+1 when it may be taken as a whole, else k.

use super::independent::{Heap, Independent};
use super::prim::convention;
use crate::piecewise::PAUSE;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Dim
"Choose a heap and take from it a number of beans that divides its size. `dim` and `dim(+)` allow
  the whole heap to be taken, `dim(-)` does not. Who cannot move loses."
impartial
like nim
try "12+8+6" "7" "2+1"
source "Winning Ways ch. 4 and 13"
known "7" = * (Winning Ways ch. 4)
known "12" = *3 (Winning Ways ch. 4)
known "16" = *5 (Winning Ways ch. 4)
"#;

/// Taking divisors.
#[derive(Clone, Copy, Debug)]
pub struct Dim {
    /// May the whole heap be taken?
    pub whole_heap: bool,
}

impl Dim {
    /// Reads the convention.
    pub fn from_parameters(text: &str) -> Result<Independent, PositionError> {
        convention(text).map(|whole_heap| Independent::new(Dim { whole_heap }))
    }
}

/// The divisors of a number, in increasing order; 0 has none here.
pub(crate) fn divisors(n: u32) -> impl Iterator<Item = u32> {
    // They come in pairs, one of them at most the root.
    let root = n.isqrt();
    let small = (1..=root).filter(move |&d| n.is_multiple_of(d));
    let large = small.clone().rev().map(move |d| n / d).skip_while(move |&d| d <= root);
    small.chain(large)
}

impl Heap for Dim {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        // Divisors come in pairs, one of them at most the root.
        let (root, mut large) = (size.isqrt(), Vec::new());
        for d in 1..=root {
            if d.is_multiple_of(PAUSE) {
                visit.pause()?;
            }
            if size.is_multiple_of(d) {
                if d != size || self.whole_heap {
                    visit.pieces(&[size - d])?;
                }
                large.extend((size / d > root).then_some(size / d));
            }
        }
        large.retain(|&d| d != size || self.whole_heap);
        large.iter().rev().try_for_each(|&d| visit.pieces(&[size - d]))
    }

    /// A number has fewer divisors than twice its root; looking for them takes as long.
    fn most_moves(&self, size: u128) -> u128 {
        2 * size.isqrt()
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        let taken = size.saturating_sub(left.iter().sum());
        let whole = taken < size || self.whole_heap;
        left.len() < 2 && taken > 0 && whole && size.is_multiple_of(taken)
    }
}
