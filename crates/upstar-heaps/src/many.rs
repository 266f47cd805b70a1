//! Games that leave three and more heaps: sets of values as bitsets, moved by XOR.
//!
//! Let P(k, s) be the set of values of s tokens in exactly k non-empty heaps. The smallest heap
//! has a <= s / k tokens, so P(k, s) is the union over those a of P(k - 1, s - a) translated by
//! G(a); with "k heaps or more" the set of the rest is added to itself. So a value costs
//! O(n V / 64) operations for each k instead of n^(k-1) options.
//!
//! Invariants: sets have `words` words, a power of two, and all values are below `64 * words`;
//! level k is known for all s <= n + k - 2 when G(n) is computed, which needs only G(1..n).

use crate::sequence::{Engine, Statistics};
use crate::value_set::{insert, or, or_translated};
use std::collections::BTreeSet;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::{Digit, HeapCode, Sizes};

/// The most values that a bitset may have.
const MOST_VALUES: usize = 1 << 20;

/// Sets of values by the number of tokens, for one number of heaps.
#[derive(Clone, Debug)]
struct ManyLevel {
    heaps: usize,
    /// This number of heaps or more.
    or_more: bool,
    /// The sets for s = 0, 1, ..., each `words` long.
    sets: Vec<u64>,
    known: usize,
}

/// Computes the nim-sequence of a game that leaves any number of heaps.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::{Engine, many::Many};
/// let mut kenyon = Many::new(&".3F".parse()?).unwrap();
/// kenyon.extend(16, &Budget::unlimited())?;
/// assert_eq!(kenyon.values(), [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Many {
    code: HeapCode,
    /// The digits read so far that allow something, with their indices, increasing.
    digits: Vec<(i64, Digit)>,
    /// The index of the next digit to read.
    next: i64,
    values: Vec<u32>,
    words: usize,
    levels: Vec<ManyLevel>,
    statistics: Statistics,
}

impl Many {
    /// The sequence of this code; `None` when it is a set, or restricts the sizes of three or
    /// more heaps other than to be equal.
    pub fn new(code: &HeapCode) -> Option<Many> {
        code.written().next()?;
        let (mut exact, mut open) = (2, BTreeSet::new());
        for (_, digit) in code.written() {
            let most = match digit.or_more() {
                None => digit.most().flatten().unwrap_or(0),
                Some((from, Sizes::Any)) => {
                    open.insert(from.max(2));
                    from
                }
                Some(_) => return None,
            };
            let fits = |heaps: usize| match digit.allows(heaps) {
                None | Some(Sizes::Any | Sizes::Equal) => true,
                Some(Sizes::Distinct | Sizes::NotAllEqual) => heaps == 2,
            };
            if !(2..=most).all(fits) {
                return None;
            }
            exact = exact.max(most);
        }
        let level = |heaps, or_more| ManyLevel { heaps, or_more, sets: Vec::new(), known: 0 };
        let exact = (2..=exact).map(|heaps| level(heaps, false));
        let open = open.into_iter().map(|heaps| level(heaps, true));
        let mut digits: Vec<(i64, Digit)> = code
            .written()
            .filter(|(i, digit)| *i <= 0 && !digit.is_zero())
            .map(|(i, digit)| (i, digit.clone()))
            .collect();
        digits.reverse();
        Some(Many {
            code: code.clone(),
            digits,
            next: 1,
            values: vec![0],
            words: 1,
            levels: exact.chain(open).collect(),
            statistics: Statistics::default(),
        })
    }

    /// The values known so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Brings every level up to the number of tokens that G(n) may ask for.
    fn fill_levels(&mut self, n: usize, budget: &Budget) -> Result<(), Stopped> {
        let mut work = 0;
        for k in 0..self.levels.len() {
            let (below, rest) = self.levels.split_at_mut(k);
            let level = &mut rest[0];
            let last = n + level.heaps - 2;
            while level.known <= last {
                let s = level.known;
                let mut set = vec![0u64; self.words];
                if level.or_more {
                    open_set(&mut set, s, level, below, &self.values, self.words);
                } else {
                    exact_set(&mut set, s, level.heaps, below, &self.values, self.words);
                }
                level.sets.extend_from_slice(&set);
                level.known += 1;
                work += s * self.words;
                if work > 1 << 20 {
                    work = 0;
                    budget.check()?;
                }
            }
        }
        Ok(())
    }

    /// Reads the digits up to the one for taking n.
    fn read_digits(&mut self, n: usize) {
        while self.next <= n as i64 {
            let digit = self.code.digit(self.next);
            if !digit.is_zero() {
                self.digits.push((self.next, digit));
            }
            self.next += 1;
        }
    }

    /// Doubles the number of words of every set.
    fn widen(&mut self) -> Result<(), Stopped> {
        if self.words * 64 >= MOST_VALUES {
            let limit = MOST_VALUES as u64;
            return Err(Stopped::Limit { what: "a nim-value in the engine of sets", limit });
        }
        for level in &mut self.levels {
            let mut sets = Vec::with_capacity(level.sets.len() * 2);
            for set in level.sets.chunks(self.words) {
                sets.extend_from_slice(set);
                sets.resize(sets.len() + self.words, 0);
            }
            level.sets = sets;
        }
        self.words *= 2;
        Ok(())
    }

    fn step(&mut self, n: usize, budget: &Budget) -> Result<u32, Stopped> {
        self.fill_levels(n, budget)?;
        self.read_digits(n);
        let mut seen = vec![0u64; self.words];
        let (values, words) = (&self.values, self.words);
        for (i, digit) in &self.digits {
            let Ok(left) = usize::try_from(n as i64 - i) else { break };
            if digit.allows(0).is_some() && left == 0 {
                insert(&mut seen, 0);
            }
            if digit.allows(1).is_some() && left > 0 && left < n {
                insert(&mut seen, values[left]);
            }
            let from = digit.or_more().map(|(from, _)| from.max(2));
            for level in &self.levels {
                let set = level.sets.get(left * words..(left + 1) * words).unwrap_or(&[]);
                match (level.or_more, digit.allows(level.heaps)) {
                    (true, _) if from == Some(level.heaps) => or(&mut seen, set),
                    (true, _) | (_, None) => {}
                    (_, Some(Sizes::Any)) => or(&mut seen, set),
                    (_, Some(Sizes::Equal)) => {
                        if left > 0 && left.is_multiple_of(level.heaps) {
                            let odd = level.heaps % 2 == 1;
                            insert(&mut seen, if odd { values[left / level.heaps] } else { 0 });
                        }
                    }
                    (_, Some(Sizes::Distinct | Sizes::NotAllEqual)) => {
                        for a in 1..left.div_ceil(2) {
                            insert(&mut seen, values[a] ^ values[left - a]);
                        }
                    }
                }
            }
        }
        let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
        Ok(full as u32 * 64 + rest)
    }
}

/// P(heaps, s) from the levels below.
fn exact_set(
    set: &mut [u64],
    s: usize,
    heaps: usize,
    below: &[ManyLevel],
    values: &[u32],
    words: usize,
) {
    for a in 1..=s / heaps {
        match below.iter().find(|level| level.heaps + 1 == heaps && !level.or_more) {
            Some(level) => {
                or_translated(set, &level.sets[(s - a) * words..][..words], values[a]);
            }
            None => {
                insert(set, values[a] ^ values[s - a]);
            }
        }
    }
}

/// The sets for `heaps` or more: one more small heap beside a smaller such position.
fn open_set(
    set: &mut [u64],
    s: usize,
    level: &ManyLevel,
    below: &[ManyLevel],
    values: &[u32],
    words: usize,
) {
    let heaps = level.heaps;
    if s < heaps {
        return;
    }
    match below.iter().find(|l| l.heaps == heaps && !l.or_more) {
        Some(exact) => or(set, &exact.sets[s * words..][..words]),
        None => exact_set(set, s, heaps, below, values, words),
    }
    for (a, &value) in values.iter().enumerate().take(s / (heaps + 1) + 1).skip(1) {
        or_translated(set, &level.sets[(s - a) * words..][..words], value);
    }
}

impl Engine for Many {
    fn len(&self) -> u64 {
        self.values.len() as u64
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        let limit = u64::from(u32::MAX);
        if to > limit {
            return Err(Stopped::Limit { what: "the length of such a sequence", limit });
        }
        while self.len() < to {
            budget.check()?;
            let n = self.values.len();
            let value = self.step(n, budget)?;
            // Sums of values below a power of two stay below it.
            while value as usize >= self.words * 64 {
                self.widen()?;
            }
            self.statistics.meet(n as u64, value);
            self.values.push(value);
        }
        Ok(())
    }

    fn value(&self, n: u64) -> Option<u32> {
        self.values.get(usize::try_from(n).ok()?).copied()
    }

    fn bytes(&self) -> u64 {
        let sets: usize = self.levels.iter().map(|level| level.sets.capacity()).sum();
        (8 * sets + 4 * self.values.capacity()) as u64
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn restore(&mut self, values: &[u32]) -> bool {
        let largest = values.iter().copied().max().unwrap_or(0);
        let fresh = self.values == [0] && values.first() == Some(&0);
        if !fresh || largest as usize >= MOST_VALUES {
            return false;
        }
        self.words = (largest as usize / 64 + 1).next_power_of_two();
        self.values = values.to_vec();
        (0..).zip(values).for_each(|(n, &value)| self.statistics.meet(n, value));
        true
    }
}
