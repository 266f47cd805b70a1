//! Who wins a sum of known values that is too large to add.
//!
//! Adding many hot games makes canonical forms explode. Instead the hot terms stay a multiset,
//! only numbers and what is infinitesimally close to them are added up, and the sum is searched
//! with bounds from the thermographs of the terms. It is always Left's turn: after a move the
//! whole sum is negated; a term and its negative cancel.
//!
//! A move in one term is at least as good as a move in another if its incentive, what it adds to
//! the sum, is at least as much (Winning Ways ch. 6; Berlekamp and Wolfe, Mathematical Go): of
//! all moves only those with maximal incentives are tried. That includes moves in the cold part,
//! which a hot term all but always makes needless.
//!
//! With the same hot terms, more in the cold part is never worse, so an answer for one cold part
//! answers all that are larger, or all that are smaller.

mod walls;

use self::walls::{SAMPLES, StopBounds, Temperatures, TermWalls};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::sync::Arc;
use upstar_base::{Outcome, Player, Stopped, deeper};
use upstar_values::{Calc, Dyadic, Short};

/// Hot terms by their numbers, sorted.
type Hot = SmallVec<[u32; 24]>;

/// Hot terms and the sum of all others.
#[derive(Clone)]
struct SumState {
    hot: Hot,
    cold: Short,
}

impl SumState {
    /// Adds a hot term unless its negative is there to cancel it.
    fn add(&mut self, term: u32, negative: u32) {
        match self.hot.binary_search(&negative) {
            Ok(i) => {
                self.hot.remove(i);
            }
            Err(_) => {
                let (Ok(i) | Err(i)) = self.hot.binary_search(&term);
                self.hot.insert(i, term);
            }
        }
    }
}

/// What is known of a hot term.
struct HotTerm {
    value: Short,
    /// The number of its negative, perhaps itself.
    negative: u32,
    /// The thermograph; none when its numbers are very large.
    walls: Option<TermWalls>,
    /// Left's moves.
    moves: Option<Arc<[TermMove]>>,
}

/// A move of Left in one term.
#[derive(Clone, Copy)]
struct TermMove {
    /// What becomes of the term, seen by the opponent.
    reply: HotOrCold,
    /// The option minus the term; none when the term is too complex to add to.
    incentive: Option<Short>,
}

/// The most options of a term whose incentives are computed.
const MOST_OPTIONS: usize = 16;

/// A value in its place: among the hot terms or in the cold part.
#[derive(Clone, Copy)]
enum HotOrCold {
    Hot(u32),
    Cold(Short),
}

/// For some hot terms, cold parts with which Left, to move, wins or loses.
#[derive(Default)]
struct Decided {
    wins: SmallVec<[Short; 2]>,
    loses: SmallVec<[Short; 2]>,
}

/// Decides who wins sums of values.
pub struct SumWinner<'c> {
    calc: &'c mut Calc,
    terms: Vec<HotTerm>,
    index: FxHashMap<Short, u32>,
    temperatures: Temperatures,
    heat: [i64; SAMPLES],
    table: FxHashMap<Hot, Decided>,
    visited: u64,
}

impl<'c> SumWinner<'c> {
    /// An engine that works at `calc`.
    pub fn new(calc: &'c mut Calc) -> Self {
        SumWinner {
            calc,
            terms: Vec::new(),
            index: FxHashMap::default(),
            temperatures: std::array::from_fn(|_| Dyadic::zero()),
            heat: [0; SAMPLES],
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
        if self.terms.is_empty() {
            self.choose_temperatures(terms)?;
        }
        let mut state = SumState { hot: Hot::new(), cold: Short::ZERO };
        for &term in terms {
            let term = if who == Player::Left { term } else { self.calc.neg(term)? };
            match self.summand(term)? {
                HotOrCold::Hot(number) => state.add(number, self.terms[number as usize].negative),
                HotOrCold::Cold(value) => state.cold = self.calc.add(state.cold, value)?,
            }
        }
        match self.at_sight(&state)?.0 {
            Some(answer) => Ok(answer),
            None => self.search(&state),
        }
    }

    /// Any temperatures serve; those where the terms of the first sum change are good ones.
    fn choose_temperatures(&mut self, terms: &[Short]) -> Result<(), Stopped> {
        let mut graphs = Vec::with_capacity(terms.len());
        for &term in terms {
            if !self.calc.is_numberish(term) {
                graphs.push(self.calc.thermograph(term)?);
            }
        }
        self.temperatures = walls::temperatures(graphs.iter().map(|graph| &**graph));
        // A temperature beyond all fixed-point numbers gives no bound.
        for t in &mut self.temperatures {
            if walls::rounded_up(t).is_none() {
                *t = Dyadic::zero();
            }
        }
        self.heat =
            self.temperatures.each_ref().map(|t| walls::rounded_up(t).unwrap_or(i64::MAX >> 2));
        Ok(())
    }

    fn summand(&mut self, value: Short) -> Result<HotOrCold, Stopped> {
        if self.calc.is_numberish(value) {
            return Ok(HotOrCold::Cold(value));
        }
        if let Some(&number) = self.index.get(&value) {
            return Ok(HotOrCold::Hot(number));
        }
        let negative = self.calc.neg(value)?;
        let graph = self.calc.thermograph(value)?;
        let walls = TermWalls::sample(&graph, &self.temperatures);
        let opposite = walls.as_ref().map(TermWalls::negated);
        let limit = u64::from(u32::MAX) - 2;
        if self.terms.len() as u64 > limit {
            return Err(Stopped::Limit { what: "the number of terms", limit });
        }
        let number = self.terms.len() as u32;
        self.calc.budget().charge(2 * (size_of::<HotTerm>() + size_of::<(Short, u32)>()) as u64)?;
        let other = if negative == value { number } else { number + 1 };
        self.terms.push(HotTerm { value, negative: other, walls, moves: None });
        self.index.insert(value, number);
        if other != number {
            let term = HotTerm { value: negative, negative: number, walls: opposite, moves: None };
            self.terms.push(term);
            self.index.insert(negative, other);
        }
        Ok(HotOrCold::Hot(number))
    }

    /// Left's moves in a hot term.
    fn moves(&mut self, number: u32) -> Result<Arc<[TermMove]>, Stopped> {
        let term = &self.terms[number as usize];
        if let Some(moves) = &term.moves {
            return Ok(Arc::clone(moves));
        }
        let moves: Arc<[TermMove]> = self.moves_in(term.value)?.into();
        self.calc.budget().charge((moves.len() * size_of::<TermMove>()) as u64)?;
        self.terms[number as usize].moves = Some(Arc::clone(&moves));
        Ok(moves)
    }

    fn moves_in(&mut self, value: Short) -> Result<Vec<TermMove>, Stopped> {
        let mut moves = Vec::new();
        let simple = self.calc.option_count(value, Player::Left)?
            + self.calc.option_count(value, Player::Right)?
            <= MOST_OPTIONS;
        for option in self.calc.options(value, Player::Left)? {
            let incentive = if simple { Some(self.calc.sub(option, value)?) } else { None };
            let reply = self.calc.neg(option)?;
            moves.push(TermMove { reply: self.summand(reply)?, incentive });
        }
        Ok(moves)
    }

    /// Drops every move whose incentive is not more than that of another one.
    fn drop_dominated<T>(&mut self, moves: &mut Vec<(T, TermMove)>) -> Result<(), Stopped> {
        let stops = |g| Player::BOTH.map(|who| self.calc.rough_stop(g, who));
        moves.sort_by_key(|(_, step)| {
            Reverse(step.incentive.map(|g| stops(g).into_iter().fold(0, i64::saturating_add)))
        });
        let mut kept = 0;
        for i in 0..moves.len() {
            let incentive = moves[i].1.incentive;
            let mut dominated = false;
            for (_, other) in &moves[..kept] {
                if let (Some(less), Some(more)) = (incentive, other.incentive)
                    && self.calc.le(less, more)?
                {
                    dominated = true;
                    break;
                }
            }
            if !dominated {
                moves.swap(kept, i);
                kept += 1;
            }
        }
        moves.truncate(kept);
        Ok(())
    }

    /// Does Left, to move, win? From the thermographs and from what was found before; and
    /// about what stop Left reaches.
    fn at_sight(&mut self, state: &SumState) -> Result<(Option<bool>, i64), Stopped> {
        if state.hot.is_empty() {
            let outcome = self.calc.outcome(state.cold);
            return Ok((Some(outcome.winner(Player::Left) == Player::Left), 0));
        }
        let mut estimate = 0;
        if let Some(StopBounds { low, high }) = self.bounds(state) {
            if low > 0 {
                return Ok((Some(true), low));
            }
            if high < 0 {
                return Ok((Some(false), high));
            }
            estimate = low + high;
        }
        if let Some(decided) = self.table.get(&state.hot) {
            for &cold in &decided.wins {
                if self.calc.le(cold, state.cold)? {
                    return Ok((Some(true), estimate));
                }
            }
            for &cold in &decided.loses {
                if self.calc.le(state.cold, cold)? {
                    return Ok((Some(false), estimate));
                }
            }
        }
        Ok((None, estimate))
    }

    fn bounds(&self, state: &SumState) -> Option<StopBounds> {
        let cold = self.calc.stop(state.cold, Player::Left);
        let rest = (walls::rounded_down(&cold)?, walls::rounded_up(&cold)?);
        let term = |&number: &u32| self.terms[number as usize].walls.as_ref();
        if !state.hot.iter().all(|number| term(number).is_some()) {
            return None;
        }
        Some(walls::bounds(state.hot.iter().filter_map(term), rest, &self.heat))
    }

    /// Does Left, to move, win this state, which is not decided at sight?
    fn search(&mut self, state: &SumState) -> Result<bool, Stopped> {
        self.visited += 1;
        self.calc.step()?;
        // The whole, seen by the opponent.
        let mut hot: Hot =
            state.hot.iter().map(|&number| self.terms[number as usize].negative).collect();
        hot.sort_unstable();
        let whole = SumState { hot, cold: self.calc.neg(state.cold)? };
        let mut moves: Vec<(Option<u32>, TermMove)> = Vec::new();
        for (i, &number) in state.hot.iter().enumerate() {
            if i == 0 || state.hot[i - 1] != number {
                moves.extend(self.moves(number)?.iter().map(|&step| (Some(number), step)));
            }
        }
        moves.extend(self.moves_in(state.cold)?.into_iter().map(|step| (None, step)));
        self.drop_dominated(&mut moves)?;
        let mut replies: Vec<(i64, SumState)> = Vec::with_capacity(moves.len());
        for (term, step) in moves {
            let mut reply = whole.clone();
            match term.map(|number| self.terms[number as usize].negative) {
                Some(gone) => {
                    if let Ok(place) = reply.hot.binary_search(&gone) {
                        reply.hot.remove(place);
                    }
                }
                None => reply.cold = Short::ZERO,
            }
            match step.reply {
                HotOrCold::Hot(number) => reply.add(number, self.terms[number as usize].negative),
                HotOrCold::Cold(value) => reply.cold = self.calc.add(reply.cold, value)?,
            }
            match self.at_sight(&reply)? {
                (Some(false), _) => return self.remember(state, true),
                (Some(true), _) => {}
                (None, estimate) => replies.push((estimate, reply)),
            }
        }
        replies.sort_by_key(|reply| reply.0);
        for (_, reply) in &replies {
            let wins = match self.at_sight(reply)?.0 {
                Some(wins) => wins,
                None => deeper(|| self.search(reply))?,
            };
            if !wins {
                return self.remember(state, true);
            }
        }
        self.remember(state, false)
    }

    fn remember(&mut self, state: &SumState, answer: bool) -> Result<bool, Stopped> {
        if self.table.len() == self.table.capacity() {
            let more = self.table.len().max(8) * (size_of::<(Hot, Decided)>() + 2);
            self.calc.budget().charge(more as u64)?;
        }
        let decided = self.table.entry(state.hot.clone()).or_default();
        let list = if answer { &mut decided.wins } else { &mut decided.loses };
        list.push(state.cold);
        Ok(answer)
    }
}
