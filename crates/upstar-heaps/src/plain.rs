//! The mex rule and nothing else: the oracle for every other engine.
//!
//! G(n) is the least number that is not the nim-sum of the heaps of an option of n (Sprague,
//! Grundy). For codes that leave at most two heaps the options are walked through directly, for
//! all others they are listed by [`HeapCode::each_option`].

use crate::sequence::{Engine, Statistics};
use std::ops::ControlFlow;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::{HeapCode, Sizes};

/// The longest sequence that is computed by the plain rule.
pub const LONGEST: u64 = u32::MAX as u64;

/// Computes a nim-sequence by the mex rule.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::{Engine, plain::MexEngine};
/// let mut kayles = MexEngine::new(".77".parse()?);
/// kayles.extend(12, &Budget::unlimited())?;
/// assert_eq!(kayles.values(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MexEngine {
    code: HeapCode,
    /// At most two heaps are left and no tokens are added.
    simple: bool,
    /// The indices read so far that leave one heap, and those that leave two.
    takes: Vec<u32>,
    breaks: Vec<(u32, Sizes)>,
    values: Vec<u32>,
    /// `seen[v] == n` when v is excluded at n.
    seen: Vec<u32>,
    statistics: Statistics,
    work: u64,
}

impl MexEngine {
    /// The sequence of this code, of which only G(0) = 0 is known yet.
    pub fn new(code: HeapCode) -> MexEngine {
        let simple = !code.adds_tokens() && code.most_heaps().is_some_and(|most| most <= 2);
        let mut plain = MexEngine {
            code,
            simple,
            takes: Vec::new(),
            breaks: Vec::new(),
            values: vec![0],
            seen: vec![0; 2],
            statistics: Statistics::default(),
            work: 0,
        };
        plain.read_digit(0);
        plain
    }

    /// The values known so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Notes what digit number i allows.
    fn read_digit(&mut self, i: u32) {
        let digit = self.code.digit(i64::from(i));
        if digit.allows(1).is_some() {
            self.takes.push(i);
        }
        if let Some(sizes) = digit.allows(2) {
            self.breaks.push((i, sizes));
        }
    }

    /// Appends G(n) for n = len.
    fn push(&mut self, value: u32) {
        // XORs of values below a power of two stay below it, and one more is never seen.
        let room = (value as usize + 1).next_power_of_two() * 2;
        if self.seen.len() < room {
            self.seen.resize(room, 0);
        }
        self.statistics.meet(self.len(), value);
        self.values.push(value);
    }

    fn step(&mut self, n: u32, budget: &Budget) -> Result<(), Stopped> {
        let (seen, values) = (&mut self.seen, &self.values);
        if self.simple {
            if self.code.digit(i64::from(n)).allows(0).is_some() {
                seen[0] = n;
            }
            for &i in self.takes.iter().take_while(|&&i| i < n) {
                seen[values[(n - i) as usize] as usize] = n;
            }
            for &(i, sizes) in self.breaks.iter().take_while(|&&(i, _)| i + 1 < n) {
                let left = (n - i) as usize;
                let half = match sizes {
                    Sizes::Equal if left.is_multiple_of(2) => {
                        seen[0] = n;
                        continue;
                    }
                    Sizes::Equal => continue,
                    Sizes::Any => left / 2,
                    Sizes::Distinct | Sizes::NotAllEqual => (left - 1) / 2,
                };
                let (small, large) = (&values[1..=half], &values[left - half..left]);
                for (a, b) in small.iter().zip(large.iter().rev()) {
                    seen[(a ^ b) as usize] = n;
                }
                self.work += half as u64;
            }
        } else {
            let (mut work, mut stopped) = (self.work, Ok(()));
            let _ = self.code.try_each_option(n, &mut |heaps: &[u32]| {
                let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
                seen[sum as usize] = n;
                work += 1;
                if work > 1 << 16 {
                    work = 0;
                    stopped = budget.check();
                }
                if stopped.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            self.work = work;
            stopped?;
        }
        Ok(())
    }
}

impl Engine for MexEngine {
    fn len(&self) -> u64 {
        self.values.len() as u64
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        if to > LONGEST {
            return Err(Stopped::Limit { what: "the length of a plain sequence", limit: LONGEST });
        }
        while self.len() < to {
            let n = self.values.len() as u32;
            if self.work > 1 << 16 || n.is_multiple_of(1024) {
                self.work = 0;
                budget.check()?;
            }
            self.read_digit(n);
            self.step(n, budget)?;
            let value = self.seen.iter().position(|&stamp| stamp != n).unwrap_or(0) as u32;
            self.push(value);
        }
        Ok(())
    }

    fn value(&self, n: u64) -> Option<u32> {
        self.values.get(usize::try_from(n).ok()?).copied()
    }

    fn bytes(&self) -> u64 {
        4 * (self.values.capacity() + self.seen.capacity()) as u64
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn restore(&mut self, values: &[u32]) -> bool {
        let fresh = self.values == [0] && values.first() == Some(&0);
        if fresh && values.len() as u64 <= LONGEST && values.iter().all(|&v| v < 1 << 30) {
            for (n, &value) in (1..).zip(&values[1..]) {
                self.read_digit(n);
                self.push(value);
            }
            return true;
        }
        false
    }
}
