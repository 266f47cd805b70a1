//! Who wins a word in misère play, by search.
//!
//! Misère play differs from normal play in few positions, so that options with nim-value 0 are
//! tried first, those in which play ends soon before the others: where there is a winning move it
//! is mostly the first one tried.

use super::parts::Parts;
use super::word::Word;
use crate::deeper;
use upstar_base::{Budget, Stopped};

impl Parts {
    /// Is the word a P-position: does the player who has just moved win? The empty word is not.
    pub fn is_previous_win(&mut self, word: &Word, budget: &Budget) -> Result<bool, Stopped> {
        if word.parts.is_empty() {
            // Misère Nim with heaps of one and two.
            return Ok(match word.twos {
                0 => word.one,
                twos => twos % 2 == 0 && !word.one,
            });
        }
        if let Some(&answer) = self.outcomes.get(word) {
            return Ok(answer);
        }
        if self.outcomes.len().is_multiple_of(1 << 10) {
            budget.spend(1 << 10)?;
        }
        let mut answer = true;
        let mut options = self.options(word)?;
        options.sort_by_cached_key(|option| (self.nim_value(option) != 0, self.depth(option)));
        for option in options {
            if deeper(|| self.is_previous_win(&option, budget))? {
                answer = false;
                break;
            }
        }
        budget.charge(word.weight())?;
        self.outcomes.insert(word.clone(), answer);
        Ok(answer)
    }
}
