//! Joins: the remoteness or suspense of every component for each player (Winning Ways ch. 9).
//!
//! The number of a player follows from the opponent's numbers of his options; an option that
//! falls apart is itself a join. In compounds with passes a player who cannot move where the
//! opponent can has one option, the same position with the opponent to move. Without that the
//! rule for slow joins would be wrong for partizan games; with it no two passes follow each
//! other, so the recursion ends.

use super::Compound;
use crate::lists::can_move;
use crate::path::Path;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Work, deeper};
use upstar_rules::{Rules, listed};
use upstar_values::Pace;

/// Computes numbers of positions of one ruleset without cycles and remembers them.
pub struct Joins<R: Rules> {
    rules: Arc<R>,
    pace: Pace,
    passes: bool,
    play: Play,
    work: Work,
    memo: Memo<(R::Position, Player), u32>,
    path: Path<(R::Position, Player)>,
}

impl<R: Rules> Joins<R> {
    /// An engine for one of the joins that works within `budget`.
    pub fn new(rules: &Arc<R>, compound: Compound, play: Play, budget: Arc<Budget>) -> Self {
        let pace = if compound == Compound::SlowJoin { Pace::Slow } else { Pace::Rapid };
        let (memo, path, passes) = (Memo::new(&budget), Path::new(&budget), compound.has_passes());
        let rules = Arc::clone(rules);
        Joins { rules, pace, passes, play, work: Work::new(budget), memo, path }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
    }

    /// Which component decides.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// How many numbers are known so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// The number of a position for the player who is to move.
    pub fn of(&mut self, position: &R::Position, who: Player) -> Result<u32, Stopped> {
        self.of_parts(position, who, &mut Vec::new())
    }

    /// The same, with room for the components that serves again.
    fn of_parts(
        &mut self,
        position: &R::Position,
        who: Player,
        room: &mut Vec<(R::Position, u64)>,
    ) -> Result<u32, Stopped> {
        room.clear();
        self.rules.parts(position, room);
        if room.is_empty() {
            return self.of_part(position.clone(), who);
        }
        let mut total = None;
        for (part, _) in room.drain(..) {
            let number = self.of_part(part, who)?;
            total = self.pace.join(total.into_iter().chain([number]));
        }
        Ok(total.unwrap_or(0))
    }

    fn of_part(&mut self, part: R::Position, who: Player) -> Result<u32, Stopped> {
        let (form, exchanged) = self.rules.normal_form(part);
        let who = match (self.rules.is_impartial(), exchanged) {
            (true, _) => Player::Left,
            (false, true) => !who,
            (false, false) => who,
        };
        let key = (form, who);
        if let Some(&number) = self.memo.get(&key) {
            return Ok(number);
        }
        self.path.enter(&key, |key| self.rules.show(&key.0))?;
        let number = deeper(|| self.by_options(&key.0, who));
        self.path.leave();
        let number = number?;
        self.memo.insert(key, number)?;
        Ok(number)
    }

    fn by_options(&mut self, form: &R::Position, who: Player) -> Result<u32, Stopped> {
        let options = listed(&*self.rules, form, who, self.work.budget())?;
        if options.is_empty() && self.passes && !self.rules.is_impartial() {
            return if can_move(&*self.rules, form, !who) {
                Ok(self.of_part(form.clone(), !who)? + 1)
            } else {
                Ok(0)
            };
        }
        self.work.steps(options.len() as u64 + 1)?;
        let mut numbers = Vec::with_capacity(options.len());
        let mut room = Vec::new();
        for option in &options {
            numbers.push(self.of_parts(option, !who, &mut room)?);
        }
        Ok(self.pace.number(self.play, numbers))
    }
}
