//! Sums of heaps as positions to classify, known by their places among all sums that have a genus.
//!
//! The same positions as those of [`super::WordPositions`]. A place is small and its options are
//! listed once, so that a class is found several times faster; the lists take memory.

use super::classifier::{ClassifiedGame, Twice};
use super::words;
use crate::genus::{Genera, KnownWord};
use crate::heaps::Word;
use upstar_base::{Budget, Stopped};

/// The bytes of an entry for a place in a hash table that grows.
const ENTRY: u64 = 40;

/// The places of words over the parts of a game.
pub struct PlacePositions<'a> {
    genera: &'a mut Genera,
    budget: &'a Budget,
}

impl<'a> PlacePositions<'a> {
    /// Places, with genera from `genera`.
    pub fn new(genera: &'a mut Genera, budget: &'a Budget) -> PlacePositions<'a> {
        PlacePositions { genera, budget }
    }

    /// The place of a word.
    pub fn place(&mut self, word: &Word) -> Result<KnownWord, Stopped> {
        self.genera.place(word, self.budget)
    }
}

impl ClassifiedGame<KnownWord> for PlacePositions<'_> {
    fn options(&mut self, place: &KnownWord) -> Result<Vec<KnownWord>, Stopped> {
        let mut options = Vec::new();
        self.any_option(place, |_, option| {
            options.push(option);
            Ok(false)
        })?;
        Ok(options)
    }

    /// In the order of words.
    fn sorted_options(&mut self, place: &KnownWord) -> Result<Vec<KnownWord>, Stopped> {
        self.budget.check()?;
        let options = self.genera.parts().options(&self.genera.word(*place))?;
        options.iter().map(|option| self.genera.place(option, self.budget)).collect()
    }

    fn any_option(
        &mut self,
        place: &KnownWord,
        mut is_it: impl FnMut(&mut Self, KnownWord) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        self.budget.check()?;
        let mut i = 0;
        while let Some(option) = self.genera.option_at(*place, i, self.budget)? {
            i += 1;
            if is_it(self, option)? {
                return Ok(true);
            }
        }
        let (twos, one) = (place.twos(), place.one());
        let fewer = twos.checked_sub(1);
        let adders = [fewer.map(|twos| (twos, one)), fewer.map(|twos| (twos, !one))];
        let adders = adders.into_iter().chain([one.then_some((twos, false))]).flatten();
        for (twos, one) in adders {
            if is_it(self, place.with_adder(twos, one)?)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn pair(&mut self, place: &KnownWord) -> Result<(u32, u32), Stopped> {
        Ok(self.genera.pair_at(*place))
    }

    fn nim_heap(&self, place: &KnownWord) -> Option<u32> {
        self.genera.nim_heap_at(*place)
    }

    fn twice(&mut self, place: &KnownWord) -> Result<Twice<KnownWord>, Stopped> {
        let word = self.genera.word(*place);
        Ok(match words::twice(self.genera, &word, self.budget)? {
            Twice::TooLarge => Twice::TooLarge,
            Twice::Next => Twice::Next,
            Twice::Previous(twice) => Twice::Previous(self.place(&twice)?),
        })
    }

    fn charge(&self, _: &KnownWord) -> Result<(), Stopped> {
        self.budget.charge(ENTRY)
    }

    fn even(&self, place: &KnownWord) -> Option<KnownWord> {
        place.one().then(|| place.even())
    }

    fn splits(&mut self, place: &KnownWord) -> Result<Vec<Vec<KnownWord>>, Stopped> {
        let splits = words::splits(&self.genera.word(*place));
        let places = |terms: &Vec<Word>| terms.iter().map(|term| self.place(term)).collect();
        splits.iter().map(places).collect()
    }
}
