//! Two memo tables keyed by pairs of handles, for the two hottest operations.
//!
//! Open addressing with linear probing, growing at 60 %. Both are bounded: when the budget
//! refuses a larger table the old one is emptied instead.

use crate::Short;
use upstar_base::Budget;

const START: usize = 1 << 10;
const MOST: usize = 1 << 28;

#[inline]
fn slot(key: u64, mask: usize) -> usize {
    let x = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20) as usize & mask
}

/// The size of the next table: `None` means empty this one and keep using it.
fn grown(budget: &Budget, size: usize, entry_bytes: usize) -> Option<usize> {
    let extra = (size * entry_bytes) as u64;
    if size >= MOST {
        return None;
    }
    if budget.charge(extra).is_err() {
        budget.refund(extra);
        return None;
    }
    Some(size * 2)
}

/// Known answers to `G <= H`: one word for each unordered pair, with two bits (known, true) for
/// each direction. The empty word is 0, which no pair of distinct handles makes.
#[derive(Debug)]
pub(crate) struct OrderMemo {
    words: Vec<u64>,
    len: usize,
}

impl Default for OrderMemo {
    fn default() -> Self {
        OrderMemo { words: vec![0; START], len: 0 }
    }
}

impl OrderMemo {
    #[inline]
    fn key(g: Short, h: Short) -> (u64, u32) {
        let (low, high, direction) = if g.0 < h.0 { (g.0, h.0, 0) } else { (h.0, g.0, 2) };
        (u64::from(low) << 34 | u64::from(high) << 4, direction)
    }

    #[inline]
    pub(crate) fn get(&self, g: Short, h: Short) -> Option<bool> {
        let (key, direction) = OrderMemo::key(g, h);
        let mask = self.words.len() - 1;
        let mut i = slot(key, mask);
        loop {
            let word = self.words[i];
            if word & !15 == key {
                let bits = word >> direction & 3;
                return (bits & 1 == 1).then_some(bits & 2 != 0);
            }
            if word == 0 {
                return None;
            }
            i = (i + 1) & mask;
        }
    }

    pub(crate) fn put(&mut self, budget: &Budget, g: Short, h: Short, le: bool) {
        if self.len * 5 > self.words.len() * 3 {
            self.grow(budget);
        }
        let (key, direction) = OrderMemo::key(g, h);
        let entry = (1 | u64::from(le) << 1) << direction;
        let mask = self.words.len() - 1;
        let mut i = slot(key, mask);
        loop {
            match self.words[i] {
                0 => {
                    self.words[i] = key | entry;
                    self.len += 1;
                    return;
                }
                word if word & !15 == key => {
                    self.words[i] = word | entry;
                    return;
                }
                _ => i = (i + 1) & mask,
            }
        }
    }

    #[cold]
    fn grow(&mut self, budget: &Budget) {
        let Some(size) = grown(budget, self.words.len(), size_of::<u64>()) else {
            self.words.fill(0);
            self.len = 0;
            return;
        };
        let mask = size - 1;
        let old = std::mem::replace(&mut self.words, vec![0; size]);
        for word in old.into_iter().filter(|&word| word != 0) {
            let mut i = slot(word & !15, mask);
            while self.words[i] != 0 {
                i = (i + 1) & mask;
            }
            self.words[i] = word;
        }
    }
}

/// Known sums, by unordered pair. No pair that is looked up has the key 0: `0 + 0` is decided
/// before.
#[derive(Debug)]
pub(crate) struct SumMemo {
    entries: Vec<(u64, u32)>,
    len: usize,
}

impl Default for SumMemo {
    fn default() -> Self {
        SumMemo { entries: vec![(0, 0); START], len: 0 }
    }
}

impl SumMemo {
    #[inline]
    fn key(g: Short, h: Short) -> u64 {
        u64::from(g.0.min(h.0)) << 32 | u64::from(g.0.max(h.0))
    }

    #[inline]
    fn find(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut i = slot(key, mask);
        while self.entries[i].0 != key && self.entries[i].0 != 0 {
            i = (i + 1) & mask;
        }
        i
    }

    #[inline]
    pub(crate) fn get(&self, g: Short, h: Short) -> Option<Short> {
        let (key, sum) = self.entries[self.find(SumMemo::key(g, h))];
        (key != 0).then_some(Short(sum))
    }

    pub(crate) fn put(&mut self, budget: &Budget, g: Short, h: Short, sum: Short) {
        if self.len * 5 > self.entries.len() * 3 {
            self.grow(budget);
        }
        let key = SumMemo::key(g, h);
        let i = self.find(key);
        self.len += usize::from(self.entries[i].0 == 0);
        self.entries[i] = (key, sum.0);
    }

    #[cold]
    fn grow(&mut self, budget: &Budget) {
        let Some(size) = grown(budget, self.entries.len(), size_of::<(u64, u32)>()) else {
            self.entries.fill((0, 0));
            self.len = 0;
            return;
        };
        let old = std::mem::replace(&mut self.entries, vec![(0, 0); size]);
        for entry in old.into_iter().filter(|entry| entry.0 != 0) {
            let i = self.find(entry.0);
            self.entries[i] = entry;
        }
    }
}
