//! Who wins positions that are too large for values.
//!
//! A state of the search is a rest, the values of everything small, and a multiset of large
//! components, some with the players exchanged. It is always Left's turn: after a move the
//! whole state is negated. A component and its negative cancel, and one that is known to be zero
//! is dropped. Every state that a move leads to is judged at once, cheapest test first: what the
//! players certainly get of the terms, outcomes of components that are known already, the table.
//! What is left is searched, the most promising first.
//!
//! What a player certainly gets of a component comes from cutting it into bands so that only
//! this player has one hand tied; the values of the bands are bounded by a few numbers each, and
//! the best partition is found for each of these (`lanes`).
//!
//! All states that are being considered lie on one stack, so that components and states that
//! nobody needs any more can be swept out when the memory is full: the table forgets what was
//! the least work first. A search that forgets takes longer and says the same.
//!
//! Moves in the cold value are tried even when it is a number: number avoidance does not apply
//! while the rest may be a number too.

mod components;
mod lanes;
mod rests;
mod sight;
mod state;
mod sweep;
mod table;
mod tying;

use self::components::Components;
use self::lanes::{MOST_LINES, Partition, Walls};
use self::rests::{RestId, Rests};
use self::sight::Sight;
use self::state::{Part, State};
use self::table::{Effort, Table};
use crate::lists::{components_in, options_in, refined_in};
use crate::path::Path;
use crate::values::Values;
use rustc_hash::{FxHashMap, FxHashSet};
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
    rests: Rests,
    /// The values of bands as they are cut, before any normal form.
    bands: Memo<R::Position, u32>,
    /// Exact sums of bands.
    exact: FxHashMap<tying::Cut, Option<Short>>,
    table: Table,
    exact_size: u32,
    is_all_small: bool,
    visited: u64,
    /// The states on the way, each followed by the replies that are not decided yet, with ranks.
    open: Vec<(i64, State)>,
    /// When so many bytes are held it is time to sweep.
    full: u64,
    /// No sweep before so many bytes are held.
    roomy: u64,
    /// Which move of each player, counted in the order of the rules, has won at sight last.
    hopeful: [usize; 2],
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
            components: Components::new(!rules.is_all_small()),
            rests: Rests::new(rules.is_all_small()),
            exact: FxHashMap::default(),
            table: Table::default(),
            exact_size: rules.exact_size(),
            is_all_small: rules.is_all_small(),
            visited: 0,
            open: Vec::new(),
            full: sweep::ROOMY,
            roomy: sweep::ROOMY,
            hopeful: [0; 2],
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
        self.forget(0);
        self.begin();
        let mut state = State::empty();
        for position in sum {
            self.absorb(&mut state, position.clone(), who == Player::Right)?;
        }
        match self.look_at(&mut state)? {
            Sight::Decided(answer) => Ok(answer),
            Sight::Open(rank) => {
                self.hold(rank, state)?;
                self.search(0)
            }
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
            match self.values.by_theorem(&part)? {
                Some(value) => self.add_value(state, value, exchanged)?,
                None => self.absorb_component(state, part, exchanged)?,
            }
        }
        self.spare.extend(parts.into_spare());
        Ok(())
    }

    /// Adds a value, negated if `negated`, to a state.
    fn add_value(&mut self, state: &mut State, value: Short, negated: bool) -> Result<(), Stopped> {
        let value = if negated { self.calc().neg(value)? } else { value };
        state.rest = self.rests.plus(self.values.calc(), state.rest, value)?;
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
            return self.add_value(state, value, negated);
        }
        let i = match self.components.find(&form) {
            Some(i) => i,
            None => self.enter(form)?,
        };
        let Some(finer) = self.components.get(i).finer.clone() else {
            state.add(Part::new(i, negated));
            return Ok(());
        };
        let rest = self.rests.signed(finer.rest, negated);
        state.rest = self.rests.sum(self.values.calc(), state.rest, rest)?;
        for part in &finer.parts {
            state.add(part.signed(negated));
        }
        Ok(())
    }

    /// Enters a component that is met for the first time, and takes it apart if it falls apart.
    fn enter(&mut self, form: R::Position) -> Result<usize, Stopped> {
        let (rules, budget) = (Arc::clone(&self.rules), Arc::clone(self.budget()));
        let i = self.components.insert(&*rules, &budget, form)?;
        let form = &self.components.get(i).form;
        let (refined, mut parts) = refined_in(Vec::new(), &*rules, form, &budget)?;
        if refined {
            let mut finer = State::empty();
            for part in parts.drain() {
                deeper(|| self.absorb_component(&mut finer, part, false))?;
            }
            self.components.get_mut(i).finer = Some(Box::new(finer));
        }
        Ok(i)
    }

    /// Cuts the components of a state into bands so that a player has one hand tied; false when
    /// all of them were cut so before.
    fn cut(&mut self, state: &State, tied: Player) -> Result<bool, Stopped> {
        let mut news = false;
        for part in &state.parts {
            let (i, who) = (part.index(), if part.is_negated() { !tied } else { tied });
            if !self.components.get(i).is_cut[who as usize] {
                let form = self.components.get(i).form.clone();
                let walls = self.tied(&form, who)?;
                self.components.set_cut(i, who, &walls);
                news = true;
            }
        }
        Ok(news)
    }

    /// What a player certainly gets of a component with one hand tied.
    fn tied(&mut self, form: &R::Position, who: Player) -> Result<Walls, Stopped> {
        let (rules, mut partition) = (Arc::clone(&self.rules), Partition::new());
        if rules.one_hand_tied(form, who, MOST_LINES..MOST_LINES + 1).is_some() {
            return Ok(Walls::UNKNOWN);
        }
        for line in 0.. {
            let Some(band) = rules.one_hand_tied(form, who, line..line + 1) else { break };
            let term = self.band(band)?;
            partition.band(0, self.rests.wide(term, who));
            if line > 0
                && let Some(band) = rules.one_hand_tied(form, who, line - 1..line + 1)
            {
                let term = self.band(band)?;
                partition.band(1, self.rests.wide(term, who));
            }
            partition.advance();
        }
        Ok(partition.walls())
    }

    /// The value of a band, as a term.
    #[inline]
    fn band(&mut self, band: R::Position) -> Result<u32, Stopped> {
        if let Some(&term) = self.bands.get(&band) {
            return Ok(term);
        }
        let value = self.values.of(band.clone())?;
        let term = self.rests.term(self.values.calc(), value)?;
        self.bands.insert(band, term)?;
        Ok(term)
    }

    /// Finds the moves in a part for the first time and offers each beside `rest`; true, and
    /// the others are not looked at, when one wins at sight.
    fn expand(&mut self, part: Part, rest: &State) -> Result<bool, Stopped> {
        let (i, who) = (part.index(), mover(part));
        let old = self.spare.pop().unwrap_or_default();
        let (rules, budget) = (Arc::clone(&self.rules), Arc::clone(self.budget()));
        let form = &self.components.get(i).form;
        let mut positions = options_in(old, &*rules, form, who, &budget)?;
        // A move where one has just won may win again.
        let hopeful = self.hopeful[who as usize];
        let is_first = positions.put_first(hopeful);
        let mut states: Vec<State> = Vec::with_capacity(positions.len());
        let mut seen: FxHashSet<State> = FxHashSet::default();
        let many = positions.len() > FEW;
        let mut wins = false;
        for (place, position) in positions.drain().enumerate() {
            self.calc().step()?;
            let mut state = State::empty();
            self.absorb(&mut state, position, false)?;
            let again = if many { !seen.insert(state.clone()) } else { states.contains(&state) };
            if again {
                continue;
            }
            let reply = self.beside(rest, state.rest, &state.parts, !part.is_negated())?;
            states.push(state);
            if self.offer(reply, false)? {
                self.hopeful[who as usize] = match place {
                    0 if is_first => hopeful,
                    _ => place - usize::from(is_first && place <= hopeful),
                };
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

    /// A state and more beside it, negated if `negated`.
    fn beside(
        &mut self,
        state: &State,
        rest: RestId,
        parts: &[Part],
        negated: bool,
    ) -> Result<State, Stopped> {
        let rest = self.rests.signed(rest, negated);
        let rest = self.rests.sum(self.values.calc(), state.rest, rest)?;
        let mut sum = State { rest, parts: state.parts.clone() };
        parts.iter().for_each(|new| sum.add(new.signed(negated)));
        Ok(sum)
    }

    /// Puts a state on the stack.
    fn hold(&mut self, rank: i64, state: State) -> Result<(), Stopped> {
        let held = state.parts.heap_bytes();
        self.open.push((rank, state));
        if held > 0 { self.budget().charge(held as u64) } else { Ok(()) }
    }

    /// Takes all states from the stack but so many.
    fn forget(&mut self, but: usize) {
        let held: usize = self.open[but..].iter().map(|open| open.1.parts.heap_bytes()).sum();
        self.open.truncate(but);
        if held > 0 {
            self.budget().refund(held as u64);
        }
    }

    fn remember(&mut self, at: usize, visited: u64, answer: bool) -> Result<bool, Stopped> {
        let (state, effort) = (&self.open[at].1, Effort::of(visited));
        if let Some(part) = state.lone_part() {
            let component = self.components.get_mut(part.index());
            component.alone[usize::from(part.is_negated())] = Some(answer);
            component.effort = component.effort.max(effort);
        } else if state.parts.is_empty() {
            self.rests.remember(state.rest, answer);
        } else {
            self.table.insert(self.values.calc().budget(), state, effort, answer)?;
        }
        Ok(answer)
    }

    /// Does Left, to move, win the state at this place of the stack? It is not decided at sight.
    fn search(&mut self, at: usize) -> Result<bool, Stopped> {
        self.sweep_if_full();
        let shown = |state: &State| {
            let forms = state.parts.iter().map(|part| &self.components.get(part.index()).form);
            forms.map(|form| self.rules.show(form)).collect::<Vec<_>>().join(" + ")
        };
        self.path.enter(&self.open[at].1, shown)?;
        let top = self.open.len();
        let answer = deeper(|| self.by_moves(at));
        self.path.leave();
        self.forget(top);
        answer
    }

    /// The same by trying the moves; the replies lie on top of the stack.
    fn by_moves(&mut self, at: usize) -> Result<bool, Stopped> {
        let (before, first) = (self.visited, self.open.len());
        self.visited += 1;
        if let Some(answer) = self.by_sights(at)? {
            return self.remember(at, 1, answer);
        }
        self.open[first..].sort_by_key(|reply| reply.0);
        let mut wins = self.by_fewest_replies(first)?;
        for reply in first..self.open.len() {
            if wins {
                break;
            }
            wins = !match self.decided(reply) {
                Some(answer) => answer,
                None => self.search(reply)?,
            };
        }
        self.remember(at, self.visited - before, wins)
    }

    /// Who wins the state at this place of the stack, if that is seen at once by now.
    fn decided(&mut self, at: usize) -> Option<bool> {
        let mut state = std::mem::replace(&mut self.open[at].1, State::empty());
        let sight = self.at_sight(&mut state);
        self.open[at].1 = state;
        match sight {
            Sight::Decided(answer) => Some(answer),
            Sight::Open(_) => None,
        }
    }

    /// Does Left, to move, win this state? Told if a move wins at sight, or all of them lose so;
    /// else the replies that stay open are put on the stack.
    fn by_sights(&mut self, at: usize) -> Result<Option<bool>, Stopped> {
        self.calc().step()?;
        self.components.forget_many_moves();
        let (state, first) = (self.open[at].1.clone(), self.open.len());
        // The whole, seen by the opponent.
        let rest = self.rests.negative(state.rest);
        let whole = State { rest, parts: state.parts.iter().map(|&part| -part).collect() };
        for (i, &part) in state.parts.iter().enumerate() {
            if i > 0 && part == state.parts[i - 1] {
                continue;
            }
            self.look(state.parts.len() / MANY)?;
            let mut others = whole.clone();
            others.parts.remove(i);
            let Some(moves) = self.components.moves(part.index(), mover(part)) else {
                if self.expand(part, &others)? {
                    return Ok(Some(true));
                }
                continue;
            };
            for number in moves {
                let step = self.components.step(number);
                let negated = !part.is_negated();
                let rest = self.rests.signed(step.rest, negated);
                let rest = self.rests.sum(self.values.calc(), others.rest, rest)?;
                let mut reply = State { rest, parts: others.parts.clone() };
                for &new in self.components.parts(step) {
                    reply.add(new.signed(negated));
                }
                if self.offer(reply, false)? {
                    self.components.put_first(part.index(), mover(part), number);
                    return Ok(Some(true));
                }
            }
        }
        let (moves, cold) = self.rests.moves(self.values.calc(), state.rest)?;
        let last = self.rests.is_cold_number(self.values.calc(), state.rest);
        for (i, &rest) in moves.iter().enumerate() {
            let reply = State { rest: self.rests.negative(rest), parts: whole.parts.clone() };
            if self.offer(reply, last && i + cold >= moves.len())? {
                return Ok(Some(true));
            }
        }
        Ok((self.open.len() == first).then_some(false))
    }

    /// Looks one move further at the most promising replies, which lie on the stack from `first`
    /// on, and puts first those to which the opponent has the fewest answers: not success but
    /// the size of the proof is what a search lacks. True if one of them is lost at sight; those
    /// that are won so are known then.
    fn by_fewest_replies(&mut self, first: usize) -> Result<bool, Stopped> {
        let top = self.open.len();
        let ahead = if self.is_all_small { top - first } else { (top - first).min(AHEAD) };
        if ahead < 2 {
            return Ok(false);
        }
        for reply in first..first + ahead {
            let known = match self.decided(reply) {
                Some(known) => Some(known),
                None => {
                    let known = self.by_sights(reply);
                    let answers = self.open.len() - top;
                    self.forget(top);
                    self.open[reply].0 = (2 * answers + reply - first) as i64;
                    match known? {
                        Some(known) => Some(self.remember(reply, 0, known)?),
                        None => None,
                    }
                }
            };
            match known {
                Some(false) => return Ok(true),
                Some(true) => self.open[reply].0 = i64::MAX,
                None => {}
            }
        }
        self.open[first..first + ahead].sort_by_key(|reply| reply.0);
        Ok(false)
    }

    /// Considers a move after which the opponent has `reply`: true when it wins at sight, else
    /// it is kept unless it loses at sight.
    fn offer(&mut self, mut reply: State, last: bool) -> Result<bool, Stopped> {
        match self.look_at(&mut reply)? {
            Sight::Decided(opponent_wins) => Ok(!opponent_wins),
            Sight::Open(rank) => {
                let many = reply.parts.len() / MANY;
                self.hold(rank + if last { 1 << 40 } else { 0 }, reply)?;
                self.look(many)?;
                Ok(false)
            }
        }
    }

    /// Many parts of a sum are worth a look at the clock.
    fn look(&mut self, many: usize) -> Result<(), Stopped> {
        if many > 0 { self.budget().spend(many as u64) } else { Ok(()) }
    }
}

/// Who moves in a part when it is Left's turn.
fn mover(part: Part) -> Player {
    if part.is_negated() { Player::Right } else { Player::Left }
}
