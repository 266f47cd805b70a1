//! The one recursion over positions that end.
//!
//! A position is its components; a component is as good as its normal form; what the normal form
//! is worth follows from its options, and is computed once. An [`Algebra`] says what values are,
//! how the options make one and how components add up; [`Engine`] does the rest.

use crate::lists::{components_in, options_in, refined_in};
use crate::path::Path;
use std::hash::Hash;
use std::sync::Arc;
use upstar_base::{Budget, Listed, Memo, Player, SharedMemo, Stopped, Weigh, Work, deeper};
use upstar_rules::Rules;

/// What positions are worth in one theory.
pub trait Algebra<R: Rules>: Sized {
    /// What a value depends on other than the component: who is to move, or how the game is won;
    /// often nothing.
    type Aspect: Copy + Eq + Hash + Weigh;
    /// What a component is worth.
    type Value: Clone + Weigh;
    /// What several components together are worth; nothing at all by default.
    type Total: Default;
    /// Where values are remembered.
    type Memory: Memory<(R::Position, Self::Aspect), Self::Value>;

    /// What a component in normal form is worth, from its options.
    fn of(
        engine: &mut Engine<R, Self>,
        form: &R::Position,
        aspect: Self::Aspect,
    ) -> Result<Self::Value, Stopped>;

    /// Adds a component that occurs so often to a total.
    fn add(
        &mut self,
        total: &mut Self::Total,
        value: Self::Value,
        times: u64,
    ) -> Result<(), Stopped>;

    /// Adds a component about which a theorem tells; false if none does.
    fn add_known(
        &mut self,
        total: &mut Self::Total,
        component: &R::Position,
        budget: &Budget,
    ) -> Result<bool, Stopped> {
        let _ = (total, component, budget);
        Ok(false)
    }

    /// The value of a component of which the parts are worth this together; asked only where
    /// [`Algebra::REFINES`].
    fn whole(&mut self, total: Self::Total) -> Option<Self::Value> {
        let _ = total;
        None
    }

    /// Is the value of a component that falls apart known from its parts? Then
    /// [`Rules::refine`] is asked of every component that is met for the first time.
    const REFINES: bool = false;

    /// The value with the players exchanged.
    fn negated(&mut self, value: Self::Value) -> Result<Self::Value, Stopped> {
        Ok(value)
    }

    /// The aspect with the players exchanged.
    fn exchanged(&self, aspect: Self::Aspect) -> Self::Aspect {
        aspect
    }

    /// Works within another budget from now on.
    fn set_budget(&mut self, budget: &Arc<Budget>) {
        let _ = budget;
    }
}

/// Where values are remembered.
pub trait Memory<K, V> {
    /// An empty one that charges what it holds.
    fn new(budget: &Arc<Budget>) -> Self;
    /// The value, if it is known.
    fn recall(&self, key: &K) -> Option<V>;
    /// Remembers a value.
    fn keep(&mut self, key: K, value: V) -> Result<(), Stopped>;
    /// How many values are known.
    fn known(&self) -> usize;
}

impl<K: Eq + Hash + Weigh, V: Clone + Weigh> Memory<K, V> for Memo<K, V> {
    fn new(budget: &Arc<Budget>) -> Self {
        Memo::new(budget)
    }

    #[inline]
    fn recall(&self, key: &K) -> Option<V> {
        self.get(key).cloned()
    }

    #[inline]
    fn keep(&mut self, key: K, value: V) -> Result<(), Stopped> {
        self.insert(key, value)
    }

    fn known(&self) -> usize {
        self.len()
    }
}

impl<K: Eq + Hash + Weigh, V: Clone + Weigh> Memory<K, V> for Arc<SharedMemo<K, V>> {
    fn new(budget: &Arc<Budget>) -> Self {
        Arc::new(SharedMemo::new(budget))
    }

    #[inline]
    fn recall(&self, key: &K) -> Option<V> {
        self.get(key)
    }

    #[inline]
    fn keep(&mut self, key: K, value: V) -> Result<(), Stopped> {
        self.insert(key, value)
    }

    fn known(&self) -> usize {
        self.len()
    }
}

/// Computes values of positions of one ruleset without cycles and remembers them.
pub struct Engine<R: Rules, A: Algebra<R>> {
    /// The rules.
    pub rules: Arc<R>,
    /// What values are.
    pub algebra: A,
    /// The steps that algebras take.
    pub work: Work,
    memory: A::Memory,
    path: Path<(R::Position, A::Aspect)>,
    /// What the rules say, asked once.
    undivided: bool,
    /// Vectors to use again.
    spare: Vec<Vec<R::Position>>,
}

impl<R: Rules, A: Algebra<R>> Engine<R, A> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, algebra: A, budget: &Arc<Budget>) -> Self {
        let memory = A::Memory::new(budget);
        Engine::remembering(rules, algebra, memory, budget)
    }

    /// An engine that knows what is in `memory`.
    pub fn remembering(
        rules: &Arc<R>,
        algebra: A,
        memory: A::Memory,
        budget: &Arc<Budget>,
    ) -> Self {
        Engine {
            rules: Arc::clone(rules),
            algebra,
            work: Work::new(Arc::clone(budget)),
            memory,
            path: Path::new(budget),
            undivided: rules.nature().undivided,
            spare: Vec::new(),
        }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
        self.algebra.set_budget(budget);
    }

    /// The budget.
    pub fn budget(&self) -> &Arc<Budget> {
        self.work.budget()
    }

    /// What is remembered.
    pub fn memory(&self) -> &A::Memory {
        &self.memory
    }

    /// How many values are known.
    pub fn known(&self) -> usize {
        self.memory.known()
    }

    /// The sum of the components of a position.
    #[inline]
    pub fn sum(&mut self, position: R::Position, aspect: A::Aspect) -> Result<A::Total, Stopped> {
        let mut total = A::Total::default();
        self.add(&mut total, position, aspect)?;
        Ok(total)
    }

    /// Adds the components of a position to a sum.
    #[inline]
    pub fn add(
        &mut self,
        total: &mut A::Total,
        position: R::Position,
        aspect: A::Aspect,
    ) -> Result<(), Stopped> {
        if self.undivided {
            if !self.algebra.add_known(total, &position, self.work.budget())? {
                let value = self.form(position, aspect)?;
                self.algebra.add(total, value, 1)?;
            }
            return Ok(());
        }
        let old = self.spare.pop().unwrap_or_default();
        let mut parts = components_in(old, &*self.rules, position, self.work.budget())?;
        for part in parts.drain() {
            if !self.algebra.add_known(total, &part, self.work.budget())? {
                let value = self.part(part, aspect)?;
                self.algebra.add(total, value, 1)?;
            }
        }
        self.spare.extend(parts.into_spare());
        Ok(())
    }

    /// The compound of parts that occur so often.
    pub fn together(
        &mut self,
        parts: impl IntoIterator<Item = (R::Position, u64)>,
        aspect: A::Aspect,
    ) -> Result<A::Total, Stopped> {
        let mut total = A::Total::default();
        for (part, times) in parts {
            let value = self.part(part, aspect)?;
            self.algebra.add(&mut total, value, times)?;
        }
        Ok(total)
    }

    /// What one component is worth.
    #[inline]
    pub fn part(&mut self, part: R::Position, aspect: A::Aspect) -> Result<A::Value, Stopped> {
        let (form, exchanged) = self.rules.normal_form(part);
        if exchanged && !self.rules.nature().impartial {
            let aspect = self.algebra.exchanged(aspect);
            let value = self.form(form, aspect)?;
            self.algebra.negated(value)
        } else {
            self.form(form, aspect)
        }
    }

    /// What a component in normal form is worth.
    pub fn form(&mut self, form: R::Position, aspect: A::Aspect) -> Result<A::Value, Stopped> {
        let key = (form, aspect);
        if let Some(value) = self.memory.recall(&key) {
            return Ok(value);
        }
        if A::REFINES
            && let Some(value) = self.by_parts(&key.0, aspect)?
        {
            self.memory.keep(key, value.clone())?;
            return Ok(value);
        }
        self.path.enter(&key, |key| self.rules.show(&key.0))?;
        let value = deeper(|| A::of(self, &key.0, aspect));
        self.path.leave();
        let value = value?;
        self.memory.keep(key, value.clone())?;
        Ok(value)
    }

    /// What a component is worth that falls apart when it is looked at more closely.
    fn by_parts(
        &mut self,
        form: &R::Position,
        aspect: A::Aspect,
    ) -> Result<Option<A::Value>, Stopped> {
        let old = self.spare.pop().unwrap_or_default();
        let (refined, mut parts) = refined_in(old, &*self.rules, form, self.work.budget())?;
        let mut value = None;
        if refined {
            let mut total = A::Total::default();
            for part in parts.drain() {
                let value = deeper(|| self.part(part, aspect))?;
                self.algebra.add(&mut total, value, 1)?;
            }
            value = self.algebra.whole(total);
        }
        self.spare.extend(parts.into_spare());
        Ok(value)
    }

    /// Where `who` can move, perhaps with repeats; to be given back by [`Engine::done`].
    #[inline]
    pub fn options(
        &mut self,
        form: &R::Position,
        who: Player,
    ) -> Result<Listed<R::Position>, Stopped> {
        let old = self.spare.pop().unwrap_or_default();
        options_in(old, &*self.rules, form, who, self.work.budget())
    }

    /// Keeps the memory of a list for another one.
    #[inline]
    pub fn done(&mut self, options: Listed<R::Position>) {
        self.spare.extend(options.into_spare());
    }
}
