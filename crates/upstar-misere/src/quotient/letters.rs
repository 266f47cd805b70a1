//! The letters of a game: its parts, and the nim-heaps `*1` and `*2` once heaps equal to them
//! have appeared.
//!
//! A letter's weight is the size of the heap that introduced it, so words can be put into a
//! monomial order. Invariant: the letter that a heap introduces is larger than all that are in
//! use. (`*1` comes first and `*2` next: no other game can be built from sums of `*1`.)

use super::halt::Halt;
use super::word::{Letter, ONE, TWO, Word};
use crate::heaps::{self, Parts};
use upstar_base::Budget;

/// One letter.
#[derive(Clone, Debug, Default)]
struct LetterEntry {
    options: Vec<Word>,
    /// The heap that introduced it; 0 while it is not in use.
    heap: u32,
}

/// The letters known so far, and every heap as a word.
#[derive(Debug)]
pub(super) struct Letters {
    entries: Vec<LetterEntry>,
    heaps: Vec<Word>,
}

impl Letters {
    pub(super) fn new() -> Letters {
        let one = LetterEntry { options: vec![Word::default()], heap: 0 };
        let two = LetterEntry { options: vec![Word::default(), Word::letter(ONE)], heap: 0 };
        Letters { entries: vec![LetterEntry::default(), one, two], heaps: vec![Word::default()] }
    }

    /// Reads all heaps up to `to` tokens; returns the letter that heap `to` introduces.
    pub(super) fn extend(
        &mut self,
        parts: &mut Parts,
        to: u32,
        budget: &Budget,
    ) -> Result<Option<Letter>, Halt> {
        parts.extend(to, budget)?;
        let mut introduced = None;
        while self.heaps.len() as u32 <= to {
            let heap = self.heaps.len() as u32;
            for part in self.entries.len() - 3..parts.len() {
                let Some(letter) = Letter::try_from(part + 3).ok() else {
                    return Err(Halt::Stuck("too many parts"));
                };
                let part = letter - 3;
                if parts.part_heap(part) > heap {
                    break;
                }
                let options = parts.options_of_part(part).iter().map(spelled).collect();
                self.entries.push(LetterEntry { options, heap });
                introduced = Some((heap, letter));
            }
            let word = spelled(parts.heap(heap));
            for letter in [ONE, TWO] {
                let entry = &mut self.entries[usize::from(letter)];
                if entry.heap == 0 && word.letters().contains(&letter) {
                    entry.heap = heap;
                    introduced = Some((heap, letter));
                }
            }
            self.heaps.push(word);
        }
        Ok(introduced.filter(|&(heap, _)| heap == to).map(|(_, letter)| letter))
    }

    /// The largest heap that was read.
    pub(super) fn known(&self) -> u32 {
        self.heaps.len() as u32 - 1
    }

    /// The letters in use, increasing.
    pub(super) fn live(&self) -> impl Iterator<Item = Letter> + '_ {
        (1..self.entries.len() as Letter).filter(|&l| self.weight(l) > 0)
    }

    /// One more than the largest letter.
    pub(super) fn end(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn options(&self, letter: Letter) -> &[Word] {
        &self.entries[usize::from(letter)].options
    }

    /// The heap that introduced a letter.
    pub(super) fn weight(&self, letter: Letter) -> u32 {
        self.entries[usize::from(letter)].heap
    }

    /// The heap that introduced a letter, and whether it is the letter with `*1`, and not alone.
    pub(super) fn introduced(&self, letter: Letter) -> (u32, bool) {
        let heap = self.weight(letter);
        (heap, letter != ONE && self.heap(heap).has_one())
    }

    /// The sum of the weights.
    pub(super) fn weight_of(&self, word: &Word) -> u64 {
        word.letters().iter().map(|&letter| u64::from(self.weight(letter))).sum()
    }

    /// A heap as a word.
    pub(super) fn heap(&self, size: u32) -> &Word {
        &self.heaps[size as usize]
    }
}

/// A word of the parts, letter by letter.
fn spelled(word: &heaps::Word) -> Word {
    let one = word.one.then_some(ONE);
    let twos = std::iter::repeat_n(TWO, word.twos as usize);
    let parts = word.parts.iter();
    let parts = parts.flat_map(|&(part, times)| std::iter::repeat_n(part + 3, times.into()));
    one.into_iter().chain(twos).chain(parts).collect()
}
