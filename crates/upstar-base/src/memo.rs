//! What one worker has learnt of positions, charged to its budget.
//!
//! Entries are never changed, only added: a memo never decides an answer, only the time it
//! takes. What it holds, its table and what keys and values own on the heap, is charged when it
//! grows and given back when it is dropped.

use crate::{Budget, Stopped, Weigh};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

pub(crate) fn hash(key: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Heap bytes of entries are charged together, whenever so many have come.
const BATCH: u64 = 4096;

/// A table that charges what it holds.
#[derive(Debug)]
pub(crate) struct ChargedTable<K, V> {
    entries: HashTable<(K, V)>,
    /// What is charged, and what is held beyond that.
    charged: u64,
    owed: u64,
}

impl<K, V> Default for ChargedTable<K, V> {
    fn default() -> Self {
        ChargedTable { entries: HashTable::new(), charged: 0, owed: 0 }
    }
}

impl<K: Eq + Hash + Weigh, V: Weigh> ChargedTable<K, V> {
    pub(crate) fn get(&self, hash: u64, key: &K) -> Option<&V> {
        self.entries.find(hash, |entry| entry.0 == *key).map(|entry| &entry.1)
    }

    pub(crate) fn insert(
        &mut self,
        budget: &Budget,
        hash: u64,
        key: K,
        value: V,
    ) -> Result<(), Stopped> {
        if self.entries.len() == self.entries.capacity() {
            self.grow(budget)?;
        }
        if self.get(hash, &key).is_some() {
            return Ok(());
        }
        self.owed += (key.heap_bytes() + value.heap_bytes()) as u64;
        if self.owed >= BATCH {
            let bytes = std::mem::take(&mut self.owed);
            self.charged += bytes;
            budget.charge(bytes)?;
        }
        self.entries.insert_unique(hash, (key, value), |entry| self::hash(&entry.0));
        Ok(())
    }

    /// Doubles the table. While entries move there are two, and both are charged.
    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let before = self.entries.allocation_size() as u64;
        let after = (2 * before).max(8 * size_of::<(K, V)>() as u64 + 64);
        budget.charge(after).inspect_err(|_| budget.refund(after))?;
        self.entries.reserve(1, |entry| self::hash(&entry.0));
        budget.refund(before);
        self.charged = (self.charged + after).saturating_sub(before);
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

impl<K, V> ChargedTable<K, V> {
    pub(crate) fn charged(&self) -> u64 {
        self.charged
    }
}

/// A map that only grows and charges what it holds.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::{Budget, Memo, Stopped};
/// let budget = Arc::new(Budget::new(None, Some(1 << 20)));
/// let mut memo = Memo::new(&budget);
/// memo.insert(vec![1u8; 100_000], 7u32)?;
/// assert_eq!(memo.get(&vec![1u8; 100_000]), Some(&7));
/// assert!(budget.used() > 100_000);
/// drop(memo);
/// assert_eq!(budget.used(), 0);
/// # Ok::<(), Stopped>(())
/// ```
#[derive(Debug)]
pub struct Memo<K, V> {
    table: ChargedTable<K, V>,
    budget: Arc<Budget>,
}

impl<K: Eq + Hash + Weigh, V: Weigh> Memo<K, V> {
    /// An empty memo that charges `budget`.
    pub fn new(budget: &Arc<Budget>) -> Self {
        Memo { table: ChargedTable::default(), budget: Arc::clone(budget) }
    }

    /// What is known of a key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.table.get(hash(key), key)
    }

    /// Adds what was learnt; what is known already stays.
    pub fn insert(&mut self, key: K, value: V) -> Result<(), Stopped> {
        self.table.insert(&self.budget, hash(&key), key, value)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<K, V> Drop for Memo<K, V> {
    fn drop(&mut self) {
        self.budget.refund(self.table.charged);
    }
}
