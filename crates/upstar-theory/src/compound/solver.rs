//! Everything one asks of a compound: its value, who wins, which turns win and why.
//!
//! The solver knows what a turn is; the [`CompoundTheory`] that fits decides who wins.
//!
//! Where infinite play is a draw, a position is drawn when neither player can force an end that
//! they win. If infinite play counts as a win for one player, that player also wins exactly these
//! positions, because the opponent cannot force an end. These are the outcomes of the onside, where
//! Left wins infinite play, and of the offside, where Right does (Winning Ways ch. 11).

use super::fitting::fitting;
use super::single::single;
use super::theory::CompoundTheory;
use super::turns::{Turns, flatten, is_dead};
use super::{Compound, parts_of};
use crate::loopy::remoteness::Remoteness;
use crate::theory::pay;
pub use crate::theory::{CompoundPosition, Move, MovesOf, NoAnswer, PositionOf, Valuation};
use crate::theory::{Reason, SearchStats, Theory, TurnListing, Unsupported};
use std::sync::Arc;
use upstar_base::Listing as Listed;
use upstar_base::{Budget, Options, Outcome, Play, Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_values::Value;
use upstar_values::stopper::Stoppers;

/// The most turns that are listed.
const MOST_TURNS: usize = 20_000;

/// Answers questions about compounds of positions of one ruleset, remembering what it learns.
pub struct CompoundSolver<R: Rules> {
    rules: Arc<R>,
    compound: Compound,
    play: Play,
    budget: Arc<Budget>,
    theory: Box<dyn CompoundTheory<R>>,
    /// Who wins infinite play; `None` for a draw.
    endless: Option<Player>,
}

impl<R: Rules> CompoundSolver<R> {
    /// Returns the solver for one compound; an error says why there is none.
    pub fn new(
        rules: &Arc<R>,
        compound: Compound,
        play: Play,
        budget: Arc<Budget>,
    ) -> Result<Self, Unsupported> {
        let theory = fitting(rules, compound, play, &budget)?;
        Ok(CompoundSolver {
            rules: Arc::clone(rules),
            compound,
            play,
            budget,
            theory,
            endless: None,
        })
    }

    /// The same solver, with infinite play won by `winner`.
    pub fn with_infinite_play(mut self, winner: Option<Player>) -> Self {
        self.endless = winner;
        self
    }

    /// Returns the result for `who`, of one where infinite play is a draw.
    fn decided(&self, drawn: Verdict, who: Player) -> Verdict {
        match self.endless {
            Some(winner) if drawn == Verdict::Draw => Verdict::of(who == winner),
            _ => drawn,
        }
    }

    /// Returns the result for `who`, moving first, where infinite play is a draw.
    fn drawn(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        let components = &at.components;
        if let Some(winner) = components.iter().find_map(|c| self.rules.decided(c)) {
            return Ok(Verdict::of(winner == who));
        }
        if self.is_over(components) {
            return Ok(Verdict::of(self.play == Play::Misere));
        }
        self.theory.verdict(at, who)
    }

    /// Is an urgent union over before it begins?
    fn is_over(&self, components: &[R::Position]) -> bool {
        self.compound.is_urgent(self.rules.nature().impartial)
            && components.iter().any(|component| is_dead(&*self.rules, component))
    }

    /// Returns the result of a turn for `who`, who makes it.
    fn got(&mut self, turn: &Move<PositionOf<R>>, who: Player) -> Result<Verdict, Stopped> {
        match turn.verdict {
            Some(verdict) => Ok(verdict),
            None if turn.again => self.drawn(&turn.to, who),
            None => Ok(!self.drawn(&turn.to, !who)?),
        }
    }

    /// The turns in a sum: moves in one component.
    fn moves(
        &mut self,
        standing: &PositionOf<R>,
        who: Player,
    ) -> Result<TurnListing<R::Position>, Stopped> {
        self.theory.begin(standing, who)?;
        let mut turns = Vec::new();
        let legal = self.single(standing, who, usize::MAX)?;
        self.budget.begin("moves judged", Some(legal.len() as u64));
        for mut turn in legal {
            self.budget.advance(1);
            self.budget.check()?;
            let verdict = self.got(&turn, who)?;
            let (value, reason) = if turn.decides {
                (None, Reason::AtOnce)
            } else if turn.to.entailed.is_some() {
                (None, Reason::MustAnswer)
            } else if turn.again {
                (None, Reason::Again)
            } else {
                self.theory.reason(&turn.to, !who, verdict, None)?
            };
            turn.changed = standing.changed(&turn.to);
            (turn.verdict, turn.value, turn.reason) = (Some(verdict), value, Some(reason));
            if turn.again && turn.wins() {
                turn.bonus = self.bonus(&turn.to, who)?;
            }
            turns.push(turn);
        }
        self.theory.sort(&mut turns)?;
        Ok(TurnListing { turns, complete: true, counts: None })
    }

    /// The turn of the same player that wins after one that gives another move.
    fn bonus(&mut self, at: &PositionOf<R>, who: Player) -> Result<Option<PositionOf<R>>, Stopped> {
        for next in self.single(at, who, usize::MAX)? {
            if self.got(&next, who)? == Verdict::Win {
                return Ok(Some(next.to));
            }
        }
        Ok(None)
    }

    /// The turns of a player in a join or union.
    fn turns_of(
        &self,
        components: &[R::Position],
        who: Player,
    ) -> Result<Turns<R::Position>, Stopped> {
        Turns::of(&*self.rules, self.compound, self.play, components, who, &self.budget)
    }

    /// The turns in a sum.
    fn single(
        &self,
        standing: &PositionOf<R>,
        who: Player,
        most: usize,
    ) -> Result<MovesOf<R>, Stopped> {
        single(&*self.rules, standing, who, most, &self.budget)
    }

    /// The turns in a join or union.
    fn combined(
        &mut self,
        standing: &PositionOf<R>,
        who: Player,
    ) -> Result<TurnListing<R::Position>, Stopped> {
        let mut turns = self.turns_of(&standing.components, who)?;
        let mut leaves: Vec<Vec<Option<Valuation>>> = Vec::new();
        for choices in &mut turns.choices {
            let mut rated = Vec::with_capacity(choices.len());
            for choice in choices.drain(..) {
                rated.push((self.theory.leaves(&choice.to, !who)?, choice));
            }
            rated.sort_by(|(one, _), (other, _)| match (one, other) {
                (Some(one), Some(other)) => self.theory.better(one, other, who),
                _ => std::cmp::Ordering::Equal,
            });
            let (left, kept) = rated.into_iter().unzip();
            leaves.push(left);
            *choices = kept;
        }
        let (mut list, mut complete) = (Vec::new(), true);
        let budget = Arc::clone(&self.budget);
        turns.visit(&budget, |at| {
            if list.len() == MOST_TURNS {
                complete = false;
                return Ok(false);
            }
            let chosen = at.iter().zip(&leaves).filter_map(|(&c, leaves)| leaves[c].as_ref());
            let left = match chosen.collect::<Vec<_>>() {
                parts if parts.is_empty() => None,
                parts => self.theory.together(&parts),
            };
            let to = CompoundPosition::of(turns.after(at));
            let turn = self.turn(standing, to, turns.decides(at), left, who)?;
            pay(&self.budget, &turn.to.components)?;
            list.push(turn);
            Ok(true)
        })?;
        // A win at once before any other.
        list.sort_by_key(|turn: &Move<_>| !(turn.decides && turn.wins()));
        Ok(TurnListing { turns: list, complete, counts: None })
    }

    /// A turn of `who` in a join or union, with its result.
    fn turn(
        &mut self,
        from: &PositionOf<R>,
        to: PositionOf<R>,
        winner: Option<Player>,
        left: Option<Valuation>,
        who: Player,
    ) -> Result<Move<PositionOf<R>>, Stopped> {
        let told = left.as_ref().and_then(|left| self.theory.gets(left, !who));
        let verdict = match (winner, told) {
            (Some(winner), _) => Verdict::of(winner == who),
            (None, Some(opponent)) => !opponent,
            (None, None) => !self.drawn(&to, !who)?,
        };
        let (value, reason) = match winner {
            Some(_) => (left, Reason::AtOnce),
            None => self.theory.reason(&to, !who, verdict, left)?,
        };
        let (changed, decides) = (from.changed(&to), winner.is_some());
        let (verdict, reason) = (Some(verdict), Some(reason));
        Ok(Move { verdict, value, reason, decides, ..Move::new(to, changed) })
    }
}

impl<R: Rules> Theory<R> for CompoundSolver<R> {
    fn name(&self) -> &'static str {
        self.theory.name()
    }

    fn standing(&self, terms: &[R::Position]) -> Result<PositionOf<R>, Stopped> {
        // Where components are fixed, several terms are these, and only a single one is taken
        // apart: `3+5` in one term means two heaps as it does elsewhere.
        let mut components = Vec::new();
        for term in terms {
            if self.compound.splits() || terms.len() == 1 {
                components.extend(flatten(&parts_of(&*self.rules, term, &self.budget)?));
            } else {
                components.push(term.clone());
            }
        }
        Ok(CompoundPosition { components, entailed: None })
    }

    fn is_plain_sum(&self) -> bool {
        false
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        // Tallies speak of unions that go on; of one that is over all is said by who has won.
        let components = &at.components;
        let alone = components.len() == 1 && self.play == Play::Normal;
        let decided = components.iter().any(|component| self.rules.decided(component).is_some());
        if self.is_over(components) && !alone && !decided {
            let outcome = if self.play == Play::Misere { Outcome::N } else { Outcome::P };
            return Ok(Value::Outcome(outcome.into()).into());
        }
        let mut worth = self.theory.worth(at)?;
        if let (Some(winner), Value::Sided(sides)) = (self.endless, &mut worth.value) {
            let side = if winner == Player::Left { sides.onside } else { sides.offside };
            (sides.onside, sides.offside) = (side, side);
        }
        Ok(worth)
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        let drawn = self.drawn(at, who)?;
        Ok(self.decided(drawn, who))
    }

    fn verdicts(&mut self, at: &PositionOf<R>) -> Result<([Verdict; 2], Option<Reason>), Stopped> {
        let left = self.verdict(at, Player::Left)?;
        let impartial = self.rules.nature().impartial;
        Ok(([left, if impartial { left } else { self.verdict(at, Player::Right)? }], None))
    }

    fn remoteness(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
        most: usize,
    ) -> Result<Remoteness, Stopped> {
        self.theory.remoteness(at, who, most)
    }

    fn is_proved(&mut self, at: &PositionOf<R>) -> Result<Option<bool>, Stopped> {
        self.theory.is_proved(at)
    }

    fn turns(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
    ) -> Result<TurnListing<R::Position>, Stopped> {
        let mut listing = match self.compound {
            Compound::Sum => self.moves(at, who)?,
            _ => self.combined(at, who)?,
        };
        if self.endless.is_some() {
            for turn in listing.turns.iter_mut() {
                if turn.verdict == Some(Verdict::Draw) {
                    turn.verdict = Some(self.decided(Verdict::Draw, who));
                    turn.reason = Some(Reason::ForEver);
                }
            }
        }
        Ok(listing)
    }

    fn legal(&self, at: &PositionOf<R>, who: Player, most: usize) -> Result<MovesOf<R>, Stopped> {
        if self.compound == Compound::Sum {
            let mut turns = self.single(at, who, most)?;
            turns.iter_mut().for_each(|turn| turn.changed = at.changed(&turn.to));
            return Ok(turns);
        }
        let turns = self.turns_of(&at.components, who)?;
        let (mut list, mut left) = (Listed::new(&self.budget, 1 << 10), most);
        turns.visit(&self.budget, |chosen| {
            let to = CompoundPosition { components: turns.after(chosen), entailed: None };
            left = left.saturating_sub(1);
            let turn = at.legal(to).deciding(turns.decides(chosen), who);
            Ok(list.push(turn) && left > 0)
        })?;
        Ok(list.finish()?.into_vec())
    }

    fn progress(&self) -> SearchStats {
        SearchStats::Positions(self.theory.known())
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
        self.theory.set_budget(budget);
    }

    fn stoppers(&mut self) -> Option<&mut Stoppers> {
        self.theory.stoppers()
    }
}
