//! What several workers have learnt of positions, charged to their budget.

use crate::memo::{ChargedTable, hash};
use crate::{Budget, Stopped, Weigh};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const SHARD_BITS: u32 = 6;

/// A [`Memo`](crate::Memo) that threads share. Entries are never changed, so threads that
/// computed the same one twice agree.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::{Budget, SharedMemo, Stopped};
/// let memo = SharedMemo::new(&Arc::new(Budget::unlimited()));
/// std::thread::scope(|threads| {
///     threads.spawn(|| memo.insert("two", 2u32));
/// });
/// assert_eq!(memo.get(&"two"), Some(2));
/// ```
#[derive(Debug)]
pub struct SharedMemo<K, V> {
    shards: Box<[Mutex<ChargedTable<K, V>>]>,
    budget: Arc<Budget>,
}

impl<K: Eq + Hash + Weigh, V: Weigh + Clone> SharedMemo<K, V> {
    /// An empty memo that charges `budget`.
    pub fn new(budget: &Arc<Budget>) -> Self {
        let shards = (0..1 << SHARD_BITS).map(|_| Mutex::default()).collect();
        SharedMemo { shards, budget: Arc::clone(budget) }
    }

    /// The table itself looks at the lowest and the seven highest bits of a hash.
    fn shard(&self, hash: u64) -> MutexGuard<'_, ChargedTable<K, V>> {
        let shard = &self.shards[(hash >> (57 - SHARD_BITS)) as usize % (1 << SHARD_BITS)];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a key.
    pub fn get(&self, key: &K) -> Option<V> {
        let hash = hash(key);
        self.shard(hash).get(hash, key).cloned()
    }

    /// Adds what was learnt; what is known already stays.
    pub fn insert(&self, key: K, value: V) -> Result<(), Stopped> {
        let hash = hash(&key);
        self.shard(hash).insert(&self.budget, hash, key, value)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.tables().map(|table| table.len()).sum()
    }

    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<K, V> SharedMemo<K, V> {
    fn tables(&self) -> impl Iterator<Item = MutexGuard<'_, ChargedTable<K, V>>> {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<K, V> Drop for SharedMemo<K, V> {
    fn drop(&mut self) {
        self.budget.refund(self.tables().map(|table| table.charged()).sum());
    }
}
