//! Games with infinitely many options: their values are nimbers, and of the moves only those that
//! win and some others can be listed. Any legal one can be typed.

use super::{
    Move, MovesOf, NoAnswer, PositionOf, Reason, SearchStats, Theory, TurnListing, Valuation, pay,
};
use crate::infinite::nimber;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player, Stopped, Verdict};
use upstar_rules::{Rules, listed};
use upstar_values::surreal::TransfiniteNimber;
use upstar_values::{Calc, Value};

const MOST_SIZE: u64 = upstar_values::surreal::MAX_SIZE;

/// The theory of nimbers, infinite ones among them.
pub struct Nimbers<R> {
    rules: Arc<R>,
    calc: Calc,
}

impl<R: Rules> Nimbers<R> {
    /// The theory of these rules.
    pub fn new(rules: &Arc<R>, calc: Calc) -> Self {
        Nimbers { rules: Arc::clone(rules), calc }
    }

    /// Does the player who has just moved win?
    fn previous_wins(&self, components: &[R::Position]) -> Result<bool, Stopped> {
        let mut wins = true;
        for position in components {
            match nimber::<R>(position) {
                Ok(Some(value)) => wins &= value.outcome() == Outcome::P,
                Ok(None) | Err(_) => {
                    return Err(Stopped::Limit { what: "terms of an ordinal", limit: MOST_SIZE });
                }
            }
        }
        Ok(wins)
    }

    /// A nimber as a short game, if it is one.
    fn named(&mut self, value: TransfiniteNimber) -> Result<Valuation, Stopped> {
        match value.as_integer().and_then(|n| u32::try_from(n).ok()) {
            Some(n) => Ok(Value::Short(self.calc.nimber(n)?).into()),
            None => Ok(Value::OrdinalNimber(Arc::new(value)).into()),
        }
    }

    fn options(
        &self,
        at: &PositionOf<R>,
        who: Player,
        most: usize,
    ) -> Result<Vec<(usize, R::Position)>, Stopped> {
        let budget = self.calc.budget();
        let mut moves = Vec::new();
        for (term, position) in at.components.iter().enumerate() {
            let mut options = listed(&*self.rules, position, who, budget)?;
            for to in options.drain().take(most) {
                pay(budget, &at.components)?;
                moves.push((term, to));
            }
        }
        moves.truncate(most);
        Ok(moves)
    }
}

impl<R: Rules> Theory<R> for Nimbers<R> {
    fn name(&self) -> &'static str {
        "infinite nimbers"
    }

    fn is_one_position(&self) -> bool {
        true
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        let value = match &at.components[..] {
            [position] => nimber::<R>(position),
            _ => Ok(None),
        };
        match value {
            Ok(Some(value)) => Ok(self.named(value)?),
            Ok(None) => Err(NoAnswer::Refused("these rules have no theory".to_owned(), None)),
            Err(refused) => Err(NoAnswer::Refused(refused.to_string(), None)),
        }
    }

    fn verdict(&mut self, at: &PositionOf<R>, _: Player) -> Result<Verdict, Stopped> {
        Ok(Verdict::of(!self.previous_wins(&at.components)?))
    }

    fn turns(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
    ) -> Result<TurnListing<R::Position>, Stopped> {
        let mut turns = Vec::new();
        for (term, to) in self.options(at, who, usize::MAX)? {
            let mut turn = Move::new(at.with(term, to), Some(term));
            let components = &turn.to.components;
            let wins = self.previous_wins(components)?;
            let value = match components.first().map(|to| nimber::<R>(to)) {
                Some(Ok(Some(value))) => Some(value),
                _ => None,
            };
            turn.verdict = Some(Verdict::of(wins));
            turn.value = match value.clone() {
                Some(value) => Some(self.named(value)?),
                None => None,
            };
            turn.reason = Some(match turn.value.as_ref().map(|value| &value.value) {
                _ if wins => Reason::NimSumZero,
                Some(Value::Short(value)) => Reason::NimSum(*value),
                _ => Reason::Ordinal(value),
            });
            turns.push(turn);
        }
        let complete = turns.is_empty();
        Ok(TurnListing { turns, complete, counts: None })
    }

    fn legal(&self, at: &PositionOf<R>, who: Player, most: usize) -> Result<MovesOf<R>, Stopped> {
        let moves = self.options(at, who, most)?.into_iter();
        Ok(moves.map(|(term, to)| at.legal(at.with(term, to))).collect())
    }

    fn unlisted(&self, at: &PositionOf<R>, who: Player, terms: &[R::Position]) -> bool {
        let ([from], [to]) = (&at.components[..], terms) else { return false };
        self.rules.can_move(from, who, to)
    }

    fn progress(&self) -> SearchStats {
        SearchStats::Nothing
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.calc.set_budget(Arc::clone(budget));
    }

    fn calc(&mut self) -> Option<&mut Calc> {
        Some(&mut self.calc)
    }
}
