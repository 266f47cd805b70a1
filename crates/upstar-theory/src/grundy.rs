//! Impartial games in normal play: every position is equal to a nim-heap (Sprague, Grundy).
//!
//! The nim-value of a position is the least number that is not the nim-value of an option; that
//! of a sum is the nim-sum, bitwise exclusive or.

use crate::deeper;
use crate::many::Many;
use crate::memo::SharedMemo;
use crate::structure::theorem::Known;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped};
use upstar_rules::Rules;

/// Computes nim-values of positions of one impartial ruleset and remembers them.
pub struct Grundy<'r, R: Rules> {
    rules: &'r R,
    budget: Arc<Budget>,
    memo: SharedMemo<R::Position, u32>,
    theorem: Option<Known<'r>>,
    spare: Vec<Vec<R::Position>>,
    steps: u32,
}

impl<'r, R: Rules> Grundy<'r, R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &'r R, budget: Arc<Budget>) -> Self {
        let theorem = Known::of(rules);
        Grundy { rules, budget, memo: SharedMemo::new(), theorem, spare: Vec::new(), steps: 0 }
    }

    /// The same engine, but every nim-value comes from the options.
    pub fn without_theorems(mut self) -> Self {
        self.theorem = None;
        self
    }

    /// What is known of the rules beyond their moves.
    pub(crate) fn theorem(&self) -> Option<&Known<'r>> {
        self.theorem.as_ref()
    }

    /// Does the player who has just moved win? Only if a theorem tells without a nim-value.
    pub fn previous_player_wins(&self, position: &R::Position) -> Option<bool> {
        self.theorem.as_ref()?.previous_player_wins(position)
    }

    fn by_theorem(&self, position: &R::Position) -> Result<Option<u128>, Stopped> {
        match &self.theorem {
            Some(theorem) => theorem.nim_value(position, &self.budget),
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
        let mut parts = self.spare.pop().unwrap_or_default();
        self.rules.components(position, &mut parts);
        let mut sum = 0;
        for part in parts.drain(..) {
            sum ^= match self.by_theorem(&part)? {
                Some(value) => value,
                None => self.of_component(self.rules.normal_form(part).0)?.into(),
            };
        }
        self.spare.push(parts);
        Ok(sum)
    }

    fn of_component(&mut self, form: R::Position) -> Result<u32, Stopped> {
        if let Some(value) = self.memo.get(&form) {
            return Ok(value);
        }
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1024) {
            self.budget.check()?;
        }
        let value = deeper(|| {
            let mut options = self.spare.pop().unwrap_or_default();
            self.rules.options(&form, Player::Left, &mut options);
            let _many = Many::of(&self.budget, &options)?;
            let mut seen = options
                .drain(..)
                .map(|option| self.of(option))
                .collect::<Result<Vec<u128>, Stopped>>()?;
            self.spare.push(options);
            seen.sort_unstable();
            seen.dedup();
            let mex = seen.iter().zip(0..).take_while(|&(&value, i)| value == i).count();
            Ok(mex as u32)
        })?;
        self.memo.insert(&self.budget, form, value)?;
        Ok(value)
    }
}
