//! Where rules and theories meet.
//!
//! Rules know nothing of values, and theories are written for every type of rules. This crate is the
//! only one that puts both together: it compiles the theories once, for [`Erased`] rules, and once
//! more for the few types of rules where that pays. Callers see a `Theory<Erased>` and cannot
//! tell the difference.
//!
//! An [`Evaluator`] is a ruleset with the theory that answers for it in one play mode, and an
//! [`EvaluatorCache`] keeps those of a session. The calculator and the queries about positions
//! share them, and all values that they find are handles into the stores of the session.
//!
//! ```
//! use upstar_base::{Player, Verdict};
//! use upstar_engine::{PlayMode, choose_theory};
//! use upstar_rules::{read_sum, registry};
//! use upstar_values::Calc;
//! let (_, rules) = registry::open("domineering", "4x4")?;
//! let rules = std::sync::Arc::new(rules);
//! let mut theory = choose_theory(&rules, &PlayMode::default(), Calc::default())?;
//! let at = theory.standing(&read_sum(&*rules, "....|....|....|....")?)?;
//! assert_eq!(theory.verdict(&at, Player::Left), Ok(Verdict::Win));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod evaluator;
mod open_rules;
mod typed;

pub use cache::{EvaluatorCache, RulesKey};
pub use evaluator::Evaluator;
pub use open_rules::{Facts, OpenRules};

use std::sync::Arc;
use upstar_base::Play;
use upstar_rules::erased::Erased;
use upstar_rules::{Rules, registry};
use upstar_theory::compound::Compound;
pub use upstar_theory::theory::PlayMode;
use upstar_theory::theory::{self, Theory, Unsupported};
use upstar_values::Calc;

/// Chooses the theory that answers for these rules in this mode, working at the store and within the
/// budget of `calc`.
///
/// # Errors
/// Says why no theory is known.
pub fn choose_theory(
    rules: &Arc<Erased>,
    mode: &PlayMode,
    calc: Calc,
) -> Result<Box<dyn Theory<Erased>>, Unsupported> {
    // The sums of normal play that values decide.
    let is_sum = (mode.compound, mode.play) == (Compound::Sum, Play::Normal);
    let ends = rules.nature().special_moves.is_empty()
        && !rules.nature().infinite
        && !rules.nature().loopy;
    if !is_sum || !ends {
        return theory::choose_theory(rules, mode, calc);
    }
    match registry::typed(rules, typed::TypedSums { mode, calc }) {
        Ok(theory) => Ok(theory),
        Err(typed::TypedSums { calc, .. }) => theory::choose_theory(rules, mode, calc),
    }
}
