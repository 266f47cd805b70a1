//! Heap games in which Left and Right may do different things to a heap.
//!
//! Each player has a game of independent heaps of his own and moves as in that one. A position is
//! the sum of its heaps. Partizan octal games: Fraenkel and Kotzig, Int. J. Game Theory 16 (1987).

use super::any::AnyHeapGame;
use super::independent::{Heap, HeapRules, Ways};
use upstar_base::Player;

/// The game of moving in one of several heaps, each player in his own way.
pub type PartizanHeaps = HeapRules<[AnyHeapGame; 2]>;

impl Ways for [AnyHeapGame; 2] {
    fn way(&self, who: Player) -> &dyn Heap {
        &self[who as usize]
    }

    fn is_impartial(&self) -> bool {
        self[0] == self[1]
    }
}

/// A code for each player.
pub mod take_and_break {
    use super::{AnyHeapGame, PartizanHeaps};
    use crate::PositionError;

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Partizan taking and breaking
"Left takes beans and divides heaps by one code, Right by another: `partizan-take-and-break(.3;.7)`,
  Left's first. Codes are those of `heaps`; names of heap games may stand for them. Without codes
  Left plays .3 and Right .7. Who cannot move loses."
like nim
try "4+3" "7" "2*3+1"
source "Aviezri Fraenkel and Anton Kotzig 1987, Int. J. Game Theory 16"
known "1" = * (the rules)
known "2" = 0 (both can only leave a single bean)
"#;

    /// Reads the two codes.
    pub fn rules(text: &str) -> Result<PartizanHeaps, PositionError> {
        let text = if text.trim().is_empty() { ".3;.7" } else { text };
        AnyHeapGame::parse_two(text).map(PartizanHeaps::of)
    }
}

/// Amounts for each player, and what is left may be divided.
pub mod splittles {
    use super::{AnyHeapGame, PartizanHeaps};
    use crate::{PositionError, parameters};

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Partizan Splittles
"Each player has a set of amounts. A move takes one of his amounts from a heap and may divide what
  is left into two heaps. `partizan-splittles(1,2;1,3)` has Left's set first; these are the sets
  where none are given. Who cannot move loses."
like nim
try "5+4" "7" "2*3+1"
source "G. A. Mesdal III, Partizan Splittles, Games of No Chance 3, 2009"
known "1" = * (the rules)
known "2" = ^ (Left takes both beans, Right one)
"#;

    /// The largest amount.
    const MOST: u32 = 1 << 12;

    /// Reads the two sets.
    pub fn rules(text: &str) -> Result<PartizanHeaps, PositionError> {
        let text = if text.trim().is_empty() { "1,2;1,3" } else { text };
        let Some((left, right)) = text.split_once(';') else {
            let message = "expected Left's amounts, `;` and Right's amounts, such as `1,2;1,3`";
            return Err(PositionError::whole(text, message));
        };
        let way = |place: usize, text: &str| {
            let set = parameters::number_set(place, text, 1, MOST, "an amount")?;
            let mut code = String::from(".");
            for amount in 1..=set.last().copied().unwrap_or(0) {
                code.push(if set.contains(&amount) { '7' } else { '0' });
            }
            AnyHeapGame::parse(place, &code)
        };
        Ok(PartizanHeaps::of([way(0, left)?, way(left.len() + 1, right)?]))
    }
}
