//! Joins, unions, endless play and moves out of turn.

use super::{Legal, Listing, Progress, Reason, Standing, Theory, Turn, Unanswered, Worth};
use crate::compound::referee::{self, Left, Referee};
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_values::stopper::Stoppers;

impl From<referee::Worth> for Worth {
    fn from(worth: referee::Worth) -> Worth {
        match worth {
            referee::Worth::Numbers { pace, left, right } => Worth::Numbers { pace, left, right },
            referee::Worth::Tallies(tallies) => Worth::Tallies(tallies),
            referee::Worth::Loopy(label) => Worth::Loopy(label),
            referee::Worth::Sides(sides) => Worth::Sides(sides),
            referee::Worth::Endless(prospect) => Worth::Endless(prospect),
            referee::Worth::Entailed(set) => Worth::Entailed(set),
            referee::Worth::Nim(value) => Worth::Loony(value),
            referee::Worth::Outcome(outcome) => Worth::Outcome(outcome),
        }
    }
}

/// What a turn leaves, as a value and as a reason.
fn named(left: Left) -> (Option<Worth>, Reason) {
    match left {
        Left::Number(pace, n) => (Some(Worth::Number(pace, n)), Reason::Number(pace, n)),
        Left::Tally(tally) => (Some(Worth::Tally(tally.clone())), Reason::Tally(tally)),
        Left::Loopy(label) => (Some(Worth::Loopy(label.clone())), Reason::Loopy(label)),
        Left::Remoteness(far) => (None, Reason::Remoteness(far)),
        Left::Endless(prospect) => (Some(Worth::Endless(prospect)), Reason::Endless(prospect)),
        Left::Nim(value) => (Some(Worth::Loony(value)), Reason::Loony(value)),
        Left::Level => (None, Reason::Level),
        Left::Lost => (None, Reason::Lost),
        Left::Nothing => (None, Reason::Replies),
    }
}

impl<R: Rules> Referee<R> {
    /// The turn of the same player that wins after one that gives another move.
    fn bonus(
        &mut self,
        at: &Standing<R::Position>,
        who: Player,
    ) -> Result<Option<Standing<R::Position>>, Stopped> {
        for next in Referee::legal(self, at, who, usize::MAX)? {
            let verdict = match next.winner {
                Some(winner) => Verdict::of(winner == who),
                None if next.again => Referee::verdict(self, &next.to, who)?,
                None => !Referee::verdict(self, &next.to, !who)?,
            };
            if verdict == Verdict::Win {
                return Ok(Some(next.to));
            }
        }
        Ok(None)
    }
}

impl<R: Rules> Theory<R> for Referee<R> {
    fn name(&self) -> &'static str {
        Referee::name(self)
    }

    fn standing(&self, terms: &[R::Position]) -> Result<Standing<R::Position>, Stopped> {
        Referee::standing(self, terms)
    }

    fn is_plain_sum(&self) -> bool {
        false
    }

    fn worth(&mut self, at: &Standing<R::Position>) -> Result<Worth, Unanswered> {
        Referee::worth(self, at).map(Worth::from)
    }

    fn verdict(&mut self, at: &Standing<R::Position>, who: Player) -> Result<Verdict, Stopped> {
        Referee::verdict(self, at, who)
    }

    fn verdicts(
        &mut self,
        at: &Standing<R::Position>,
    ) -> Result<([Verdict; 2], Option<Reason>), Stopped> {
        let left = Referee::verdict(self, at, Player::Left)?;
        let right = match self.rules().is_impartial() {
            true => left,
            false => Referee::verdict(self, at, Player::Right)?,
        };
        Ok(([left, right], None))
    }

    fn turns(
        &mut self,
        at: &Standing<R::Position>,
        who: Player,
    ) -> Result<Listing<R::Position>, Stopped> {
        let listing = Referee::turns(self, at, who)?;
        let mut turns = Vec::with_capacity(listing.turns.len());
        for turn in listing.turns {
            let (worth, named) = named(turn.leaves);
            let reason = if turn.decides {
                Reason::AtOnce
            } else if turn.to.entailed.is_some() {
                Reason::MustAnswer
            } else if turn.again {
                Reason::Again
            } else {
                named
            };
            let bonus = match turn.again && turn.verdict == Verdict::Win {
                true => self.bonus(&turn.to, who)?,
                false => None,
            };
            turns.push(Turn {
                changed: at.changed(&turn.to),
                to: turn.to,
                verdict: turn.verdict,
                worth,
                reason,
                again: turn.again,
                decides: turn.decides,
                bonus,
            });
        }
        Ok(Listing { turns, complete: listing.complete, counts: None })
    }

    fn legal(
        &self,
        at: &Standing<R::Position>,
        who: Player,
        most: usize,
    ) -> Result<Vec<Legal<R::Position>>, Stopped> {
        Referee::legal(self, at, who, most)
    }

    fn progress(&self) -> Progress {
        Progress::Positions(self.known())
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        Referee::set_budget(self, budget);
    }

    fn stoppers(&mut self) -> Option<&mut Stoppers> {
        Referee::stoppers(self)
    }
}
