//! Joins: the remoteness or suspense of every component for each player (Winning Ways ch. 9).
//!
//! The number of a player follows from the opponent's numbers of his options; an option that
//! falls apart is itself a join. In compounds with passes a player who cannot move where the
//! opponent can has one option, the same position with the opponent to move. Without that the
//! rule for slow joins would be wrong for partizan games; with it no two passes follow each
//! other, so the recursion ends.

use super::Compound;
use crate::engine::{Algebra, Engine};
use crate::lists::can_move;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Work};
use upstar_rules::Rules;
use upstar_values::Pace;

/// Values are remoteness or suspense, for the player who is to move.
pub struct Numbers {
    pace: Pace,
    passes: bool,
    play: Play,
    work: Work,
}

impl<R: Rules> Algebra<R> for Numbers {
    type Aspect = Player;
    type Value = u32;
    type Total = Option<u32>;
    type Memory = Memo<(R::Position, Player), u32>;

    fn of(engine: &mut Engine<R, Self>, form: &R::Position, who: Player) -> Result<u32, Stopped> {
        let mut options = engine.options(form, who)?;
        let impartial = engine.rules.is_impartial();
        if options.is_empty() && engine.algebra.passes && !impartial {
            return if can_move(&*engine.rules, form, !who) {
                Ok(engine.part(form.clone(), !who)? + 1)
            } else {
                Ok(0)
            };
        }
        engine.algebra.work.steps(options.len() as u64 + 1)?;
        // Both players have the same numbers in an impartial game.
        let next = if impartial { who } else { !who };
        let mut numbers = Vec::with_capacity(options.len());
        let mut room = Vec::new();
        for option in options.drain() {
            numbers.push(join(engine, &option, next, &mut room)?);
        }
        engine.done(options);
        Ok(engine.algebra.pace.number(engine.algebra.play, numbers))
    }

    fn add(&mut self, total: &mut Option<u32>, number: u32, _: u64) -> Result<(), Stopped> {
        *total = self.pace.join(total.iter().copied().chain([number]));
        Ok(())
    }

    fn exchanged(&self, who: Player) -> Player {
        !who
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
    }
}

/// The number of a position, with room for the components that serves again.
fn join<R: Rules>(
    engine: &mut Engine<R, Numbers>,
    position: &R::Position,
    who: Player,
    room: &mut Vec<(R::Position, u64)>,
) -> Result<u32, Stopped> {
    room.clear();
    engine.rules.parts(position, room);
    if room.is_empty() {
        return engine.part(position.clone(), who);
    }
    Ok(engine.together(room.drain(..), who)?.unwrap_or(0))
}

/// Computes numbers of positions of one ruleset without cycles and remembers them.
pub struct Joins<R: Rules>(Engine<R, Numbers>);

impl<R: Rules> Joins<R> {
    /// An engine for one of the joins that works within `budget`.
    pub fn new(rules: &Arc<R>, compound: Compound, play: Play, budget: Arc<Budget>) -> Self {
        let pace = if compound == Compound::SlowJoin { Pace::Slow } else { Pace::Rapid };
        let (passes, work) = (compound.has_passes(), Work::new(Arc::clone(&budget)));
        Joins(Engine::new(rules, Numbers { pace, passes, play, work }, &budget))
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    /// Which component decides.
    pub fn pace(&self) -> Pace {
        self.0.algebra.pace
    }

    /// How many numbers are known so far.
    pub fn known(&self) -> usize {
        self.0.known()
    }

    /// The number of a position for the player who is to move.
    pub fn of(&mut self, position: &R::Position, who: Player) -> Result<u32, Stopped> {
        let who = if self.0.rules.is_impartial() { Player::Left } else { who };
        join(&mut self.0, position, who, &mut Vec::new())
    }
}
