//! Sums of games that end: values, nim-values, search.

use super::{
    CompoundPosition, Move, MovesOf, NoAnswer, PositionOf, Reason, SearchStats, Theory,
    TurnListing, Valuation, pay,
};
use crate::sum_solver::{KeptSearch, SumSolver};
use std::path::Path;
use std::sync::Arc;
use upstar_base::file::sealed::SealedError;
use upstar_base::{Budget, Play, Player, Stopped, Verdict};
use upstar_rules::{Rules, leads_to};
use upstar_values::{Calc, Value};

/// The most winning turns that are listed where there are too many turns to list.
const MOST_WINNING: usize = 100;

/// The most bytes of moves that are searched for one that was typed.
const MOST_LOOKED_AT: usize = 256 << 20;

impl<R: Rules> SumSolver<R> {
    /// The winning turns of a sum with too many turns to list.
    pub(super) fn large_listing(
        &mut self,
        at: &PositionOf<R>,
    ) -> Result<Option<TurnListing<R::Position>>, Stopped> {
        let Some(listing) = self.listing(&at.components, MOST_WINNING)? else { return Ok(None) };
        let turns: Vec<_> = listing.moves.into_iter().map(|found| whole(at, found)).collect();
        let complete = listing.all == Some(turns.len() as u128);
        Ok(Some(TurnListing { turns, complete, counts: Some([listing.count, listing.all]) }))
    }
}

/// A move in one component of a sum, with all that it leads to.
fn whole<P: Clone + PartialEq>(
    at: &CompoundPosition<P>,
    found: Move<P>,
) -> Move<CompoundPosition<P>> {
    let place = found.changed.unwrap_or_default();
    found.map(|to| at.with(place, to))
}

impl<R: Rules> Theory<R> for SumSolver<R> {
    fn name(&self) -> &'static str {
        match (self.rules().nature().impartial, self.play()) {
            (true, Play::Normal) => "nim-values",
            (false, Play::Normal) => "values",
            (_, Play::Misere) => "search",
        }
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        let sum = &at.components;
        let value = match self.play() {
            Play::Misere => Value::Outcome(self.outcome(sum)?.into()),
            Play::Normal if self.rules().nature().impartial => {
                Value::Nimber(self.nim_value(sum)?.into())
            }
            Play::Normal => Value::Short(self.value(sum)?),
        };
        Ok(value.into())
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        Ok(Verdict::of(self.wins(&at.components, who)?))
    }

    fn verdicts(&mut self, at: &PositionOf<R>) -> Result<([Verdict; 2], Option<Reason>), Stopped> {
        let outcome = self.outcome(&at.components)?;
        Ok((Player::BOTH.map(|who| Verdict::of(outcome.winner(who) == who)), None))
    }

    fn outcome_kept(
        &mut self,
        at: &PositionOf<R>,
        file: &Path,
        name: &str,
    ) -> Option<Result<KeptSearch, SealedError>> {
        self.can_be_kept().then(|| SumSolver::outcome_kept(self, &at.components, file, name))
    }

    fn turns(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
    ) -> Result<TurnListing<R::Position>, Stopped> {
        if let Some(listing) = self.large_listing(at)? {
            return Ok(listing);
        }
        let budget = Arc::clone(self.calc().budget());
        let mut turns = Vec::new();
        for found in self.moves(&at.components, who)? {
            pay(&budget, &at.components)?;
            turns.push(whole(at, found));
        }
        Ok(TurnListing { turns, complete: true, counts: None })
    }

    fn legal(&self, at: &PositionOf<R>, who: Player, most: usize) -> Result<MovesOf<R>, Stopped> {
        let moves = self.some_legal(&at.components, who, most)?.into_iter();
        Ok(moves.map(|(term, to)| at.legal(at.with(term, to))).collect())
    }

    fn unlisted(&self, at: &PositionOf<R>, who: Player, terms: &[R::Position]) -> bool {
        let (rules, from) = (self.rules(), &at.components);
        if let ([from], [to]) = (&from[..], terms) {
            let known = rules.most_options(from) > 0;
            let found = if known {
                rules.can_move(from, who, to)
            } else {
                leads_to(&**rules, from, who, to, MOST_LOOKED_AT) == Some(true)
            };
            if found {
                return true;
            }
        }
        let wanted = CompoundPosition::of(terms.to_vec());
        at.changed(&wanted).is_some_and(|place| {
            self.is_large(from) && rules.can_move(&from[place], who, &terms[place])
        })
    }

    fn progress(&self) -> SearchStats {
        SearchStats::Sums(SumSolver::progress(self))
    }

    fn because(&self) -> Option<String> {
        match self.play() {
            Play::Misere => None,
            Play::Normal if self.rules().nature().loopy => self.statement().map(str::to_owned),
            Play::Normal => SumSolver::because(self),
        }
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        SumSolver::set_budget(self, budget);
    }

    fn calc(&mut self) -> Option<&mut Calc> {
        Some(SumSolver::calc(self))
    }
}
