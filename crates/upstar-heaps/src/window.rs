//! Games that never break heaps: a value depends on the values at most t before it.
//!
//! Invariant: the last t values are always kept; a value is at most the number of ways to take.

use crate::sequence::{Engine, Statistics};
use crate::store::ValueStore;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::{HeapCode, LONGEST};

/// Computes the nim-sequence of a game in which at most t tokens are taken and nothing is broken.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::{Engine, window::Window};
/// let mut game = Window::new(&"sub(2,4,7)".parse()?).unwrap();
/// game.extend(14, &Budget::unlimited())?;
/// let values: Vec<u32> = (0..14).filter_map(|n| game.value(n)).collect();
/// assert_eq!(values, [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2, 1, 0, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Window {
    reach: u64,
    takes: Vec<u64>,
    wholes: Vec<u64>,
    store: ValueStore,
    seen: Vec<bool>,
    statistics: Statistics,
}

impl Window {
    /// The sequence of this code; `None` when it breaks heaps or takes unboundedly many tokens.
    pub fn new(code: &HeapCode) -> Option<Window> {
        let reach = code.reach().filter(|&reach| reach < LONGEST as u64)?;
        if code.most_heaps()? > 1 {
            return None;
        }
        let allowed = |heaps: usize| -> Vec<u64> {
            (1..=reach).filter(|&i| code.digit(i as i64).allows(heaps).is_some()).collect()
        };
        let (takes, wholes) = (allowed(1), allowed(0));
        // The mex of that many values and perhaps 0.
        let seen = vec![false; takes.len() + 2];
        let (store, statistics) = (ValueStore::new(), Statistics::default());
        Some(Window { reach, takes, wholes, store, seen, statistics })
    }
}

impl Engine for Window {
    fn len(&self) -> u64 {
        self.store.len()
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        while self.len() < to {
            let n = self.len();
            if n.is_multiple_of(1024) {
                budget.check()?;
            }
            self.seen.fill(false);
            let (_, back, base) = self.store.pieces();
            for &i in self.takes.iter().take_while(|&&i| i < n) {
                if let Some(&value) = back.get((n - i - base) as usize) {
                    self.seen[usize::from(value)] = true;
                }
            }
            if self.wholes.binary_search(&n).is_ok() {
                self.seen[0] = true;
            }
            let value = self.seen.iter().position(|&seen| !seen).unwrap_or(0) as u32;
            self.store.push(value as u16);
            self.statistics.meet(n, value);
        }
        Ok(())
    }

    fn value(&self, n: u64) -> Option<u32> {
        self.store.value(n).map(u32::from)
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        self.store.read(from, out)
    }

    fn read_u16(&self, from: u64, out: &mut [u16]) -> bool {
        self.store.read(from, out)
    }

    fn bytes(&self) -> u64 {
        self.store.bytes()
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn restore(&mut self, values: &[u32]) -> bool {
        let fits = |v: &u32| (*v as usize) < self.seen.len();
        if self.len() != 1 || values.first() != Some(&0) || !values.iter().all(fits) {
            return false;
        }
        for &value in &values[1..] {
            self.statistics.meet(self.len(), value);
            self.store.push(value as u16);
        }
        true
    }

    fn forget(&mut self) {
        self.store.forget(1, self.reach as usize + 1);
    }
}
