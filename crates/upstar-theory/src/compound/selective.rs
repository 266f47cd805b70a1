//! Unions of impartial games when the last move loses (C. A. B. Smith, Graphs and composite
//! games, 1966).
//!
//! As long as two components are alive the winner is as in normal play: the player to move wins
//! iff he wins one of them. With one component alive it is played by its own, and with none the
//! player to move has won. A component may fall apart, so both questions go together.

use super::parts_of;
use crate::deeper;
use crate::memo::SharedMemo;
use std::sync::Arc;
use upstar_base::{Budget, Play, Player, Stopped};
use upstar_rules::Rules;

/// Decides unions of positions of one impartial ruleset without cycles.
pub struct Selective<'r, R: Rules> {
    rules: &'r R,
    budget: Arc<Budget>,
    memo: SharedMemo<(R::Position, Play), bool>,
    steps: u32,
}

impl<'r, R: Rules> Selective<'r, R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &'r R, budget: Arc<Budget>) -> Self {
        Selective { rules, budget, memo: SharedMemo::new(), steps: 0 }
    }

    /// How many answers are known so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// Does the player to move win a union of these components?
    pub fn wins(&mut self, parts: &[(R::Position, u64)], play: Play) -> Result<bool, Stopped> {
        let alive = |part: &R::Position| {
            let mut options = Vec::new();
            self.rules.options(part, Player::Left, &mut options);
            !options.is_empty()
        };
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
        if let Some(answer) = self.memo.get(&key) {
            return Ok(answer);
        }
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1024) {
            self.budget.check()?;
        }
        let mut options = Vec::new();
        self.rules.options(&key.0, Player::Left, &mut options);
        let mut answer = options.is_empty() && play == Play::Misere;
        for option in options {
            let parts = parts_of(self.rules, &option);
            if !deeper(|| self.wins(&parts, play))? {
                answer = true;
                break;
            }
        }
        self.memo.insert(&self.budget, key, answer)?;
        Ok(answer)
    }
}
