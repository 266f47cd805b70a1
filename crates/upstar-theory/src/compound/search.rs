//! Plain search through a compound, for the winner where no theory is known.
//!
//! A state is the sorted list of the components, because only their play matters.

use super::Compound;
use super::theory::CompoundTheory;
use super::turns::Turns;
use crate::path::Path;
use crate::theory::{NoAnswer, PositionOf, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Verdict, deeper};
use upstar_rules::Rules;

/// Decides compounds of positions of one ruleset without cycles.
pub struct Search<R: Rules> {
    rules: Arc<R>,
    compound: Compound,
    play: Play,
    budget: Arc<Budget>,
    memo: Memo<(Vec<R::Position>, Player), bool>,
    path: Path<(Vec<R::Position>, Player)>,
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
    pub fn wins(&mut self, components: &[R::Position], who: Player) -> Result<bool, Stopped> {
        let mut state = components.to_vec();
        state.sort_unstable();
        let mover = if self.rules.nature().impartial { Player::Left } else { who };
        let key = (state, mover);
        if let Some(&answer) = self.memo.get(&key) {
            return Ok(answer);
        }
        self.budget.check()?;
        if let Some(winner) = key.0.iter().find_map(|component| self.rules.decided(component)) {
            return Ok(winner == mover);
        }
        self.path.enter(&key, |key| {
            key.0.iter().map(|part| self.rules.show(part)).collect::<Vec<_>>().join(" + ")
        })?;
        let answer = deeper(|| self.by_turns(&key.0, mover));
        self.path.leave();
        let answer = answer?;
        self.memo.insert(key, answer)?;
        Ok(answer)
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
                None => !self.wins(&turns.after(at), !mover)?,
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
        Ok(Verdict::of(self.wins(&at.components, who)?))
    }
}
