//! Values of positions of a loopy partizan ruleset: the sides of the graph of all that can be
//! reached (Winning Ways ch. 11).
//!
//! The graph is valued component by component, so a position on no cycle costs no more than a
//! short game. Play of a game with sides `s & t` that goes on for ever is drawn: a player wins if
//! they win the side in which infinite play counts against them, and do not lose if they survive
//! the other. How soon a win comes the sides do not tell; that is found by going back from the
//! ends of all play of the sum, as far as that is not too much (see `race`).

use super::components::{self, KnownPositions};
use super::race::Race;
use super::remoteness::{FEW_STATES, MOST_STATES, Remoteness, hurry, verdict};
use crate::compound::theory::CompoundTheory;
use crate::lists::components_in;
use crate::structure::endless::Shortcut;
use crate::theory::{MovesOf, NoAnswer, PositionOf, Reason, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Memo, Player, Stopped, Verdict};
use upstar_rules::{PlainData, Rules};
use upstar_values::stopper::{Sides, Stopper, Stoppers};
use upstar_values::{Calc, Store, Value};

/// The largest sum that is gone through where a theorem tells who wins anyway.
const MOST_SIZE: u32 = 12;

/// Computes sides of positions of one ruleset and remembers them.
pub struct SidedValues<R: Rules> {
    rules: Arc<R>,
    budget: Arc<Budget>,
    store: Stoppers,
    known: Memo<R::Position, Sides>,
    race: Race<R>,
    shortcut: Option<Shortcut>,
    /// Can all play from the sum whose turns are listed be gone through?
    solved: bool,
    /// The store of the short games that theorems speak of.
    calc: Calc,
}

impl<R: Rules> SidedValues<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        SidedValues {
            rules: Arc::clone(rules),
            store: Stoppers::new(Arc::clone(&budget)),
            known: Memo::new(&budget),
            race: Race::new(rules, Arc::clone(&budget)),
            shortcut: Shortcut::of(&**rules),
            solved: false,
            calc: Calc::new(Arc::new(Store::default()), Arc::clone(&budget)),
            budget,
        }
    }

    /// The same engine, but all sides come from the graph.
    pub fn without_theorems(mut self) -> Self {
        self.shortcut = None;
        self
    }

    /// The store to which the sides belong.
    pub fn store(&mut self) -> &mut Stoppers {
        &mut self.store
    }

    /// The sides of a sum of positions.
    pub fn of_sum(&mut self, sum: &[R::Position]) -> Result<Sides, Stopped> {
        let mut total = Sides::stopper(Stopper::ZERO);
        for position in sum {
            let position = position.clone();
            let parts = components_in(Vec::new(), &*self.rules, position, &self.budget)?;
            for component in parts.into_vec() {
                let sides = self.of_component(component)?;
                total = self.store.add_sides(total, sides)?;
            }
        }
        Ok(total)
    }

    /// In how many moves a sum is over with best play, `Some(None)` for a draw; `None` if there
    /// are too many positions to tell.
    pub fn remoteness(
        &mut self,
        sum: &[R::Position],
        who: Player,
    ) -> Result<Option<Option<u32>>, Stopped> {
        let size = |sum: &[R::Position]| -> u32 {
            sum.iter().fold(0, |total, p| total.saturating_add(self.rules.size(p)))
        };
        if self.shortcut == Some(Shortcut::Li) && size(sum) > MOST_SIZE {
            return Ok(None);
        }
        self.race.remoteness(sum, who, MOST_STATES)
    }

    /// What a theorem says of a component.
    fn by_theorem(&mut self, component: &R::Position) -> Result<Option<Sides>, Stopped> {
        match self.shortcut {
            Some(shortcut) => shortcut.sides(component, &mut self.store, &mut self.calc),
            None => Ok(None),
        }
    }

    fn of_component(&mut self, component: R::Position) -> Result<Sides, Stopped> {
        if let Some(&known) = self.known.get(&component) {
            return Ok(known);
        }
        if let Some(sides) = self.by_theorem(&component)? {
            self.known.insert(component, sides)?;
            return Ok(sides);
        }
        let mut told =
            KnownSides { known: &mut self.known, shortcut: self.shortcut, calc: &mut self.calc };
        components::sides(&*self.rules, component, &mut told, &mut self.store, &self.budget)
    }

    /// What `who`, to move, gets in a sum.
    pub fn verdict(&mut self, sum: &[R::Position], who: Player) -> Result<Verdict, Stopped> {
        if let [position] = sum
            && self.known.get(position).is_some()
        {
            return self.by_sides(sum, who);
        }
        // To solve a position is cheaper than to value it, unless a theorem has its value; to solve
        // a sum can be dearer than to add.
        let first = match (self.shortcut, sum.len()) {
            (Some(Shortcut::Li), _) => 0,
            (_, 0 | 1) => MOST_STATES,
            _ => FEW_STATES,
        };
        match self.race.remoteness(sum, who, first)? {
            Some(remoteness) => Ok(verdict(remoteness)),
            None => self.by_sides(sum, who),
        }
    }

    /// What the sides of a sum say that `who`, to move, gets.
    pub fn by_sides(&mut self, sum: &[R::Position], who: Player) -> Result<Verdict, Stopped> {
        if let Some(shortcut) = self.shortcut
            && let Some([on, off]) = shortcut.short_sides(sum, &mut self.calc)?
        {
            let wins = |side| self.calc.outcome(side).winner(who) == who;
            let (against, with) = if who == Player::Left { (off, on) } else { (on, off) };
            return Ok(match (wins(against), wins(with)) {
                (true, _) => Verdict::Win,
                (false, true) => Verdict::Draw,
                (false, false) => Verdict::Loss,
            });
        }
        let sides = self.of_sum(sum)?;
        Ok(match self.store.left_wins(sides, who)? {
            None => Verdict::Draw,
            Some(left) => Verdict::of(left == (who == Player::Left)),
        })
    }
}

/// The sides that are known, and those that a theorem tells.
struct KnownSides<'a, P> {
    known: &'a mut Memo<P, Sides>,
    shortcut: Option<Shortcut>,
    calc: &'a mut Calc,
}

impl<P: PlainData> KnownPositions<P> for KnownSides<'_, P> {
    fn told(&mut self, position: &P, store: &mut Stoppers) -> Result<Option<Sides>, Stopped> {
        if let Some(&sides) = self.known.get(position) {
            return Ok(Some(sides));
        }
        match self.shortcut {
            Some(shortcut) => {
                let told = shortcut.sides(position, store, self.calc)?;
                Ok(told.filter(|sides| sides.as_stopper().is_some()))
            }
            None => Ok(None),
        }
    }

    fn tell(&mut self, position: P, sides: Sides) -> Result<(), Stopped> {
        self.known.insert(position, sides)
    }
}

impl<R: Rules> CompoundTheory<R> for SidedValues<R> {
    fn name(&self) -> &'static str {
        "sides"
    }

    fn known(&self) -> usize {
        self.known.len().max(self.race.known())
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
        self.store.set_budget(Arc::clone(budget));
        self.calc.set_budget(Arc::clone(budget));
        self.race.set_budget(budget);
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        Ok(Value::Sided(self.of_sum(&at.components)?).into())
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        SidedValues::verdict(self, &at.components, who)
    }

    fn remoteness(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
        most: usize,
    ) -> Result<Remoteness, Stopped> {
        let solved = self.race.remoteness(&at.components, who, most)?;
        Ok(solved.map_or(Remoteness::Unknown, Remoteness::solved))
    }

    fn begin(&mut self, at: &PositionOf<R>, who: Player) -> Result<(), Stopped> {
        self.solved = self.remoteness(&at.components, who)?.is_some();
        Ok(())
    }

    fn reason(
        &mut self,
        after: &PositionOf<R>,
        who: Player,
        _: Verdict,
        _: Option<Valuation>,
    ) -> Result<(Option<Valuation>, Reason), Stopped> {
        let far =
            if self.solved { self.remoteness(&after.components, who)?.flatten() } else { None };
        Ok((None, Reason::Remoteness(far)))
    }

    /// A winner hurries and a loser delays; where there is too much to go through, a winner leaves
    /// less and a loser more.
    fn sort(&mut self, turns: &mut MovesOf<R>) -> Result<(), Stopped> {
        let rules = &self.rules;
        let size = |at: &PositionOf<R>| {
            at.components.iter().map(|c| u64::from(rules.size(c))).sum::<u64>()
        };
        turns.sort_by_key(|turn| match &turn.reason {
            Some(Reason::Remoteness(Some(far))) => hurry(turn.verdict, u64::from(*far)),
            Some(Reason::Remoteness(None)) if !self.solved => hurry(turn.verdict, size(&turn.to)),
            _ => hurry(turn.verdict, 0),
        });
        Ok(())
    }

    fn stoppers(&mut self) -> Option<&mut Stoppers> {
        Some(self.store())
    }
}
