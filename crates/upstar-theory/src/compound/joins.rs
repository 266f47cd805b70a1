//! Joins: the remoteness or suspense of every component for each player (Winning Ways ch. 9).
//!
//! The number of a player follows from the opponent's numbers of his options; an option that
//! falls apart is itself a join. In compounds with passes a player who cannot move where the
//! opponent can has one option, the same position with the opponent to move. Without that the
//! rule for slow joins would be wrong for partizan games; with it no two passes follow each
//! other, so the recursion ends.

use super::Compound;
use crate::deeper;
use crate::many::Many;
use crate::memo::SharedMemo;
use std::sync::Arc;
use upstar_base::{Budget, Play, Player, Stopped};
use upstar_rules::Rules;
use upstar_values::Pace;

/// Computes numbers of positions of one ruleset without cycles and remembers them.
pub struct Joins<'r, R: Rules> {
    rules: &'r R,
    pace: Pace,
    passes: bool,
    play: Play,
    budget: Arc<Budget>,
    memo: SharedMemo<(R::Position, Player), u32>,
    steps: u32,
}

impl<'r, R: Rules> Joins<'r, R> {
    /// An engine for one of the joins that works within `budget`.
    pub fn new(rules: &'r R, compound: Compound, play: Play, budget: Arc<Budget>) -> Self {
        let pace = if compound == Compound::SlowJoin { Pace::Slow } else { Pace::Rapid };
        let (memo, steps) = (SharedMemo::new(), 0);
        Joins { rules, pace, passes: compound.has_passes(), play, budget, memo, steps }
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
        if let Some(number) = self.memo.get(&key) {
            return Ok(number);
        }
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1024) {
            self.budget.check()?;
        }
        let number = deeper(|| self.by_options(&key.0, who))?;
        self.memo.insert(&self.budget, key, number)?;
        Ok(number)
    }

    fn by_options(&mut self, form: &R::Position, who: Player) -> Result<u32, Stopped> {
        let mut options = Vec::new();
        self.rules.options(form, who, &mut options);
        if options.is_empty() && self.passes && !self.rules.is_impartial() {
            self.rules.options(form, !who, &mut options);
            return if options.is_empty() {
                Ok(0)
            } else {
                Ok(self.of_part(form.clone(), !who)? + 1)
            };
        }
        let _many = Many::of(&self.budget, &options)?;
        let mut numbers = Vec::with_capacity(options.len());
        let mut room = Vec::new();
        for option in &options {
            numbers.push(self.of_parts(option, !who, &mut room)?);
        }
        Ok(self.pace.number(self.play, numbers))
    }
}
