//! Misère play of impartial games by theory, with the reason.
//!
//! - Heaps of a subtraction game, Nim among them, are nim-heaps of their nim-values: if the heap
//!   n has a move and nim-value 0, the least number s that may be taken leads to a position with
//!   a move to some n-s-t of nim-value 0; so n-t has nim-value 1 (Ferguson 1974), and n has an
//!   option *1 when it has none *0, which is all that a nim-heap in misère play asks for.
//! - Other games with a code are pretended to be elements of their misère quotient.
//! - Where a theorem says which positions of a game are fickle and which firm, as in Welter's Game,
//!   it is asked.
//! - Everything else is reduced to irreducible parts; the genus tells the winner. This looks at
//!   all options, so it gets a limited number of steps and search must do the rest.

use super::{
    Move, MovesOf, NoAnswer, PositionOf, Reason, SearchStats, Theory, TurnListing, Valuation, pay,
};
use crate::structure::one_heap;
use crate::structure::theorem::{KnownTheorem, Rest};
use crate::sum_solver::SumSolver;
use std::collections::BTreeMap;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Play, Player, Stopped, Verdict};
use upstar_misere::game::SumOutcomes;
use upstar_misere::genus::Genus;
use upstar_misere::position::ReducedPositions;
use upstar_rules::erased::{boxed, unboxed, unboxed_position};
use upstar_rules::heap::code::HeapCode;
use upstar_rules::heap::independent::Independent;
use upstar_rules::{PlainData, Rules};
use upstar_values::{Calc, Value};

/// How many steps positions without a code are reduced before search is asked.
const PATIENCE: u64 = 300_000;

/// The largest heap up to which a quotient is computed.
const MOST_FOLLOWED: u64 = u32::MAX as u64 - 1;

/// Is a sum a P-position, and why.
type Decided = (bool, Reason);

/// The theory of misère play for the positions of one ruleset.
struct Reduced<R: Rules> {
    rules: Arc<R>,
    budget: Arc<Budget>,
    known: Option<KnownTheorem>,
    by: MisereWay<R>,
}

enum MisereWay<R: Rules> {
    NimHeaps,
    Heaps { code: HeapCode, game: Option<Box<SumOutcomes>> },
    Positions(Option<Box<Reduction<R>>>),
}

/// Reduced positions, the part of the budget for them, and what they cost.
struct Reduction<R: Rules> {
    positions: ReducedPositions<R>,
    patience: Budget,
    charged: u64,
}

/// The code of a heap game that has one.
pub fn code_of<R: Rules>(rules: &R) -> Option<HeapCode> {
    unboxed(rules).downcast_ref().and_then(one_heap::code_of)
}

/// Heaps with multiplicities, the largest first, if the positions are heaps that quotients know.
fn heaps(sum: &[impl PlainData]) -> Option<Vec<(u64, u32)>> {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for term in sum {
        for &heap in unboxed_position::<Independent>(term)?.sizes() {
            let count = counts.entry(u64::try_from(heap).ok()?).or_default();
            *count = count.checked_add(1)?;
        }
    }
    Some(counts.into_iter().rev().collect())
}

impl<R: Rules> Reduced<R> {
    /// The theory of these rules; `None` if they are not impartial or play may not end.
    fn of(rules: &Arc<R>, budget: Arc<Budget>) -> Option<Reduced<R>> {
        if !rules.nature().impartial || rules.nature().loopy {
            return None;
        }
        let by = match code_of(&**rules) {
            Some(code) if code.is_subtraction() => MisereWay::NimHeaps,
            Some(code) => MisereWay::Heaps { code, game: None },
            None => MisereWay::Positions(None),
        };
        let known = KnownTheorem::of(rules);
        let rules = Arc::clone(rules);
        Some(Reduced { rules, budget, known, by })
    }

    /// Works within another budget from now on.
    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
        if let MisereWay::Heaps { game: Some(game), .. } = &mut self.by {
            game.set_budget(budget);
        }
    }

    /// A question about a sum and what follows it begins: patience is new.
    fn begin(&mut self, sum: &[R::Position]) -> Result<(), Stopped> {
        match &mut self.by {
            MisereWay::NimHeaps => {}
            MisereWay::Heaps { code, game } => {
                let Some(heaps) = heaps(sum) else { return Ok(()) };
                // No quotient is followed further; one that is complete answers for all heaps.
                let largest = heaps.first().map_or(0, |&(heap, _)| heap.min(MOST_FOLLOWED) as u32);
                if game.as_ref().is_none_or(|game| game.may_grow(largest)) {
                    // Twice as far, so that a table of all heaps does not begin anew each time.
                    let far = if game.is_some() { largest.saturating_mul(2) } else { largest };
                    *game = Some(Box::new(SumOutcomes::new(code, far, &self.budget)?));
                }
            }
            MisereWay::Positions(reduction) => {
                let patience = Budget::steps_of(&self.budget, PATIENCE);
                match reduction {
                    Some(reduction) => reduction.patience = patience,
                    None => {
                        let positions = ReducedPositions::new(&self.rules);
                        *reduction = positions.map(|positions| {
                            Box::new(Reduction { positions, patience, charged: 0 })
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Who wins a sum; `None` if search must tell.
    fn verdict(&mut self, sum: &[R::Position]) -> Result<Option<Decided>, Stopped> {
        match &mut self.by {
            MisereWay::NimHeaps => {
                let rest = rest(&self.known, sum, &self.budget)?;
                Ok(rest.map(|rest| tame(rest, Reason::MisereNim)))
            }
            MisereWay::Heaps { game, .. } => {
                let (Some(heaps), Some(game)) = (heaps(sum), game) else {
                    let what = "a heap in misère play";
                    return Err(Stopped::Limit { what, limit: u64::MAX });
                };
                let verdict = game.verdict(&heaps)?;
                Ok(Some((verdict.previous_wins, Reason::Heaps(verdict))))
            }
            MisereWay::Positions(reduction) => {
                if let Some(rest) = rest(&self.known, sum, &self.budget)? {
                    return Ok(Some(tame(rest, Reason::Genus)));
                }
                let Some(reduced) = reduction else { return Ok(None) };
                let used = self.budget.used();
                let verdict = reduced.verdict(sum);
                reduced.charged += self.budget.used().saturating_sub(used);
                let stopped = match verdict {
                    Ok(verdict) => return Ok(Some(verdict)),
                    Err(stopped) => stopped,
                };
                let charged = reduced.charged;
                *reduction = None;
                self.budget.refund(charged);
                self.budget.check()?;
                // What a limit cuts off must not pass as a position without a genus.
                if stopped.is_external() { Err(stopped) } else { Ok(None) }
            }
        }
    }
}

impl<R: Rules> Reduction<R> {
    fn verdict(&mut self, sum: &[R::Position]) -> Result<Decided, Stopped> {
        let word = self.positions.sum(sum, &self.patience)?;
        let genus = self.positions.genus(&word, &self.patience)?;
        Ok((genus.is_previous_win(), Reason::Genus(genus)))
    }
}

/// What a sum of positions comes to of which a theorem tells whether they are firm.
fn rest(
    known: &Option<KnownTheorem>,
    sum: &[impl PlainData],
    budget: &Budget,
) -> Result<Option<Rest>, Stopped> {
    let Some(known) = known else { return Ok(None) };
    let mut all = Rest::default();
    for term in sum {
        match known.rest(&boxed(term), Play::Misere, budget)? {
            Some(rest) => all = all.and(rest),
            None => return Ok(None),
        }
    }
    Ok(Some(all))
}

/// Who wins such a sum, and the reason, which names its genus.
fn tame(all: Rest, reason: fn(Genus) -> Reason) -> Decided {
    let Ok(nim) = u32::try_from(all.nim) else {
        return (false, Reason::LargeMisereNim(all.nim));
    };
    let genus = Genus::tame(nim, all.firm > 0);
    (genus.is_previous_win(), reason(genus))
}

/// Misère sums of positions of one impartial ruleset whose play ends.
pub struct MisereSums<R: Rules> {
    solver: SumSolver<R>,
    reduced: Reduced<R>,
}

impl<R: Rules> MisereSums<R> {
    /// The theory of these rules; the solver itself if they are not impartial or play may not end.
    pub(super) fn new(rules: &Arc<R>, calc: Calc) -> Result<Self, SumSolver<R>> {
        let reduced = Reduced::of(rules, Arc::clone(calc.budget()));
        let solver = SumSolver::new(rules, Play::Misere, calc);
        match reduced {
            Some(reduced) => Ok(MisereSums { solver, reduced }),
            None => Err(solver),
        }
    }

    fn decide(&mut self, sum: &[R::Position]) -> Result<(Outcome, Reason), Stopped> {
        self.reduced.begin(sum)?;
        match self.reduced.verdict(sum)? {
            Some((true, reason)) => Ok((Outcome::P, reason)),
            Some((false, reason)) => Ok((Outcome::N, reason)),
            None => Ok((self.solver.outcome(sum)?, Reason::Search)),
        }
    }
}

impl<R: Rules> Theory<R> for MisereSums<R> {
    fn name(&self) -> &'static str {
        "genus"
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        Ok(Value::Outcome(self.decide(&at.components)?.0.into()).into())
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        Ok(Verdict::of(self.decide(&at.components)?.0.winner(who) == who))
    }

    fn verdicts(&mut self, at: &PositionOf<R>) -> Result<([Verdict; 2], Option<Reason>), Stopped> {
        let (outcome, reason) = self.decide(&at.components)?;
        Ok((Player::BOTH.map(|who| Verdict::of(outcome.winner(who) == who)), Some(reason)))
    }

    fn turns(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
    ) -> Result<TurnListing<R::Position>, Stopped> {
        if let Some(listing) = self.solver.large_listing(at)? {
            return Ok(listing);
        }
        self.reduced.begin(&at.components)?;
        let budget = Arc::clone(self.solver.calc().budget());
        let legal = self.solver.legal(&at.components, who)?;
        budget.begin("moves", Some(legal.len() as u64));
        let mut turns: MovesOf<R> = Vec::with_capacity(legal.len());
        for (term, to) in legal {
            let mut turn = Move::new(at.with(term, to), Some(term));
            let after = &turn.to.components;
            let (wins, reason) = match self.reduced.verdict(after)? {
                Some(decided) => decided,
                None => (!self.solver.wins(after, !who)?, Reason::Search),
            };
            (turn.verdict, turn.reason) = (Some(Verdict::of(wins)), Some(reason));
            pay(&budget, &turn.to.components)?;
            turns.push(turn);
            budget.advance(1);
        }
        Ok(TurnListing { turns, complete: true, counts: None })
    }

    fn legal(&self, at: &PositionOf<R>, who: Player, most: usize) -> Result<MovesOf<R>, Stopped> {
        Theory::legal(&self.solver, at, who, most)
    }

    fn unlisted(&self, at: &PositionOf<R>, who: Player, terms: &[R::Position]) -> bool {
        self.solver.unlisted(at, who, terms)
    }

    fn progress(&self) -> SearchStats {
        Theory::progress(&self.solver)
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        Theory::set_budget(&mut self.solver, budget);
        self.reduced.set_budget(budget);
    }
}
