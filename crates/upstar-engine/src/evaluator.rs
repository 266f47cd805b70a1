//! Evaluators: a ruleset in one play mode, with everything that was computed about it.

use crate::{OpenRules, PlayMode, choose_theory};
use std::mem::swap;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_rules::erased::Erased;
use upstar_theory::theory::{NoAnswer, Theory};
use upstar_values::Calc;
use upstar_values::stopper::Stoppers;

/// Evaluates positions of one ruleset in one play mode and caches the results.
///
/// The values that it finds belong to the stores of one session: short games to the store of the
/// `calc` that it was made with, loopy games to the `stoppers` that every query passes.
///
/// ```
/// use upstar_base::{Player, Verdict};
/// use upstar_engine::{Evaluator, OpenRules, PlayMode};
/// use upstar_rules::{read_sum, registry};
/// use upstar_values::{Calc, stopper::Stoppers};
/// let (about, rules) = registry::open("domineering", "4x4")?;
/// let rules = std::sync::Arc::new(OpenRules::new(about, rules));
/// let (calc, mut stoppers) = (Calc::default(), Stoppers::new(Default::default()));
/// let mut evaluator = Evaluator::new(&rules, &PlayMode::default(), calc)?;
/// let terms = read_sum(&**rules.rules(), "....|....|....|....")?;
/// let at = evaluator.theory().standing(&terms)?;
/// let verdict = evaluator.ask(&mut stoppers, |theory| theory.verdict(&at, Player::Left));
/// assert_eq!(verdict, Ok(Verdict::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Evaluator {
    rules: Arc<OpenRules>,
    mode: PlayMode,
    /// Invariant: between queries its store of stoppers holds nothing; the handles in its memory
    /// belong to the session's store.
    theory: Box<dyn Theory<Erased>>,
}

impl Evaluator {
    /// Returns an evaluator that works at the store and within the budget of `calc`.
    ///
    /// # Errors
    /// Says why no theory answers for these rules in this play mode.
    pub fn new(rules: &Arc<OpenRules>, mode: &PlayMode, calc: Calc) -> Result<Evaluator, NoAnswer> {
        let theory = choose_theory(rules.rules(), mode, calc).map_err(|unsupported| {
            let message = format!("{}: {unsupported}", rules.title());
            NoAnswer::Refused(message, unsupported.remedy)
        })?;
        Ok(Evaluator { rules: Arc::clone(rules), mode: *mode, theory })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<OpenRules> {
        &self.rules
    }

    /// The play mode.
    pub fn mode(&self) -> &PlayMode {
        &self.mode
    }

    /// Whether the results serve in this play mode. More threads than asked for do.
    pub(crate) fn serves(&self, mode: &PlayMode) -> bool {
        self.mode.threads >= mode.threads
            && PlayMode { threads: mode.threads, ..self.mode } == *mode
    }

    /// The theory that answers, for what needs no computation.
    pub fn theory(&self) -> &dyn Theory<Erased> {
        &*self.theory
    }

    /// Works within another budget from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.theory.set_budget(budget);
    }

    /// Asks the theory, which works at the session's store of loopy games for as long.
    pub fn ask<T>(
        &mut self,
        stoppers: &mut Stoppers,
        query: impl FnOnce(&mut dyn Theory<Erased>) -> T,
    ) -> T {
        stoppers.forget_bounds();
        let loan = Loan::new(&mut *self.theory, stoppers);
        query(&mut *loan.theory)
    }
}

/// The session's store of loopy games in the hands of a theory, until this is dropped.
struct Loan<'a> {
    theory: &'a mut dyn Theory<Erased>,
    stoppers: &'a mut Stoppers,
}

impl<'a> Loan<'a> {
    fn new(theory: &'a mut dyn Theory<Erased>, stoppers: &'a mut Stoppers) -> Self {
        let mut loan = Loan { theory, stoppers };
        loan.exchange();
        loan
    }

    /// Exchanges the theory's store, if it has one, for the other. Budgets stay where they are.
    fn exchange(&mut self) {
        let Some(own) = self.theory.stoppers() else { return };
        let (inner, outer) = (Arc::clone(own.budget()), Arc::clone(self.stoppers.budget()));
        swap(own, self.stoppers);
        own.set_budget(inner);
        self.stoppers.set_budget(outer);
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        self.exchange();
    }
}
