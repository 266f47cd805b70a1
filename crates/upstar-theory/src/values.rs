//! Sums in normal play: the value of a position as a short game.
//!
//! A position is the sum of its components; a component in normal form is `{L|R}` of the values
//! of its options, computed once. The memo is shared: several threads may start from the same
//! position, each trying the options in another order, and meet in it. Where a theorem tells the
//! value of a component, its options are not looked at.

use crate::lists::{components_in, options_in};
use crate::path::Path;
use crate::structure::theorem::Known;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use upstar_base::{Player, SharedMemo, Stopped, deeper};
use upstar_rules::Rules;
use upstar_values::{Calc, Short};

/// Computes values of positions of one ruleset and remembers them.
pub struct Values<R: Rules> {
    rules: Arc<R>,
    calc: Calc,
    memo: Arc<SharedMemo<R::Position, Short>>,
    theorem: Option<Known>,
    /// Set when another thread has the answer.
    finished: Arc<AtomicBool>,
    /// Whether options are tried from the last to the first.
    backwards: bool,
    /// Vectors to use again.
    spare: Vec<Vec<R::Position>>,
    path: Path<R::Position>,
}

impl<R: Rules> Values<R> {
    /// An engine that works at `calc`.
    pub fn new(rules: &Arc<R>, calc: Calc) -> Self {
        Values {
            rules: Arc::clone(rules),
            memo: Arc::new(SharedMemo::new(calc.budget())),
            path: Path::new(calc.budget()),
            calc,
            theorem: Known::of(rules),
            finished: Arc::default(),
            backwards: false,
            spare: Vec::new(),
        }
    }

    /// The same engine, but every value comes from the options.
    pub fn without_theorems(mut self) -> Self {
        self.theorem = None;
        self
    }

    /// What a theorem says of the value of a position.
    pub fn by_theorem(&mut self, position: &R::Position) -> Result<Option<Short>, Stopped> {
        match &self.theorem {
            Some(theorem) => theorem.value(position, &mut self.calc),
            None => Ok(None),
        }
    }

    /// The desk the values belong to.
    pub fn calc(&mut self) -> &mut Calc {
        &mut self.calc
    }

    /// How many components have a value so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// The value of a position.
    pub fn of(&mut self, position: R::Position) -> Result<Short, Stopped> {
        let old = self.spare.pop().unwrap_or_default();
        let mut parts = components_in(old, &*self.rules, position, self.calc.budget())?;
        let mut sum = Short::ZERO;
        for part in parts.drain() {
            let value = match self.by_theorem(&part)? {
                Some(value) => value,
                None => {
                    let (form, negated) = self.rules.normal_form(part);
                    let value = self.by_options(form)?;
                    if negated { self.calc.neg(value)? } else { value }
                }
            };
            sum = self.calc.add(sum, value)?;
        }
        self.spare.extend(parts.into_spare());
        Ok(sum)
    }

    /// The value of one component in normal form.
    pub fn of_component(&mut self, form: R::Position) -> Result<Short, Stopped> {
        match self.by_theorem(&form)? {
            Some(value) => Ok(value),
            None => self.by_options(form),
        }
    }

    fn by_options(&mut self, form: R::Position) -> Result<Short, Stopped> {
        if let Some(value) = self.memo.get(&form) {
            return Ok(value);
        }
        self.calc.step()?;
        if self.finished.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        self.path.enter(&form, |form| self.rules.show(form))?;
        let value = deeper(|| {
            let left = self.option_values(&form, Player::Left)?;
            let right = self.option_values(&form, Player::Right)?;
            self.calc.make(&left, &right)
        });
        self.path.leave();
        let value = value?;
        self.memo.insert(form, value)?;
        Ok(value)
    }

    fn option_values(
        &mut self,
        form: &R::Position,
        who: Player,
    ) -> Result<smallvec::SmallVec<[Short; 24]>, Stopped> {
        let old = self.spare.pop().unwrap_or_default();
        let mut options = options_in(old, &*self.rules, form, who, self.calc.budget())?;
        let values = if self.backwards {
            options.drain().rev().map(|option| self.of(option)).collect()
        } else {
            options.drain().map(|option| self.of(option)).collect()
        };
        self.spare.extend(options.into_spare());
        values
    }

    /// The value, computed by two threads that share what they learn.
    pub fn of_in_parallel(&mut self, position: R::Position) -> Result<Short, Stopped> {
        let finished = Arc::new(AtomicBool::new(false));
        let mut other = Values {
            rules: Arc::clone(&self.rules),
            path: Path::new(self.calc.budget()),
            calc: self.calc.fork(),
            memo: Arc::clone(&self.memo),
            theorem: self.theorem.clone(),
            finished: Arc::clone(&finished),
            backwards: !self.backwards,
            spare: Vec::new(),
        };
        let before = std::mem::replace(&mut self.finished, Arc::clone(&finished));
        let copy = position.clone();
        let answers = std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let answer = other.of(copy);
                finished.store(true, Ordering::Relaxed);
                answer
            });
            let own = self.of(position);
            finished.store(true, Ordering::Relaxed);
            [own, worker.join().unwrap_or(Err(Stopped::Interrupted))]
        });
        self.finished = before;
        // One of them may have been called off by the other; a real limit stops both.
        let [own, others] = answers;
        own.or_else(|stopped| if stopped == Stopped::Interrupted { others } else { Err(stopped) })
    }
}
