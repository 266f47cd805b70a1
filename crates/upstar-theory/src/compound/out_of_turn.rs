//! Plain search through sums of partizan games with entailing or complimenting moves.
//!
//! The sets that decide such sums of impartial games (`entailing.rs`) tell what everything else may
//! be as a nim-value; what is partizan has none. So only the winner is looked for. A state is the
//! component that must be answered, if there is one, the others in order, and who is to move.

use super::single::single;
use super::theory::CompoundTheory;
use crate::path::Path;
use crate::theory::{NoAnswer, PositionOf, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Memo, Player, Stopped, Verdict, deeper};
use upstar_rules::Rules;

const NO_THEORY: &str = "entailing and complimenting moves have a theory in impartial sums only; \
     only the winner can be searched for";

type TurnState<P> = (Option<P>, Vec<P>, Player);

/// Decides sums of positions of one ruleset without cycles.
pub struct OutOfTurn<R: Rules> {
    rules: Arc<R>,
    budget: Arc<Budget>,
    memo: Memo<TurnState<R::Position>, bool>,
    path: Path<TurnState<R::Position>>,
}

impl<R: Rules> OutOfTurn<R> {
    /// A search that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let (memo, path) = (Memo::new(&budget), Path::new(&budget));
        OutOfTurn { rules: Arc::clone(rules), budget, memo, path }
    }

    /// Does `who`, to move, win?
    pub fn wins(&mut self, at: &PositionOf<R>, who: Player) -> Result<bool, Stopped> {
        let mut others = at.components.clone();
        let answered = at.entailed.map(|place| others.remove(place));
        others.sort_unstable();
        let key = (answered, others, who);
        if let Some(&answer) = self.memo.get(&key) {
            return Ok(answer);
        }
        self.budget.check()?;
        self.path.enter(&key, |(answered, others, _)| {
            let all = answered.iter().chain(others);
            all.map(|part| self.rules.show(part)).collect::<Vec<_>>().join(" + ")
        })?;
        let answer = deeper(|| self.by_turns(at, who));
        self.path.leave();
        let answer = answer?;
        self.memo.insert(key, answer)?;
        Ok(answer)
    }

    fn by_turns(&mut self, at: &PositionOf<R>, who: Player) -> Result<bool, Stopped> {
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
}

impl<R: Rules> CompoundTheory<R> for OutOfTurn<R> {
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
        Err(NoAnswer::NoTheory(NO_THEORY))
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        Ok(Verdict::of(self.wins(at, who)?))
    }
}
