//! Which theory fits which rules and play mode.

use super::Theory;
use super::infinite::Nimbers;
use super::misere::MisereSums;
use crate::compound::Compound;
use crate::compound::solver::CompoundSolver;
use crate::structure::theorem::KnownTheorem;
use crate::sum_solver::SumSolver;
use std::sync::Arc;
use upstar_base::{Play, Player, Remedy};
use upstar_rules::Rules;
use upstar_values::Calc;

/// How a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayMode {
    /// How several components are played at once.
    pub compound: Compound,
    /// Who wins when a player cannot move.
    pub play: Play,
    /// Are the rules those of the book? Theorems on loopy games speak of them and not of
    /// variants.
    pub plain: bool,
    /// Who wins play that never ends; `None` for a draw.
    pub endless: Option<Player>,
    /// How many threads may compute values.
    pub threads: usize,
}

impl Default for PlayMode {
    fn default() -> Self {
        PlayMode {
            compound: Compound::Sum,
            play: Play::Normal,
            plain: true,
            endless: None,
            threads: 1,
        }
    }
}

/// Why no theory fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unsupported {
    /// The reason.
    pub reason: &'static str,
    /// What has a theory instead, where that is known.
    pub remedy: Option<Remedy>,
}

impl Unsupported {
    /// For this reason there is no theory.
    pub const fn because(reason: &'static str) -> Unsupported {
        Unsupported { reason, remedy: None }
    }
}

const NOBODY: Unsupported = Unsupported::because(
    "in an impartial game nobody is Left or Right, so that endless play can only be a draw",
);

/// The theory that fits, working at the store and within the budget of `calc`.
pub fn choose_theory<R: Rules>(
    rules: &Arc<R>,
    mode: &PlayMode,
    calc: Calc,
) -> Result<Box<dyn Theory<R>>, Unsupported> {
    let PlayMode { compound, play, plain, endless, threads } = *mode;
    if endless.is_some() && rules.nature().loopy && rules.nature().impartial {
        return Err(NOBODY);
    }
    let normal = play == Play::Normal;
    let sum = compound == Compound::Sum;
    let solved = || normal && plain && KnownTheorem::of(rules).is_some();
    let ordinary = rules.nature().special_moves.is_empty() && (!rules.nature().loopy || solved());
    if rules.nature().infinite && sum && normal {
        return Ok(Box::new(Nimbers::new(rules, calc)));
    }
    if sum && ordinary && !rules.nature().infinite {
        if normal {
            return Ok(Box::new(SumSolver::new(rules, play, calc).with_threads(threads)));
        }
        return Ok(match MisereSums::new(rules, calc) {
            Ok(theory) => Box::new(theory),
            Err(search) => Box::new(search),
        });
    }
    let budget = Arc::clone(calc.budget());
    let solver = CompoundSolver::new(rules, compound, play, budget)?;
    Ok(Box::new(solver.with_infinite_play(endless.filter(|_| rules.nature().loopy))))
}
