//! Subselective compounds of impartial games in normal play: a move in one or more components, but
//! not in all.
//!
//! The player to move loses exactly when all components have the same nim-value: from there every turn
//! makes them differ, and from different ones the larger are brought down to the least.
//!
//! Theorem: `docs/compounds.md#subselective`.

use super::theory::{CompoundTheory, outcome};
use crate::grundy::Grundy;
use crate::theory::{NoAnswer, PositionOf, Reason, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Verdict};
use upstar_rules::Rules;

/// Decides by the nim-values of the components.
pub struct SubselectiveLevels<R: Rules>(Grundy<R>);

impl<R: Rules> SubselectiveLevels<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        SubselectiveLevels(Grundy::new(rules, budget))
    }
}

impl<R: Rules> CompoundTheory<R> for SubselectiveLevels<R> {
    fn name(&self) -> &'static str {
        "nim-values"
    }

    fn known(&self) -> usize {
        self.0.known()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        outcome(self, at)
    }

    fn verdict(&mut self, at: &PositionOf<R>, _: Player) -> Result<Verdict, Stopped> {
        let values = at.components.iter().map(|component| self.0.of(component.clone()));
        let values = values.collect::<Result<Vec<u128>, Stopped>>()?;
        Ok(Verdict::of(values.windows(2).any(|pair| pair[0] != pair[1])))
    }

    fn reason_of_win(&self) -> Reason {
        Reason::Level
    }
}
