//! An option that leaves a given value, for a heap of any size.
//!
//! Hypothesis C promises for some n the option that climbs, stays or does both; raised by periods
//! it becomes an option of n + qP. It is read off the tables from the last heap to the first.

use super::cover::Cover;
use super::sets::HeapCount;
use crate::value_set::contains;

/// An option that can be raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    /// Tokens taken.
    pub(super) taken: usize,
    /// Two heaps whose values stay close when both are raised.
    pub(super) pair: Option<(usize, usize)>,
    /// The heap that climbs.
    pub(super) climber: Option<usize>,
    /// All other heaps.
    pub(super) others: Vec<usize>,
}

impl Cover<'_> {
    /// An option of a heap of `n` tokens that is worth `value`, and that climbs and stays as it
    /// is wanted.
    pub(super) fn witness(
        &self,
        n: usize,
        value: u32,
        climbs: bool,
        stays: bool,
    ) -> Option<Witness> {
        for taken in 0..=self.digits.most_taken(n) {
            let left = n - taken;
            for heaps in HeapCount::of(self.digits.at(taken)) {
                let found = if !stays || taken >= self.digits.head() {
                    self.division(heaps, left, value, climbs).map(|(climber, others)| Witness {
                        taken,
                        pair: None,
                        climber,
                        others,
                    })
                } else {
                    self.with_pair(taken, heaps, left, value, climbs)
                };
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn with_pair(
        &self,
        taken: usize,
        heaps: HeapCount,
        left: usize,
        value: u32,
        climbs: bool,
    ) -> Option<Witness> {
        let rest = heaps.less(2)?;
        (2..=left).find_map(|total| {
            self.pairs[total].iter().find_map(|&sum| {
                let equal = (sum == 0 && total % 2 == 0).then_some(total / 2);
                let close = |b: &usize| self.values[*b] ^ self.values[total - b] == sum;
                let b = equal.or_else(|| (self.start..=total / 2).find(close))?;
                let (climber, others) = self.division(rest, left - total, value ^ sum, climbs)?;
                Some(Witness { taken, pair: Some((b, total - b)), climber, others })
            })
        })
    }

    /// Heaps that are worth `value` together, one of which climbs if that is wanted.
    fn division(
        &self,
        heaps: HeapCount,
        left: usize,
        value: u32,
        climbs: bool,
    ) -> Option<(Option<usize>, Vec<usize>)> {
        if !climbs {
            return Some((None, self.divide(heaps, left, value)?));
        }
        let rest = heaps.less(1)?;
        (self.start..=left).find_map(|a| {
            let others = value ^ self.values[a];
            let small = others < 1 << self.bits;
            let others = small.then(|| self.divide(rest, left - a, others)).flatten()?;
            Some((Some(a), others))
        })
    }

    /// Heaps that are worth `value` together.
    fn divide(&self, heaps: HeapCount, left: usize, value: u32) -> Option<Vec<usize>> {
        if !contains(self.all.set(heaps, left), value) {
            return None;
        }
        let (mut heaps, mut left, mut value) = (heaps, left, value);
        let mut found = Vec::new();
        loop {
            let least = match heaps {
                HeapCount::Exactly(0) | HeapCount::AtLeast(0) if left == 0 => return Some(found),
                HeapCount::Exactly(1) | HeapCount::AtLeast(0 | 1) if self.values[left] == value => {
                    found.push(left);
                    return Some(found);
                }
                HeapCount::Exactly(0 | 1) => return None,
                HeapCount::Exactly(number) => number,
                HeapCount::AtLeast(number) => number.max(2),
            };
            let rest = match heaps {
                HeapCount::Exactly(_) => HeapCount::Exactly(least - 1),
                HeapCount::AtLeast(_) => HeapCount::AtLeast(least - 1),
            };
            let a = (1..=left / least)
                .find(|&a| contains(self.all.set(rest, left - a), value ^ self.values[a]))?;
            found.push(a);
            (heaps, left, value) = (rest, left - a, value ^ self.values[a]);
        }
    }
}
