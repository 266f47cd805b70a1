//! Unions of impartial games when the last move loses (C. A. B. Smith, Graphs and composite
//! games, 1966).
//!
//! As long as two components are alive the winner is as in normal play: the player to move wins
//! iff he wins one of them. With one component alive it is played by its own, and with none the
//! player to move has won. A component may fall apart, so both questions go together.

use super::parts_of;
use crate::lists::can_move;
use crate::path::Path;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Work, deeper};
use upstar_rules::{Rules, listed};

/// Decides unions of positions of one impartial ruleset without cycles.
pub struct Selective<R: Rules> {
    rules: Arc<R>,
    work: Work,
    memo: Memo<(R::Position, Play), bool>,
    path: Path<(R::Position, Play)>,
}

impl<R: Rules> Selective<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let (memo, path) = (Memo::new(&budget), Path::new(&budget));
        let rules = Arc::clone(rules);
        Selective { rules, work: Work::new(budget), memo, path }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
    }

    /// How many answers are known so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// Does the player to move win a union of these components?
    pub fn wins(&mut self, parts: &[(R::Position, u64)], play: Play) -> Result<bool, Stopped> {
        let alive = |part: &R::Position| can_move(&*self.rules, part, Player::Left);
        let alive: Vec<_> = parts.iter().filter(|(part, _)| alive(part)).collect();
        match (play, &alive[..]) {
            (Play::Misere, []) => Ok(true),
            (Play::Misere, [(part, 1)]) => self.of_part(part, Play::Misere),
            _ => {
                for (part, _) in alive {
                    if self.of_part(part, Play::Normal)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn of_part(&mut self, part: &R::Position, play: Play) -> Result<bool, Stopped> {
        let key = (self.rules.normal_form(part.clone()).0, play);
        if let Some(&answer) = self.memo.get(&key) {
            return Ok(answer);
        }
        self.path.enter(&key, |key| self.rules.show(&key.0))?;
        let answer = deeper(|| self.by_moves(&key.0, play));
        self.path.leave();
        let answer = answer?;
        self.memo.insert(key, answer)?;
        Ok(answer)
    }

    fn by_moves(&mut self, form: &R::Position, play: Play) -> Result<bool, Stopped> {
        let options = listed(&*self.rules, form, Player::Left, self.work.budget())?;
        for option in &options {
            self.work.step()?;
            let parts = parts_of(&*self.rules, option, self.work.budget())?;
            if !self.wins(&parts, play)? {
                return Ok(true);
            }
        }
        Ok(options.is_empty() && play == Play::Misere)
    }
}
