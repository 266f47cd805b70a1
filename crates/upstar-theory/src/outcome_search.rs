//! Who wins positions that are too large for values.
//!
//! A state of the search is a rest, the values of everything small, and a multiset of large
//! components, some with the players exchanged. It is always Left's turn: after a move the
//! whole state is negated. A component and its negative cancel, and one that is known to be zero
//! is dropped. Every state that a move leads to is looked at once, cheapest test first: what the
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

mod bands;
mod checkpoint;
mod components;
mod exchange;
mod lanes;
mod lone;
mod proved;
mod replies;
mod rests;
mod sight;
mod state;
mod sweep;
mod table;
mod team;
mod tying;

pub use self::team::Team;

use self::bands::Bands;
use self::checkpoint::SearchKeeper;
use self::components::Components;
use self::exchange::{Seat, WORTH_TELLING};
use self::replies::{OpenState, StateReplies};
use self::rests::{RestId, Rests};
use self::sight::StateSight;
use self::state::{LargeComponent, SearchState};
use self::table::{SearchEffort, SearchTable};
use crate::lists::{components_in, refined_in};
use crate::path::Path;
use crate::values::Values;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Outcome, Player, Stopped, Weigh, deeper};
use upstar_rules::Rules;
use upstar_values::{Calc, Short};

/// This many states are counted together.
const COUNTED: u64 = 256;

/// Decides who wins, by search with values.
pub struct OutcomeSearch<R: Rules> {
    rules: Arc<R>,
    values: Values<R>,
    components: Components<R::Position>,
    rests: Rests,
    bands: Bands<R::Position>,
    /// The values of small components, as rests.
    small: Memo<R::Position, RestId>,
    /// Exact sums of bands.
    exact: FxHashMap<tying::TiedCut, Option<Short>>,
    luck: tying::Luck,
    table: SearchTable,
    exact_size: u32,
    is_all_small: bool,
    visited: u64,
    /// The states on the way, each followed by the replies that are not decided yet.
    open: Vec<OpenState>,
    /// What the replies that were found last weigh, as far as they are open.
    weight: i64,
    /// The number of bytes at which it is time to sweep.
    full: u64,
    /// The least number of bytes at which to sweep.
    roomy: u64,
    /// Which move of each player, counted in the order of the rules, has won at sight last.
    hopeful: [usize; 2],
    /// Vectors to use again.
    spare: Vec<Vec<R::Position>>,
    path: Path<SearchState>,
    /// Where the states on the way to the present one lie on the stack, in a search with others.
    way: Vec<usize>,
    /// Whether the number of states searched is shown as progress.
    is_watched: bool,
    /// Where others search for the same.
    seat: Option<Seat<R::Position>>,
    /// Has anything been cut into bands?
    has_bands: bool,
    /// Where what was proved is saved.
    keeper: Option<SearchKeeper>,
}

impl<R: Rules> OutcomeSearch<R> {
    /// An engine that works at `calc`.
    pub fn new(rules: &Arc<R>, calc: Calc) -> Self {
        OutcomeSearch {
            rules: Arc::clone(rules),
            bands: Bands::new(calc.budget()),
            small: Memo::new(calc.budget()),
            path: Path::new(calc.budget()),
            way: Vec::new(),
            is_watched: false,
            has_bands: false,
            seat: None,
            keeper: None,
            values: Values::new(rules, calc),
            components: Components::new(rules.nature().all_small),
            rests: Rests::new(rules.nature().all_small),
            exact: FxHashMap::default(),
            luck: tying::Luck::default(),
            table: SearchTable::default(),
            exact_size: rules.nature().exact_size,
            is_all_small: rules.nature().all_small,
            visited: 0,
            open: Vec::new(),
            weight: 0,
            full: sweep::roomy(rules.nature().all_small),
            roomy: sweep::roomy(rules.nature().all_small),
            hopeful: [0; 2],
            spare: Vec::new(),
        }
    }

    /// Another engine at `calc`, for another thread, that shares the values of this one.
    fn sharing(&self, calc: Calc) -> Self {
        let values = self.values.beside(calc.fork());
        OutcomeSearch {
            values,
            exact_size: self.exact_size,
            ..OutcomeSearch::new(&self.rules, calc)
        }
    }

    /// Gives back what the tables are charged; nothing is asked of them any more.
    fn give_back(&mut self) {
        self.forget(0);
        let bytes = self.held() + self.bands.bytes();
        self.budget().refund(bytes);
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

    /// Whether the number of states searched is shown as progress.
    pub(crate) fn set_watched(&mut self, is_watched: bool) {
        self.is_watched = is_watched;
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
        self.way.clear();
        self.begin();
        self.learn_news()?;
        let mut state = SearchState::empty();
        for position in sum {
            self.absorb(&mut state, position.clone(), who == Player::Right)?;
        }
        match self.look_at(&mut state)? {
            StateSight::Decided(answer) => Ok(answer),
            StateSight::Open(rank) => {
                self.hold(rank, state)?;
                // A search is given up only where the whole is known.
                match self.search(0)? {
                    Some(answer) => Ok(answer),
                    None => self.decided(0).ok_or(Stopped::Interrupted),
                }
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
        state: &mut SearchState,
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
        state: &mut SearchState,
        position: R::Position,
        exchanged: bool,
    ) -> Result<Option<(R::Position, bool)>, Stopped> {
        let old = self.spare.pop().unwrap_or_default();
        let mut parts = components_in(old, &*self.rules, position, self.values.calc().budget())?;
        let mut new: Option<(R::Position, bool)> = None;
        let mut are_several = false;
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
                are_several = true;
            }
        }
        self.spare.extend(parts.into_spare());
        // Two of them may be the same.
        if are_several
            && let Some((form, negated)) = &new
            && let Some(i) = self.components.find(form)
        {
            self.absorb_entered(state, i, *negated)?;
            new = None;
        }
        Ok(new)
    }

    /// Adds a value, negated if `negated`, to a state.
    fn add_value(
        &mut self,
        state: &mut SearchState,
        value: Short,
        negated: bool,
    ) -> Result<(), Stopped> {
        let value = if negated { self.calc().neg(value)? } else { value };
        state.rest = self.rests.plus(self.values.calc(), state.rest, value)?;
        Ok(())
    }

    /// Adds a component in normal form to a state; gives it back if it is large and was not met
    /// before.
    fn absorb_form(
        &mut self,
        state: &mut SearchState,
        form: R::Position,
        negated: bool,
    ) -> Result<Option<R::Position>, Stopped> {
        if self.rules.size(&form) <= self.exact_size {
            let one = match self.small.get(&form) {
                Some(&one) => one,
                None => self.value_of_small(form)?,
            };
            let one = self.rests.signed(one, negated);
            state.rest = self.rests.sum(self.values.calc(), state.rest, one)?;
            return Ok(None);
        }
        match self.components.find(&form) {
            Some(i) => self.absorb_entered(state, i, negated).map(|()| None),
            None => Ok(Some(form)),
        }
    }

    /// The value of a small component, met for the first time, as a rest.
    fn value_of_small(&mut self, form: R::Position) -> Result<RestId, Stopped> {
        let value = self.values.of_component(form.clone())?;
        let one = self.rests.plus(self.values.calc(), RestId::EMPTY, value)?;
        self.small.insert(form, one)?;
        Ok(one)
    }

    /// Adds a component that was met before to a state.
    fn absorb_entered(
        &mut self,
        state: &mut SearchState,
        i: usize,
        negated: bool,
    ) -> Result<(), Stopped> {
        let Some(finer) = self.components.finer(i).cloned() else {
            state.add(LargeComponent::new(i, negated));
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
        let budget = self.values.calc().budget();
        let i = self.components.insert(&*self.rules, budget, form)?;
        let form = &self.components.get(i).form;
        let (refined, mut parts) = refined_in(Vec::new(), &*self.rules, form, budget)?;
        if refined {
            let mut finer = SearchState::empty();
            for part in parts.drain() {
                let (form, negated) = self.rules.normal_form(part);
                if let Some(form) = self.absorb_form(&mut finer, form, negated)? {
                    let i = deeper(|| self.enter(form))?;
                    self.absorb_entered(&mut finer, i, negated)?;
                }
            }
            self.components.set_finer(i, finer);
        }
        Ok(i)
    }

    /// Cuts the components of a state into bands so that a player has one hand tied; false when
    /// all of them were cut so before.
    fn cut(&mut self, state: &SearchState, tied: Player) -> Result<bool, Stopped> {
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

    /// Puts a state on the stack.
    fn hold(&mut self, rank: i64, state: SearchState) -> Result<(), Stopped> {
        let held = state.parts.heap_bytes();
        self.open.push(OpenState { rank, state, replies: None });
        if held > 0 { self.budget().charge(held as u64) } else { Ok(()) }
    }

    /// Takes all states from the stack except the first `but`.
    fn forget(&mut self, but: usize) {
        let held: usize = self.open[but..].iter().map(|open| open.state.parts.heap_bytes()).sum();
        self.open.truncate(but);
        if held > 0 {
            self.budget().refund(held as u64);
        }
    }

    fn remember(&mut self, at: usize, visited: u64, answer: bool) -> Result<bool, Stopped> {
        let effort = SearchEffort::of(visited);
        let state = std::mem::replace(&mut self.open[at].state, SearchState::empty());
        let noted = self.note(&state, effort, answer);
        // The whole is told however little work it was: somebody else may keep the file.
        if (visited >= WORTH_TELLING || at == 0)
            && let Some(seat) = &self.seat
        {
            seat.tell(self.told(&state, effort, answer));
        }
        self.open[at].state = state;
        noted.map(|()| answer)
    }

    /// Learns what others have proved; true when there was something.
    fn learn_news(&mut self) -> Result<bool, Stopped> {
        let news = self.seat.as_ref().map(Seat::news).unwrap_or_default();
        news.iter().try_for_each(|proved| self.learn(proved))?;
        Ok(!news.is_empty())
    }

    /// A number for a state that is the same in all searches, and most often another one for
    /// another state.
    fn hash(&self, state: &SearchState) -> u64 {
        let spread = |hash: u64| (hash ^ hash >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let of_parts = state.parts.iter().map(|part| {
            let form = &self.components.get(part.index()).form;
            spread(FxBuildHasher.hash_one((form, part.is_negated())))
        });
        let values = self.rests.values(state.rest);
        let of_values = values.iter().map(|value| spread(value.index() as u64 + 1));
        of_parts.chain(of_values).fold(0, u64::wrapping_add)
    }

    /// Does Left, to move, win the state at this place of the stack? It is not decided at sight.
    /// None where another search has decided it, or something on the way to it.
    fn search(&mut self, at: usize) -> Result<Option<bool>, Stopped> {
        self.sweep_if_full();
        self.save_if_due();
        if self.learn_news()? && (0..self.way.len()).any(|i| self.decided(self.way[i]).is_some()) {
            return Ok(None);
        }
        let shown = |state: &SearchState| {
            let forms = state.parts.iter().map(|part| &self.components.get(part.index()).form);
            forms.map(|form| self.rules.show(form)).collect::<Vec<_>>().join(" + ")
        };
        self.path.enter(&self.open[at].state, shown)?;
        let top = self.open.len();
        let answer =
            if self.seat.is_some() { self.among_others(at) } else { deeper(|| self.by_moves(at)) };
        self.path.leave();
        self.forget(top);
        answer
    }

    /// The same, and other searches learn what is searched.
    fn among_others(&mut self, at: usize) -> Result<Option<bool>, Stopped> {
        let hash = self.hash(&self.open[at].state);
        self.way.push(at);
        self.seat.iter().for_each(|seat| seat.begin(hash));
        let answer = deeper(|| self.by_moves(at));
        self.seat.iter().for_each(|seat| seat.end(hash));
        self.way.pop();
        answer
    }

    /// The same by trying the moves.
    fn by_moves(&mut self, at: usize) -> Result<Option<bool>, Stopped> {
        let before = self.visited;
        self.visited += 1;
        if self.is_watched && self.visited.is_multiple_of(COUNTED) {
            self.budget().advance(COUNTED);
        }
        let replies = match self.replies(at)? {
            StateReplies::Decided(answer) => return self.remember(at, 1, answer).map(Some),
            StateReplies::Open(replies) => replies,
            StateReplies::Many => {
                let limit = u64::MAX;
                return Err(Stopped::Limit { what: "the number of replies", limit });
            }
        };
        self.open[replies.clone()].sort_by_key(|reply| reply.rank);
        let mut wins = self.by_fewest_replies(replies.clone())?;
        // What somebody else is at waits, but for the first.
        let (mut waiting, mut is_first) = (Vec::new(), true);
        for reply in replies {
            if wins {
                break;
            }
            if !is_first && self.is_busy(reply) {
                waiting.push(reply);
                continue;
            }
            is_first = false;
            match self.reply_wins(reply)? {
                Some(answer) => wins = answer,
                None => return Ok(self.given_up(at)),
            }
        }
        for reply in waiting {
            if wins {
                break;
            }
            match self.reply_wins(reply)? {
                Some(answer) => wins = answer,
                None => return Ok(self.given_up(at)),
            }
        }
        self.remember(at, self.visited - before, wins).map(Some)
    }

    /// The state that is searched last was given up: who wins it, if that is why, and nothing before
    /// it on the way is known.
    fn given_up(&mut self, at: usize) -> Option<bool> {
        let before = self.way.len().saturating_sub(1);
        let is_known = (0..before).any(|i| self.decided(self.way[i]).is_some());
        if is_known { None } else { self.decided(at) }
    }

    /// Does the opponent lose this reply?
    fn reply_wins(&mut self, reply: usize) -> Result<Option<bool>, Stopped> {
        let loses = match self.decided(reply) {
            Some(answer) => Some(answer),
            None => self.search(reply)?,
        };
        Ok(loses.map(|answer| !answer))
    }

    /// Is somebody else searching this state?
    fn is_busy(&self, at: usize) -> bool {
        let seat = self.seat.as_ref();
        seat.is_some_and(|seat| seat.is_busy(self.hash(&self.open[at].state)))
    }
}
