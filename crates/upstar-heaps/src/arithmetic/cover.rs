//! Hypothesis C: every smaller value is that of an option which climbs, stays, or does both.
//!
//! An option *climbs* if it has a heap a >= e whose companions have a nim-sum below 2^j: with P
//! more tokens in that heap its value is S more. It *stays* if k >= K tokens are taken, or if it
//! has a *pair*: two equal heaps, or heaps b, c >= e with G(b) ^ G(c) < 2^(j-1) where P/2 is a
//! multiple of p; with P more tokens taken, or P/2 more in each heap of the pair, its value is
//! the same. It does *both* if it stays for a reason that does not use the climbing heap.

use super::digits::Digits;
use super::sets::{HeapCount, SetTable};
use crate::value_set::{contains, or, or_translated};
use upstar_base::{Budget, Stopped};

/// The most words that are moved for pairs; beyond that pairs of equal heaps must do.
const MOST_MOVES: usize = 1 << 31;

/// The tables that the hypothesis asks for.
#[derive(Debug)]
pub(super) struct Cover<'g> {
    pub(super) digits: &'g Digits,
    pub(super) values: &'g [u32],
    /// e, at least 1.
    pub(super) start: usize,
    /// P.
    distance: usize,
    /// j.
    pub(super) bits: u32,
    pub(super) all: SetTable,
    climbing: SetTable,
    /// The values of the pairs with so many tokens.
    pub(super) pairs: Vec<Vec<u32>>,
}

/// The values of options of one heap, by what they do.
struct CoverOptions {
    climbing: Vec<u64>,
    staying: Vec<u64>,
    both: Vec<u64>,
}

impl<'g> Cover<'g> {
    /// The tables for all heaps whose values are given; `halves` says that P/2 is a multiple of
    /// p as well.
    pub(super) fn new(
        digits: &'g Digits,
        values: &'g [u32],
        start: usize,
        distance: usize,
        bits: u32,
        halves: bool,
        budget: &Budget,
    ) -> Result<Cover<'g>, Stopped> {
        let all = SetTable::values(digits, values, budget)?;
        let climbing = all.climbing(digits, values, start, bits, budget)?;
        let mut pairs = vec![Vec::new(); values.len()];
        if distance.is_multiple_of(2) {
            (2..values.len()).step_by(2).for_each(|total| pairs[total].push(0));
            if halves && bits > 0 {
                let close = 1 << (bits - 1);
                let mut other = pairs.clone();
                for (total, list) in other.iter_mut().enumerate() {
                    budget.check()?;
                    let sums = (start..=total / 2).map(|b| values[b] ^ values[total - b]);
                    list.extend(sums.filter(|&sum| sum < close));
                    list.sort_unstable();
                    list.dedup();
                }
                let moves: usize = other.iter().map(Vec::len).sum();
                let times = all.words.saturating_mul(distance + digits.head());
                if moves.saturating_mul(times) < MOST_MOVES {
                    pairs = other;
                }
            }
        }
        Ok(Cover { digits, values, start, distance, bits, all, climbing, pairs })
    }

    /// How many bytes it holds.
    pub(super) fn bytes(&self) -> u64 {
        self.all.bytes() + self.climbing.bytes()
    }

    /// All values of options of a heap of `n` tokens.
    fn options(&self, n: usize) -> CoverOptions {
        let empty = vec![0; self.all.words];
        let mut found =
            CoverOptions { climbing: empty.clone(), staying: empty.clone(), both: empty };
        let head = self.digits.head();
        for k in 0..=self.digits.most_taken(n) {
            let (tokens, tail) = (n - k, k >= head);
            for heaps in HeapCount::of(self.digits.at(k)) {
                let climbing = self.climbing.set(heaps, tokens);
                or(&mut found.climbing, climbing);
                if tail {
                    or(&mut found.staying, self.all.set(heaps, tokens));
                    or(&mut found.both, climbing);
                    continue;
                }
                let Some(rest) = heaps.less(2) else { continue };
                for (total, sums) in self.pairs.iter().enumerate().take(tokens + 1) {
                    for &sum in sums {
                        let left = tokens - total;
                        or_translated(&mut found.staying, self.all.set(rest, left), sum);
                        or_translated(&mut found.both, self.climbing.set(rest, left), sum);
                    }
                }
            }
        }
        found
    }

    /// An L for which the hypothesis holds at `from`, ..., `from` + P - 1: smaller values stay,
    /// from L + S on they climb, those in between do both.
    pub(super) fn low(
        &self,
        from: usize,
        rise: u64,
        budget: &Budget,
    ) -> Result<Option<u64>, Stopped> {
        let window = &self.values[from..from + self.distance];
        let least = window.iter().copied().min().unwrap_or(0);
        let Ok(rise) = u32::try_from(rise) else { return Ok(None) };
        // The least value that does not stay, and from where on all values climb.
        let (mut stays, mut climbs) = (u32::MAX, 0);
        let mut both = vec![true; least as usize];
        for (n, &value) in (from..).zip(window) {
            budget.check()?;
            let options = self.options(n);
            for v in 0..value {
                if !contains(&options.staying, v) {
                    stays = stays.min(v);
                }
                if !contains(&options.climbing, v) {
                    climbs = climbs.max(v + 1);
                }
                if v < least && !contains(&options.both, v) {
                    both[v as usize] = false;
                }
            }
            if climbs > stays.saturating_add(rise) {
                return Ok(None);
            }
        }
        let mut run = 0;
        for v in 0..least {
            run = if both[v as usize] { run + 1 } else { 0 };
            if run >= rise {
                let low = v + 1 - rise;
                if low <= stays && low + rise >= climbs {
                    return Ok(Some(low.into()));
                }
            }
        }
        Ok(None)
    }
}
