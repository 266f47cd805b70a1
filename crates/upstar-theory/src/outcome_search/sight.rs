//! What is seen of a state at once, without a move.

use super::OutcomeSearch;
use super::lanes::{MOST_TERMS, Total, UNIT};
use super::rests::RestId;
use super::state::SearchState;
use upstar_base::{Player, Stopped};
use upstar_rules::Rules;
use upstar_values::Dyadic;

/// What a look at a state says.
pub(super) enum StateSight {
    /// Does Left, to move, win?
    Decided(bool),
    /// How good the state looks for the player to move; the least is tried first.
    Open(i64),
}

/// How much a point of promise counts.
const PROMISE: i64 = UNIT as i64 * 5 / 64;

impl<R: Rules> OutcomeSearch<R> {
    /// A look at a state for the first time: what is not seen at once may be seen when the
    /// components are cut into bands, with one hand of the player tied who seems to lead, then
    /// of the other one.
    pub(super) fn look_at(&mut self, state: &mut SearchState) -> Result<StateSight, Stopped> {
        let mut sight = self.at_sight(state);
        let StateSight::Open(rank) = sight else { return Ok(sight) };
        if !self.is_all_small {
            let lead = if rank < 0 { Player::Right } else { Player::Left };
            for tied in [lead, !lead] {
                if self.cut(state, tied)? {
                    sight = self.by_walls(state);
                }
                if let StateSight::Decided(_) = sight {
                    return Ok(sight);
                }
            }
            if let Some(answer) = self.by_tying(state, lead)? {
                return Ok(StateSight::Decided(answer));
            }
        }
        Ok(sight)
    }

    /// Does Left, to move, win? Answers from what is known of each term alone, or was found for
    /// this state before. Parts that are known to be zero are dropped.
    pub(super) fn at_sight(&mut self, state: &mut SearchState) -> StateSight {
        if state.parts.is_empty()
            && let Some(answer) = self.rests.get(state.rest).alone
        {
            return StateSight::Decided(answer);
        }
        let sight = self.by_walls(state);
        if let StateSight::Decided(_) = sight {
            return sight;
        }
        let known = match state.lone_part() {
            Some(part) => {
                let alone = &self.components.get(part.index()).alone;
                alone.wins[usize::from(part.is_negated())]
            }
            None => self.by_outcomes(state).or_else(|| self.table.get(state)),
        };
        known.map_or(sight, StateSight::Decided)
    }

    /// From what the players certainly get of each term.
    fn by_walls(&mut self, state: &SearchState) -> StateSight {
        if let Some([own, other]) = self.totals(state) {
            return if own.wins_first() {
                StateSight::Decided(true)
            } else if other.wins_second() {
                StateSight::Decided(false)
            } else {
                let lead = i64::from(own.estimate() - other.estimate());
                StateSight::Open(lead + PROMISE * self.move_heuristic(state).0)
            };
        }
        match self.by_bounds(state) {
            Some(answer) => StateSight::Decided(answer),
            None => {
                let (promise, size) = self.move_heuristic(state);
                StateSight::Open(4 * (self.rests.get(state.rest).middle + 2 * promise) + size)
            }
        }
    }

    /// What Left and Right certainly get, where that is known of all terms.
    #[inline]
    pub(super) fn totals(&self, state: &SearchState) -> Option<[Total; 2]> {
        if self.is_all_small || state.parts.len() >= MOST_TERMS {
            return None;
        }
        let rest = self.rests.get(state.rest);
        let walls = [rest.walls, self.rests.get(rest.negative()).walls];
        if !walls.iter().all(|walls| walls.is_known()) {
            return None;
        }
        let mut totals = walls.map(|walls| Total::new(&walls));
        for part in &state.parts {
            for (total, who) in totals.iter_mut().zip(Player::BOTH) {
                let who = if part.is_negated() { !who } else { who };
                let walls = self.components.walls(part.index(), who);
                if !walls.is_known() {
                    return None;
                }
                total.add(walls);
            }
        }
        Some(totals)
    }

    /// From integer bounds of the parts, of any size.
    fn by_bounds(&mut self, state: &SearchState) -> Option<bool> {
        if self.is_all_small {
            return None;
        }
        let (mut low, mut high) = (0i64, 0i64);
        for part in &state.parts {
            let (l, h) = self.components.get(part.index()).bounds()?;
            let (l, h) = if part.is_negated() { (-h, -l) } else { (l, h) };
            (low, high) = (low + l, high + h);
        }
        let calc = self.values.calc();
        // Left wins moving first unless the whole is <= 0.
        if let Some(value) = self.rests.value(state.rest) {
            if !calc.le_integer(value, -low) {
                return Some(true);
            }
            return calc.le_integer(value, -high).then_some(false);
        }
        let [right, left] = self.rests.stops(calc, state.rest);
        if &right + &Dyadic::from(low) > Dyadic::zero() {
            return Some(true);
        }
        (&left + &Dyadic::from(high) < Dyadic::zero()).then_some(false)
    }

    /// From the outcomes of the terms, as far as they are known.
    fn by_outcomes(&mut self, state: &mut SearchState) -> Option<bool> {
        let mut terms = SightTerms::default();
        if state.rest != RestId::EMPTY {
            let rest = self.rests.get(state.rest);
            terms.add(rest.alone, self.rests.get(rest.negative()).alone);
        }
        let components = &self.components;
        state.parts.retain(|part| {
            let alone = components.get(part.index()).alone.wins;
            let negated = usize::from(part.is_negated());
            terms.add(alone[negated], alone[1 - negated])
        });
        terms.answer()
    }

    /// How good the components look for Left, and how large they are.
    pub(super) fn move_heuristic(&self, state: &SearchState) -> (i64, i64) {
        let (mut promise, mut size) = (0i64, 0i64);
        for part in &state.parts {
            let component = self.components.get(part.index());
            let sign = if part.is_negated() { -1 } else { 1 };
            promise += sign * i64::from(component.promise);
            size += i64::from(component.size);
        }
        (promise, size)
    }
}

/// What is known of the terms of a sum: of each, who wins it moving first.
#[derive(Default)]
struct SightTerms {
    /// There is a term that may be positive or confused with 0.
    not_all_negative: bool,
    /// Terms that may be negative or confused with 0.
    not_positive: u32,
    /// Of those, one that Left wins moving first.
    first_wins: bool,
    positive: bool,
}

impl SightTerms {
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
