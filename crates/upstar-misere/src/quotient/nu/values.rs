//! Misère nim-values of words, exactly.
//!
//! The plain quotient tells a value of at most 3 at once; a larger one is the mex of the values
//! of the options, of which again only the larger ones are searched.

use super::Adjoined;
use crate::deeper;
use crate::quotient::halt::Halt;
use crate::quotient::letters::Letters;
use crate::quotient::word::{Letter, Word};
use rustc_hash::FxHashMap;
use upstar_base::Budget;

/// The values of words over some letters.
pub(super) struct WordValues<'a> {
    plain: &'a Adjoined,
    letters: &'a Letters,
    /// The class of each letter in the plain quotient.
    classes: Vec<u16>,
    known: FxHashMap<Word, u32>,
    budget: &'a Budget,
}

impl<'a> WordValues<'a> {
    pub(super) fn new(
        plain: &'a Adjoined,
        letters: &'a Letters,
        classes: Vec<u16>,
        budget: &'a Budget,
    ) -> WordValues<'a> {
        WordValues { plain, letters, classes, known: FxHashMap::default(), budget }
    }

    /// ν of a word.
    pub(super) fn of(&mut self, word: &Word) -> Result<u32, Halt> {
        let monoid = self.plain.quotient.monoid();
        let times =
            |class, &letter: &Letter| monoid.times(class, self.classes[usize::from(letter)]);
        let class = word.letters().iter().fold(0, times);
        if let Some(value) = self.plain.value(class) {
            return Ok(value);
        }
        if let Some(&value) = self.known.get(word) {
            return Ok(value);
        }
        self.budget.check()?;
        let mut found = vec![true; 4];
        let places: Vec<(usize, Letter)> = word.places().collect();
        for (place, letter) in places {
            for i in 0..self.letters.options(letter).len() {
                let option = word.replaced(place, &self.letters.options(letter)[i]);
                let value = deeper(|| self.of(&option))? as usize;
                if value >= found.len() {
                    found.resize(value + 1, false);
                }
                found[value] = true;
            }
        }
        let value = found.iter().position(|&found| !found).unwrap_or(found.len()) as u32;
        self.budget.charge((2 * size_of::<(Word, u32)>()) as u64 + word.bytes_beside())?;
        self.known.insert(word.clone(), value);
        Ok(value)
    }
}

impl Drop for WordValues<'_> {
    fn drop(&mut self) {
        let words = self.known.keys();
        let bytes = words.map(|word| (2 * size_of::<(Word, u32)>()) as u64 + word.bytes_beside());
        self.budget.refund(bytes.sum());
    }
}
