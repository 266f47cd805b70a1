//! Sums of heaps as positions to classify.

use super::classifier::{ClassifiedGame, MOST_DEPTH, Twice};
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

impl ClassifiedGame<Word> for WordPositions<'_> {
    fn options(&mut self, word: &Word) -> Result<Vec<Word>, Stopped> {
        self.budget.check()?;
        self.genera.parts().options(word)
    }

    fn any_option(
        &mut self,
        word: &Word,
        mut is_it: impl FnMut(&mut Self, Word) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        self.budget.check()?;
        for (i, &(part, _)) in word.parts.iter().enumerate() {
            let rest = word.without(i);
            for j in 0..self.genera.parts().options_of_part(part).len() {
                let option = rest.plus(&self.genera.parts().options_of_part(part)[j])?;
                if is_it(self, option)? {
                    return Ok(true);
                }
            }
        }
        let adder = Word { parts: Default::default(), twos: word.twos, one: word.one };
        for mut option in self.genera.parts().options(&adder)? {
            option.parts.clone_from(&word.parts);
            if is_it(self, option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn pair(&mut self, word: &Word) -> Result<(u32, u32), Stopped> {
        self.genera.pair(word, self.budget)
    }

    fn nim_heap(&self, word: &Word) -> Option<u32> {
        self.genera.parts().as_nim_heap(word)
    }

    fn twice(&mut self, word: &Word) -> Result<Twice<Word>, Stopped> {
        twice(self.genera, word, self.budget)
    }

    fn charge(&self, word: &Word) -> Result<(), Stopped> {
        self.budget.charge(word.weight())
    }

    fn even(&self, word: &Word) -> Option<Word> {
        word.one.then(|| Word { one: false, ..word.clone() })
    }

    /// Into single parts, and into the parts together and the adder.
    fn splits(&mut self, word: &Word) -> Result<Vec<Vec<Word>>, Stopped> {
        Ok(splits(word))
    }
}

/// Two copies of a word.
pub(super) fn twice(
    genera: &mut Genera,
    word: &Word,
    budget: &Budget,
) -> Result<Twice<Word>, Stopped> {
    if genera.parts().depth(word) > MOST_DEPTH {
        return Ok(Twice::TooLarge);
    }
    let twice = word.plus(word)?;
    Ok(if genera.parts_mut().is_previous_win(&twice, budget)? {
        Twice::Previous(twice)
    } else {
        Twice::Next
    })
}

/// A word as a sum of single parts, and of its parts together and its adder.
pub(super) fn splits(word: &Word) -> Vec<Vec<Word>> {
    let copies = |&(part, count): &(u16, u16)| (0..count).map(move |_| Word::part(part));
    let mut terms: Vec<Word> = word.parts.iter().flat_map(copies).collect();
    let adder = Word { parts: Default::default(), twos: word.twos, one: word.one };
    if adder.is_zero() {
        return if terms.len() > 1 { vec![terms] } else { Vec::new() };
    }
    if terms.is_empty() {
        return Vec::new();
    }
    let together = (terms.len() > 1).then(|| vec![word.without_adder(), adder.clone()]);
    terms.push(adder);
    std::iter::once(terms).chain(together).collect()
}
