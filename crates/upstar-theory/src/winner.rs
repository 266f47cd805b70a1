//! Who wins positions that are too large for values.
//!
//! A state of the search is one exact value, the sum of everything small, and a multiset of
//! large components, some with the players exchanged. It is always Left's turn: after a move the
//! whole state is negated. A component and its negative cancel, and one that is known to be zero
//! is dropped. Every state that a move leads to is judged at once, cheapest test first: integer
//! bounds of the components (or that all of them are infinitesimal), outcomes of components that
//! are known already, the table, and the sums of one-hand-tied parts. What is left is searched,
//! the most promising first.
//!
//! Moves in the exact value are tried even when it is a number: number avoidance does not apply
//! while the rest may be a number too.

mod components;
mod state;
mod table;

use self::components::{Components, Tied, WAYS};
use self::state::{Part, State};
use self::table::Table;
use crate::lists::{components_in, options_in, refined_in};
use crate::path::Path;
use crate::values::Values;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Outcome, Player, Stopped, Weigh, deeper};
use upstar_rules::Rules;
use upstar_values::{Calc, Short};

/// Up to so many moves are compared with each other, more are looked up.
const FEW: usize = 64;

/// So many replies are compared by how many answers they leave.
const AHEAD: usize = 6;

/// So many parts of a sum are worth a step.
const MANY: usize = 64;

/// Decides who wins, by search with values.
pub struct Winner<R: Rules> {
    rules: Arc<R>,
    values: Values<R>,
    components: Components<R::Position>,
    /// The values of one-hand-tied parts as they are cut, before any normal form.
    bands: Memo<R::Position, Short>,
    table: Table,
    exact_size: u32,
    visited: u64,
    /// Vectors to use again.
    spare: Vec<Vec<R::Position>>,
    path: Path<State>,
}

impl<R: Rules> Winner<R> {
    /// An engine that works at `calc`.
    pub fn new(rules: &Arc<R>, calc: Calc) -> Self {
        Winner {
            rules: Arc::clone(rules),
            bands: Memo::new(calc.budget()),
            path: Path::new(calc.budget()),
            values: Values::new(rules, calc),
            components: Components::new(),
            table: Table::default(),
            exact_size: rules.exact_size(),
            visited: 0,
            spare: Vec::new(),
        }
    }

    /// Replaces components up to this size by their values; any size gives the same answers.
    pub fn with_exact_size(mut self, size: u32) -> Self {
        self.exact_size = size;
        self
    }

    /// The same engine, but nothing is taken from theorems on the ruleset.
    pub fn without_theorems(mut self) -> Self {
        self.values = self.values.without_theorems();
        self
    }

    /// How many components have a value so far.
    pub fn known(&self) -> usize {
        self.values.known()
    }

    /// How many states were searched.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Who wins the sum of these positions.
    pub fn outcome(&mut self, sum: &[R::Position]) -> Result<Outcome, Stopped> {
        let left = self.wins(sum, Player::Left)?;
        let right = self.wins(sum, Player::Right)?;
        Ok(Outcome::from_first(left, right))
    }

    /// Does `who`, moving first, win the sum of these positions?
    pub fn wins(&mut self, sum: &[R::Position], who: Player) -> Result<bool, Stopped> {
        let mut state = State::empty();
        for position in sum {
            self.absorb(&mut state, position.clone(), who == Player::Right)?;
        }
        if let Some(answer) = self.at_sight(&mut state) {
            return Ok(answer);
        }
        let lead = if self.rank(&state) < 0 { Player::Right } else { Player::Left };
        match self.by_tying(&state, lead)? {
            Some(answer) => Ok(answer),
            None => self.search(&state),
        }
    }

    /// The values this search rests on.
    pub fn values(&mut self) -> &mut Values<R> {
        &mut self.values
    }

    fn calc(&mut self) -> &mut Calc {
        self.values.calc()
    }

    fn budget(&mut self) -> &Arc<Budget> {
        self.values.calc().budget()
    }

    /// Adds a position to a state: small components as values, large ones as parts.
    fn absorb(
        &mut self,
        state: &mut State,
        position: R::Position,
        exchanged: bool,
    ) -> Result<(), Stopped> {
        let old = self.spare.pop().unwrap_or_default();
        let mut parts = components_in(old, &*self.rules, position, self.values.calc().budget())?;
        for part in parts.drain() {
            if let Some(value) = self.values.by_theorem(&part)? {
                let value = if exchanged { self.calc().neg(value)? } else { value };
                state.value = self.calc().add(state.value, value)?;
                continue;
            }
            self.absorb_component(state, part, exchanged)?;
        }
        self.spare.extend(parts.into_spare());
        Ok(())
    }

    /// Adds one component to a state.
    fn absorb_component(
        &mut self,
        state: &mut State,
        part: R::Position,
        exchanged: bool,
    ) -> Result<(), Stopped> {
        let (form, negated) = self.rules.normal_form(part);
        let negated = negated ^ exchanged;
        if self.rules.size(&form) <= self.exact_size {
            let value = self.values.of_component(form)?;
            let value = if negated { self.calc().neg(value)? } else { value };
            state.value = self.calc().add(state.value, value)?;
            return Ok(());
        }
        let budget = self.values.calc().budget();
        let known = self.components.len();
        let i = self.components.find(&*self.rules, budget, form)?;
        if i == known {
            self.refine(i)?;
        }
        let Some(finer) = self.components.get(i).finer.clone() else {
            state.add(Part::new(i, negated));
            return Ok(());
        };
        let value = if negated { self.calc().neg(finer.value)? } else { finer.value };
        state.value = self.calc().add(state.value, value)?;
        for part in &finer.parts {
            state.add(part.signed(negated));
        }
        Ok(())
    }

    /// Takes a component apart that was met for the first time, if it falls apart.
    fn refine(&mut self, i: usize) -> Result<(), Stopped> {
        let (rules, budget) = (Arc::clone(&self.rules), Arc::clone(self.budget()));
        let form = &self.components.get(i).form;
        let (refined, mut parts) = refined_in(Vec::new(), &*rules, form, &budget)?;
        if refined {
            let mut finer = State::empty();
            for part in parts.drain() {
                deeper(|| self.absorb_component(&mut finer, part, false))?;
            }
            self.components.get_mut(i).finer = Some(Box::new(finer));
        }
        Ok(())
    }

    /// Finds the moves in a part for the first time and offers each beside `rest`; true, and
    /// the others are not looked at, when one wins at sight.
    fn expand(
        &mut self,
        part: Part,
        rest: &State,
        replies: &mut Vec<(i64, State)>,
    ) -> Result<bool, Stopped> {
        let (i, who) = (part.index(), mover(part));
        let old = self.spare.pop().unwrap_or_default();
        let (rules, budget) = (Arc::clone(&self.rules), Arc::clone(self.budget()));
        let form = &self.components.get(i).form;
        let mut positions = options_in(old, &*rules, form, who, &budget)?;
        let mut states: Vec<State> = Vec::with_capacity(positions.len());
        let mut seen: FxHashSet<State> = FxHashSet::default();
        let many = positions.len() > FEW;
        let mut wins = false;
        for position in positions.drain() {
            self.calc().step()?;
            let mut state = State::empty();
            self.absorb(&mut state, position, false)?;
            let again = if many { !seen.insert(state.clone()) } else { states.contains(&state) };
            if again {
                continue;
            }
            let mut reply = self.beside(rest, state.value, !part.is_negated())?;
            state.parts.iter().for_each(|new| reply.add(new.signed(!part.is_negated())));
            states.push(state);
            if self.offer(replies, reply, false)? {
                wins = true;
                break;
            }
        }
        self.spare.extend(positions.into_spare());
        if !wins {
            let budget = self.values.calc().budget();
            self.components.set_moves(budget, i, who, &states)?;
        }
        Ok(wins)
    }

    /// A state and a value, negated if `negated`.
    fn beside(&mut self, rest: &State, value: Short, negated: bool) -> Result<State, Stopped> {
        let value = if negated { self.calc().neg(value)? } else { value };
        Ok(State { value: self.calc().add(rest.value, value)?, parts: rest.parts.clone() })
    }

    /// The sum of the parts of a component when `tied` has one hand tied.
    fn tied(&mut self, i: usize, tied: Player, way: usize) -> Result<Option<Short>, Stopped> {
        match self.components.get(i).tied[tied as usize][way] {
            Tied::Sum(sum) => return Ok(Some(sum)),
            Tied::Impossible => return Ok(None),
            Tied::Unknown => {}
        }
        let mut sum = None;
        if let Some(bands) = self.rules.one_hand_tied(&self.components.get(i).form, tied, way) {
            let mut total = Short::ZERO;
            for band in bands {
                let value = self.band(band)?;
                total = self.calc().add(total, value)?;
            }
            sum = Some(total);
        }
        self.components.get_mut(i).tied[tied as usize][way] =
            sum.map_or(Tied::Impossible, Tied::Sum);
        Ok(sum)
    }

    fn band(&mut self, band: R::Position) -> Result<Short, Stopped> {
        if let Some(&value) = self.bands.get(&band) {
            return Ok(value);
        }
        let value = self.values.of(band.clone())?;
        self.bands.insert(band, value)?;
        Ok(value)
    }

    /// Does Left, to move, win? Answers from what is known of each term alone, or was found for
    /// this state before. Parts that are known to be zero are dropped.
    fn at_sight(&mut self, state: &mut State) -> Option<bool> {
        if let Some(answer) = self.by_bounds(state) {
            return Some(answer);
        }
        if let Some(part) = state.lone_part() {
            return self.alone(part);
        }
        if let Some(answer) = self.by_outcomes(state) {
            return Some(answer);
        }
        self.table.get(state)
    }

    /// Does Left, to move, win this part when nothing else is there?
    fn alone(&self, part: Part) -> Option<bool> {
        self.components.get(part.index()).alone[usize::from(part.is_negated())]
    }

    /// At sight from integer bounds of the parts.
    fn by_bounds(&mut self, state: &State) -> Option<bool> {
        let calc = self.values.calc();
        if state.parts.is_empty() {
            return Some(!calc.le_integer(state.value, 0));
        }
        if self.rules.is_all_small() {
            return if state.value == Short::ZERO {
                None
            } else if calc.stop_sign(state.value, Player::Right).is_gt() {
                Some(true)
            } else if calc.stop_sign(state.value, Player::Left).is_lt() {
                Some(false)
            } else {
                None
            };
        }
        let (mut low, mut high) = (0i64, 0i64);
        for part in &state.parts {
            let (l, h) = self.components.get(part.index()).bounds?;
            let (l, h) = (i64::from(l), i64::from(h));
            let (l, h) = if part.is_negated() { (-h, -l) } else { (l, h) };
            (low, high) = (low + l, high + h);
        }
        // Left wins moving first unless the whole is <= 0.
        if !calc.le_integer(state.value, -low) {
            return Some(true);
        }
        if calc.le_integer(state.value, -high) {
            return Some(false);
        }
        None
    }

    /// At sight from the outcomes of the terms, as far as they are known.
    fn by_outcomes(&mut self, state: &mut State) -> Option<bool> {
        let outcome = self.calc().outcome(state.value);
        let wins = |who| Some(outcome.winner(who) == who);
        let mut terms = Terms::default();
        if state.value != Short::ZERO {
            terms.add(wins(Player::Left), wins(Player::Right));
        }
        let components = &self.components;
        state.parts.retain(|part| {
            let alone = components.get(part.index()).alone;
            let negated = usize::from(part.is_negated());
            terms.add(alone[negated], alone[1 - negated])
        });
        terms.answer()
    }

    /// From the sums of one-hand-tied parts; the player who seems to `lead` is tied first.
    fn by_tying(&mut self, state: &State, lead: Player) -> Result<Option<bool>, Stopped> {
        let rest = self.calc().neg(state.value)?;
        for way in 0..WAYS {
            for tied in [lead, !lead] {
                let mut sum = Some(Short::ZERO);
                for part in &state.parts {
                    // Exchanged players: the other one is tied, and the bound is negated.
                    let who = if part.is_negated() { !tied } else { tied };
                    sum = match (sum, self.tied(part.index(), who, way)?) {
                        (Some(sum), Some(bound)) if part.is_negated() => {
                            let bound = self.calc().neg(bound)?;
                            Some(self.calc().add(sum, bound)?)
                        }
                        (Some(sum), Some(bound)) => Some(self.calc().add(sum, bound)?),
                        _ => None,
                    };
                }
                let Some(sum) = sum else { continue };
                // Left wins moving first unless the whole is <= 0.
                let lost = self.calc().le(sum, rest)?;
                match tied {
                    Player::Left if !lost => return Ok(Some(true)),
                    Player::Right if lost => return Ok(Some(false)),
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    fn remember(&mut self, state: &State, answer: bool) -> Result<bool, Stopped> {
        match state.lone_part() {
            Some(part) => {
                let component = self.components.get_mut(part.index());
                component.alone[usize::from(part.is_negated())] = Some(answer);
            }
            None => self.table.insert(self.values.calc().budget(), state, answer)?,
        }
        Ok(answer)
    }

    /// Does Left, to move, win this state, which is not decided at sight?
    fn search(&mut self, state: &State) -> Result<bool, Stopped> {
        let shown = |state: &State| {
            let forms = state.parts.iter().map(|part| &self.components.get(part.index()).form);
            forms.map(|form| self.rules.show(form)).collect::<Vec<_>>().join(" + ")
        };
        self.path.enter(state, shown)?;
        let mut replies = Vec::new();
        let answer = deeper(|| self.by_moves(state, &mut replies));
        self.path.leave();
        self.forget(&replies);
        answer
    }

    /// Gives back what was charged for replies.
    fn forget(&mut self, replies: &[(i64, State)]) {
        let held: usize = replies.iter().map(|(_, reply)| reply.parts.heap_bytes()).sum();
        if held > 0 {
            self.budget().refund(held as u64);
        }
    }

    /// The same by trying the moves; what is left of them stays in `replies`, charged.
    fn by_moves(
        &mut self,
        state: &State,
        replies: &mut Vec<(i64, State)>,
    ) -> Result<bool, Stopped> {
        self.visited += 1;
        if let Some(answer) = self.by_sights(state, replies)? {
            return self.remember(state, answer);
        }
        replies.sort_by_key(|reply| reply.0);
        if self.by_fewest_replies(replies)? {
            return self.remember(state, true);
        }
        for (_, reply) in replies {
            let wins = match self.at_sight(reply) {
                Some(wins) => wins,
                None => self.search(reply)?,
            };
            if !wins {
                return self.remember(state, true);
            }
        }
        self.remember(state, false)
    }

    /// Does Left, to move, win this state? Told if a move wins at sight, or all of them lose so;
    /// else `replies` are the states that stay open.
    fn by_sights(
        &mut self,
        state: &State,
        replies: &mut Vec<(i64, State)>,
    ) -> Result<Option<bool>, Stopped> {
        self.calc().step()?;
        for (i, &part) in state.parts.iter().enumerate() {
            if i > 0 && part == state.parts[i - 1] {
                continue;
            }
            self.look(state.parts.len() / MANY)?;
            // All that stays, seen by the opponent.
            let mut rest = State { value: self.calc().neg(state.value)?, ..State::empty() };
            for (j, &other) in state.parts.iter().enumerate() {
                if i != j {
                    rest.add(-other);
                }
            }
            let Some(moves) = self.components.moves(part.index(), mover(part)) else {
                if self.expand(part, &rest, replies)? {
                    return Ok(Some(true));
                }
                continue;
            };
            for number in moves {
                let step = self.components.step(number);
                let mut reply = self.beside(&rest, step.value, !part.is_negated())?;
                for &new in self.components.parts(step) {
                    reply.add(new.signed(!part.is_negated()));
                }
                if self.offer(replies, reply, false)? {
                    return Ok(Some(true));
                }
            }
        }
        let last = self.calc().is_number(state.value);
        for option in self.calc().options(state.value, Player::Left)? {
            let mut reply = State { value: self.calc().neg(option)?, ..State::empty() };
            state.parts.iter().for_each(|&part| reply.add(-part));
            if self.offer(replies, reply, last)? {
                return Ok(Some(true));
            }
        }
        Ok(replies.is_empty().then_some(false))
    }

    /// Looks one move further at the most promising replies, and puts first those to which the
    /// opponent has the fewest answers: not success but the size of the proof is what a search
    /// lacks. True if one of them is lost at sight; those that are won so are in the table then.
    fn by_fewest_replies(&mut self, replies: &mut [(i64, State)]) -> Result<bool, Stopped> {
        let ahead = replies.len().min(AHEAD);
        if ahead < 2 {
            return Ok(false);
        }
        for (rank, reply) in &mut replies[..ahead] {
            let mut answers = Vec::new();
            let known = match self.at_sight(reply) {
                Some(known) => Ok(Some(known)),
                None => match self.by_sights(reply, &mut answers) {
                    Ok(Some(known)) => self.remember(reply, known).map(Some),
                    other => other,
                },
            };
            self.forget(&answers);
            match known? {
                Some(false) => return Ok(true),
                Some(true) => *rank = i64::MAX,
                None => *rank = answers.len() as i64,
            }
        }
        replies[..ahead].sort_by_key(|reply| reply.0);
        Ok(false)
    }

    /// Considers a move after which the opponent has `reply`: true when it wins at sight, else
    /// it is kept unless it loses at sight.
    fn offer(
        &mut self,
        replies: &mut Vec<(i64, State)>,
        mut reply: State,
        last: bool,
    ) -> Result<bool, Stopped> {
        if let Some(opponent_wins) = self.at_sight(&mut reply) {
            return Ok(!opponent_wins);
        }
        let rank = self.rank(&reply);
        let lead = if rank < 0 { Player::Right } else { Player::Left };
        if let Some(opponent_wins) = self.by_tying(&reply, lead)? {
            return Ok(!opponent_wins);
        }
        let (many, held) = (reply.parts.len() / MANY, reply.parts.heap_bytes());
        replies.push((rank + if last { 1 << 40 } else { 0 }, reply));
        if held > 0 {
            self.budget().charge(held as u64)?;
        }
        self.look(many)?;
        Ok(false)
    }

    /// Many parts of a sum are worth a look at the clock.
    fn look(&mut self, many: usize) -> Result<(), Stopped> {
        if many > 0 { self.budget().spend(many as u64) } else { Ok(()) }
    }

    /// How good a state looks for the player to move; the least is tried first.
    fn rank(&mut self, state: &State) -> i64 {
        let (mut promise, mut size) = (0i64, 0i64);
        for part in &state.parts {
            let component = self.components.get(part.index());
            let sign = if part.is_negated() { -1 } else { 1 };
            promise += sign * i64::from(component.promise);
            size += i64::from(component.size);
        }
        let calc = self.values.calc();
        let middle = (calc.rough_stop(state.value, Player::Left)
            + calc.rough_stop(state.value, Player::Right))
            / 2;
        4 * (middle + 2 * promise) + size
    }
}

/// Who moves in a part when it is Left's turn.
fn mover(part: Part) -> Player {
    if part.is_negated() { Player::Right } else { Player::Left }
}

/// The terms of a sum as they are told, each by who wins it moving first.
#[derive(Default)]
struct Terms {
    /// There is a term that may be positive or confused with 0.
    not_all_negative: bool,
    /// Terms that may be negative or confused with 0.
    not_positive: u32,
    /// Of those, one that Left wins moving first.
    first_wins: bool,
    positive: bool,
}

impl Terms {
    /// Adds a term: does Left win it moving first, and does Right? False when it is zero.
    fn add(&mut self, left: Option<bool>, right: Option<bool>) -> bool {
        let (at_most_zero, at_least_zero) = (left == Some(false), right == Some(false));
        self.not_all_negative |= !at_most_zero;
        if !at_least_zero {
            self.not_positive += 1;
            self.first_wins |= left == Some(true);
        } else if left == Some(true) {
            self.positive = true;
        }
        !(at_most_zero && at_least_zero)
    }

    /// Does Left, to move, win the sum?
    fn answer(&self) -> Option<bool> {
        match self.not_positive {
            _ if !self.not_all_negative => Some(false),
            0 if self.positive => Some(true),
            1 if self.first_wins => Some(true),
            _ => None,
        }
    }
}
