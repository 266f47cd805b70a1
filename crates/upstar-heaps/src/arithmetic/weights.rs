//! Hypothesis W: no option that has two heaps which are not tiny is worth G(n).
//!
//! With w(a) = P hi(G(a)) - S a, where hi clears the lowest j bits, the largest sum of weights of
//! heaps is found by their total modulo P and the nim-sum of their values modulo 2^j: a table of
//! 3 P 2^j entries (no, one, or several heaps that are not tiny), to which a heap is added at a
//! time. Where any number of heaps may be left, heaps are added until nothing grows; if a weight
//! is positive it would grow for ever, and then whatever can be reached counts as infinite.

use super::digits::Digits;
use upstar_base::{Budget, Stopped};

/// No division is like this.
const NEVER: i64 = i64::MIN;
/// Divisions of any weight are like this.
const ENDLESS: i64 = i64::MAX;

/// The largest table that is made, in totals and nim-sums.
const MOST_CELLS: usize = 4_000_000;
/// The most additions of a heap to an entry of a table.
const MOST_STEPS: usize = 1 << 32;

/// The numbers that the weights depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights<'g> {
    pub(super) digits: &'g Digits,
    pub(super) values: &'g [u32],
    /// e, at least 1.
    pub(super) start: usize,
    /// P.
    pub(super) distance: usize,
    /// S.
    pub(super) rise: u64,
    /// j.
    pub(super) bits: u32,
}

/// What became of the hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weighed {
    Holds,
    Fails,
    /// The tables would be too large.
    TooLarge,
}

/// A heap as the tables see it.
struct WeightedHeap {
    total: usize,
    value: usize,
    large: usize,
    weight: i64,
}

impl Weights<'_> {
    fn modulus(&self) -> usize {
        1 << self.bits
    }

    /// w(a); the numbers were checked to be small.
    fn weight(&self, a: usize) -> i64 {
        let value = self.values[a] as usize;
        let high = value - value % self.modulus();
        (self.distance * high) as i64 - (self.rise as usize * a) as i64
    }

    /// The heaps from `least` on, of each kind the heaviest.
    fn heaps(&self, least: usize) -> Vec<WeightedHeap> {
        let mut heaps: Vec<WeightedHeap> = Vec::new();
        let mut known = std::collections::HashMap::new();
        for a in least..self.start + self.distance {
            let value = self.values[a] as usize;
            let large = usize::from(a >= self.start || value >= self.modulus());
            let (total, value, weight) =
                (a % self.distance, value % self.modulus(), self.weight(a));
            let place = *known.entry((total, value, large)).or_insert(heaps.len());
            match heaps.get_mut(place) {
                Some(heap) => heap.weight = heap.weight.max(weight),
                None => heaps.push(WeightedHeap { total, value, large, weight }),
            }
        }
        heaps
    }

    /// Does W hold for heaps from `least` on and n = `from`, ..., `from` + P - 1?
    pub(super) fn hold(
        &self,
        least: usize,
        from: usize,
        budget: &Budget,
    ) -> Result<Weighed, Stopped> {
        let cells = self.distance.saturating_mul(self.modulus());
        let most = self.digits.most_heaps().max(self.digits.largest_more().unwrap_or(0));
        let heaps = self.heaps(least);
        let steps = cells.saturating_mul(3).saturating_mul(heaps.len()).saturating_mul(most);
        let largest = self.values[..from + self.distance].iter().copied().max().unwrap_or(0);
        let numbers = [self.rise, self.distance as u64, largest.into(), from as u64];
        if cells > MOST_CELLS || steps > MOST_STEPS || numbers.iter().any(|&n| n > 1 << 24) {
            return Ok(Weighed::TooLarge);
        }
        let bytes = (8 * 3 * cells * (most + 3)) as u64;
        budget.charge(bytes)?;
        let end = self.weigh(&heaps, most, cells, from, budget);
        budget.refund(bytes);
        end
    }

    fn weigh(
        &self,
        heaps: &[WeightedHeap],
        most: usize,
        cells: usize,
        from: usize,
        budget: &Budget,
    ) -> Result<Weighed, Stopped> {
        let mut none = vec![NEVER; 3 * cells];
        none[0] = 0;
        let mut exactly = vec![none];
        for number in 0..most {
            exactly.push(self.with_one_more(&exactly[number], heaps, budget)?);
        }
        let mut at_least: Vec<Option<Vec<i64>>> = vec![None; most + 1];
        let digits = self.digits;
        let last = digits.head() + if digits.has_tail() { self.distance } else { 0 };
        for k in 0..last {
            if let Some(number) = digits.at(k).more.map(|from| from.max(2))
                && at_least[number].is_none()
            {
                let all = self.with_any_more(&exactly[number], heaps, budget)?;
                at_least[number] = Some(all);
            }
        }
        for n in from..from + self.distance {
            let residue = self.values[n] as usize % self.modulus();
            for k in 0..last {
                let digit = digits.at(k);
                let bound = self.weight(n) + (self.rise as usize * k) as i64;
                let total = (n + self.distance * (k / self.distance + 1) - k) % self.distance;
                let place = 2 * cells + total * self.modulus() + residue;
                let exact = digit.numbers().filter(|&h| h >= 2).map(|h| exactly[h][place]);
                let more = digit.more.and_then(|from| at_least[from.max(2)].as_ref());
                let heaviest = exact.chain(more.map(|table| table[place])).max();
                if heaviest.is_some_and(|weight| weight != NEVER && weight >= bound) {
                    return Ok(Weighed::Fails);
                }
            }
        }
        Ok(Weighed::Holds)
    }

    /// The heaviest divisions with one more heap.
    fn with_one_more(
        &self,
        table: &[i64],
        heaps: &[WeightedHeap],
        budget: &Budget,
    ) -> Result<Vec<i64>, Stopped> {
        let (cells, modulus) = (self.distance * self.modulus(), self.modulus());
        let mut more = vec![NEVER; table.len()];
        for (place, &weight) in table.iter().enumerate() {
            if place.is_multiple_of(1024) {
                budget.check()?;
            }
            if weight == NEVER {
                continue;
            }
            let (large, total, value) =
                (place / cells, place % cells / modulus, place % cells % modulus);
            for heap in heaps {
                let total = (total + heap.total) % self.distance;
                let large = (large + heap.large).min(2);
                let entry = &mut more[large * cells + total * modulus + (value ^ heap.value)];
                *entry = (*entry).max(weight.saturating_add(heap.weight));
                if weight == ENDLESS {
                    *entry = ENDLESS;
                }
            }
        }
        Ok(more)
    }

    /// The heaviest divisions with any number of further heaps.
    fn with_any_more(
        &self,
        table: &[i64],
        heaps: &[WeightedHeap],
        budget: &Budget,
    ) -> Result<Vec<i64>, Stopped> {
        let mut all = table.to_vec();
        if heaps.iter().any(|heap| heap.weight > 0) {
            all.iter_mut().filter(|weight| **weight != NEVER).for_each(|weight| *weight = ENDLESS);
        }
        loop {
            let more = self.with_one_more(&all, heaps, budget)?;
            let mut grew = false;
            for (weight, &other) in all.iter_mut().zip(&more) {
                if other > *weight {
                    *weight = other;
                    grew = true;
                }
            }
            if !grew {
                return Ok(all);
            }
        }
    }
}
