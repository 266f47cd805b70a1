//! Unions in normal play: the tallies of every component (Winning Ways ch. 10).
//!
//! A move may also win or lose the whole union at once. In an urgent union the move that ends a
//! component is such a move: it wins in normal play and loses in misère play; so the same engine
//! covers urgent unions for both endings.

use super::parts_of;
use super::turns::decides;
use crate::deeper;
use crate::many::Many;
use crate::memo::SharedMemo;
use std::sync::Arc;
use upstar_base::{Budget, Play, Player, Stopped};
use upstar_rules::Rules;
use upstar_values::{Best, Tallies, Tally};

/// Computes tallies of positions of one ruleset without cycles and remembers them.
pub struct UnionTallies<'r, R: Rules> {
    rules: &'r R,
    /// For an urgent union, who wins when it ends.
    urgent: Option<Play>,
    budget: Arc<Budget>,
    memo: SharedMemo<R::Position, u32>,
    known: Vec<Tallies>,
    steps: u32,
}

impl<'r, R: Rules> UnionTallies<'r, R> {
    /// An engine for unions; for urgent ones with their ending.
    pub fn new(rules: &'r R, urgent: Option<Play>, budget: Arc<Budget>) -> Self {
        let (memo, known) = (SharedMemo::new(), Vec::new());
        UnionTallies { rules, urgent, budget, memo, known, steps: 0 }
    }

    /// How many components have tallies so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// The tally of a union when `who` starts, given its components and their numbers.
    pub fn union(&mut self, parts: &[(R::Position, u64)], who: Player) -> Result<Tally, Stopped> {
        let mut tallies = Vec::with_capacity(parts.len());
        for (part, count) in parts {
            tallies.push((self.of_part(part.clone())?, *count));
        }
        Ok(Tally::union(tallies.iter().map(|(both, count)| (both.of(who), *count))))
    }

    /// The tallies of a position.
    pub fn of(&mut self, position: &R::Position) -> Result<Tallies, Stopped> {
        let parts = parts_of(self.rules, position);
        Ok(Tallies {
            left: self.union(&parts, Player::Left)?,
            right: self.union(&parts, Player::Right)?,
        })
    }

    fn of_part(&mut self, part: R::Position) -> Result<Tallies, Stopped> {
        let (form, exchanged) = self.rules.normal_form(part);
        let exchanged = exchanged && !self.rules.is_impartial();
        let place = match self.memo.get(&form) {
            Some(place) => place,
            None => {
                self.steps = self.steps.wrapping_add(1);
                if self.steps.is_multiple_of(256) {
                    self.budget.check()?;
                }
                let tallies = deeper(|| {
                    if let Some(winner) = self.rules.decided(&form) {
                        return Ok(Tallies::won(winner));
                    }
                    let left = self.best(&form, Player::Left)?;
                    let right = self.best(&form, Player::Right)?;
                    Ok::<_, Stopped>(Tallies::from_best(left, right))
                })?;
                self.budget.charge(size_of::<Tallies>() as u64)?;
                let place = self.known.len() as u32;
                self.known.push(tallies);
                self.memo.insert(&self.budget, form, place)?;
                place
            }
        };
        let tallies = &self.known[place as usize];
        Ok(if exchanged { tallies.negated() } else { tallies.clone() })
    }

    fn best(&mut self, part: &R::Position, who: Player) -> Result<Best, Stopped> {
        let mut options = Vec::new();
        self.rules.options(part, who, &mut options);
        let _many = Many::of(&self.budget, &options)?;
        let mut best = Best::none(who);
        for option in &options {
            let parts = parts_of(self.rules, option);
            match decides(self.rules, self.urgent, part, who, option, &parts) {
                Some(winner) if winner == who => best.override_by(who),
                Some(_) => {}
                None => best.improve(who, self.union(&parts, !who)?),
            }
        }
        Ok(best)
    }
}
