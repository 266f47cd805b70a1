//! What is known of positions, shared by threads.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};
use upstar_base::{Budget, Stopped};

const SHARD_BITS: u32 = 6;

type Shard<K, V> = Mutex<HashTable<(K, V)>>;

/// A map from positions to what was computed of them. Entries are never changed, so threads
/// that computed the same one twice agree.
#[derive(Debug)]
pub(crate) struct SharedMemo<K, V> {
    shards: Box<[Shard<K, V>]>,
}

fn hash(key: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<K: Eq + Hash, V: Copy> SharedMemo<K, V> {
    pub(crate) fn new() -> Self {
        SharedMemo { shards: (0..1 << SHARD_BITS).map(|_| Mutex::default()).collect() }
    }

    /// The table itself looks at the lowest and the seven highest bits of a hash.
    fn shard(&self, hash: u64) -> MutexGuard<'_, HashTable<(K, V)>> {
        let shard = &self.shards[(hash >> (57 - SHARD_BITS)) as usize % (1 << SHARD_BITS)];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let hash = hash(key);
        self.shard(hash).find(hash, |entry| entry.0 == *key).map(|entry| entry.1)
    }

    pub(crate) fn insert(&self, budget: &Budget, key: K, value: V) -> Result<(), Stopped> {
        let hash = hash(&key);
        let mut table = self.shard(hash);
        if table.len() == table.capacity() {
            // The table is about to double.
            budget.charge((table.len().max(8) * (size_of::<(K, V)>() + 2)) as u64)?;
        }
        if table.find(hash, |entry| entry.0 == key).is_none() {
            table.insert_unique(hash, (key, value), |entry| self::hash(&entry.0));
        }
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        let size = |shard: &Shard<K, V>| shard.lock().unwrap_or_else(PoisonError::into_inner).len();
        self.shards.iter().map(size).sum()
    }
}
