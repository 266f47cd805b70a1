//! Misère play of any impartial ruleset whose play ends.
//!
//! A position is a sum of components; each is reduced to a word over parts as heaps are
//! ([`Parts::make`]), so genus, class and canonical form follow as for heaps.

use crate::class::{Classifier, MisereClass, Reversal, WordPositions};
use crate::deeper;
use crate::form::{Form, Forms};
use crate::genus::{Genera, Genus};
use crate::heaps::{PartForms, Parts, Word};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{Budget, Options, Player, Stopped, Weigh};
use upstar_rules::Rules;

/// Reduces positions of one ruleset and remembers them.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::Budget;
/// use upstar_misere::position::ReducedPositions;
/// use upstar_rules::{Rules, heap::octal_names::kayles};
/// let rules = Arc::new(kayles::rules("")?);
/// let mut positions = ReducedPositions::new(&rules).unwrap();
/// let heaps = rules.parse("9+5")?;
/// let budget = Budget::unlimited();
/// let word = positions.word(&heaps, &budget)?;
/// assert_eq!(positions.genus(&word, &budget)?.to_string(), "0^02");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ReducedPositions<R: Rules> {
    rules: Arc<R>,
    genera: Genera,
    classifier: Classifier<Word>,
    forms: PartForms,
    words: FxHashMap<R::Position, Word>,
    /// The components that became parts, by the number that the part knows.
    parts: Vec<R::Position>,
}

impl<R: Rules> ReducedPositions<R> {
    /// Positions of these rules; `None` if they are not impartial or play may not end.
    pub fn new(rules: &Arc<R>) -> Option<ReducedPositions<R>> {
        (rules.nature().impartial && !rules.nature().loopy).then(|| ReducedPositions {
            rules: Arc::clone(rules),
            genera: Genera::over(Parts::without_heaps()),
            classifier: Classifier::default(),
            forms: PartForms::default(),
            words: FxHashMap::default(),
            parts: Vec::new(),
        })
    }

    /// Genera of the words.
    pub fn genera(&mut self) -> &mut Genera {
        &mut self.genera
    }

    /// How many components are reduced so far.
    pub fn known(&self) -> usize {
        self.words.len()
    }

    /// The component that introduced a part, as it is written.
    pub fn show_part(&self, part: u16) -> String {
        let position = self.parts.get(self.genera.parts().part_heap(part) as usize);
        position.map(|position| self.rules.show(position)).unwrap_or_default()
    }

    /// A position as a word over parts.
    pub fn word(&mut self, position: &R::Position, budget: &Budget) -> Result<Word, Stopped> {
        let mut components = Vec::new();
        self.rules.sum_components(position.clone(), &mut components);
        let mut sum = Word::default();
        for component in components {
            let form = self.rules.normal_form(component).0;
            sum = sum.plus(&deeper(|| self.component(form, budget))?)?;
        }
        Ok(sum)
    }

    /// A sum of positions as a word over parts.
    pub fn sum(&mut self, sum: &[R::Position], budget: &Budget) -> Result<Word, Stopped> {
        sum.iter().try_fold(Word::default(), |sum, term| sum.plus(&self.word(term, budget)?))
    }

    /// The genus of a word; where all parts are tame, without looking at sums.
    pub fn genus(&mut self, word: &Word, budget: &Budget) -> Result<Genus, Stopped> {
        self.classifier.genus(&mut self.genera, word, budget)
    }

    /// The class of a word.
    pub fn class(&mut self, word: &Word, budget: &Budget) -> Result<MisereClass, Stopped> {
        self.classifier.class(&mut WordPositions::new(&mut self.genera, budget), word)
    }

    /// The options of a word that are not tame and the moves that take them back.
    pub fn reversals(
        &mut self,
        word: &Word,
        budget: &Budget,
    ) -> Result<Vec<Reversal<Word>>, Stopped> {
        let mut words = WordPositions::new(&mut self.genera, budget);
        Ok(self.classifier.reason(&mut words, word)?.reversals)
    }

    /// The canonical form of a word; always with the same forms.
    pub fn form(&mut self, word: &Word, forms: &mut Forms) -> Result<Form, Stopped> {
        self.forms.of(self.genera.parts(), forms, word)
    }

    fn component(&mut self, form: R::Position, budget: &Budget) -> Result<Word, Stopped> {
        if let Some(word) = self.words.get(&form) {
            return Ok(word.clone());
        }
        budget.check()?;
        let entry = size_of::<Word>() + 2 * size_of::<R::Position>() + form.heap_bytes();
        budget.charge(entry as u64)?;
        let mut listing = Paid { list: Vec::new(), budget, entry: entry as u64, end: None };
        self.rules.options(&form, Player::Left, &mut listing);
        if let Some(end) = listing.end {
            return Err(end);
        }
        let mut words = Vec::with_capacity(listing.list.len());
        for option in listing.list {
            words.push(self.word(&option, budget)?);
        }
        let number = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        let known = self.genera.parts().len();
        let word = self.genera.parts_mut().make(words, number, budget)?;
        if self.genera.parts().len() > known {
            self.parts.push(form.clone());
        }
        self.words.insert(form, word.clone());
        Ok(word)
    }
}

/// A list of options that is paid for as it grows.
struct Paid<'b, P> {
    list: Vec<P>,
    budget: &'b Budget,
    /// What an option and its word hold, about.
    entry: u64,
    end: Option<Stopped>,
}

impl<P> Options<P> for Paid<'_, P> {
    fn push(&mut self, option: P) -> bool {
        if self.end.is_none() {
            self.list.push(option);
            self.end = self.budget.charge(self.entry).and_then(|()| self.budget.check()).err();
        }
        self.end.is_none()
    }

    fn is_closed(&mut self) -> bool {
        self.end = self.end.take().or_else(|| self.budget.check().err());
        self.end.is_some()
    }
}
