//! Sums in normal play: the value of a position as a short game.
//!
//! A position is the sum of its components; a component in normal form is `{L|R}` of the values
//! of its options, computed once. The memo is shared: several threads may start from the same
//! position, each trying the options in another order, and meet in it. Where a theorem tells the
//! value of a component, its options are not looked at.

use crate::engine::{Algebra, Engine};
use crate::structure::theorem::KnownTheorem;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use upstar_base::{Budget, Player, SharedMemo, Stopped};
use upstar_rules::Rules;
use upstar_rules::erased::boxed;
use upstar_values::{Calc, Short};

/// Values are short games.
pub struct ShortValues {
    calc: Calc,
    theorem: Option<KnownTheorem>,
    /// Set when another thread has the answer.
    finished: Arc<AtomicBool>,
    /// Whether options are tried from the last to the first.
    backwards: bool,
}

impl<R: Rules> Algebra<R> for ShortValues {
    type Aspect = ();
    type Value = Short;
    type Total = Sum;
    type Memory = Arc<SharedMemo<(R::Position, ()), Short>>;

    fn of(engine: &mut Engine<R, Self>, form: &R::Position, _: ()) -> Result<Short, Stopped> {
        engine.algebra.calc.step()?;
        if engine.algebra.finished.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let left = options(engine, form, Player::Left)?;
        let right = options(engine, form, Player::Right)?;
        engine.algebra.calc.make(&left, &right)
    }

    fn add(&mut self, total: &mut Sum, value: Short, times: u64) -> Result<(), Stopped> {
        for _ in 0..times {
            total.0 = self.calc.add(total.0, value)?;
        }
        Ok(())
    }

    fn add_known(
        &mut self,
        total: &mut Sum,
        component: &R::Position,
        _: &Budget,
    ) -> Result<bool, Stopped> {
        let Some(theorem) = &self.theorem else { return Ok(false) };
        match theorem.value(&boxed(component), &mut self.calc)? {
            Some(value) => {
                total.0 = self.calc.add(total.0, value)?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    const REFINES: bool = true;

    fn whole(&mut self, total: Sum) -> Option<Short> {
        Some(total.0)
    }

    fn negated(&mut self, value: Short) -> Result<Short, Stopped> {
        self.calc.neg(value)
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.calc.set_budget(Arc::clone(budget));
    }
}

/// The sum of some values.
#[derive(Clone, Copy, Debug)]
pub struct Sum(Short);

impl Default for Sum {
    fn default() -> Self {
        Sum(Short::ZERO)
    }
}

/// The values of the options of a player.
fn options<R: Rules>(
    engine: &mut Engine<R, ShortValues>,
    form: &R::Position,
    who: Player,
) -> Result<SmallVec<[Short; 24]>, Stopped> {
    let mut options = engine.options(form, who)?;
    let values = if engine.algebra.backwards {
        options.drain().rev().map(|option| Ok(engine.sum(option, ())?.0)).collect()
    } else {
        options.drain().map(|option| Ok(engine.sum(option, ())?.0)).collect()
    };
    engine.done(options);
    values
}

/// Computes values of positions of one ruleset and remembers them.
pub struct Values<R: Rules>(Engine<R, ShortValues>);

impl<R: Rules> Values<R> {
    /// An engine that works at `calc`.
    pub fn new(rules: &Arc<R>, calc: Calc) -> Self {
        let budget = Arc::clone(calc.budget());
        let theorem = KnownTheorem::of(rules);
        let algebra = ShortValues { calc, theorem, finished: Arc::default(), backwards: false };
        Values(Engine::new(rules, algebra, &budget))
    }

    /// Another engine at `calc`, for another thread, that shares what this one learns.
    pub(crate) fn beside(&self, calc: Calc) -> Self {
        let own = &self.0;
        let (budget, theorem) = (Arc::clone(calc.budget()), own.algebra.theorem.clone());
        let algebra = ShortValues { calc, theorem, finished: Arc::default(), backwards: false };
        Values(Engine::remembering(&own.rules, algebra, Arc::clone(own.memory()), &budget))
    }

    /// The same engine, but every value comes from the options.
    pub fn without_theorems(mut self) -> Self {
        self.0.algebra.theorem = None;
        self
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    /// What a theorem says of the value of a position.
    pub fn by_theorem(&mut self, position: &R::Position) -> Result<Option<Short>, Stopped> {
        let ShortValues { calc, theorem, .. } = &mut self.0.algebra;
        match theorem {
            Some(theorem) => theorem.value(&boxed(position), calc),
            None => Ok(None),
        }
    }

    /// The store and memos that the values belong to.
    pub fn calc(&mut self) -> &mut Calc {
        &mut self.0.algebra.calc
    }

    /// How many components have a value so far.
    pub fn known(&self) -> usize {
        self.0.known()
    }

    /// The value of a position.
    pub fn of(&mut self, position: R::Position) -> Result<Short, Stopped> {
        Ok(self.0.sum(position, ())?.0)
    }

    /// The value of one component in normal form.
    pub fn of_component(&mut self, form: R::Position) -> Result<Short, Stopped> {
        match self.by_theorem(&form)? {
            Some(value) => Ok(value),
            None => self.0.form(form, ()),
        }
    }

    /// The value, computed by two threads that share what they learn.
    pub fn of_in_parallel(&mut self, position: R::Position) -> Result<Short, Stopped> {
        let finished = Arc::new(AtomicBool::new(false));
        let own = &mut self.0;
        let algebra = ShortValues {
            calc: own.algebra.calc.fork(),
            theorem: own.algebra.theorem.clone(),
            finished: Arc::clone(&finished),
            backwards: !own.algebra.backwards,
        };
        let memory = Arc::clone(own.memory());
        let mut other = Engine::remembering(&own.rules, algebra, memory, own.budget());
        let before = std::mem::replace(&mut own.algebra.finished, Arc::clone(&finished));
        let copy = position.clone();
        let answers = std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let answer = other.sum(copy, ());
                finished.store(true, Ordering::Relaxed);
                answer
            });
            let own = own.sum(position, ());
            finished.store(true, Ordering::Relaxed);
            [own, worker.join().unwrap_or(Err(Stopped::Interrupted))]
        });
        own.algebra.finished = before;
        // One of them may have been called off by the other; a real limit stops both.
        let [own, others] = answers;
        let answer = own
            .or_else(|stopped| if stopped == Stopped::Interrupted { others } else { Err(stopped) });
        Ok(answer?.0)
    }
}
