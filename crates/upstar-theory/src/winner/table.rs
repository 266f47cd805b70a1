//! States that were decided: the transposition table.
//!
//! The keys lie one after the other in one pool, and an entry is where its key begins, how long
//! it is and the answer: a state costs some twenty bytes. Keys are compared whole, so an answer
//! is never that of another state with the same hash.

use super::components::spread;
use super::state::State;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use upstar_base::{Budget, Stopped};

struct Entry {
    start: u32,
    hash: u32,
    /// Twice the number of parts, plus one when Left, to move, wins.
    shape: u32,
}

/// For each decided state, whether Left, to move, wins it.
#[derive(Default)]
pub(super) struct Table {
    entries: HashTable<Entry>,
    pool: Vec<u32>,
}

fn hash(state: &State) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(state.value.index() as u32);
    for part in &state.parts {
        hasher.write_u32(part.code());
    }
    (hasher.finish() >> 32 ^ hasher.finish()) as u32
}

impl Table {
    pub(super) fn get(&self, state: &State) -> Option<bool> {
        let hash = hash(state);
        let entry = self.entries.find(spread(hash), |entry| {
            let (start, parts) = (entry.start as usize, (entry.shape / 2) as usize);
            entry.hash == hash
                && parts == state.parts.len()
                && self.pool[start] == state.value.index() as u32
                && self.pool[start + 1..=start + parts]
                    .iter()
                    .zip(&state.parts)
                    .all(|(&code, part)| code == part.code())
        })?;
        Some(entry.shape & 1 == 1)
    }

    /// Adds a state that is not in the table yet.
    pub(super) fn insert(
        &mut self,
        budget: &Budget,
        state: &State,
        answer: bool,
    ) -> Result<(), Stopped> {
        let (start, length) = (self.pool.len(), state.parts.len() + 1);
        let Ok(first) = u32::try_from(start) else {
            return Err(Stopped::Limit { what: "the table of positions", limit: 1 << 32 });
        };
        if start + length > self.pool.capacity() {
            let more = start.max(length).max(1 << 10);
            budget.charge((more * size_of::<u32>()) as u64)?;
            self.pool.reserve_exact(more);
        }
        if self.entries.len() == self.entries.capacity() {
            let more = self.entries.len().max(8) * (size_of::<Entry>() + 2);
            budget.charge(more as u64)?;
        }
        self.pool.push(state.value.index() as u32);
        self.pool.extend(state.parts.iter().map(|part| part.code()));
        let hash = hash(state);
        let shape = (state.parts.len() as u32) << 1 | u32::from(answer);
        let entry = Entry { start: first, hash, shape };
        self.entries.insert_unique(spread(hash), entry, |entry| spread(entry.hash));
        Ok(())
    }
}
