//! Goldbach's Nim: a move entails an answer if it takes a prime and leaves a prime.

use super::tailed::{Tailed, TailedHeap};
use crate::prelude::*;
use upstar_base::arithmetic::is_prime;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Goldbach's Nim
"Nim, but when the number taken and the number left are both prime, the opponent must move in the
  same heap; who cannot has lost. In goldbach-nim(a) 1 is no prime, in goldbach-nim(b) it counts as
  one; without a letter it is a."
impartial
like nim
tables "N: one heap of 0 to N beans"
try "11" "8+5" "12" "122"
source "Winning Ways ch. 12"
"#;

/// Nim with prime tails.
#[derive(Clone, Copy, Debug)]
pub struct GoldbachNim {
    /// Does 1 count as a prime?
    one: bool,
}

impl GoldbachNim {
    /// Reads `a` or `b`.
    pub fn from_parameters(text: &str) -> Result<Tailed, PositionError> {
        let words = [("", false), ("a", false), ("A", false), ("b", true), ("B", true)];
        parameters::word(text, &words, "expected `a` or `b`")
            .map(|one| Tailed::new(GoldbachNim { one }))
    }

    fn is_prime(self, n: u32) -> bool {
        match n {
            0 => false,
            1 => self.one,
            _ => is_prime(n.into()),
        }
    }
}

impl TailedHeap for GoldbachNim {
    fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
        (0..size).all(|left| visit(&[left]));
    }

    fn kind(&self, size: u32, left: &[u32]) -> MoveKind {
        let left = left.first().copied().unwrap_or(0);
        let entails = self.is_prime(left) && self.is_prime(size - left);
        if entails { MoveKind::Entailing } else { MoveKind::Ordinary }
    }
}
