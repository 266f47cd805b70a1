//! Bounded memory of results: a table that forgets everything rather than grow past its limit.
//!
//! A memo never changes an answer, only the time it takes; so when the budget refuses more
//! memory it is emptied and starts anew.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A hash map with at most `limit` entries.
#[derive(Debug)]
pub(crate) struct Memo<K, V> {
    map: FxHashMap<K, V>,
    limit: usize,
}

impl<K: Eq + Hash, V> Memo<K, V> {
    pub(crate) fn new(limit: usize) -> Self {
        Memo { map: FxHashMap::default(), limit }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    pub(crate) fn put(&mut self, key: K, value: V) {
        if self.map.len() >= self.limit {
            self.map = FxHashMap::default();
        }
        self.map.insert(key, value);
    }
}

impl<K: Eq + Hash, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo::new(1 << 22)
    }
}

/// One memo for each operation outside of the core.
#[derive(Debug, Default)]
pub(crate) struct Memos {}
