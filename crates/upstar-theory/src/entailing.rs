//! Impartial games with entailing and complimenting moves (Winning Ways ch. 12).
//!
//! The value of a position is the set of all `n` for which the player who has just moved there,
//! by an entailing move, wins if everything else is worth `*n`. A number is *not* in the set if
//! the opponent has an answer: an option of that value. So the set is the complement of what the
//! options contribute:
//!
//! - an ordinary move to components of values `a`, `b`, ...: the one number `a ^ b ^ ...`, nothing
//!   if one of them is loony;
//! - an entailing move: the whole set of the position it leads to;
//! - a complimenting move, after which the same player moves again: every number but the nim-value
//!   of where it leads, and every number at all if that is loony;
//! - a move that wins at once: every number.
//!
//! When the last move was an ordinary one only the least element matters, since the player to
//! move may go elsewhere; without elements the position is loony, and so is every sum with it.
//!
//! Stacks of Top Entails have an engine of their own, [`Stacks`].
//!
//! Theorems: `docs/entailing.md#entailed-sets`, `docs/entailing.md#entailed-sums`.

use crate::compound::theory::CompoundTheory;
use crate::engine::{Algebra, Engine};
use crate::lists::components_in;
use crate::structure::top_entails::Stacks;
use crate::theory::{NoAnswer, PositionOf, Reason, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Memo, Player, Stopped, Verdict};
use upstar_rules::entailing::tailed::Tailed;
use upstar_rules::entailing::top_entails::TopEntails;
use upstar_rules::erased::{unboxed, unboxed_position};
use upstar_rules::{MoveKind, Rules};
use upstar_values::{Charged, Entailed, LoopyNimber, Value};

/// Values are the sets that entailing moves need; a sum that no move entails has a nim-value.
pub struct Sets;

/// The nim-value of a sum when the last move was an ordinary one; `None` if it is loony.
#[derive(Clone, Copy, Debug)]
pub struct Ordinary(Option<u32>);

impl Default for Ordinary {
    fn default() -> Self {
        Ordinary(Some(0))
    }
}

impl<R: Rules> Algebra<R> for Sets {
    type Aspect = ();
    type Value = Entailed;
    type Total = Ordinary;
    type Memory = Memo<(R::Position, ()), Entailed>;

    fn of(engine: &mut Engine<R, Self>, form: &R::Position, _: ()) -> Result<Entailed, Stopped> {
        let mut options = engine.options(form, Player::Left)?;
        let mut answered = Entailed::loony();
        for option in options.drain() {
            engine.work.steps(16)?;
            match engine.rules.move_kind(form, Player::Left, &option) {
                MoveKind::Ordinary => {
                    if let Ordinary(Some(n)) = engine.sum(option, ())? {
                        answered.insert(n);
                    }
                }
                MoveKind::Entailing => answered.add(&engine.part(option, ())?),
                MoveKind::Complimenting => answered.add(&match engine.sum(option, ())? {
                    Ordinary(Some(n)) => Entailed::only(n).complement(),
                    Ordinary(None) => Entailed::sunny(),
                }),
                MoveKind::Overriding => answered.add(&Entailed::sunny()),
                // Nobody makes a move that loses at once.
                MoveKind::Suiciding => {}
            }
        }
        engine.done(options);
        Ok(answered.complement())
    }

    fn add(&mut self, total: &mut Ordinary, set: Entailed, times: u64) -> Result<(), Stopped> {
        let heap = |least| if times % 2 == 1 { least } else { 0 };
        total.0 = total.0.zip(set.least()).map(|(total, least)| total ^ heap(least));
        Ok(())
    }
}

/// Computes values of positions of one impartial ruleset without cycles and remembers them.
pub struct Entailing<R: Rules> {
    engine: Engine<R, Sets>,
    /// For Top Entails.
    stacks: Option<Box<Stacks>>,
}

/// Are these the rules of Top Entails?
fn is_top_entails<R: Rules>(rules: &R) -> bool {
    let tailed = unboxed(rules).downcast_ref::<Tailed>();
    tailed.is_some_and(|tailed| tailed.heap::<TopEntails>().is_some())
}

impl<R: Rules> Entailing<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let stacks = is_top_entails(&**rules).then(Box::default);
        Entailing { stacks, ..Entailing::general(rules, budget) }
    }

    /// An engine that looks at the moves of every position, even where there is a faster way.
    pub fn general(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        Entailing { engine: Engine::new(rules, Sets, &budget), stacks: None }
    }

    /// The set of a single component.
    pub fn of(&mut self, component: &R::Position) -> Result<Entailed, Stopped> {
        if let Some(stacks) = &mut self.stacks
            && let Some(heaps) = unboxed_position::<Tailed>(component)
            && let [] | [_] = heaps.sizes()
        {
            let coins = heaps.sizes().first().copied().unwrap_or(0);
            return stacks.set(coins, self.engine.budget());
        }
        self.engine.part(component.clone(), ())
    }

    /// The nim-value of a sum of positions when the last move was an ordinary one; `None` if it
    /// is loony.
    pub fn nim_value(&mut self, sum: &[R::Position]) -> Result<Option<u32>, Stopped> {
        let mut total = Some(0);
        for position in sum {
            let budget = self.engine.budget();
            let rules = &*self.engine.rules;
            for component in &components_in(Vec::new(), rules, position.clone(), budget)? {
                let least = self.of(component)?.least();
                total = total.zip(least).map(|(total, least)| total ^ least);
            }
        }
        Ok(total)
    }

    /// The set of a sum in which `entailed` must be answered: all `n` for which the player who
    /// moved there wins if everything else has the value `*n`.
    pub fn entailed_sum(
        &mut self,
        rest: &[R::Position],
        entailed: &R::Position,
    ) -> Result<Entailed, Stopped> {
        let set = self.of(entailed)?;
        Ok(match self.nim_value(rest)? {
            Some(n) => set.beside(n),
            // While something loony waits elsewhere only entailing moves matter.
            None if set.is_cofinite() => Entailed::sunny(),
            None => Entailed::loony(),
        })
    }

    /// Does the player to move win a sum of which `entailed`, if any, must be answered?
    pub fn wins(
        &mut self,
        rest: &[R::Position],
        entailed: Option<&R::Position>,
    ) -> Result<bool, Stopped> {
        match entailed {
            None => Ok(self.nim_value(rest)? != Some(0)),
            Some(entailed) => Ok(!self.entailed_sum(rest, entailed)?.contains(0)),
        }
    }
}

impl<R: Rules> CompoundTheory<R> for Entailing<R> {
    fn name(&self) -> &'static str {
        "entailed sets"
    }

    fn known(&self) -> usize {
        self.engine.known() + self.stacks.as_ref().map_or(0, |stacks| stacks.known() as usize)
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.engine.set_budget(budget);
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        let entails = self.engine.rules.nature().special_moves.contains(&MoveKind::Entailing);
        match (at.entailed, &at.components[..]) {
            (Some(place), components) => {
                let mut rest = components.to_vec();
                let entailed = rest.remove(place);
                let set = self.entailed_sum(&rest, &entailed)?;
                Ok(Value::Entailed(Charged::free(set)).into())
            }
            // Without entailing moves nothing but the least element ever matters.
            (None, [one]) if entails => Ok(Value::Entailed(Charged::free(self.of(one)?)).into()),
            (None, sum) => Ok(loony(self.nim_value(sum)?)),
        }
    }

    fn verdict(&mut self, at: &PositionOf<R>, _: Player) -> Result<Verdict, Stopped> {
        let mut rest = at.components.clone();
        let entailed = at.entailed.map(|place| rest.remove(place));
        Ok(Verdict::of(self.wins(&rest, entailed.as_ref())?))
    }

    fn reason(
        &mut self,
        after: &PositionOf<R>,
        _: Player,
        _: Verdict,
        _: Option<Valuation>,
    ) -> Result<(Option<Valuation>, Reason), Stopped> {
        let value = self.nim_value(&after.components)?;
        Ok((Some(loony(value)), Reason::Loony(value)))
    }
}

/// The nim-value of a sum with moves out of turn; `None` is loony.
fn loony(nim: Option<u32>) -> Valuation {
    let value = nim.map_or(LoopyNimber::Loony, LoopyNimber::nim);
    Value::Loopy(Charged::free(value)).into()
}
