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
mod replies;
mod rests;
mod sight;
mod state;
mod sweep;
mod table;
mod tying;

use self::components::Components;
use self::lanes::{MOST_LINES, Partition, Walls};
use self::replies::{Open, Replies};
use self::rests::Rests;
use self::sight::Sight;
use self::state::{Part, State};
use self::table::{Effort, Table};
use crate::lists::{components_in, refined_in};
use crate::path::Path;
use crate::values::Values;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Outcome, Player, Stopped, Weigh, deeper};
use upstar_rules::Rules;
use upstar_values::{Calc, Short};

/// Decides who wins, by search with values.
pub struct Winner<R: Rules> {
    rules: Arc<R>,
    values: Values<R>,
    components: Components<R::Position>,
    rests: Rests,
    /// The values of bands as they are cut, before any normal form.
    bands: Memo<R::Position, u32>,
    /// The same of bands whose lines have numbers.
    coded_bands: Memo<u64, u32>,
    /// Numbers of lines, to use again.
    codes: Vec<u32>,
    /// Exact sums of bands.
    exact: FxHashMap<tying::Cut, Option<Short>>,
    luck: tying::Luck,
    table: Table,
    exact_size: u32,
    is_all_small: bool,
    visited: u64,
    /// The states on the way, each followed by the replies that are not decided yet.
    open: Vec<Open>,
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
            coded_bands: Memo::new(calc.budget()),
            codes: Vec::new(),
            path: Path::new(calc.budget()),
            values: Values::new(rules, calc),
            components: Components::new(!rules.is_all_small()),
            rests: Rests::new(rules.is_all_small()),
            exact: FxHashMap::default(),
            luck: tying::Luck::default(),
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
        if let Some((form, negated)) = self.absorb_known(state, position, exchanged)? {
            let i = self.enter(form)?;
            self.absorb_entered(state, i, negated)?;
        }
        Ok(())
    }

    /// The same but for one large component, if there are any that were not met before: its
    /// normal form, and whether the players are exchanged in it.
    fn absorb_known(
        &mut self,
        state: &mut State,
        position: R::Position,
        exchanged: bool,
    ) -> Result<Option<(R::Position, bool)>, Stopped> {
        let old = self.spare.pop().unwrap_or_default();
        let mut parts = components_in(old, &*self.rules, position, self.values.calc().budget())?;
        let mut new: Option<(R::Position, bool)> = None;
        for part in parts.drain() {
            if let Some(value) = self.values.by_theorem(&part)? {
                self.add_value(state, value, exchanged)?;
                continue;
            }
            let (form, negated) = self.rules.normal_form(part);
            let negated = negated ^ exchanged;
            if let Some(form) = self.absorb_form(state, form, negated)?
                && let Some((form, negated)) = new.replace((form, negated))
            {
                let i = self.enter(form)?;
                self.absorb_entered(state, i, negated)?;
            }
        }
        self.spare.extend(parts.into_spare());
        if let Some((form, negated)) = &new
            && let Some(i) = self.components.find(form)
        {
            self.absorb_entered(state, i, *negated)?;
            new = None;
        }
        Ok(new)
    }

    /// Adds a value, negated if `negated`, to a state.
    fn add_value(&mut self, state: &mut State, value: Short, negated: bool) -> Result<(), Stopped> {
        let value = if negated { self.calc().neg(value)? } else { value };
        state.rest = self.rests.plus(self.values.calc(), state.rest, value)?;
        Ok(())
    }

    /// Adds a component in normal form to a state; gives it back if it is large and was not met
    /// before.
    fn absorb_form(
        &mut self,
        state: &mut State,
        form: R::Position,
        negated: bool,
    ) -> Result<Option<R::Position>, Stopped> {
        if self.rules.size(&form) <= self.exact_size {
            let value = self.values.of_component(form)?;
            self.add_value(state, value, negated)?;
            return Ok(None);
        }
        match self.components.find(&form) {
            Some(i) => self.absorb_entered(state, i, negated).map(|()| None),
            None => Ok(Some(form)),
        }
    }

    /// Adds a component that was met before to a state.
    fn absorb_entered(
        &mut self,
        state: &mut State,
        i: usize,
        negated: bool,
    ) -> Result<(), Stopped> {
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
                let (form, negated) = rules.normal_form(part);
                if let Some(form) = self.absorb_form(&mut finer, form, negated)? {
                    let i = deeper(|| self.enter(form))?;
                    self.absorb_entered(&mut finer, i, negated)?;
                }
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
        let mut partition = Partition::new();
        let codes = self.line_codes(form, who);
        for line in 0..=MOST_LINES {
            let Some(term) = self.band_of_lines(form, who, line..line + 1, &codes)? else { break };
            partition.band(0, self.rests.band(term, who));
            if line > 0
                && let Some(term) = self.band_of_lines(form, who, line - 1..line + 1, &codes)?
            {
                partition.band(1, self.rests.band(term, who));
            }
            partition.advance();
        }
        self.codes = codes;
        Ok(partition.walls())
    }

    /// Numbers for the lines of a position, to be given back; none where there are none.
    fn line_codes(&mut self, form: &R::Position, who: Player) -> Vec<u32> {
        let mut codes = std::mem::take(&mut self.codes);
        codes.clear();
        self.rules.line_codes(form, who, &mut codes);
        codes
    }

    /// The value of one or two lines, which may have numbers, as a term; none when the position
    /// ends before.
    #[inline]
    fn band_of_lines(
        &mut self,
        form: &R::Position,
        who: Player,
        lines: Range<usize>,
        codes: &[u32],
    ) -> Result<Option<u32>, Stopped> {
        if codes.is_empty() {
            let band = self.rules.one_hand_tied(form, who, lines);
            return band.map(|band| self.band(band)).transpose();
        }
        let Some(codes) = codes.get(lines.clone()) else { return Ok(None) };
        // A player, one line or two, and their numbers.
        let shape = ((who as u64) << 1) | (codes.len() as u64 - 1);
        let key = codes.iter().fold(shape, |key, &code| key << 31 | u64::from(code));
        if let Some(&term) = self.coded_bands.get(&key) {
            return Ok(Some(term));
        }
        let Some(band) = self.rules.one_hand_tied(form, who, lines) else { return Ok(None) };
        let value = self.values.of(band)?;
        let term = self.rests.term(self.values.calc(), value)?;
        self.coded_bands.insert(key, term)?;
        Ok(Some(term))
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

    /// Puts a state on the stack.
    fn hold(&mut self, rank: i64, state: State) -> Result<(), Stopped> {
        let held = state.parts.heap_bytes();
        self.open.push(Open { rank, state, replies: None });
        if held > 0 { self.budget().charge(held as u64) } else { Ok(()) }
    }

    /// Takes all states from the stack but so many.
    fn forget(&mut self, but: usize) {
        let held: usize = self.open[but..].iter().map(|open| open.state.parts.heap_bytes()).sum();
        self.open.truncate(but);
        if held > 0 {
            self.budget().refund(held as u64);
        }
    }

    fn remember(&mut self, at: usize, visited: u64, answer: bool) -> Result<bool, Stopped> {
        let (state, effort) = (&self.open[at].state, Effort::of(visited));
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
        self.path.enter(&self.open[at].state, shown)?;
        let top = self.open.len();
        let answer = deeper(|| self.by_moves(at));
        self.path.leave();
        self.forget(top);
        answer
    }

    /// The same by trying the moves.
    fn by_moves(&mut self, at: usize) -> Result<bool, Stopped> {
        let before = self.visited;
        self.visited += 1;
        let replies = match self.replies(at)? {
            Replies::Decided(answer) => return self.remember(at, 1, answer),
            Replies::Open(replies) => replies,
        };
        self.open[replies.clone()].sort_by_key(|reply| reply.rank);
        let mut wins = self.by_fewest_replies(replies.clone())?;
        for reply in replies {
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
}
