//! Positions with numbers, in the order in which they were met.
//!
//! A graph of moves is explored by going through this list while it grows. Each position is kept
//! once; what the list holds is charged and given back with it.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;
use upstar_base::{Budget, Stopped, Weigh};

/// What the index takes for an entry, about, with the space it keeps free.
const INDEX_BYTES: usize = 16;

/// A list of different positions that tells the number of each.
pub(crate) struct Numbered<P> {
    list: Vec<P>,
    index: HashTable<u32>,
    charged: u64,
    budget: Arc<Budget>,
}

/// A hash of a position, spread over all bits.
pub(crate) fn hash(position: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(position).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<P: Eq + Hash + Weigh> Numbered<P> {
    /// The list of one position, number 0.
    pub(crate) fn new(first: P, budget: &Arc<Budget>) -> Result<Self, Stopped> {
        let mut list = Numbered::empty(budget);
        list.number(first)?;
        Ok(list)
    }

    /// The list of no position.
    pub(crate) fn empty(budget: &Arc<Budget>) -> Self {
        let budget = Arc::clone(budget);
        Numbered { list: Vec::new(), index: HashTable::new(), charged: 0, budget }
    }

    /// The number of a position, if it has one.
    pub(crate) fn find(&self, position: &P) -> Option<u32> {
        let is_it = |&number: &u32| self.list[number as usize] == *position;
        self.index.find(hash(position), is_it).copied()
    }

    /// The number of a position, which is added if it is new.
    pub(crate) fn number(&mut self, position: P) -> Result<u32, Stopped> {
        let code = hash(&position);
        if let Some(&number) = self.index.find(code, |&i| self.list[i as usize] == position) {
            return Ok(number);
        }
        let Ok(number) = u32::try_from(self.list.len()) else {
            return Err(Stopped::Limit { what: "the number of positions", limit: 1 << 32 });
        };
        self.pay(3 * size_of::<P>() / 2 + INDEX_BYTES + position.heap_bytes())?;
        self.list.push(position);
        self.index.insert_unique(code, number, |&i| hash(&self.list[i as usize]));
        Ok(number)
    }

    /// Counts more memory that lives as long as this list.
    pub(crate) fn pay(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.charged += bytes as u64;
        self.budget.charge(bytes as u64)
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// A position by its number.
    pub(crate) fn get(&self, number: usize) -> &P {
        &self.list[number]
    }

    /// All positions in order, no longer counted.
    pub(crate) fn into_list(mut self) -> Vec<P> {
        std::mem::take(&mut self.list)
    }
}

impl<P> Drop for Numbered<P> {
    fn drop(&mut self) {
        self.budget.refund(self.charged);
    }
}
