//! The values of all divisions of tokens into heaps, and nim-values from them.
//!
//! Level c of a table is for exactly c heaps; where a digit allows any number, the last level is
//! for so many or more. A division is its smallest heap and the rest, so the sets of a level come
//! from the level below (and, for the last one, from itself).

use crate::digits::{CodeDigits, HeapNumbers};
use crate::meter::Meter;
use std::ops::RangeInclusive;
use upstar_base::Stopped;

/// A set of nim-values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NimSet(Vec<u64>);

impl NimSet {
    pub(crate) fn insert(&mut self, value: u64) {
        let place = (value / 64) as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (value % 64);
    }

    pub(crate) fn contains(&self, value: u64) -> bool {
        self.0.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = u64> {
        self.0.iter().zip(0u64..).flat_map(|(&word, i)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(64 * i + u64::from(bit))
            })
        })
    }

    pub(crate) fn add(&mut self, other: &NimSet) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// Adds the nim-sums of a value and the members of a set below some bound.
    pub(crate) fn add_moved(&mut self, other: &NimSet, value: u64, below: u64) {
        other.each().take_while(|&v| v < below).for_each(|v| self.insert(v ^ value));
    }

    fn least_missing(&self) -> u64 {
        (0..).find(|&value| !self.contains(value)).unwrap_or(0)
    }

    /// The memory that it takes, with the room in which it grows.
    pub(crate) fn bytes(&self) -> u64 {
        48 + 16 * self.0.len() as u64
    }

    /// The work of going through it.
    pub(crate) fn work(&self) -> u64 {
        1 + 16 * self.0.len() as u64
    }
}

/// The levels of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumLevels {
    /// The last one.
    pub(crate) last: usize,
    /// Is it for so many heaps or more?
    pub(crate) open: bool,
}

impl SumLevels {
    fn of(digits: &CodeDigits) -> SumLevels {
        let most = digits.most_heaps();
        match digits.largest_from() {
            None => SumLevels { last: most as usize, open: false },
            Some(from) => SumLevels { last: from.max(most + 1) as usize, open: true },
        }
    }

    /// Where the rest of a division is found when so many heaps are put aside.
    pub(crate) fn without(self, level: usize, heaps: usize) -> RangeInclusive<usize> {
        match level.checked_sub(heaps) {
            None => RangeInclusive::new(1, 0),
            Some(fewer) if self.open && level == self.last => fewer..=level,
            Some(fewer) => fewer..=fewer,
        }
    }

    /// The levels that a digit allows.
    pub(crate) fn allowed(self, digit: &HeapNumbers) -> impl Iterator<Item = usize> {
        (0..=self.last).filter(move |&level| digit.contains(level as u64))
    }
}

/// G(0), G(1), ... with the values of all divisions.
#[derive(Debug)]
pub(crate) struct Sums {
    pub(crate) levels: SumLevels,
    pub(crate) values: Vec<u64>,
    /// By level and tokens.
    pub(crate) sets: Vec<Vec<NimSet>>,
}

impl Sums {
    /// Computes so many values by the mex rule.
    pub(crate) fn compute(
        digits: &CodeDigits,
        len: usize,
        meter: &Meter<'_>,
    ) -> Result<Sums, Stopped> {
        let levels = SumLevels::of(digits);
        let mut sums = Sums { levels, values: Vec::new(), sets: vec![Vec::new(); levels.last + 1] };
        let all = u64::MAX;
        for n in 0..len {
            meter.tick(1)?;
            meter.advance(1);
            let mut nothing = NimSet::default();
            if n == 0 {
                nothing.insert(0);
            }
            sums.sets[0].push(nothing);
            let mut bytes = 0;
            for level in 2..=levels.last {
                let mut set = NimSet::default();
                for a in 1..=n / level {
                    for rest in levels.without(level, 1) {
                        if let Some(rest) = sums.sets[rest].get(n - a) {
                            meter.tick(rest.work())?;
                            set.add_moved(rest, sums.values[a], all);
                        }
                    }
                }
                bytes += set.bytes();
                sums.sets[level].push(set);
            }
            meter.charge(bytes + 128)?;
            let mut options = NimSet::default();
            for k in (0..=n).take_while(|&k| k < digits.head.len() || digits.goes_on()) {
                meter.tick(1 + levels.last as u64)?;
                for level in levels.allowed(digits.at(k)) {
                    // d0 leaves two heaps at least, so a set that is asked for is known.
                    if let Some(set) = sums.sets[level].get(n - k) {
                        meter.tick(set.bytes() / 16)?;
                        options.add(set);
                    }
                }
            }
            let value = if n == 0 { 0 } else { options.least_missing() };
            meter.tick(value)?;
            sums.values.push(value);
            let mut one = NimSet::default();
            if n > 0 {
                one.insert(value);
                meter.charge(one.bytes())?;
            }
            if levels.last >= 1 {
                sums.sets[1].push(one);
            }
        }
        Ok(sums)
    }
}

#[cfg(test)]
#[path = "../tests/private/sums.rs"]
mod tests;
