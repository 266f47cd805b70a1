//! The values of all divisions of m tokens into heaps, for every m and every number of heaps.
//!
//! The smallest of h heaps has a <= m/h tokens, so the values of m tokens in h heaps are the union
//! over these a of those of m - a tokens in h - 1 heaps, moved by G(a); the same with "i heaps or
//! more", where one heap or more is G(m) itself or two heaps or more. No division is listed.

use super::digits::{Allowed, Digits};
use crate::value_set::{insert, or, or_translated};
use upstar_base::{Budget, Stopped};

/// A number of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapCount {
    Exactly(usize),
    AtLeast(usize),
}

impl HeapCount {
    /// The numbers of heaps that a digit allows.
    pub fn of(digit: Allowed) -> impl Iterator<Item = HeapCount> {
        digit.numbers().map(HeapCount::Exactly).chain(digit.more.map(HeapCount::AtLeast))
    }

    /// What is left besides so many of the heaps; `None` if there are not so many.
    pub fn less(self, fewer: usize) -> Option<HeapCount> {
        match self {
            HeapCount::Exactly(heaps) => heaps.checked_sub(fewer).map(HeapCount::Exactly),
            HeapCount::AtLeast(heaps) => Some(HeapCount::AtLeast(heaps.saturating_sub(fewer))),
        }
    }
}

/// Sets by the number of heaps and of tokens, all of the same number of words.
#[derive(Debug)]
pub struct SetTable {
    pub words: usize,
    exact: Vec<Vec<u64>>,
    more: Vec<Vec<u64>>,
}

impl SetTable {
    /// Empty sets for so many tokens, and for all numbers of heaps that the digits name.
    pub fn new(
        digits: &Digits,
        words: usize,
        tokens: usize,
        budget: &Budget,
    ) -> Result<SetTable, Stopped> {
        let more = digits.largest_more().map_or(0, |from| from + 1);
        let table = SetTable {
            words,
            exact: vec![Vec::new(); digits.most_heaps() + 1],
            more: vec![Vec::new(); more],
        };
        budget.charge((8 * words * tokens * (table.exact.len() + table.more.len())) as u64)?;
        Ok(table)
    }

    /// How many bytes it holds.
    pub fn bytes(&self) -> u64 {
        self.exact.iter().chain(&self.more).map(|sets| 8 * sets.len() as u64).sum()
    }

    fn level(&self, heaps: HeapCount) -> &[u64] {
        match heaps {
            HeapCount::Exactly(heaps) => &self.exact[heaps],
            HeapCount::AtLeast(heaps) => &self.more[heaps],
        }
    }

    /// The values of so many tokens in so many heaps.
    pub fn set(&self, heaps: HeapCount, tokens: usize) -> &[u64] {
        &self.level(heaps)[tokens * self.words..][..self.words]
    }

    fn push(&mut self, heaps: HeapCount, set: &[u64]) {
        let level = match heaps {
            HeapCount::Exactly(heaps) => &mut self.exact[heaps],
            HeapCount::AtLeast(heaps) => &mut self.more[heaps],
        };
        level.extend_from_slice(set);
    }

    /// All numbers of heaps that it knows.
    pub fn levels(&self) -> Vec<HeapCount> {
        let exact = (0..self.exact.len()).map(HeapCount::Exactly);
        // One heap or more is asked of two or more, so small numbers come last.
        exact.chain((0..self.more.len()).rev().map(HeapCount::AtLeast)).collect()
    }

    /// The sets of all values.
    pub fn values(digits: &Digits, values: &[u32], budget: &Budget) -> Result<SetTable, Stopped> {
        let largest = values.iter().copied().max().unwrap_or(0) as usize;
        let words = (largest / 64 + 1).next_power_of_two();
        let mut table = SetTable::new(digits, words, values.len(), budget)?;
        let mut set = vec![0; words];
        for (tokens, &value) in values.iter().enumerate() {
            budget.check()?;
            for heaps in table.levels() {
                set.fill(0);
                match heaps {
                    HeapCount::Exactly(0) | HeapCount::AtLeast(0) if tokens == 0 => {
                        insert(&mut set, 0)
                    }
                    HeapCount::Exactly(1) if tokens > 0 => insert(&mut set, value),
                    HeapCount::AtLeast(0) => or(&mut set, table.set(HeapCount::AtLeast(1), tokens)),
                    HeapCount::AtLeast(1) if tokens > 0 => {
                        insert(&mut set, value);
                        or(&mut set, table.set(HeapCount::AtLeast(2), tokens));
                    }
                    HeapCount::Exactly(0 | 1) | HeapCount::AtLeast(1) => {}
                    HeapCount::Exactly(2) => {
                        (1..=tokens / 2)
                            .for_each(|a| insert(&mut set, values[a] ^ values[tokens - a]));
                    }
                    HeapCount::Exactly(number) | HeapCount::AtLeast(number) => {
                        let Some(rest) = heaps.less(1) else { continue };
                        for (a, &value) in
                            values.iter().enumerate().take(tokens / number + 1).skip(1)
                        {
                            or_translated(&mut set, table.set(rest, tokens - a), value);
                        }
                    }
                }
                table.push(heaps, &set);
            }
        }
        Ok(table)
    }

    /// The sets of the values below 2^`bits`, in fewer words.
    pub fn low(&self, bits: u32) -> SetTable {
        let words = (1usize << bits).div_ceil(64).min(self.words);
        let mask = if bits < 6 { (1u64 << (1 << bits)) - 1 } else { u64::MAX };
        let cut = |sets: &Vec<u64>| -> Vec<u64> {
            let first = sets.chunks(self.words).flat_map(|set| &set[..words]);
            first.map(|word| word & mask).collect()
        };
        SetTable {
            words,
            exact: self.exact.iter().map(cut).collect(),
            more: self.more.iter().map(cut).collect(),
        }
    }

    /// The values of divisions with a heap a >= `start` whose other heaps have a value below
    /// 2^`bits`.
    pub fn climbing(
        &self,
        digits: &Digits,
        values: &[u32],
        start: usize,
        bits: u32,
        budget: &Budget,
    ) -> Result<SetTable, Stopped> {
        let low = self.low(bits);
        let mut table = SetTable::new(digits, self.words, values.len(), budget)?;
        let mut set = vec![0; self.words];
        for tokens in 0..values.len() {
            budget.check()?;
            for heaps in table.levels() {
                set.fill(0);
                if let Some(rest) = heaps.less(1) {
                    // Nothing beside the heap: it has all tokens.
                    let alone = rest == HeapCount::Exactly(0);
                    let least = if alone { tokens.max(start) } else { start };
                    let least = least.max(1);
                    let sizes = values.iter().enumerate().take(tokens + 1).skip(least);
                    for (a, &value) in sizes {
                        or_translated(&mut set, low.set(rest, tokens - a), value);
                    }
                }
                table.push(heaps, &set);
            }
        }
        Ok(table)
    }
}
