//! Spawning: the heap games of which coin-turning games are made.
//!
//! A heap of n beans is the head in place n of a row. A move that turns it and some coins before
//! it replaces the heap by smaller ones, and two equal heaps are worth nothing together, as a
//! coin turned twice (Winning Ways ch. 14). So the values are those of the heads.

use super::independent::{Heap, Independent};
use crate::coin::turning_rule::TurningRule;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Spawning
"Replace a heap by some smaller ones, all of different sizes. `spawning(1-3)` has as many heaps as
  coins may be turned in `turning(1-3)`, the old one among them: none, one or two new ones.
  `spawning(ruler)` and `spawning(turnips)` leave the heaps that belong to those games. Plain
  `spawning` is `spawning(2)`, Nim. Who cannot move loses."
impartial
like nim
try "9+8+5" "7" "3+2"
source "the heap games behind H. W. Lenstra's coin-turning games; Winning Ways ch. 14"
known "5" = *5 (turning at most two coins is Nim)
known "6+3" = *5 (turning at most two coins is Nim)
"#;

/// What may become of a heap.
#[derive(Clone, Debug)]
pub struct Spawning {
    rule: TurningRule,
}

impl Spawning {
    /// The game that belongs to a way to turn coins.
    pub fn from_parameters(text: &str) -> Result<Independent, PositionError> {
        let start = text.len() - text.trim_start().len();
        let rule = match text.trim() {
            "" => TurningRule::at_most(2),
            rule => TurningRule::parse(start, rule)?,
        };
        Ok(Independent::new(Spawning { rule }))
    }
}

/// Extends `heaps` by smaller and smaller ones.
fn choose(counts: &[u32], heaps: &mut Vec<u128>, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
    if counts.binary_search(&(heaps.len() as u32)).is_ok() {
        visit.pieces(&heaps[1..])?;
    }
    if counts.last().is_none_or(|&most| heaps.len() >= most as usize) {
        return ControlFlow::Continue(());
    }
    let mut next = heaps.last().copied().unwrap_or(0);
    while next > 1 {
        next -= 1;
        heaps.push(next);
        choose(counts, heaps, visit)?;
        heaps.pop();
    }
    ControlFlow::Continue(())
}

impl Heap for Spawning {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        if size == 0 {
            return ControlFlow::Continue(());
        }
        match &self.rule {
            TurningRule::Counts(counts) => choose(counts, &mut vec![size], visit),
            TurningRule::Contiguous => {
                let mut heaps = Vec::new();
                let mut next = size;
                while next > 0 {
                    visit.pieces(&heaps)?;
                    next -= 1;
                    heaps.push(next);
                }
                ControlFlow::Continue(())
            }
            TurningRule::EquallySpaced => {
                let mut step = 1;
                while 2 * step < size {
                    visit.pieces(&[size - step, size - 2 * step])?;
                    step += 1;
                }
                ControlFlow::Continue(())
            }
            TurningRule::Heaps(heap) => heap.moves(size, visit),
        }
    }

    fn most_moves(&self, size: u128) -> u128 {
        match &self.rule {
            TurningRule::Counts(_) => {
                let last = usize::try_from(size.saturating_sub(1)).unwrap_or(usize::MAX);
                match self.rule.count(last) {
                    u64::MAX => u128::MAX,
                    count => count.into(),
                }
            }
            TurningRule::Contiguous | TurningRule::EquallySpaced => size,
            TurningRule::Heaps(heap) => heap.most_moves(size),
        }
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        let mut left = left.to_vec();
        left.sort_unstable_by(|a, b| b.cmp(a));
        let falls = left.windows(2).all(|pair| pair[0] > pair[1]);
        let smaller = size > 0 && left.first().is_none_or(|&first| first < size);
        match &self.rule {
            TurningRule::Counts(counts) => {
                let turned = u32::try_from(left.len() + 1).unwrap_or(u32::MAX);
                smaller && falls && counts.binary_search(&turned).is_ok()
            }
            TurningRule::Contiguous => {
                let below = (1..size).rev();
                smaller && left.iter().copied().eq(below.take(left.len()))
            }
            TurningRule::EquallySpaced => match left[..] {
                [a, b] => smaller && falls && size - a == a - b,
                _ => false,
            },
            TurningRule::Heaps(heap) => heap.allows(size, &left),
        }
    }
}
