//! Who wins positions that are too large for values.
//!
//! A state of the search is one exact value, the sum of everything small, and a multiset of
//! large components, some with the players exchanged. It is always Left's turn: after a move the
//! whole state is negated. A state is decided by bounds where possible (a component's integer
//! bounds; infinitesimals against a number; the sums of its one-hand-tied parts), else by the
//! table, else by trying moves, the most promising first. A component and its negative cancel.
//!
//! Each large component is expanded once: its options are kept as exact value plus large parts,
//! so a move in a state is a few additions of handles. Moves in the exact value are tried even
//! when it is a number: number avoidance does not apply while the rest may be a number too.

use crate::deeper;
use crate::many::Many;
use crate::values::Values;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player, Stopped};
use upstar_rules::Rules;
use upstar_values::{Calc, Short};

/// Components up to this size are replaced by their values.
const EXACT_SIZE: u32 = 4;

/// A large component, negative when the players are exchanged in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Part(u32);

impl Part {
    fn new(index: usize, negated: bool) -> Part {
        Part((index as u32) << 1 | u32::from(negated))
    }

    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Neg for Part {
    type Output = Part;

    fn neg(self) -> Part {
        Part(self.0 ^ 1)
    }
}

/// One exact value and large components, sorted.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    value: Short,
    parts: SmallVec<[Part; 6]>,
}

impl State {
    fn add(&mut self, part: Part) {
        match self.parts.binary_search(&-part) {
            Ok(i) => {
                self.parts.remove(i);
            }
            Err(_) => {
                let (Ok(i) | Err(i)) = self.parts.binary_search(&part);
                self.parts.insert(i, part);
            }
        }
    }
}

/// What is known of a large component.
struct Component<P> {
    form: P,
    size: u32,
    promise: i32,
    bounds: Option<(i64, i64)>,
    options: [Option<Arc<[State]>>; 2],
    /// The values of the sums of one-hand-tied parts, by the player who is tied.
    tied: [Option<Arc<[Short]>>; 2],
}

/// Decides who wins, by search with values.
pub struct Winner<'r, R: Rules> {
    rules: &'r R,
    values: Values<'r, R>,
    components: Vec<Component<R::Position>>,
    index: FxHashMap<R::Position, u32>,
    table: FxHashMap<State, bool>,
    exact_size: u32,
    visited: u64,
}

impl<'r, R: Rules> Winner<'r, R> {
    /// An engine that works at `calc`.
    pub fn new(rules: &'r R, calc: Calc) -> Self {
        Winner {
            rules,
            values: Values::new(rules, calc),
            components: Vec::new(),
            index: FxHashMap::default(),
            table: FxHashMap::default(),
            exact_size: EXACT_SIZE,
            visited: 0,
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
        let mut state = State { value: Short::ZERO, parts: SmallVec::new() };
        for position in sum {
            self.absorb(&mut state, position.clone(), who == Player::Right)?;
        }
        self.search(&state)
    }

    /// The values this search rests on.
    pub fn values(&mut self) -> &mut Values<'r, R> {
        &mut self.values
    }

    fn calc(&mut self) -> &mut Calc {
        self.values.calc()
    }

    fn budget(&mut self) -> Arc<Budget> {
        Arc::clone(self.values.calc().budget())
    }

    /// Adds a position to a state: small components as values, large ones as parts.
    fn absorb(
        &mut self,
        state: &mut State,
        position: R::Position,
        exchanged: bool,
    ) -> Result<(), Stopped> {
        let mut parts = Vec::new();
        self.rules.components(position, &mut parts);
        for part in parts {
            if let Some(value) = self.values.by_theorem(&part)? {
                let value = if exchanged { self.calc().neg(value)? } else { value };
                state.value = self.calc().add(state.value, value)?;
                continue;
            }
            let (form, negated) = self.rules.normal_form(part);
            let negated = negated ^ exchanged;
            if self.rules.size(&form) <= self.exact_size {
                let value = self.values.of_component(form)?;
                let value = if negated { self.calc().neg(value)? } else { value };
                state.value = self.calc().add(state.value, value)?;
            } else {
                let part = Part::new(self.component(form)?, negated);
                state.add(part);
            }
        }
        Ok(())
    }

    fn component(&mut self, form: R::Position) -> Result<usize, Stopped> {
        if let Some(&i) = self.index.get(&form) {
            return Ok(i as usize);
        }
        let i = self.components.len();
        if i >= 1 << 30 {
            return Err(Stopped::Limit { what: "the number of components", limit: 1 << 30 });
        }
        self.budget().charge(2 * size_of::<Component<R::Position>>() as u64)?;
        self.components.push(Component {
            size: self.rules.size(&form),
            promise: self.rules.promise(&form),
            bounds: self.rules.bounds(&form),
            options: [None, None],
            tied: [None, None],
            form: form.clone(),
        });
        self.index.insert(form, i as u32);
        Ok(i)
    }

    /// The options of `who` in a component, each as a state.
    fn options(&mut self, i: usize, who: Player) -> Result<Arc<[State]>, Stopped> {
        if let Some(options) = &self.components[i].options[who as usize] {
            return Ok(Arc::clone(options));
        }
        let mut positions = Vec::new();
        self.rules.options(&self.components[i].form, who, &mut positions);
        let _many = Many::of(self.calc().budget(), &positions)?;
        let mut states = Vec::with_capacity(positions.len());
        for position in positions {
            self.calc().step()?;
            let mut state = State { value: Short::ZERO, parts: SmallVec::new() };
            self.absorb(&mut state, position, false)?;
            if !states.contains(&state) {
                states.push(state);
            }
        }
        self.budget().charge((states.len() * size_of::<State>()) as u64)?;
        let states: Arc<[State]> = states.into();
        self.components[i].options[who as usize] = Some(Arc::clone(&states));
        Ok(states)
    }

    /// The sums of the parts of a component when `tied` has one hand tied, a value for each way.
    fn tied(&mut self, i: usize, tied: Player) -> Result<Arc<[Short]>, Stopped> {
        if let Some(values) = &self.components[i].tied[tied as usize] {
            return Ok(Arc::clone(values));
        }
        let mut values = Vec::new();
        for variant in 0.. {
            let form = &self.components[i].form;
            let Some(parts) = self.rules.one_hand_tied(form, tied, variant) else { break };
            let mut sum = Short::ZERO;
            for part in parts {
                let value = self.values.of(part)?;
                sum = self.calc().add(sum, value)?;
            }
            values.push(sum);
        }
        let values: Arc<[Short]> = values.into();
        self.components[i].tied[tied as usize] = Some(Arc::clone(&values));
        Ok(values)
    }

    fn negated(&mut self, state: &State) -> Result<State, Stopped> {
        let mut parts: SmallVec<[Part; 6]> = state.parts.iter().map(|&part| -part).collect();
        parts.sort_unstable();
        Ok(State { value: self.calc().neg(state.value)?, parts })
    }

    /// Does Left, to move, win? Answers from the integer bounds of the parts alone.
    fn at_sight(&mut self, state: &State) -> Option<bool> {
        if state.parts.is_empty() {
            let outcome = self.calc().outcome(state.value);
            return Some(matches!(outcome, Outcome::L | Outcome::N));
        }
        let calc = self.values.calc();
        if self.rules.is_all_small() {
            return if calc.stop_sign(state.value, Player::Right).is_gt() {
                Some(true)
            } else if calc.stop_sign(state.value, Player::Left).is_lt() {
                Some(false)
            } else {
                None
            };
        }
        let (mut low, mut high) = (0i64, 0i64);
        for part in &state.parts {
            let (l, h) = self.components[part.index()].bounds?;
            let (l, h) = if part.is_negated() { (-h, -l) } else { (l, h) };
            (low, high) = (low.checked_add(l)?, high.checked_add(h)?);
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

    /// The same from the sums of one-hand-tied parts.
    fn by_tying(&mut self, state: &State) -> Result<Option<bool>, Stopped> {
        for variant in 0.. {
            let mut decided = None;
            for tied in Player::BOTH {
                let mut bound = state.value;
                for part in &state.parts {
                    // Exchanged players: the other one is tied, and the bound is negated.
                    let who = if part.is_negated() { !tied } else { tied };
                    let values = self.tied(part.index(), who)?;
                    let Some(&value) = values.get(variant) else { return Ok(None) };
                    let value = if part.is_negated() { self.calc().neg(value)? } else { value };
                    bound = self.calc().add(bound, value)?;
                }
                let outcome = self.calc().outcome(bound);
                match tied {
                    Player::Left if matches!(outcome, Outcome::L | Outcome::N) => {
                        decided = Some(true);
                    }
                    Player::Right if matches!(outcome, Outcome::R | Outcome::P) => {
                        decided = Some(false);
                    }
                    _ => {}
                }
            }
            if decided.is_some() {
                return Ok(decided);
            }
        }
        Ok(None)
    }

    fn remember(&mut self, state: &State, answer: bool) -> Result<bool, Stopped> {
        if self.table.len() == self.table.capacity() {
            let more = self.table.len().max(8) * (size_of::<(State, bool)>() + 2);
            self.budget().charge(more as u64)?;
        }
        self.table.insert(state.clone(), answer);
        Ok(answer)
    }

    /// Does Left, to move, win this state?
    fn search(&mut self, state: &State) -> Result<bool, Stopped> {
        self.visited += 1;
        self.calc().step()?;
        if let Some(answer) = self.at_sight(state) {
            return Ok(answer);
        }
        if let Some(&answer) = self.table.get(state) {
            return Ok(answer);
        }
        if let Some(answer) = self.by_tying(state)? {
            return self.remember(state, answer);
        }
        let mut replies: Vec<(i64, State)> = Vec::new();
        for i in 0..state.parts.len() {
            if i > 0 && state.parts[i] == state.parts[i - 1] {
                continue;
            }
            let part = state.parts[i];
            let who = if part.is_negated() { Player::Right } else { Player::Left };
            for option in self.options(part.index(), who)?.iter() {
                let mut next = state.clone();
                next.parts.remove(i);
                let value =
                    if part.is_negated() { self.calc().neg(option.value)? } else { option.value };
                next.value = self.calc().add(next.value, value)?;
                for &new in &option.parts {
                    next.add(if part.is_negated() { -new } else { new });
                }
                if self.offer(&mut replies, next, false)? {
                    return self.remember(state, true);
                }
            }
        }
        let last = self.calc().is_number(state.value);
        for option in self.calc().options(state.value, Player::Left)? {
            let next = State { value: option, parts: state.parts.clone() };
            if self.offer(&mut replies, next, last)? {
                return self.remember(state, true);
            }
        }
        replies.sort_by_key(|reply| reply.0);
        for (_, reply) in &replies {
            if !deeper(|| self.search(reply))? {
                return self.remember(state, true);
            }
        }
        self.remember(state, false)
    }

    /// Considers a move to `next`: true when it wins at sight, else it is kept unless it loses
    /// at sight.
    fn offer(
        &mut self,
        replies: &mut Vec<(i64, State)>,
        next: State,
        last: bool,
    ) -> Result<bool, Stopped> {
        let reply = self.negated(&next)?;
        let known = match self.at_sight(&reply) {
            None => self.table.get(&reply).copied(),
            known => known,
        };
        match known {
            Some(opponent_wins) => Ok(!opponent_wins),
            None => {
                let rank = self.rank(&reply) + if last { 1 << 40 } else { 0 };
                replies.push((rank, reply));
                Ok(false)
            }
        }
    }

    /// How good a state looks for the player to move; the least is tried first.
    fn rank(&mut self, state: &State) -> i64 {
        let (mut promise, mut size) = (0i64, 0i64);
        for part in &state.parts {
            let component = &self.components[part.index()];
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
