//! Bounded memory of results: a table that forgets everything rather than grow past its limit.
//!
//! A memo never changes an answer, only the time it takes; so when the budget refuses more
//! memory it is emptied and starts anew.

use crate::atomic::NumbersWeigh;
use crate::predicates::{Leaf, Parity};
use crate::thermograph::Thermograph;
use crate::uptimal::Uptimal;
use crate::variants::Variant;
use crate::{Dyadic, Short};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::hash::Hash;
use std::sync::Arc;
use upstar_base::{Outcome, Player};

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
pub(crate) struct Memos {
    /// How deep the recursion over options is at the moment.
    pub(crate) depth: u32,
    pub(crate) all_small: Memo<Short, bool>,
    pub(crate) atomic: Memo<Short, Option<Short>>,
    pub(crate) birthday: Memo<Short, IBig>,
    pub(crate) companion: Memo<Short, Short>,
    pub(crate) conjunctive: Memo<(Short, Short), Short>,
    pub(crate) conway: Memo<(Short, Short), Short>,
    pub(crate) cool: Memo<(Short, Short), Short>,
    pub(crate) heat: Memo<(Short, Short), Short>,
    pub(crate) house: Memo<(Short, Short), Ordering>,
    pub(crate) largest_nimber: Memo<Short, u32>,
    pub(crate) mast: Memo<Short, (Dyadic, Dyadic)>,
    pub(crate) misere: Memo<Short, Outcome>,
    pub(crate) norton: Memo<(Short, Short), Short>,
    pub(crate) ordinal: Memo<(Short, Short), Short>,
    pub(crate) overheat: Memo<(Short, Short, Short), Short>,
    pub(crate) parity: Memo<(Short, Leaf), Option<Parity>>,
    pub(crate) selective: Memo<(Short, Short), Short>,
    pub(crate) sorted: Memo<(Short, Player), Arc<[Short]>>,
    pub(crate) star_projection: Memo<Short, Short>,
    pub(crate) stop_count: Memo<Short, UBig>,
    pub(crate) thermograph: Memo<Short, Arc<Thermograph>>,
    pub(crate) uptimal: Memo<Short, Option<Uptimal>>,
    pub(crate) variant: Memo<(Short, Variant), Short>,
    pub(crate) weight: Memo<(Short, NumbersWeigh), Short>,
}
