//! Evaluators that are kept from query to query, so that the results of one serve the next.
//!
//! Invariant: rules are found again only for the very same ruleset, variant and kind of board. Two
//! rulesets that were added under one name, one after the other, never share anything.

use crate::{Evaluator, OpenRules, PlayMode};
use std::fmt;
use std::sync::Arc;
use upstar_rules::registry::{Registry, Ruleset, plane_of};

/// How many rulesets are kept open, each with its evaluators.
const MOST_RULES: usize = 16;

/// Identifies rules that are open for positions up to some size.
#[derive(Clone)]
pub struct RulesKey {
    text: String,
    /// The rulesets of this name that were added to the registry. They are held, so that no other
    /// ruleset can come to their address.
    added: Vec<Arc<dyn Ruleset>>,
}

impl PartialEq for RulesKey {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
            && self.added.len() == other.added.len()
            && self.added.iter().zip(&other.added).all(|(one, other)| is_same(one, other))
    }
}

impl RulesKey {
    /// The key of rules such as `subtraction(2,5,6)` for boards of this size, in a variant that
    /// has this name.
    pub fn new(registry: &Registry, rules: &str, size: (usize, usize), variant: &str) -> RulesKey {
        let text = format!("{rules}#{}{variant}", plane_of(size));
        RulesKey { text, added: registry.added(rules).into_iter().cloned().collect() }
    }

    /// The key of a sum of different games: for each its rules and the kind of its boards, and
    /// then for each game that of its largest board.
    pub fn of_sum(registry: &Registry, games: &[(String, u8)], largest: &[(String, u8)]) -> Self {
        let added = games.iter().filter_map(|(rules, _)| registry.added(rules)).cloned();
        RulesKey { text: format!("sum {games:?} {largest:?}"), added: added.collect() }
    }
}

struct CachedEvaluator {
    key: RulesKey,
    rules: Arc<OpenRules>,
    evaluators: Vec<Evaluator>,
}

/// The evaluators of one session.
#[derive(Default)]
pub struct EvaluatorCache {
    /// The entry that was used last at the end.
    entries: Vec<CachedEvaluator>,
}

impl fmt::Debug for EvaluatorCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.entries.iter().map(|entry| &entry.key.text);
        f.debug_list().entries(names).finish()
    }
}

impl EvaluatorCache {
    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    fn entry(&mut self, key: &RulesKey) -> Option<&mut CachedEvaluator> {
        let place = self.entries.iter().rposition(|entry| entry.key == *key)?;
        if place + 1 < self.entries.len() {
            let entry = self.entries.remove(place);
            self.entries.push(entry);
        }
        self.entries.last_mut()
    }

    /// Returns the rules of this key, opened by `open` unless they are open already.
    pub fn rules<E>(
        &mut self,
        key: &RulesKey,
        open: impl FnOnce() -> Result<OpenRules, E>,
    ) -> Result<Arc<OpenRules>, E> {
        if let Some(entry) = self.entry(key) {
            return Ok(Arc::clone(&entry.rules));
        }
        let rules = Arc::new(open()?);
        self.add(key, Arc::clone(&rules), Vec::new());
        Ok(rules)
    }

    /// Whether these are the rules that are kept under this key, and not others like them. They
    /// count as used then.
    pub fn has(&mut self, key: &RulesKey, rules: &Arc<OpenRules>) -> bool {
        self.entry(key).is_some_and(|entry| Arc::ptr_eq(&entry.rules, rules))
    }

    /// Takes out the evaluator of these rules for a play mode. Give it back with
    /// [`EvaluatorCache::keep`].
    pub fn take(&mut self, key: &RulesKey, mode: &PlayMode) -> Option<Evaluator> {
        let evaluators = &mut self.entry(key)?.evaluators;
        let place = evaluators.iter().position(|evaluator| evaluator.serves(mode))?;
        Some(evaluators.swap_remove(place))
    }

    /// Keeps an evaluator for the next query.
    pub fn keep(&mut self, key: &RulesKey, evaluator: Evaluator) {
        match self.entry(key) {
            Some(entry) => entry.evaluators.push(evaluator),
            None => self.add(key, Arc::clone(evaluator.rules()), vec![evaluator]),
        }
    }

    fn add(&mut self, key: &RulesKey, rules: Arc<OpenRules>, evaluators: Vec<Evaluator>) {
        if self.entries.len() >= MOST_RULES {
            self.entries.remove(0);
        }
        self.entries.push(CachedEvaluator { key: key.clone(), rules, evaluators });
    }

    /// Drops all that is known about a ruleset that was added.
    pub fn forget(&mut self, ruleset: &Arc<dyn Ruleset>) {
        self.entries.retain(|entry| !entry.key.added.iter().any(|added| is_same(added, ruleset)));
    }
}

/// Whether these are the very same ruleset.
fn is_same(one: &Arc<dyn Ruleset>, other: &Arc<dyn Ruleset>) -> bool {
    std::ptr::addr_eq(Arc::as_ptr(one), Arc::as_ptr(other))
}
