//! What is small in a state, kept as few exact values.
//!
//! The sum of many hot values has a canonical form that explodes. So the hot ones stay a sorted
//! multiset in which a value and its negative cancel, and only what is a number or infinitesimally
//! close to one is added up. Such a rest is kept once and has a number; so a state has one number
//! for everything small, and the sum of two rests is looked up.

use super::lanes::{self, Eighths, LaneWalls, Lows, Partition, Total};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use upstar_base::{Player, Stopped, Weigh};
use upstar_values::{Calc, Dyadic, OpError, Short};

/// A value as a term of a sum.
struct RestTerm {
    value: Short,
    /// The number of its negative, perhaps itself.
    negative: u32,
    walls: LaneWalls,
    /// A lower bound of the atomic weight, needed in all-small games only.
    weight: Eighths,
}

/// The number of a rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RestId(u32);

impl Weigh for RestId {}

impl RestId {
    /// Nothing.
    pub(super) const EMPTY: RestId = RestId(0);

    /// A number that no other rest has.
    pub(super) fn code(self) -> u32 {
        self.0
    }

    /// The rest with this code.
    pub(super) fn from_code(code: u32) -> RestId {
        RestId(code)
    }
}

type Hot = SmallVec<[u32; 4]>;

pub(super) struct SearchRest {
    hot: Hot,
    cold: Short,
    negative: RestId,
    /// What Left certainly gets.
    pub(super) walls: LaneWalls,
    /// A lower bound of the atomic weight, needed in all-small games only.
    weight: Eighths,
    /// Does Left, moving first, win it when nothing else is there?
    pub(super) alone: Option<bool>,
    /// About what it is worth, in eighths.
    pub(super) middle: i64,
    /// What Left can make of it, moves in the cold value last, and how many those are.
    moves: Option<(Box<[RestId]>, usize)>,
}

impl SearchRest {
    /// The number of the same with the players exchanged.
    pub(super) fn negative(&self) -> RestId {
        self.negative
    }
}

/// All rests met so far.
pub(super) struct Rests {
    is_all_small: bool,
    terms: Vec<RestTerm>,
    /// What is certain of each term, for a partition into bands.
    bands: Vec<LaneWalls>,
    term_of: FxHashMap<Short, u32>,
    lows: Lows,
    list: Vec<SearchRest>,
    index: HashTable<u32>,
    sums: FxHashMap<(RestId, RestId), RestId>,
    charged: u64,
}

fn hash(hot: &[u32], cold: Short) -> u64 {
    FxBuildHasher.hash_one((hot, cold)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// What an entry of a hash table of such entries takes, about.
const fn entry<T>() -> u64 {
    2 * size_of::<T>() as u64
}

impl Rests {
    /// Nothing but the empty rest, of a game that is all-small or not.
    pub(super) fn new(is_all_small: bool) -> Rests {
        let mut rests = Rests {
            is_all_small,
            terms: Vec::new(),
            bands: Vec::new(),
            term_of: FxHashMap::default(),
            lows: Lows::default(),
            list: Vec::new(),
            index: HashTable::new(),
            sums: FxHashMap::default(),
            charged: 0,
        };
        rests.enter_empty();
        rests
    }

    fn enter_empty(&mut self) {
        self.list.push(SearchRest {
            hot: Hot::new(),
            cold: Short::ZERO,
            negative: RestId::EMPTY,
            walls: lanes::added(std::iter::empty()),
            weight: Eighths::whole(0),
            alone: Some(false),
            middle: 0,
            moves: Some((Box::default(), 0)),
        });
        self.index.insert_unique(hash(&[], Short::ZERO), 0, |_| 0);
    }

    /// The bytes that rests and sums of them take.
    pub(super) fn bytes(&self) -> u64 {
        self.charged
    }

    pub(super) fn get(&self, id: RestId) -> &SearchRest {
        &self.list[id.0 as usize]
    }

    pub(super) fn negative(&self, id: RestId) -> RestId {
        self.get(id).negative
    }

    /// The rest, negated if `negated`.
    pub(super) fn signed(&self, id: RestId, negated: bool) -> RestId {
        if negated { self.negative(id) } else { id }
    }

    /// Is the cold value a number?
    pub(super) fn is_cold_number(&self, calc: &Calc, id: RestId) -> bool {
        calc.is_number(self.get(id).cold)
    }

    /// The one value that all of it is, where that is known.
    pub(super) fn value(&self, id: RestId) -> Option<Short> {
        let rest = self.get(id);
        match rest.hot[..] {
            [] => Some(rest.cold),
            [term] if rest.cold == Short::ZERO => Some(self.terms[term as usize].value),
            _ => None,
        }
    }

    /// What Left certainly gets of a term, for a partition into bands.
    #[inline]
    pub(super) fn band(&self, term: u32) -> &LaneWalls {
        &self.bands[term as usize]
    }

    /// The number of the negative of a term.
    pub(super) fn negative_term(&self, term: u32) -> u32 {
        self.terms[term as usize].negative
    }

    /// The number of a value as a term.
    pub(super) fn term(&mut self, calc: &mut Calc, value: Short) -> Result<u32, Stopped> {
        if let Some(&term) = self.term_of.get(&value) {
            return Ok(term);
        }
        let opposite = calc.neg(value)?;
        let walls = LaneWalls::of(calc, &mut self.lows, value)?;
        let number = self.terms.len() as u32;
        let limit = u32::MAX - 2;
        if number >= limit {
            return Err(Stopped::Limit { what: "the number of terms", limit: limit.into() });
        }
        calc.budget().charge(2 * (entry::<(RestTerm, LaneWalls)>() + entry::<(Short, u32)>()))?;
        let other = if opposite == value { number } else { number + 1 };
        let minus = LaneWalls::of(calc, &mut self.lows, opposite)?;
        let weights = if self.is_all_small {
            [self.weight(calc, value)?, self.weight(calc, opposite)?]
        } else {
            [Eighths::UNKNOWN; 2]
        };
        let both = [(value, other, walls, weights[0]), (opposite, number, minus, weights[1])];
        for (value, negative, walls, weight) in both {
            if self.term_of.insert(value, other + number - negative).is_none() {
                self.bands.push(Partition::suited(&walls));
                self.terms.push(RestTerm { value, negative, walls, weight });
            }
        }
        Ok(number)
    }

    /// A lower bound of the atomic weight of an all-small value.
    fn weight(&mut self, calc: &mut Calc, value: Short) -> Result<Eighths, Stopped> {
        match calc.atomic_weight(value) {
            Ok(weight) => self.lows.eighths(calc, weight),
            Err(OpError::Stopped(stopped)) => Err(stopped),
            Err(_) => Ok(Eighths::UNKNOWN),
        }
    }

    /// Is a value added to the others of its kind? In an all-small game all values are cold, and
    /// only the simplest stay simple when they are added.
    fn is_cold(&self, calc: &Calc, value: Short) -> bool {
        if self.is_all_small {
            calc.as_number_up_star(value).is_some()
        } else {
            calc.is_numberish(value)
        }
    }

    /// A rest and one more value.
    pub(super) fn plus(
        &mut self,
        calc: &mut Calc,
        rest: RestId,
        value: Short,
    ) -> Result<RestId, Stopped> {
        if value == Short::ZERO {
            return Ok(rest);
        }
        let one = self.one(calc, value)?;
        self.sum(calc, rest, one)
    }

    /// One value as a rest.
    fn one(&mut self, calc: &mut Calc, value: Short) -> Result<RestId, Stopped> {
        if self.is_cold(calc, value) {
            return self.find(calc, Hot::new(), value);
        }
        let term = self.term(calc, value)?;
        self.find(calc, SmallVec::from_elem(term, 1), Short::ZERO)
    }

    /// The sum of two rests.
    pub(super) fn sum(&mut self, calc: &mut Calc, a: RestId, b: RestId) -> Result<RestId, Stopped> {
        if a == RestId::EMPTY || b == RestId::EMPTY {
            return Ok(a.max(b));
        }
        let key = (a.min(b), a.max(b));
        if let Some(&sum) = self.sums.get(&key) {
            return Ok(sum);
        }
        let cold = calc.add(self.get(a).cold, self.get(b).cold)?;
        let mut hot = self.get(a).hot.clone();
        for i in 0..self.get(b).hot.len() {
            let term = self.get(b).hot[i];
            match hot.binary_search(&self.terms[term as usize].negative) {
                Ok(place) => {
                    hot.remove(place);
                }
                Err(_) => {
                    let (Ok(place) | Err(place)) = hot.binary_search(&term);
                    hot.insert(place, term);
                }
            }
        }
        let sum = self.find(calc, hot, cold)?;
        self.charge(calc, entry::<((RestId, RestId), RestId)>())?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    fn charge(&mut self, calc: &Calc, bytes: u64) -> Result<(), Stopped> {
        self.charged += bytes;
        calc.budget().charge(bytes)
    }

    /// The number of a rest.
    fn find(&mut self, calc: &mut Calc, hot: Hot, cold: Short) -> Result<RestId, Stopped> {
        let same = |&i: &u32| {
            let rest = &self.list[i as usize];
            rest.cold == cold && rest.hot == hot
        };
        if let Some(&i) = self.index.find(hash(&hot, cold), same) {
            return Ok(RestId(i));
        }
        let number = self.list.len() as u32;
        let limit = u32::MAX - 2;
        if number >= limit {
            return Err(Stopped::Limit { what: "the number of rests", limit: limit.into() });
        }
        let mut negatives: Hot =
            hot.iter().map(|&term| self.terms[term as usize].negative).collect();
        negatives.sort_unstable();
        let minus = calc.neg(cold)?;
        let is_own_negative = negatives == hot && minus == cold;
        let other = RestId(if is_own_negative { number } else { number + 1 });
        let rest = self.rest(calc, hot, cold, other)?;
        let opposite = if is_own_negative {
            None
        } else {
            Some(self.rest(calc, negatives, minus, RestId(number))?)
        };
        let held = entry::<SearchRest>() + entry::<u32>() + 4 * rest.hot.len() as u64;
        self.charge(calc, 2 * held)?;
        for rest in [Some(rest), opposite].into_iter().flatten() {
            self.list.push(rest);
            self.enter_index(self.list.len() as u32 - 1);
        }
        self.settle(calc, RestId(number));
        self.settle(calc, other);
        Ok(RestId(number))
    }

    fn enter_index(&mut self, i: u32) {
        let list = &self.list;
        let hash_of = |&i: &u32| hash(&list[i as usize].hot, list[i as usize].cold);
        self.index.insert_unique(hash_of(&i), i, hash_of);
    }

    fn rest(
        &mut self,
        calc: &mut Calc,
        hot: Hot,
        cold: Short,
        negative: RestId,
    ) -> Result<SearchRest, Stopped> {
        let below = self.term(calc, cold)?;
        let terms = || hot.iter().chain([&below]).map(|&term| &self.terms[term as usize]);
        let walls = lanes::added(terms().map(|term| &term.walls));
        let middle = terms().fold(0i64, |sum, term| {
            let stops = Player::BOTH.map(|who| calc.rough_stop(term.value, who));
            sum.saturating_add((stops[0] + stops[1]) / 2)
        });
        let weight = terms().fold(Eighths::whole(0), |sum, term| sum.plus(term.weight));
        Ok(SearchRest { hot, cold, negative, walls, weight, alone: None, middle, moves: None })
    }

    /// Who wins a rest, as far as that is seen at once.
    fn settle(&mut self, calc: &Calc, id: RestId) {
        let (rest, negative) = (self.get(id), self.get(self.negative(id)));
        let alone = match self.value(id) {
            Some(value) => Some(!calc.le_integer(value, 0)),
            // A player who is two ups ahead wins an all-small game; moving first, one up is enough
            // (Winning Ways ch. 8).
            None if self.is_all_small && rest.weight >= Eighths::whole(1) => Some(true),
            None if self.is_all_small && negative.weight >= Eighths::whole(2) => Some(false),
            None if !rest.walls.is_known() || !negative.walls.is_known() => None,
            None if Total::new(&rest.walls).wins_first() => Some(true),
            None if Total::new(&negative.walls).wins_second() => Some(false),
            None => None,
        };
        self.list[id.0 as usize].alone = alone;
    }

    /// Remembers who wins a rest when nothing else is there.
    pub(super) fn remember(&mut self, id: RestId, alone: bool) {
        self.list[id.0 as usize].alone = Some(alone);
    }

    /// How many hot values there are.
    pub(super) fn hot(&self, id: RestId) -> usize {
        self.get(id).hot.len()
    }

    /// The sum of all values.
    pub(super) fn total(&self, calc: &mut Calc, id: RestId) -> Result<Short, Stopped> {
        let rest = self.get(id);
        let mut values = rest.hot.iter().map(|&term| self.term_value(term));
        values.try_fold(rest.cold, |sum, value| calc.add(sum, value))
    }

    /// The values that a rest is the sum of.
    pub(super) fn values(&self, id: RestId) -> Vec<Short> {
        let rest = self.get(id);
        let cold = Some(rest.cold).filter(|&cold| cold != Short::ZERO);
        rest.hot.iter().map(|&term| self.term_value(term)).chain(cold).collect()
    }

    /// The value of a term.
    pub(super) fn term_value(&self, term: u32) -> Short {
        self.terms[term as usize].value
    }

    /// Numbers between which play in it certainly stops.
    pub(super) fn stops(&self, calc: &Calc, id: RestId) -> [Dyadic; 2] {
        let rest = self.get(id);
        let hot = rest.hot.iter().map(|&term| self.terms[term as usize].value);
        let sum = |who| {
            let add = |sum: Dyadic, value| &sum + &calc.stop(value, who);
            hot.clone().chain([rest.cold]).fold(Dyadic::zero(), add)
        };
        [sum(Player::Right), sum(Player::Left)]
    }

    /// What Left can make of a rest, moves in the cold value last, and how many those are.
    pub(super) fn moves(
        &mut self,
        calc: &mut Calc,
        id: RestId,
    ) -> Result<(Box<[RestId]>, usize), Stopped> {
        if let Some((moves, cold)) = &self.get(id).moves {
            return Ok((moves.clone(), *cold));
        }
        let (hot, cold) = (self.get(id).hot.clone(), self.get(id).cold);
        let mut moves = Vec::new();
        for (i, &term) in hot.iter().enumerate() {
            if i > 0 && hot[i - 1] == term {
                continue;
            }
            let mut others = hot.clone();
            others.remove(i);
            let others = self.find(calc, others, cold)?;
            for option in calc.options(self.terms[term as usize].value, Player::Left)? {
                moves.push(self.plus(calc, others, option)?);
            }
        }
        let before = moves.len();
        let hot = self.find(calc, hot, Short::ZERO)?;
        for option in calc.options(cold, Player::Left)? {
            moves.push(self.plus(calc, hot, option)?);
        }
        let moves: Box<[RestId]> = moves.into();
        let cold = moves.len() - before;
        self.charge(calc, size_of_val(&*moves) as u64)?;
        self.list[id.0 as usize].moves = Some((moves.clone(), cold));
        Ok((moves, cold))
    }

    /// Keeps only the rests that are `used`, and their negatives; for each number the
    /// new one. Sums and moves are forgotten.
    pub(super) fn sweep(&mut self, calc: &Calc, mut used: Vec<bool>) -> Vec<RestId> {
        used[0] = true;
        for i in 0..used.len() {
            if used[i] {
                used[self.list[i].negative.0 as usize] = true;
            }
        }
        let mut count = 0;
        let renumbered: Vec<RestId> = used
            .iter()
            .map(|&used| {
                count += u32::from(used);
                RestId(if used { count - 1 } else { 0 })
            })
            .collect();
        calc.budget().refund(std::mem::take(&mut self.charged));
        let old = std::mem::take(&mut self.list);
        (self.sums, self.index) = (FxHashMap::default(), HashTable::new());
        for (rest, _) in old.into_iter().zip(used).filter(|(_, used)| *used) {
            let negative = renumbered[rest.negative.0 as usize];
            self.list.push(SearchRest { negative, moves: None, ..rest });
            self.enter_index(self.list.len() as u32 - 1);
        }
        let bytes = self.list.len() as u64 * (entry::<SearchRest>() + entry::<u32>());
        self.charged = bytes;
        // No more than was just given back.
        let _ = calc.budget().charge(bytes);
        renumbered
    }

    /// How many rests there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }
}
