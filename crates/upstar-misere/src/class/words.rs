//! Sums of heaps as positions to classify.

use super::classifier::{MOST_DEPTH, Positions};
use crate::genus::Genera;
use crate::heaps::Word;
use upstar_base::{Budget, Stopped};

/// The words over the parts of a game.
pub struct WordPositions<'a> {
    genera: &'a mut Genera,
    budget: &'a Budget,
}

impl<'a> WordPositions<'a> {
    /// Words, with genera from `genera`.
    pub fn new(genera: &'a mut Genera, budget: &'a Budget) -> WordPositions<'a> {
        WordPositions { genera, budget }
    }
}

impl Positions for WordPositions<'_> {
    type Position = Word;

    fn options(&mut self, word: &Word) -> Result<Vec<Word>, Stopped> {
        self.budget.check()?;
        self.genera.parts().options(word)
    }

    fn pair(&mut self, word: &Word) -> Result<(u32, u32), Stopped> {
        self.genera.pair(word, self.budget)
    }

    fn nim_heap(&self, word: &Word) -> Option<u32> {
        self.genera.parts().as_nim_heap(word)
    }

    fn twice(&mut self, word: &Word) -> Result<Option<Word>, Stopped> {
        let small = self.genera.parts().depth(word) <= MOST_DEPTH;
        if small { word.plus(word).map(Some) } else { Ok(None) }
    }

    fn is_previous_win(&mut self, word: &Word) -> Result<bool, Stopped> {
        self.genera.parts_mut().is_previous_win(word, self.budget)
    }

    fn charge(&self, word: &Word) -> Result<(), Stopped> {
        self.budget.charge(word.weight())
    }

    fn terms(&self, word: &Word) -> Vec<Word> {
        let mut terms: Vec<Word> = Vec::new();
        for &(part, count) in &word.parts {
            terms.extend((0..count).map(|_| Word::part(part)));
        }
        if word.twos > 0 || word.one {
            terms.push(Word { parts: Default::default(), twos: word.twos, one: word.one });
        }
        terms
    }
}
