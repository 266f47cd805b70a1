//! Impartial games in normal play: every position is equal to a nim-heap (Sprague, Grundy).
//!
//! The nim-value of a position is the least number that is not the nim-value of an option; that
//! of a sum is the nim-sum, bitwise exclusive or.

use crate::engine::{Algebra, Engine};
use crate::structure::theorem::KnownTheorem;
use std::sync::Arc;
use upstar_base::arithmetic::mex;
use upstar_base::{Budget, Memo, Player, Stopped};
use upstar_rules::Rules;
use upstar_rules::erased::boxed;

/// Values are nim-values. A component with as many options as can be listed is worth less than
/// 2^32; theorems tell of larger ones.
pub struct GrundyValues {
    theorem: Option<KnownTheorem>,
}

impl<R: Rules> Algebra<R> for GrundyValues {
    type Aspect = ();
    type Value = u32;
    type Total = u128;
    type Memory = Memo<(R::Position, ()), u32>;

    fn of(engine: &mut Engine<R, Self>, form: &R::Position, _: ()) -> Result<u32, Stopped> {
        let mut options = engine.options(form, Player::Left)?;
        engine.work.steps(options.len() as u64 + 1)?;
        let mut seen = options
            .drain()
            .map(|option| engine.sum(option, ()))
            .collect::<Result<Vec<u128>, Stopped>>()?;
        engine.done(options);
        Ok(mex(&mut seen) as u32)
    }

    fn add(&mut self, total: &mut u128, value: u32, times: u64) -> Result<(), Stopped> {
        if times % 2 == 1 {
            *total ^= u128::from(value);
        }
        Ok(())
    }

    fn add_known(
        &mut self,
        total: &mut u128,
        component: &R::Position,
        budget: &Budget,
    ) -> Result<bool, Stopped> {
        let Some(theorem) = &self.theorem else { return Ok(false) };
        let known = theorem.nim_value(&boxed(component), budget)?;
        *total ^= known.unwrap_or(0);
        Ok(known.is_some())
    }

    const REFINES: bool = true;

    fn whole(&mut self, total: u128) -> Option<u32> {
        u32::try_from(total).ok()
    }
}

/// Computes nim-values of positions of one impartial ruleset and remembers them.
pub struct Grundy<R: Rules>(Engine<R, GrundyValues>);

impl<R: Rules> Grundy<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        Grundy(Engine::new(rules, GrundyValues { theorem: KnownTheorem::of(rules) }, &budget))
    }

    /// The same engine, but every nim-value comes from the options.
    pub fn without_theorems(mut self) -> Self {
        self.0.algebra.theorem = None;
        self
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    /// What is known of the rules beyond their moves.
    pub(crate) fn theorem(&self) -> Option<&KnownTheorem> {
        self.0.algebra.theorem.as_ref()
    }

    /// Does the player who has just moved win? Only if a theorem tells without a nim-value.
    pub fn previous_player_wins(&self, position: &R::Position) -> Option<bool> {
        self.theorem()?.previous_player_wins(&boxed(position))
    }

    /// The nim-value of a component of which a theorem tells.
    pub(crate) fn by_theorem(&self, component: &R::Position) -> Result<Option<u128>, Stopped> {
        match self.theorem() {
            Some(theorem) => theorem.nim_value(&boxed(component), self.0.budget()),
            None => Ok(None),
        }
    }

    /// How many components have a nim-value so far.
    pub fn known(&self) -> usize {
        self.0.known()
    }

    /// The nim-value of a position.
    pub fn of(&mut self, position: R::Position) -> Result<u128, Stopped> {
        debug_assert!(self.0.rules.nature().impartial);
        self.0.sum(position, ())
    }
}
