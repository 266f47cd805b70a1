//! Unions in normal play: the tallies of every component (Winning Ways ch. 10).
//!
//! A move may also win or lose the whole union at once. In an urgent union the move that ends a
//! component is such a move: it wins in normal play and loses in misère play; so the same engine
//! covers urgent unions for both endings.
//!
//! Theorem: `docs/compounds.md#tallies`.

use super::parts_of;
use super::theory::{CompoundTheory, counted};
use super::turns::decides;
use crate::engine::{Algebra, Engine};
use crate::theory::{NoAnswer, PositionOf, Reason, Valuation};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_values::{Best, Charged, Tallies, Tally, Value};

/// Values are tallies.
pub struct Tolls {
    /// For an urgent union, who wins when it ends.
    urgent: Option<Play>,
}

impl<R: Rules> Algebra<R> for Tolls {
    type Aspect = ();
    type Value = Tallies;
    type Total = Vec<(Tallies, u64)>;
    type Memory = Memo<(R::Position, ()), Tallies>;

    fn of(engine: &mut Engine<R, Self>, form: &R::Position, _: ()) -> Result<Tallies, Stopped> {
        if let Some(winner) = engine.rules.decided(form) {
            return Ok(Tallies::won(winner));
        }
        let left = best(engine, form, Player::Left)?;
        let right = best(engine, form, Player::Right)?;
        Ok(Tallies::from_best(left, right))
    }

    fn add(
        &mut self,
        total: &mut Vec<(Tallies, u64)>,
        tallies: Tallies,
        times: u64,
    ) -> Result<(), Stopped> {
        total.push((tallies, times));
        Ok(())
    }

    fn negated(&mut self, tallies: Tallies) -> Result<Tallies, Stopped> {
        Ok(tallies.negated())
    }
}

fn union<R: Rules>(
    engine: &mut Engine<R, Tolls>,
    parts: &[(R::Position, u64)],
    who: Player,
) -> Result<Tally, Stopped> {
    let tallies = engine.together(parts.iter().cloned(), ())?;
    Ok(Tally::union(tallies.iter().map(|(both, count)| (both.of(who), *count))))
}

fn best<R: Rules>(
    engine: &mut Engine<R, Tolls>,
    part: &R::Position,
    who: Player,
) -> Result<Best, Stopped> {
    let mut options = engine.options(part, who)?;
    let mut best = Best::none(who);
    for option in options.drain() {
        engine.work.steps(4)?;
        let parts = parts_of(&*engine.rules, &option, engine.budget())?;
        match decides(&*engine.rules, engine.algebra.urgent, part, who, &option, &parts) {
            Some(winner) if winner == who => best.override_by(who),
            Some(_) => {}
            None => best.improve(who, union(engine, &parts, !who)?),
        }
    }
    engine.done(options);
    Ok(best)
}

/// Computes tallies of positions of one ruleset without cycles and remembers them.
pub struct UnionTallies<R: Rules>(Engine<R, Tolls>);

impl<R: Rules> UnionTallies<R> {
    /// An engine for unions; for urgent ones with their ending.
    pub fn new(rules: &Arc<R>, urgent: Option<Play>, budget: Arc<Budget>) -> Self {
        UnionTallies(Engine::new(rules, Tolls { urgent }, &budget))
    }

    /// The tally of a union when `who` starts, given its components and their numbers.
    pub fn union(&mut self, parts: &[(R::Position, u64)], who: Player) -> Result<Tally, Stopped> {
        union(&mut self.0, parts, who)
    }
}

impl<R: Rules> CompoundTheory<R> for UnionTallies<R> {
    fn name(&self) -> &'static str {
        "tallies"
    }

    fn known(&self) -> usize {
        self.0.known()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        let parts = counted(&at.components);
        let left = self.union(&parts, Player::Left)?;
        let right = self.union(&parts, Player::Right)?;
        Ok(Value::Tallies(Charged::free(Tallies { left, right })).into())
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        let tally = self.union(&counted(&at.components), who)?;
        Ok(Verdict::of(tally.winner(who) == who))
    }

    fn leaves(
        &mut self,
        components: &[R::Position],
        who: Player,
    ) -> Result<Option<Valuation>, Stopped> {
        let tally = self.union(&counted(components), who)?;
        Ok(Some(Value::Tally(Arc::new(tally)).into()))
    }

    fn together(&self, parts: &[&Valuation]) -> Option<Valuation> {
        let tallies = parts.iter().filter_map(|worth| tally(worth)).map(|tally| (tally, 1));
        Some(Value::Tally(Arc::new(Tally::union(tallies))).into())
    }

    fn gets(&self, left: &Valuation, who: Player) -> Option<Verdict> {
        tally(left).map(|tally| Verdict::of(tally.winner(who) == who))
    }

    fn better(&self, one: &Valuation, other: &Valuation, who: Player) -> Ordering {
        match (tally(one), tally(other)) {
            (Some(one), Some(other)) => {
                let order = one.toll.cmp(&other.toll);
                if who == Player::Left { order.reverse() } else { order }
            }
            _ => Ordering::Equal,
        }
    }

    fn reason_of(&self, left: &Valuation) -> Reason {
        tally(left).map_or(Reason::Replies, |tally| Reason::Tally(tally.clone()))
    }
}

/// The tally when one player begins.
fn tally(worth: &Valuation) -> Option<&Tally> {
    match &worth.value {
        Value::Tally(tally) => Some(tally),
        _ => None,
    }
}
