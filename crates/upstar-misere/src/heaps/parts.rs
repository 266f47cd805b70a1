//! The parts of a heap game.
//!
//! Every heap equals, for all misère purposes, a sum of irreducible parts: either the reduction
//! finds a word that it equals, or the heap itself becomes the next part. Only exact equalities
//! are used ([`super::reduce`]), so outcomes, genera and canonical forms of any sum may be
//! computed with words. Words with different parts may still be equal games, because
//! decompositions into parts are not unique; nothing here relies on that.
//!
//! Invariants: the options of a part are sorted words, none twice, over earlier parts; a part is
//! deeper than each of its options.

use super::game::HeapGame;
use super::word::Word;
use crate::deeper;
use crate::form::{Form, Forms};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// One irreducible part.
pub(super) struct IrreduciblePart {
    /// The heap that introduced it.
    pub(super) heap: u32,
    pub(super) options: Vec<Word>,
    /// The most moves that play can last.
    pub(super) depth: u64,
    /// The options whose play can last longest, as places in `options`.
    pub(super) deepest: Vec<u32>,
    /// The nim-value in normal play.
    pub(super) nim: u32,
    /// The size of the nim-heap that it equals.
    pub(super) nim_heap: Option<u32>,
}

/// The heaps of one game as words over irreducible parts.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::heaps::{Parts, Word};
/// let mut kayles = Parts::new(".77".parse()?);
/// kayles.extend(9, &Budget::unlimited())?;
/// assert_eq!(kayles.heap(3), &Word::adder(3));
/// assert_eq!(kayles.part_heap(0), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Parts {
    game: Option<Arc<dyn HeapGame>>,
    pub(super) heaps: Vec<Word>,
    pub(super) parts: Vec<IrreduciblePart>,
    pub(super) outcomes: FxHashMap<Word, bool>,
}

impl Parts {
    /// The parts of the game of a code; no heap is known yet but the empty one.
    pub fn new(code: HeapCode) -> Parts {
        Parts::of(code)
    }

    /// The parts of any game with heaps.
    pub fn of(game: impl HeapGame + 'static) -> Parts {
        Parts::over(Arc::new(game))
    }

    /// The parts of a game that others look at as well.
    pub(crate) fn over(game: Arc<dyn HeapGame>) -> Parts {
        Parts {
            game: Some(game),
            heaps: vec![Word::default()],
            parts: Vec::new(),
            outcomes: FxHashMap::default(),
        }
    }

    /// No parts and no heaps yet: games are added by [`Parts::make`].
    pub fn without_heaps() -> Parts {
        Parts { game: None, ..Parts::of(|_| Vec::new()) }
    }

    /// The heaps of another game up to `to` tokens, as words over parts that the games share.
    pub(super) fn heaps_of(
        &mut self,
        code: &HeapCode,
        to: u32,
        budget: &Budget,
    ) -> Result<Vec<Word>, Stopped> {
        self.game = Some(Arc::new(code.clone()));
        self.heaps = vec![Word::default()];
        self.extend(to, budget)?;
        Ok(std::mem::take(&mut self.heaps))
    }

    /// The parts of some games: number i stands as heap i+1.
    pub fn from_forms(forms: &Forms, games: &[Form], budget: &Budget) -> Result<Parts, Stopped> {
        let mut parts = Parts::without_heaps();
        let mut known: FxHashMap<Form, Word> = FxHashMap::default();
        for (&game, number) in games.iter().zip(1u32..) {
            let word = parts.word_of_form(forms, game, number, &mut known, budget)?;
            parts.heaps.push(word);
        }
        Ok(parts)
    }

    fn word_of_form(
        &mut self,
        forms: &Forms,
        game: Form,
        number: u32,
        known: &mut FxHashMap<Form, Word>,
        budget: &Budget,
    ) -> Result<Word, Stopped> {
        if let Some(word) = known.get(&game) {
            return Ok(word.clone());
        }
        let mut options = Vec::new();
        for option in forms.options(game) {
            options.push(deeper(|| self.word_of_form(forms, option, number, known, budget))?);
        }
        let word = self.make(options, number, budget)?;
        known.insert(game, word.clone());
        Ok(word)
    }

    /// Reduces the heaps up to `to` tokens. What was known before a stop stays known.
    pub fn extend(&mut self, to: u32, budget: &Budget) -> Result<(), Stopped> {
        while self.known() < to {
            let Some(game) = &self.game else {
                let limit = u64::from(self.known());
                return Err(Stopped::Limit { what: "the number of games", limit });
            };
            let size = self.known() + 1;
            charge_options(&**game, size, budget)?;
            let mut options = Vec::new();
            let mut end = Ok(());
            let heaps = &self.heaps;
            game.each_option(size, &mut |option| {
                if end.is_err() {
                    return;
                }
                let sum = option.iter().try_fold(Word::default(), |sum, &heap| {
                    debug_assert!(0 < heap && heap < size);
                    sum.plus(&heaps[heap as usize])
                });
                match sum {
                    Ok(sum) => options.push(sum),
                    Err(stopped) => end = Err(stopped),
                }
                if options.len().is_multiple_of(1 << 12) {
                    end = end.clone().and(budget.check());
                }
            });
            end?;
            let word = self.make(options, size, budget)?;
            self.heaps.push(word);
        }
        Ok(())
    }

    /// The largest heap that is reduced.
    pub fn known(&self) -> u32 {
        (self.heaps.len() - 1) as u32
    }

    /// A heap as a word; it must be known.
    pub fn heap(&self, size: u32) -> &Word {
        &self.heaps[size as usize]
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Is every known heap an adder?
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The options of a part.
    pub fn options_of_part(&self, part: u16) -> &[Word] {
        &self.parts[usize::from(part)].options
    }

    /// The heap that introduced a part.
    pub fn part_heap(&self, part: u16) -> u32 {
        self.parts[usize::from(part)].heap
    }

    /// The options of a word, sorted, each once.
    pub fn options(&self, word: &Word) -> Result<Vec<Word>, Stopped> {
        let mut options = Vec::new();
        for (i, &(part, _)) in word.parts.iter().enumerate() {
            let rest = word.without(i);
            for option in self.options_of_part(part) {
                options.push(rest.plus(option)?);
            }
        }
        if let Some(twos) = word.twos.checked_sub(1) {
            options.push(Word { twos, ..word.clone() });
            options.push(Word { twos, one: !word.one, ..word.clone() });
        }
        if word.one {
            options.push(Word { one: false, ..word.clone() });
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Is `option` an option of `word`?
    pub(super) fn is_option(&self, word: &Word, option: &Word) -> bool {
        let same_parts = word.parts == option.parts;
        if same_parts && option.twos + 1 == word.twos {
            return true;
        }
        if same_parts && option.twos == word.twos && word.one && !option.one {
            return true;
        }
        word.parts.iter().enumerate().any(|(i, &(part, _))| {
            let played = option.minus(&word.without(i));
            played.is_some_and(|played| self.options_of_part(part).binary_search(&played).is_ok())
        })
    }

    /// The size of the nim-heap that a word is; sums of larger nim-heaps are none.
    pub fn as_nim_heap(&self, word: &Word) -> Option<u32> {
        self.nim_heap_of(&word.parts, word.twos, word.one)
    }

    /// The same for a word with these parts and this adder.
    pub(crate) fn nim_heap_of(&self, parts: &[(u16, u16)], twos: u32, one: bool) -> Option<u32> {
        match (parts, twos) {
            ([], 0..2) => Some(2 * twos + u32::from(one)),
            (&[(part, 1)], 0) => Some(self.parts[usize::from(part)].nim_heap? ^ u32::from(one)),
            _ => None,
        }
    }

    /// The nim-value of a word in normal play.
    pub fn nim_value(&self, word: &Word) -> u32 {
        let odd = word.parts.iter().filter(|(_, count)| count % 2 == 1);
        let sum = odd.fold(0, |sum, &(part, _)| sum ^ self.parts[usize::from(part)].nim);
        sum ^ (2 * (word.twos % 2)) ^ u32::from(word.one)
    }

    /// The most moves that play in a word can last.
    pub(crate) fn depth(&self, word: &Word) -> u64 {
        let parts = word.parts.iter();
        let depth = |&(part, count): &(u16, u16)| {
            u64::from(count).saturating_mul(self.parts[usize::from(part)].depth)
        };
        let adder = 2 * u64::from(word.twos) + u64::from(word.one);
        parts.map(depth).fold(adder, u64::saturating_add)
    }

    /// The sum of some heaps that are known, each with its multiplicity.
    pub fn sum(&self, heaps: &[(u32, u32)]) -> Result<Word, Stopped> {
        heaps.iter().try_fold(Word::default(), |sum, &(heap, times)| {
            sum.with_copies(self.heap(heap), times)
        })
    }
}

/// Refuses a heap with more options than the memory holds before they are listed.
fn charge_options(game: &dyn HeapGame, size: u32, budget: &Budget) -> Result<(), Stopped> {
    budget.check()?;
    let bytes = game.most_options(size).saturating_mul(size_of::<Word>() as u64);
    let answer = budget.charge(bytes);
    budget.refund(bytes);
    answer
}
