//! Plain search through a compound, for the winner where no theory is known.
//!
//! A state is the sorted list of the components, because only their play matters.

use super::Compound;
use super::turns::Turns;
use crate::deeper;
use crate::memo::SharedMemo;
use std::sync::Arc;
use upstar_base::{Budget, Play, Player, Stopped};
use upstar_rules::Rules;

/// Decides compounds of positions of one ruleset without cycles.
pub struct Search<'r, R: Rules> {
    rules: &'r R,
    compound: Compound,
    play: Play,
    budget: Arc<Budget>,
    memo: SharedMemo<(Vec<R::Position>, Player), bool>,
}

impl<'r, R: Rules> Search<'r, R> {
    /// A search that works within `budget`.
    pub fn new(rules: &'r R, compound: Compound, play: Play, budget: Arc<Budget>) -> Self {
        Search { rules, compound, play, budget, memo: SharedMemo::new() }
    }

    /// How many positions have a winner so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// Does `who`, to move, win?
    pub fn wins(&mut self, components: &[R::Position], who: Player) -> Result<bool, Stopped> {
        let mut state = components.to_vec();
        state.sort_unstable();
        let mover = if self.rules.is_impartial() { Player::Left } else { who };
        let key = (state, mover);
        if let Some(answer) = self.memo.get(&key) {
            return Ok(answer);
        }
        self.budget.check()?;
        if let Some(winner) = key.0.iter().find_map(|component| self.rules.decided(component)) {
            return Ok(winner == mover);
        }
        let turns = Turns::of(self.rules, self.compound, self.play, &key.0, mover);
        let (mut stuck, mut answer, mut stopped) = (true, false, None);
        turns.visit(|at| {
            stuck = false;
            match turns.decides(at) {
                Some(winner) => answer = winner == mover,
                None => match deeper(|| self.wins(&turns.after(at), !mover)) {
                    Ok(loses) => answer = !loses,
                    Err(reason) => stopped = Some(reason),
                },
            }
            !answer && stopped.is_none()
        });
        if let Some(stopped) = stopped {
            return Err(stopped);
        }
        let answer = answer || stuck && self.play == Play::Misere;
        self.budget.charge((key.0.len() * size_of::<R::Position>()) as u64)?;
        self.memo.insert(&self.budget, key, answer)?;
        Ok(answer)
    }
}
