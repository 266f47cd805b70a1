//! Sums of tame parts, without a search of the sum.
//!
//! A sum of tame games is tame; it is fickle exactly if all of them are, its nim-value is the
//! nim-sum, and a fickle pair is 0^1 or 1^0, a firm one k^k (Winning Ways ch. 13). As *2 is tame
//! and firm, the pair of a tame game gives its whole genus.

use super::classifier::{ClassifiedGame, Classifier};
use super::words::WordPositions;
use crate::genus::{Genera, Genus};
use crate::heaps::Word;
use upstar_base::{Budget, Stopped};

impl Classifier<Word> {
    /// The genus of a word; where all parts are tame, without looking at sums.
    pub(crate) fn genus(
        &mut self,
        genera: &mut Genera,
        word: &Word,
        budget: &Budget,
    ) -> Result<Genus, Stopped> {
        let tame = self.genus_of_tame_sum(&mut WordPositions::new(genera, budget), word)?;
        tame.map_or_else(|| genera.of(word, budget), Ok)
    }

    /// The genus of a word, found from its parts if all of them are tame; else `None`.
    fn genus_of_tame_sum(
        &mut self,
        on: &mut WordPositions<'_>,
        word: &Word,
    ) -> Result<Option<Genus>, Stopped> {
        let mut nim = (2 * (word.twos % 2)) ^ u32::from(word.one);
        let mut firm = word.twos > 0;
        for &(part, count) in &word.parts {
            let part = Word::part(part);
            let (g, y) = match on.nim_heap(&part) {
                // Parts are larger than *1.
                Some(heap) => (heap, heap),
                None if self.is_tame(on, &part)? => on.pair(&part)?,
                None => return Ok(None),
            };
            firm |= g == y;
            nim ^= if count % 2 == 1 { g } else { 0 };
        }
        Ok(Some(Genus::tame(nim, firm)))
    }
}
