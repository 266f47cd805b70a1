//! A short look at a game: is its quotient soon complete, or does it have a rule for all heaps?
//!
//! The quotient of a game with a rule grows for ever, the slower the longer it is followed, while
//! its rule is found at once. So a quotient gets few steps, then the rule is looked
//! for, and only what has neither is followed further. Steps are counted and not seconds: the same
//! game is always understood in the same way.

use crate::quotient::{End, Quotient, Solver};
use crate::rule::Rule;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_rules::heap::code::HeapCode;

/// How many steps a quotient gets before a rule is looked for.
const STEPS: u64 = 200;

/// The quotient after few steps; where it is not complete then, the rule of the game, if any.
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
/// assert_eq!((kayles.monoid().order(), rule.is_none()), (40, true));
/// let (_, rule) = look("4.7");
/// assert_eq!(rule.unwrap().label(8), "+5/7");
/// ```
pub fn glance(
    code: &HeapCode,
    solver: &mut Solver,
    heaps: u32,
    budget: &Arc<Budget>,
) -> (Quotient, Option<Rule>) {
    let quotient = solver.run(heaps, &Budget::steps_of(budget, STEPS));
    let rule = match quotient.end() {
        End::Complete { .. } => None,
        _ => rule(code, budget),
    };
    (quotient, rule)
}

/// The rule for all heaps of a game, if one is found in some steps.
pub fn rule(code: &HeapCode, budget: &Arc<Budget>) -> Option<Rule> {
    budget.begin("a rule for all heaps", None);
    Rule::find(code, budget).unwrap_or(None)
}
