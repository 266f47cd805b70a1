//! Nim in which taking certain numbers entails an answer in the same heap.

use super::tailed::{Tailed, TailedHeap};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Nim with entailing moves
"Nim, but taking one of the numbers in parentheses, nim-entailing(2,5,7), obliges the opponent to
  move in the same heap; who cannot has lost. Without parentheses the number is 1.
  nim-entailing(2,5,7;0) excepts moves that leave no bean, and ;1 those that leave at most one."
impartial
like nim
tables "N: one heap of 0 to N beans"
try "6" "4+3" "9" "8+5"
source "Winning Ways ch. 12"
"#;

/// Nim with tails.
#[derive(Clone, Debug)]
pub struct NimEntailing {
    numbers: Vec<u32>,
    /// Moves that leave fewer beans than this are ordinary.
    from: u32,
}

impl NimEntailing {
    /// Reads the numbers, and perhaps what moves must leave more than.
    pub fn from_parameters(text: &str) -> Result<Tailed, PositionError> {
        let (list, excepted) = match text.split_once(';') {
            Some((list, excepted)) => (list, Some(excepted)),
            None => (text, None),
        };
        let from = match excepted.map(str::trim) {
            None => 0,
            Some("0") => 1,
            Some("1") => 2,
            Some(other) => {
                let at = text.len() - other.len();
                return Err(PositionError::new(at, other.len(), "expected `0` or `1`"));
            }
        };
        if list.trim().is_empty() {
            return Ok(Tailed::new(NimEntailing { numbers: vec![1], from }));
        }
        let (mut numbers, mut at) = (Vec::new(), 0);
        for item in list.split(',') {
            match item.trim().parse::<u32>() {
                Ok(n) if n > 0 => numbers.push(n),
                _ => return Err(PositionError::new(at, item.len(), "expected a positive number")),
            }
            at += item.len() + 1;
        }
        Ok(Tailed::new(NimEntailing { numbers, from }))
    }
}

impl TailedHeap for NimEntailing {
    fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
        (0..size).all(|left| visit(&[left]));
    }

    fn kind(&self, size: u32, left: &[u32]) -> MoveKind {
        let left = left.first().copied().unwrap_or(0);
        let entails = left >= self.from && self.numbers.contains(&(size - left));
        if entails { MoveKind::Entailing } else { MoveKind::Ordinary }
    }
}
