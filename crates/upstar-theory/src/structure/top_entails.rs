//! Stacks of Top Entails one after the other, without looking at moves (Winning Ways ch. 12).
//!
//! The set of a stack of `n` coins is the complement of two things: the set of `n - 1` coins, to
//! which the entailing move leads, and the nim-sums of the least elements of `a` and `n - a`
//! coins. So a row of least elements and the last set are enough for the next one, and a stack of
//! `n` coins costs `n / 2` steps that do nothing but mark a nim-sum.
//!
//! Invariants: all least elements so far are below `width`, a power of 2, and so are their
//! nim-sums; what is at `width` or above was never marked, hence belongs to the sets of even
//! stacks and to no set of an odd stack. A loony stack has no least element; it stands in the row
//! as a number with the highest bit, so that nim-sums with it are marked where nobody looks. Only
//! two loony stacks together look like 0, which is looked after.
//!
//! Loony are 1, 3, 2403, 2505 and 33243 coins, as Julian West found, and then 640193, 696157 and
//! 696401; no other up to 1400000 coins. The search is in `bench/src/bin/compounds.rs`.

use upstar_base::{Budget, Stopped};
use upstar_values::Entailed;

/// How a loony stack stands in the row.
const LOONY: u16 = u16::MAX;

/// No least element may reach this.
const WIDEST: usize = 1 << 15;

/// So many marks are made between two looks at the budget.
const WORK: usize = 1 << 16;

/// The values of stacks from 0 coins on.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_theory::structure::top_entails::Stacks;
/// let mut stacks = Stacks::new();
/// assert_eq!(stacks.set(4, &Budget::unlimited())?.to_string(), "1>");
/// stacks.extend(2500, &Budget::unlimited())?;
/// assert_eq!(stacks.loony(), [1, 3, 2403]);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stacks {
    /// The least element for each number of coins.
    least: Vec<u16>,
    loony: Vec<u32>,
    marks: Box<[u8]>,
    /// Which numbers below `width` are in the last set.
    last: Vec<u8>,
    width: usize,
    /// The sets, bit by bit, and where each begins.
    words: Vec<u64>,
    starts: Vec<usize>,
    keeps_sets: bool,
}

impl Default for Stacks {
    fn default() -> Self {
        Stacks::new()
    }
}

impl Stacks {
    /// An engine that remembers all sets.
    pub fn new() -> Stacks {
        Stacks {
            // No coin: sunny.
            least: vec![0],
            loony: Vec::new(),
            marks: vec![0; 1 << 16].into_boxed_slice(),
            last: vec![1],
            width: 1,
            words: Vec::new(),
            starts: vec![0, 0],
            keeps_sets: true,
        }
    }

    /// An engine that remembers least elements only, for long searches.
    pub fn without_sets() -> Stacks {
        Stacks { keeps_sets: false, ..Stacks::new() }
    }

    /// The largest stack that is known.
    pub fn known(&self) -> u32 {
        (self.least.len() - 1) as u32
    }

    /// The loony stacks among those that are known.
    pub fn loony(&self) -> &[u32] {
        &self.loony
    }

    /// The least element of a stack that is known; `None` is loony.
    pub fn least(&self, coins: u32) -> Option<u16> {
        self.least.get(coins as usize).copied().filter(|&least| least != LOONY)
    }

    /// The set of a stack.
    pub fn set(&mut self, coins: u32, budget: &Budget) -> Result<Entailed, Stopped> {
        debug_assert!(self.keeps_sets);
        self.extend(coins, budget)?;
        let n = coins as usize;
        let words = &self.words[self.starts[n]..self.starts[n + 1]];
        Ok(Entailed::from_words(words, n.is_multiple_of(2)))
    }

    /// Computes the values of all stacks up to a number of coins.
    pub fn extend(&mut self, coins: u32, budget: &Budget) -> Result<(), Stopped> {
        let mut work = 0;
        while self.known() < coins {
            work += self.least.len();
            if work > WORK {
                work = 0;
                budget.check()?;
            }
            self.next(budget)?;
        }
        Ok(())
    }

    fn next(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let n = self.least.len();
        let even = n.is_multiple_of(2);
        self.mark_sums(n);
        let (marks, last) = (&self.marks[..self.width], &mut self.last[..self.width]);
        for (inside, mark) in last.iter_mut().zip(marks) {
            *inside = (*inside | mark) ^ 1;
        }
        let found = last.iter().position(|&inside| inside == 1);
        let least = match found {
            Some(least) => least as u16,
            None if !even => {
                self.loony.push(n as u32);
                LOONY
            }
            None if self.width >= WIDEST => {
                return Err(Stopped::Limit { what: "nim-values of stacks", limit: WIDEST as u64 });
            }
            None => {
                self.width *= 2;
                self.last.resize(self.width, 1);
                (self.width / 2) as u16
            }
        };
        budget.charge(2)?;
        self.least.push(least);
        if self.keeps_sets {
            budget.charge((self.width / 8 + 16) as u64)?;
            let word = |bits: &[u8]| bits.iter().rev().fold(0, |word, &b| word << 1 | u64::from(b));
            let rest = if even && self.width < 64 { u64::MAX << self.width } else { 0 };
            self.words.extend(self.last.chunks(64).map(|bits| word(bits) | rest));
            self.starts.push(self.words.len());
        }
        Ok(())
    }

    /// Marks the nim-sums of the least elements of all two stacks with `n` coins together.
    fn mark_sums(&mut self, n: usize) {
        self.marks[..self.width].fill(0);
        let Ok(marks) = <&mut [u8; 1 << 16]>::try_from(&mut *self.marks) else { return };
        let half = n / 2;
        let (low, high) = (&self.least[1..=half], &self.least[n - half..n]);
        let (low, low_rest) = low.as_chunks::<8>();
        let (high_rest, high) = high.as_rchunks::<8>();
        for (a, b) in low.iter().zip(high.iter().rev()) {
            for i in 0..8 {
                marks[usize::from(a[i] ^ b[7 - i])] = 1;
            }
        }
        for (a, b) in low_rest.iter().zip(high_rest.iter().rev()) {
            marks[usize::from(a ^ b)] = 1;
        }
        let two_loony = |a: &u32| self.loony.contains(&(n as u32).wrapping_sub(*a));
        if self.loony.iter().any(two_loony) {
            let equal = |a: usize| self.least[a] != LOONY && self.least[a] == self.least[n - a];
            marks[0] = u8::from((1..=half).any(equal));
        }
    }
}
