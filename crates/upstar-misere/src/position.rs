//! Misère play of any impartial ruleset whose play ends.
//!
//! A position is a sum of components; each is reduced to a word over parts as heaps are
//! ([`Parts::make`]), so genus, class and canonical form follow as for heaps.

use crate::deeper;
use crate::genus::Genera;
use crate::heaps::{Parts, Word};
use rustc_hash::FxHashMap;
use upstar_base::{Budget, Player, Stopped};
use upstar_rules::Rules;

/// Reduces positions of one ruleset and remembers them.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::position::Positions;
/// use upstar_rules::{Rules, heap::octal_names::kayles::Kayles};
/// let rules = Kayles::from_parameters("")?;
/// let mut positions = Positions::new(&rules).unwrap();
/// let heaps = rules.parse("9+5")?;
/// let budget = Budget::unlimited();
/// let word = positions.word(&heaps, &budget)?;
/// assert_eq!(positions.genera().of(&word, &budget)?.to_string(), "0^02");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Positions<'r, R: Rules> {
    rules: &'r R,
    genera: Genera,
    words: FxHashMap<R::Position, Word>,
}

impl<'r, R: Rules> Positions<'r, R> {
    /// Positions of these rules; `None` if they are not impartial or play may not end.
    pub fn new(rules: &'r R) -> Option<Positions<'r, R>> {
        (rules.is_impartial() && !rules.is_loopy()).then(|| Positions {
            rules,
            genera: Genera::over(Parts::without_heaps()),
            words: FxHashMap::default(),
        })
    }

    /// Genera of the words.
    pub fn genera(&mut self) -> &mut Genera {
        &mut self.genera
    }

    /// A position as a word over parts.
    pub fn word(&mut self, position: &R::Position, budget: &Budget) -> Result<Word, Stopped> {
        let mut components = Vec::new();
        self.rules.components(position.clone(), &mut components);
        let mut sum = Word::default();
        for component in components {
            let form = self.rules.normal_form(component).0;
            sum = sum.plus(&deeper(|| self.component(form, budget))?)?;
        }
        Ok(sum)
    }

    fn component(&mut self, form: R::Position, budget: &Budget) -> Result<Word, Stopped> {
        if let Some(word) = self.words.get(&form) {
            return Ok(word.clone());
        }
        budget.check()?;
        let mut options = Vec::new();
        self.rules.options(&form, Player::Left, &mut options);
        budget.charge((options.len() * size_of::<Word>()) as u64)?;
        let mut words = Vec::with_capacity(options.len());
        for option in options {
            words.push(self.word(&option, budget)?);
        }
        let number = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        let word = self.genera.parts_mut().make(words, number, budget)?;
        self.words.insert(form, word.clone());
        Ok(word)
    }
}
