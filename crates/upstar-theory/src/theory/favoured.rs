//! Infinite play that one of the players wins.
//!
//! Where infinite play is a draw, a position is drawn when neither player can force an end that
//! they win. If infinite play counts as a win for one player, that player also wins exactly these
//! positions, because the opponent cannot force an end. These are the outcomes of the onside, where
//! Left wins infinite play, and of the offside, where Right does (Winning Ways ch. 11).

use super::{MovesOf, NoAnswer, PositionOf, Reason, SearchStats, Theory, TurnListing, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_values::stopper::{Sides, Stoppers};
use upstar_values::{Calc, Value};

/// A theory of games with draws in which one player wins infinite play.
pub struct Favoured<R: Rules> {
    drawn: Box<dyn Theory<R>>,
    winner: Player,
}

impl<R: Rules> Favoured<R> {
    /// The theory `drawn`, with infinite play won by `winner`.
    pub fn new(drawn: Box<dyn Theory<R>>, winner: Player) -> Self {
        Favoured { drawn, winner }
    }

    /// What `who` gets.
    fn gets(&self, verdict: Verdict, who: Player) -> Verdict {
        match verdict {
            Verdict::Draw => Verdict::of(who == self.winner),
            decided => decided,
        }
    }
}

impl<R: Rules> Theory<R> for Favoured<R> {
    fn name(&self) -> &'static str {
        self.drawn.name()
    }

    fn standing(&self, terms: &[R::Position]) -> Result<PositionOf<R>, Stopped> {
        self.drawn.standing(terms)
    }

    fn is_one_position(&self) -> bool {
        self.drawn.is_one_position()
    }

    fn is_plain_sum(&self) -> bool {
        self.drawn.is_plain_sum()
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        Ok(match self.drawn.worth(at)? {
            Valuation { value: Value::Sided(sides), prospect } => {
                let side = match self.winner {
                    Player::Left => sides.onside,
                    Player::Right => sides.offside,
                };
                Valuation { value: Value::Sided(Sides { onside: side, offside: side }), prospect }
            }
            other => other,
        })
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        let verdict = self.drawn.verdict(at, who)?;
        Ok(self.gets(verdict, who))
    }

    fn verdicts(&mut self, at: &PositionOf<R>) -> Result<([Verdict; 2], Option<Reason>), Stopped> {
        let (verdicts, reason) = self.drawn.verdicts(at)?;
        Ok((Player::BOTH.map(|who| self.gets(verdicts[who as usize], who)), reason))
    }

    fn turns(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
    ) -> Result<TurnListing<R::Position>, Stopped> {
        let mut listing = self.drawn.turns(at, who)?;
        for turn in &mut listing.turns {
            if turn.verdict == Some(Verdict::Draw) {
                turn.verdict = Some(self.gets(Verdict::Draw, who));
                turn.reason = Some(Reason::ForEver);
            }
        }
        Ok(listing)
    }

    fn legal(&self, at: &PositionOf<R>, who: Player, most: usize) -> Result<MovesOf<R>, Stopped> {
        self.drawn.legal(at, who, most)
    }

    fn unlisted(&self, at: &PositionOf<R>, who: Player, terms: &[R::Position]) -> bool {
        self.drawn.unlisted(at, who, terms)
    }

    fn progress(&self) -> SearchStats {
        self.drawn.progress()
    }

    fn because(&self) -> Option<String> {
        self.drawn.because()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.drawn.set_budget(budget);
    }

    fn calc(&mut self) -> Option<&mut Calc> {
        self.drawn.calc()
    }

    fn stoppers(&mut self) -> Option<&mut Stoppers> {
        self.drawn.stoppers()
    }
}
