//! Top Entails: split a stack of coins, or take its top coin and demand an answer there
//! (Julian West).

use super::tailed::TailedHeap;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Top Entails
"Stacks of coins: split a stack into two smaller ones, or take the top coin of a stack; after that
  the opponent must move in the same stack, and has lost if it is empty."
impartial
like nim
tables "N: one stack of 0 to N coins"
try "10" "7+4" "3" "2403"
source "Julian West; Winning Ways ch. 12"
"#;

/// Splitting, and taking the top coin.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopEntails;

impl TailedHeap for TopEntails {
    fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
        let _ = (size == 0 || visit(&[size - 1]))
            && (1..=size / 2).all(|part| visit(&[part, size - part]));
    }

    fn kind(&self, _: u32, left: &[u32]) -> MoveKind {
        if left.len() < 2 { MoveKind::Entailing } else { MoveKind::Ordinary }
    }
}
