//! Who wins a sum of known values that is too large to add.
//!
//! Adding many hot games makes canonical forms explode. Instead the hot terms stay a multiset,
//! only numbers and what is infinitesimally close to them are added up, and the sum is searched
//! with bounds from the thermographs of the terms. At any temperature `t` let `l` and `r` be the
//! walls of a term. Playing the hottest-at-`t` strategy, Left, moving first, reaches a stop of
//! at least the sum of all `r` plus the largest `l - r`; and Right, moving second, holds the
//! stop to at most the sum of all `l` plus `t` (Winning Ways ch. 6, "thermostrat"). If one of
//! these has the right sign for some `t` the search ends there.

use crate::deeper;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::{Ordering, Reverse};
use std::sync::Arc;
use upstar_base::{Outcome, Player, Stopped};
use upstar_values::{Calc, Dyadic, Short, Thermograph};

/// Hot terms, sorted by handle, and the sum of all others.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    hot: SmallVec<[Short; 12]>,
    cold: Short,
}

/// The temperature of the term moved in and the mean of where it leads, best first.
type Rank = (Reverse<Dyadic>, Reverse<Dyadic>);

/// Decides who wins sums of values.
pub struct SumWinner<'c> {
    calc: &'c mut Calc,
    thermographs: FxHashMap<Short, Arc<Thermograph>>,
    table: FxHashMap<State, bool>,
    visited: u64,
}

impl<'c> SumWinner<'c> {
    /// An engine that works at `calc`.
    pub fn new(calc: &'c mut Calc) -> Self {
        SumWinner {
            calc,
            thermographs: FxHashMap::default(),
            table: FxHashMap::default(),
            visited: 0,
        }
    }

    /// How many states were searched.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Who wins the sum of `terms`.
    ///
    /// ```
    /// use upstar_base::Outcome;
    /// use upstar_theory::sum::SumWinner;
    /// use upstar_values::Calc;
    /// let mut calc = Calc::default();
    /// let mut terms = Vec::new();
    /// for n in 1..40 {
    ///     let (x, y) = (calc.integer(n)?, calc.integer(-n)?);
    ///     terms.push(calc.make(&[x], &[y])?);
    /// }
    /// assert_eq!(SumWinner::new(&mut calc).outcome(&terms)?, Outcome::N);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn outcome(&mut self, terms: &[Short]) -> Result<Outcome, Stopped> {
        let left = self.wins(terms, Player::Left)?;
        let right = self.wins(terms, Player::Right)?;
        Ok(Outcome::from_first(left, right))
    }

    /// Does `who`, moving first, win the sum of `terms`?
    pub fn wins(&mut self, terms: &[Short], who: Player) -> Result<bool, Stopped> {
        let mut state = State { hot: SmallVec::new(), cold: Short::ZERO };
        for &term in terms {
            let term = if who == Player::Left { term } else { self.calc.neg(term)? };
            self.place(&mut state, term)?;
        }
        self.search(&state)
    }

    fn place(&mut self, state: &mut State, term: Short) -> Result<(), Stopped> {
        if self.calc.is_numberish(term) {
            state.cold = self.calc.add(state.cold, term)?;
            return Ok(());
        }
        let negative = self.calc.neg(term)?;
        match state.hot.iter().position(|&other| other == negative) {
            Some(i) => {
                state.hot.remove(i);
            }
            None => {
                let i = state.hot.partition_point(|other| other.index() < term.index());
                state.hot.insert(i, term);
            }
        }
        Ok(())
    }

    fn negated(&mut self, state: &State) -> Result<State, Stopped> {
        let mut hot = SmallVec::new();
        for &term in &state.hot {
            hot.push(self.calc.neg(term)?);
        }
        hot.sort_unstable_by_key(|term: &Short| term.index());
        Ok(State { hot, cold: self.calc.neg(state.cold)? })
    }

    fn thermograph(&mut self, g: Short) -> Result<Arc<Thermograph>, Stopped> {
        if let Some(thermograph) = self.thermographs.get(&g) {
            return Ok(Arc::clone(thermograph));
        }
        let thermograph = self.calc.thermograph(g)?;
        self.thermographs.insert(g, Arc::clone(&thermograph));
        Ok(thermograph)
    }

    /// Does Left, to move, win? From the thermographs alone.
    fn at_sight(&mut self, state: &State) -> Result<Option<bool>, Stopped> {
        if state.hot.is_empty() {
            let outcome = self.calc.outcome(state.cold);
            return Ok(Some(matches!(outcome, Outcome::L | Outcome::N)));
        }
        let mut graphs: SmallVec<[Arc<Thermograph>; 16]> = SmallVec::new();
        for &term in &state.hot {
            graphs.push(self.thermograph(term)?);
        }
        let mut temperatures: Vec<Dyadic> =
            graphs.iter().map(|graph| graph.temperature()).collect();
        temperatures.push(Dyadic::zero());
        temperatures.sort_unstable_by_key(|t| Reverse(t.clone()));
        temperatures.dedup();
        let rest = self.calc.stop(state.cold, Player::Left);
        for t in &temperatures {
            let (mut lefts, mut rights, mut widest) = (rest.clone(), rest.clone(), Dyadic::zero());
            for graph in &graphs {
                let l = graph.wall(Player::Left).at(t);
                let r = graph.wall(Player::Right).at(t);
                widest = widest.max(&l - &r);
                lefts = &lefts + &l;
                rights = &rights + &r;
            }
            if (&rights + &widest).sign() == Ordering::Greater {
                return Ok(Some(true));
            }
            if (&lefts + t).sign() == Ordering::Less {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    fn search(&mut self, state: &State) -> Result<bool, Stopped> {
        self.visited += 1;
        self.calc.step()?;
        if let Some(answer) = self.at_sight(state)? {
            return Ok(answer);
        }
        if let Some(&answer) = self.table.get(state) {
            return Ok(answer);
        }
        let mut replies: Vec<(Rank, State)> = Vec::new();
        for i in 0..=state.hot.len() {
            let term = match state.hot.get(i) {
                Some(term) if i > 0 && state.hot[i - 1] == *term => continue,
                Some(&term) => term,
                None => state.cold,
            };
            let temperature = self.calc.temperature(term)?;
            for option in self.calc.options(term, Player::Left)? {
                let mut next = state.clone();
                // A cold term may have a hot option: a tiny threatens something.
                if i < state.hot.len() {
                    next.hot.remove(i);
                } else {
                    next.cold = Short::ZERO;
                }
                self.place(&mut next, option)?;
                let reply = self.negated(&next)?;
                match self.at_sight(&reply)? {
                    Some(false) => return self.remember(state, true),
                    Some(true) => {}
                    None => {
                        let rank = (Reverse(temperature.clone()), Reverse(self.calc.mean(option)?));
                        replies.push((rank, reply));
                    }
                }
            }
        }
        replies.sort_by(|a, b| a.0.cmp(&b.0));
        for (_, reply) in &replies {
            if !deeper(|| self.search(reply))? {
                return self.remember(state, true);
            }
        }
        self.remember(state, false)
    }

    fn remember(&mut self, state: &State, answer: bool) -> Result<bool, Stopped> {
        if self.table.len() == self.table.capacity() {
            let more = self.table.len().max(8) * (size_of::<(State, bool)>() + 2);
            self.calc.budget().charge(more as u64)?;
        }
        self.table.insert(state.clone(), answer);
        Ok(answer)
    }
}
