//! Unions in normal play: the tallies of every component (Winning Ways ch. 10).
//!
//! A move may also win or lose the whole union at once. In an urgent union the move that ends a
//! component is such a move: it wins in normal play and loses in misère play; so the same engine
//! covers urgent unions for both endings.

use super::parts_of;
use super::turns::decides;
use crate::path::Path;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Work, deeper};
use upstar_rules::{Rules, listed};
use upstar_values::{Best, Tallies, Tally};

/// Computes tallies of positions of one ruleset without cycles and remembers them.
pub struct UnionTallies<R: Rules> {
    rules: Arc<R>,
    /// For an urgent union, who wins when it ends.
    urgent: Option<Play>,
    work: Work,
    memo: Memo<R::Position, Tallies>,
    path: Path<R::Position>,
}

impl<R: Rules> UnionTallies<R> {
    /// An engine for unions; for urgent ones with their ending.
    pub fn new(rules: &Arc<R>, urgent: Option<Play>, budget: Arc<Budget>) -> Self {
        let (memo, path) = (Memo::new(&budget), Path::new(&budget));
        let rules = Arc::clone(rules);
        UnionTallies { rules, urgent, work: Work::new(budget), memo, path }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
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
        let parts = parts_of(&*self.rules, position, self.work.budget())?;
        Ok(Tallies {
            left: self.union(&parts, Player::Left)?,
            right: self.union(&parts, Player::Right)?,
        })
    }

    fn of_part(&mut self, part: R::Position) -> Result<Tallies, Stopped> {
        let (form, exchanged) = self.rules.normal_form(part);
        let exchanged = exchanged && !self.rules.is_impartial();
        let tallies = match self.memo.get(&form) {
            Some(tallies) => tallies.clone(),
            None => {
                self.path.enter(&form, |form| self.rules.show(form))?;
                let tallies = deeper(|| {
                    if let Some(winner) = self.rules.decided(&form) {
                        return Ok(Tallies::won(winner));
                    }
                    let left = self.best(&form, Player::Left)?;
                    let right = self.best(&form, Player::Right)?;
                    Ok::<_, Stopped>(Tallies::from_best(left, right))
                });
                self.path.leave();
                let tallies = tallies?;
                self.memo.insert(form, tallies.clone())?;
                tallies
            }
        };
        Ok(if exchanged { tallies.negated() } else { tallies })
    }

    fn best(&mut self, part: &R::Position, who: Player) -> Result<Best, Stopped> {
        let options = listed(&*self.rules, part, who, self.work.budget())?;
        let mut best = Best::none(who);
        for option in &options {
            self.work.steps(4)?;
            let parts = parts_of(&*self.rules, option, self.work.budget())?;
            match decides(&*self.rules, self.urgent, part, who, option, &parts) {
                Some(winner) if winner == who => best.override_by(who),
                Some(_) => {}
                None => best.improve(who, self.union(&parts, !who)?),
            }
        }
        Ok(best)
    }
}
