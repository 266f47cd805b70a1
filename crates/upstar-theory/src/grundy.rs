//! Impartial games in normal play: every position is equal to a nim-heap (Sprague, Grundy).
//!
//! The nim-value of a position is the least number that is not the nim-value of an option; that
//! of a sum is the nim-sum, bitwise exclusive or.

use crate::lists::{components_in, options_in};
use crate::path::Path;
use crate::structure::theorem::Known;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Player, Stopped, Work, deeper};
use upstar_rules::Rules;

/// Computes nim-values of positions of one impartial ruleset and remembers them.
pub struct Grundy<R: Rules> {
    rules: Arc<R>,
    work: Work,
    memo: Memo<R::Position, u32>,
    theorem: Option<Known>,
    spare: Vec<Vec<R::Position>>,
    path: Path<R::Position>,
}

impl<R: Rules> Grundy<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        Grundy {
            rules: Arc::clone(rules),
            memo: Memo::new(&budget),
            theorem: Known::of(rules),
            spare: Vec::new(),
            path: Path::new(&budget),
            work: Work::new(budget),
        }
    }

    /// The same engine, but every nim-value comes from the options.
    pub fn without_theorems(mut self) -> Self {
        self.theorem = None;
        self
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
    }

    /// What is known of the rules beyond their moves.
    pub(crate) fn theorem(&self) -> Option<&Known> {
        self.theorem.as_ref()
    }

    /// Does the player who has just moved win? Only if a theorem tells without a nim-value.
    pub fn previous_player_wins(&self, position: &R::Position) -> Option<bool> {
        self.theorem.as_ref()?.previous_player_wins(position)
    }

    fn by_theorem(&self, position: &R::Position) -> Result<Option<u128>, Stopped> {
        match &self.theorem {
            Some(theorem) => theorem.nim_value(position, self.work.budget()),
            None => Ok(None),
        }
    }

    /// How many components have a nim-value so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// The nim-value of a position.
    pub fn of(&mut self, position: R::Position) -> Result<u128, Stopped> {
        debug_assert!(self.rules.is_impartial());
        let old = self.spare.pop().unwrap_or_default();
        let mut parts = components_in(old, &*self.rules, position, self.work.budget())?;
        let mut sum = 0;
        for part in parts.drain() {
            sum ^= match self.by_theorem(&part)? {
                Some(value) => value,
                None => self.of_component(self.rules.normal_form(part).0)?.into(),
            };
        }
        self.spare.extend(parts.into_spare());
        Ok(sum)
    }

    fn of_component(&mut self, form: R::Position) -> Result<u32, Stopped> {
        if let Some(&value) = self.memo.get(&form) {
            return Ok(value);
        }
        self.path.enter(&form, |form| self.rules.show(form))?;
        let value = deeper(|| {
            let old = self.spare.pop().unwrap_or_default();
            let budget = self.work.budget();
            let mut options = options_in(old, &*self.rules, &form, Player::Left, budget)?;
            self.work.steps(options.len() as u64 + 1)?;
            let mut seen = options
                .drain()
                .map(|option| self.of(option))
                .collect::<Result<Vec<u128>, Stopped>>()?;
            self.spare.extend(options.into_spare());
            seen.sort_unstable();
            seen.dedup();
            let mex = seen.iter().zip(0..).take_while(|&(&value, i)| value == i).count();
            Ok(mex as u32)
        });
        self.path.leave();
        let value = value?;
        self.memo.insert(form, value)?;
        Ok(value)
    }
}
