//! Partizan subtraction games: each player has a set of numbers and takes one of his own from a
//! heap (Fraenkel and Kotzig 1987).

use super::beans;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Partizan subtraction
"Left takes as many counters from a heap as one of his numbers says, Right as one of hers. The sets
  stand in parentheses, Left's first: `partizan-subtraction(1,3;2)`; without them Left has 1 and 2,
  Right 1 and 3. Who cannot move loses."
notation "Heap sizes with `+`, equal heaps with `*`: `9+4+3*7`; `0` for none."
tables "N: one heap of 1 to N counters"
edit heaps
try "9+4" "3*7+2" "12"
source "Aviezri Fraenkel and Anton Kotzig 1987, Int. J. Game Theory 16"
known "1" = * (the rules)
known "2" = ^ (the rules)
"#;

/// The rules with both sets, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanSubtraction {
    left: Vec<u64>,
    right: Vec<u64>,
}

impl PartizanSubtraction {
    /// Reads the two sets: `1,3;2`.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        if text.trim().is_empty() {
            return Ok(PartizanSubtraction { left: vec![1, 2], right: vec![1, 3] });
        }
        let Some((left, right)) = text.split_once(';') else {
            let message = "expected Left's numbers, `;` and Right's numbers, such as `1,3;2`";
            return Err(PositionError::whole(text, message));
        };
        Ok(PartizanSubtraction {
            left: numbers(left)?,
            right: numbers(right).map_err(|error| error.shifted(left.len() + 1))?,
        })
    }

    fn numbers(&self, who: Player) -> &[u64] {
        match who {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// How often `who` can move at most.
    fn most(&self, heaps: &Bag<u64>, who: Player) -> Option<i64> {
        let Some(&least) = self.numbers(who).first() else { return Some(0) };
        heaps.kinds().iter().try_fold(0i64, |sum, &(heap, n)| {
            let moves = (heap / least).checked_mul(n)?;
            sum.checked_add(i64::try_from(moves).ok()?)
        })
    }
}

/// Positive numbers with commas between them; there may be none.
fn numbers(text: &str) -> Result<Vec<u64>, PositionError> {
    let mut found = Vec::new();
    if text.trim().is_empty() {
        return Ok(found);
    }
    let mut start = 0;
    for part in text.split(',') {
        match part.trim().parse::<u64>() {
            Ok(n) if n > 0 => found.push(n),
            _ => {
                let message = "expected a positive number";
                return Err(PositionError::new(start, part.len(), message));
            }
        }
        start += part.len() + 1;
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// An empty heap is none, as after a move that takes a whole one.
fn heap(text: &str) -> Result<Option<u64>, PositionError> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let size = text.parse::<u64>().ok().filter(|_| digits).ok_or_else(|| {
        PositionError::whole(text, "expected heap sizes such as `9+4` or `3*7+2`")
    })?;
    Ok((size > 0).then_some(size))
}

impl PieceGame for PartizanSubtraction {
    fn moves(&self, heap: u64, who: Player, visit: &mut dyn Visit<u64>) -> ControlFlow<()> {
        let mut left = self.numbers(who).iter().map_while(|&n| heap.checked_sub(n));
        left.try_for_each(|left| visit.pieces(Some(left).filter(|&left| left > 0).as_slice()))
    }

    fn left_in(&self, heap: u64) -> u64 {
        heap
    }

    fn is_alive(&self, heap: u64) -> bool {
        Player::BOTH.iter().any(|&who| self.numbers(who).first().is_some_and(|&n| heap >= n))
    }
}

impl Rules for PartizanSubtraction {
    by_pieces!(Bag<u64>);

    fn parse(&self, text: &str) -> Result<Bag<u64>, PositionError> {
        Bag::read(text, heap)
    }

    fn show(&self, heaps: &Bag<u64>) -> String {
        beans::show(heaps)
    }

    fn picture(&self, heaps: &Bag<u64>) -> Picture {
        /// Higher heaps are cut off, with their number on top.
        const HIGHEST: u64 = 30;
        let most = heaps.kinds().iter().map(|kind| kind.0.min(HIGHEST)).max().unwrap_or(0) as i32;
        let mut picture = Picture::new(2 * heaps.kinds().len(), most as usize + 2);
        for (i, &(heap, n)) in heaps.kinds().iter().enumerate() {
            let x = 10 + 20 * i as i32;
            let counters = heap.min(HIGHEST) as i32;
            for c in 0..counters {
                let y = 10 * (most - c) + 5;
                picture.shapes.push(Shape::Disc { x, y, radius: 4, fill: Color::Light });
            }
            let label = if n == 1 { heap.to_string() } else { format!("{n}×{heap}") };
            let y = 10 * (most - counters) + 5;
            picture.shapes.push(Shape::text(x, y, label, Color::Black));
        }
        picture
    }

    fn sketch(&self, heaps: &Bag<u64>) -> String {
        beans::sketch(heaps)
    }

    fn nature(&self) -> Nature {
        Nature { impartial: self.left == self.right, part_noun: "each heap", ..Nature::PARTIZAN }
    }

    fn bounds(&self, heaps: &Bag<u64>) -> Option<(i64, i64)> {
        let most = |who| self.most(heaps, who);
        Some((most(Player::Right)?.checked_neg()?, most(Player::Left)?))
    }

    fn family(&self) -> Family<'_, Bag<u64>> {
        Family::line(|n| Some(if n == 0 { Bag::default() } else { Bag::one(n as u64) }))
    }
}
