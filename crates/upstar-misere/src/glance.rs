//! A short look at a game: is its quotient soon complete, or does it have a rule for all heaps?
//!
//! The quotient of a game with a rule grows for ever, the slower the longer it is followed, while
//! its rule is found at once. So a quotient gets few steps, then the rule is looked
//! for, and only what has neither is followed further. Steps are counted and not seconds: the same
//! game is always understood in the same way.

use crate::quotient::{End, Quotient, Solver};
use crate::rule::Rule;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// How many steps a quotient gets before a rule is looked for.
const STEPS: u64 = 200;

/// Returns the quotient after few steps and, where it is not complete then, the rule of the game,
/// if any. The rule is an error if the budget ended before it was known whether there is one.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::Budget;
/// use upstar_misere::glance::glance;
/// use upstar_misere::quotient::Solver;
/// let budget = Arc::new(Budget::unlimited());
/// let mut look = |code: &str| {
///     let code = code.parse().unwrap();
///     glance(&code, &mut Solver::new(&code), 1000, &budget)
/// };
/// let (kayles, rule) = look(".77");
/// assert_eq!((kayles.monoid().order(), rule?.is_none()), (40, true));
/// let (_, rule) = look("4.7");
/// assert_eq!(rule?.unwrap().label(8), "+5/7");
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn glance(
    code: &HeapCode,
    solver: &mut Solver,
    heaps: u32,
    budget: &Arc<Budget>,
) -> (Quotient, Result<Option<Rule>, Stopped>) {
    let quotient = solver.run(heaps, &Budget::steps_of(budget, STEPS));
    let rule = match quotient.end() {
        End::Complete { .. } => Ok(None),
        end => end.unless_stopped(budget).and_then(|()| rule(code, budget)),
    };
    (quotient, rule)
}

/// Returns the rule for heaps of every size, if one is found in some steps.
pub fn rule(code: &HeapCode, budget: &Arc<Budget>) -> Result<Option<Rule>, Stopped> {
    budget.begin("a rule for all heaps", None);
    Rule::find(code, budget)
}
