//! Joins: the remoteness or suspense of every component for each player (Winning Ways ch. 9).
//!
//! The number of a player follows from the opponent's numbers of his options; an option that
//! falls apart is itself a join. In compounds with passes a player who cannot move where the
//! opponent can has one option, the same position with the opponent to move. Without that the
//! rule for slow joins would be wrong for partizan games; with it no two passes follow each
//! other, so the recursion ends.

use super::Compound;
use super::decider::Decider;
use crate::engine::{Algebra, Engine};
use crate::lists::can_move;
use crate::theory::{Reason, Standing, Unanswered, Worth};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Verdict, Work};
use upstar_rules::Rules;
use upstar_values::{Pace, mover_wins};

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

impl<R: Rules> Joins<R> {
    /// The number of a join of these components.
    fn join(&mut self, components: &[R::Position], who: Player) -> Result<u32, Stopped> {
        let mut total = None;
        for component in components {
            let number = self.of(component, who)?;
            total = self.pace().join(total.into_iter().chain([number]));
        }
        Ok(total.unwrap_or(0))
    }
}

impl<R: Rules> Decider<R> for Joins<R> {
    fn name(&self) -> &'static str {
        self.pace().name()
    }

    fn known(&self) -> usize {
        self.0.known()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    fn worth(&mut self, at: &Standing<R::Position>) -> Result<Worth, Unanswered> {
        let left = self.join(&at.components, Player::Left)?;
        let right = match self.0.rules.is_impartial() {
            true => None,
            false => Some(self.join(&at.components, Player::Right)?),
        };
        Ok(Worth::Numbers { pace: self.pace(), left, right })
    }

    fn verdict(&mut self, at: &Standing<R::Position>, who: Player) -> Result<Verdict, Stopped> {
        Ok(Verdict::of(mover_wins(self.0.algebra.play, self.join(&at.components, who)?)))
    }

    fn leaves(
        &mut self,
        components: &[R::Position],
        who: Player,
    ) -> Result<Option<Worth>, Stopped> {
        Ok(Some(Worth::Number(self.pace(), self.join(components, who)?)))
    }

    fn together(&self, parts: &[&Worth]) -> Option<Worth> {
        let numbers = parts.iter().filter_map(|worth| match worth {
            Worth::Number(_, number) => Some(*number),
            _ => None,
        });
        Some(Worth::Number(self.pace(), self.pace().join(numbers).unwrap_or(0)))
    }

    fn gets(&self, left: &Worth, _: Player) -> Option<Verdict> {
        match left {
            Worth::Number(_, number) => Some(Verdict::of(mover_wins(self.0.algebra.play, *number))),
            _ => None,
        }
    }

    /// As the rules for remoteness and suspense prefer it.
    fn better(&self, one: &Worth, other: &Worth, _: Player) -> Ordering {
        let key = |worth: &Worth| match worth {
            Worth::Number(pace, number) => {
                let bad = mover_wins(self.0.algebra.play, *number);
                let slower = (*pace == Pace::Slow) ^ bad;
                Some((bad, if slower { -i64::from(*number) } else { i64::from(*number) }))
            }
            _ => None,
        };
        key(one).cmp(&key(other))
    }

    fn reason(
        &mut self,
        _: &Standing<R::Position>,
        _: Player,
        _: Verdict,
        left: Option<Worth>,
    ) -> Result<(Option<Worth>, Reason), Stopped> {
        let reason = match &left {
            Some(Worth::Number(pace, number)) => Reason::Number(*pace, *number),
            _ => Reason::Replies,
        };
        Ok((left, reason))
    }
}
