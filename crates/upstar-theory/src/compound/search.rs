//! Plain search for the winner where no theory is known: through the turns of a compound, and
//! through sums of partizan games with entailing or complimenting moves.
//!
//! The sets that decide such sums of impartial games (`entailing.rs`) tell what everything else may
//! be as a nim-value; what is partizan has none. A state is the component that must be answered, if
//! there is one, the others sorted, because only their play matters, and who is to move.

use super::Compound;
use super::single::single;
use super::theory::CompoundTheory;
use super::turns::Turns;
use crate::path::Path;
use crate::theory::{CompoundPosition, NoAnswer, PositionOf, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Verdict, deeper};
use upstar_rules::Rules;

type TurnState<P> = (Option<P>, Vec<P>, Player);

/// Decides compounds of positions of one ruleset without cycles.
pub struct Search<R: Rules> {
    rules: Arc<R>,
    compound: Compound,
    play: Play,
    budget: Arc<Budget>,
    memo: Memo<TurnState<R::Position>, bool>,
    path: Path<TurnState<R::Position>>,
    /// Why there is no theory.
    why: &'static str,
}

impl<R: Rules> Search<R> {
    /// A search that works within `budget`.
    pub fn new(rules: &Arc<R>, compound: Compound, play: Play, budget: Arc<Budget>) -> Self {
        let (memo, path) = (Memo::new(&budget), Path::new(&budget));
        let rules = Arc::clone(rules);
        Search { rules, compound, play, budget, memo, path, why: "" }
    }

    /// The same search, which can say why there is no theory.
    pub fn because(mut self, why: &'static str) -> Self {
        self.why = why;
        self
    }

    /// Does `who`, to move, win?
    pub fn wins(&mut self, at: &PositionOf<R>, who: Player) -> Result<bool, Stopped> {
        let mut others = at.components.clone();
        let answered = at.entailed.map(|place| others.remove(place));
        others.sort_unstable();
        let mover = if self.rules.nature().impartial { Player::Left } else { who };
        let key = (answered, others, mover);
        if let Some(&answer) = self.memo.get(&key) {
            return Ok(answer);
        }
        self.budget.check()?;
        if let Some(winner) = at.components.iter().find_map(|part| self.rules.decided(part)) {
            return Ok(winner == mover);
        }
        self.path.enter(&key, |(answered, others, _)| {
            let all = answered.iter().chain(others);
            all.map(|part| self.rules.show(part)).collect::<Vec<_>>().join(" + ")
        })?;
        let answer = deeper(|| match self.compound {
            Compound::Sum => self.by_moves(at, mover),
            _ => self.by_turns(&key.1, mover),
        });
        self.path.leave();
        let answer = answer?;
        self.memo.insert(key, answer)?;
        Ok(answer)
    }

    /// Does `who` win by a move in one component, or in the one that must be answered?
    fn by_moves(&mut self, at: &PositionOf<R>, who: Player) -> Result<bool, Stopped> {
        for turn in single(&*self.rules, at, who, usize::MAX, &self.budget)? {
            let wins = match turn.decides {
                true => turn.wins(),
                false if turn.again => self.wins(&turn.to, who)?,
                false => !self.wins(&turn.to, !who)?,
            };
            if wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does `mover` win by a turn, or because there is none?
    fn by_turns(&mut self, state: &[R::Position], mover: Player) -> Result<bool, Stopped> {
        let turns = Turns::of(&*self.rules, self.compound, self.play, state, mover, &self.budget)?;
        let (mut stuck, mut answer) = (true, false);
        let budget = Arc::clone(&self.budget);
        turns.visit(&budget, |at| {
            stuck = false;
            answer = match turns.decides(at) {
                Some(winner) => winner == mover,
                None => !self.wins(&CompoundPosition::of(turns.after(at)), !mover)?,
            };
            Ok(!answer)
        })?;
        Ok(answer || stuck && self.play == Play::Misere)
    }
}

impl<R: Rules> CompoundTheory<R> for Search<R> {
    fn name(&self) -> &'static str {
        "search"
    }

    fn known(&self) -> usize {
        self.memo.len()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
    }

    fn worth(&mut self, _: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        Err(NoAnswer::NoTheory(self.why))
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        Ok(Verdict::of(self.wins(at, who)?))
    }
}
