//! Bounded memory of results: a table that forgets everything rather than grow past its limit.
//!
//! A memo never changes an answer, only the time it takes; so when the budget refuses more
//! memory it is emptied and starts anew.

use crate::atomic::NumbersWeigh;
use crate::predicates::{Parity, ParityLeaf};
use crate::thermograph::Thermograph;
use crate::uptimal::Uptimal;
use crate::{Dyadic, Short};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::hash::Hash;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player};

/// A hash map with at most `limit` entries.
#[derive(Debug)]
pub(crate) struct BoundedMemo<K, V> {
    map: FxHashMap<K, V>,
    limit: usize,
}

impl<K: Eq + Hash, V> BoundedMemo<K, V> {
    pub(crate) fn new(limit: usize) -> Self {
        BoundedMemo { map: FxHashMap::default(), limit }
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

    fn bytes(&self) -> u64 {
        (self.map.capacity() * (size_of::<(K, V)>() + 1)) as u64
    }
}

impl<K: Eq + Hash, V> Default for BoundedMemo<K, V> {
    fn default() -> Self {
        BoundedMemo::new(1 << 22)
    }
}

/// Declares the memos and what they have in common.
macro_rules! memos {
    ($($name:ident: $key:ty => $value:ty,)*) => {
        /// One memo for each operation outside of the core.
        #[derive(Debug, Default)]
        pub(crate) struct Memos {
            /// How deep the recursion over options is at the moment.
            pub(crate) depth: u32,
            ticks: u32,
            charged: u64,
            $($name: BoundedMemo<$key, $value>,)*
        }

        impl Memos {
            $(pub(crate) fn $name(&mut self) -> &mut BoundedMemo<$key, $value> {
                &mut self.$name
            })*

            fn bytes(&self) -> u64 {
                0 $(+ self.$name.bytes())*
            }

            fn forget(&mut self) {
                $(self.$name = BoundedMemo::default();)*
            }
        }
    };
}

memos! {
    all_small: Short => bool,
    atomic: Short => Option<Short>,
    birthday: Short => IBig,
    companion: Short => Short,
    conway: (Short, Short) => Short,
    cool: (Short, Short) => Short,
    heat: (Short, Short) => Short,
    house: (Short, Short) => Ordering,
    largest_nimber: Short => u32,
    mast: Short => (Dyadic, Dyadic),
    misere: Short => Outcome,
    norton: (Short, Short) => Short,
    ordinal: (Short, Short) => Short,
    overheat: (Short, Short, Short) => Short,
    parity: (Short, ParityLeaf) => Option<Parity>,
    sorted: (Short, Player) => Arc<[Short]>,
    star_projection: Short => Short,
    stop_count: Short => UBig,
    thermograph: Short => Arc<Thermograph>,
    uptimal: Short => Option<Uptimal>,
    weight: (Short, NumbersWeigh) => Short,
}

impl Memos {
    /// Counts what the memos hold against the budget, now and then; if it refuses, they are
    /// emptied.
    pub(crate) fn settle(&mut self, budget: &Budget) {
        self.ticks = self.ticks.wrapping_add(1);
        if !self.ticks.is_multiple_of(4096) {
            return;
        }
        let held = self.bytes();
        if held <= self.charged {
            return;
        }
        let growth = held - self.charged;
        self.charged = held;
        if budget.charge(growth).is_err() {
            self.forget();
            budget.refund(held);
            self.charged = 0;
        }
    }
}
