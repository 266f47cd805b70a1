//! Additional subtraction games: some numbers are taken from a heap, others are added to it.
//!
//! Nothing can be added to an empty heap. Heaps can grow without end, so the graph of a heap is
//! infinite where there is a number to add.

use crate::heap::heaps::Heaps;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Additional subtraction
"addsub(-1,2,5): a player takes 2 or 5 beans from a heap, or adds 1 to one that is not empty:
  negative numbers are added. Who cannot move, all heaps being too small, loses. Play can go on for
  ever."
impartial
notation "Heap sizes: `9+4`, or `3*7+2` for three sevens and a two."
tables "N: one heap of 0 to N beans"
edit heaps
try "9" "6+3" "5" "2+1"
source "Winning Ways ch. 12"
"#;

/// The largest number, and the largest heap.
const MOST: u32 = 1 << 20;

/// The rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdditionalSubtraction {
    taken: Vec<u32>,
    added: Vec<u32>,
}

impl AdditionalSubtraction {
    /// Reads the numbers; without any they are -1, 2 and 5.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let text = if text.trim().is_empty() { "-1,2,5" } else { text };
        let (mut taken, mut added, mut at) = (Vec::new(), Vec::new(), 0);
        for item in text.split(',') {
            match item.trim().parse::<i64>() {
                Ok(n) if n > 0 && n <= i64::from(MOST) => taken.push(n as u32),
                Ok(n) if n < 0 && n >= -i64::from(MOST) => added.push(n.unsigned_abs() as u32),
                _ => {
                    let message = format!("expected a number other than 0, at most {MOST}");
                    return Err(PositionError::new(at, item.len(), message));
                }
            }
            at += item.len() + 1;
        }
        Ok(AdditionalSubtraction { taken, added })
    }
}

impl PieceGame for AdditionalSubtraction {
    fn moves(&self, size: u32, _: Player, visit: &mut dyn Visit<u32>) -> ControlFlow<()> {
        let less = self.taken.iter().filter_map(|taken| size.checked_sub(*taken));
        let more = self.added.iter().filter_map(|added| size.checked_add(*added));
        less.chain(more).try_for_each(|left| visit.pieces(&[left]))
    }

    fn left_in(&self, size: u32) -> u64 {
        size.into()
    }
}

impl Rules for AdditionalSubtraction {
    by_pieces!(Heaps);

    fn parse(&self, text: &str) -> Result<Heaps, PositionError> {
        let heaps = Heaps::parse(text)?;
        match heaps.sizes().first() {
            Some(&size) if size > MOST => {
                Err(PositionError::whole(text, format!("a heap has at most {MOST} beans")))
            }
            _ => Ok(heaps),
        }
    }

    written!(Heaps, Heaps::show, Heaps::picture; Heaps::display);

    fn nature(&self) -> Nature {
        Nature {
            loopy: !self.added.is_empty(),
            unbounded: !self.added.is_empty(),
            part_noun: "each heap",
            first_size: 0,
            ..Nature::IMPARTIAL
        }
    }

    fn family(&self) -> Family<'_, Heaps> {
        Heaps::up_to(MOST)
    }
}
