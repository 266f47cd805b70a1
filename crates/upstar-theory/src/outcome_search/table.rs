//! States that were decided: the transposition table.
//!
//! The keys lie one after the other in one pool, and an entry is where its key begins, how long
//! it is, how much work the answer was, and the answer: a state costs some twenty bytes. Keys are
//! compared whole, so an answer is never that of another state with the same hash.

use super::components::spread;
use super::rests::RestId;
use super::state::{LargeComponent, SearchState};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;
use upstar_base::{Budget, Stopped};

struct TableEntry {
    start: u32,
    hash: u32,
    shape: EntryShape,
}

/// The number of parts, the effort and the answer in one word.
#[derive(Clone, Copy)]
struct EntryShape(u32);

impl EntryShape {
    fn new(parts: usize, effort: SearchEffort, answer: bool) -> EntryShape {
        EntryShape((parts as u32) << 7 | u32::from(effort.0) << 1 | u32::from(answer))
    }

    fn parts(self) -> usize {
        (self.0 >> 7) as usize
    }

    fn effort(self) -> SearchEffort {
        SearchEffort((self.0 >> 1 & 63) as u8)
    }

    fn answer(self) -> bool {
        self.0 & 1 == 1
    }
}

/// How many states were searched for an answer, as the number of binary digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SearchEffort(u8);

impl SearchEffort {
    /// How many levels there are.
    pub(super) const COUNT: usize = 64;

    /// The number of digits.
    pub(super) fn level(self) -> usize {
        usize::from(self.0)
    }

    /// The effort of this level.
    pub(super) fn from_level(level: u8) -> Option<SearchEffort> {
        (usize::from(level) < SearchEffort::COUNT).then_some(SearchEffort(level))
    }

    /// The effort of a search that visited this many states.
    pub(super) fn of(visited: u64) -> SearchEffort {
        SearchEffort((u64::BITS - visited.leading_zeros()).min(63) as u8)
    }

    /// A little more.
    pub(super) fn next(self) -> SearchEffort {
        SearchEffort(self.0 + 1)
    }
}

/// For each decided state, whether Left, to move, wins it.
#[derive(Default)]
pub(super) struct SearchTable {
    entries: HashTable<TableEntry>,
    pool: Vec<u32>,
    charged: u64,
}

fn hash(key: &[u32]) -> u32 {
    let mut hasher = FxHasher::default();
    key.iter().for_each(|&code| hasher.write_u32(code));
    (hasher.finish() >> 32 ^ hasher.finish()) as u32
}

/// What tells states apart: the rest, then the parts.
fn key(state: &SearchState) -> SmallVec<[u32; 8]> {
    std::iter::once(state.rest.code()).chain(state.parts.iter().map(|part| part.code())).collect()
}

impl SearchTable {
    pub(super) fn get(&self, state: &SearchState) -> Option<bool> {
        let key = key(state);
        let hash = hash(&key);
        let entry = self.entries.find(spread(hash), |entry| {
            entry.hash == hash
                && entry.shape.parts() + 1 == key.len()
                && self.pool[entry.start as usize..][..key.len()] == key[..]
        })?;
        Some(entry.shape.answer())
    }

    /// Adds a state; one that is there stays.
    pub(super) fn insert(
        &mut self,
        budget: &Budget,
        state: &SearchState,
        effort: SearchEffort,
        answer: bool,
    ) -> Result<(), Stopped> {
        if self.get(state).is_some() {
            return Ok(());
        }
        let (start, key) = (self.pool.len(), key(state));
        let Ok(first) = u32::try_from(start) else {
            return Err(Stopped::Limit { what: "the table of positions", limit: 1 << 32 });
        };
        if start + key.len() > self.pool.capacity() {
            let more = (start / 2).max(key.len()).max(1 << 10);
            self.charge(budget, (more * size_of::<u32>()) as u64)?;
            self.pool.reserve_exact(more);
        }
        if self.entries.len() == self.entries.capacity() {
            let more = self.entries.len().max(8) * (size_of::<TableEntry>() + 2);
            self.charge(budget, more as u64)?;
        }
        let hash = hash(&key);
        self.pool.extend(key);
        let shape = EntryShape::new(state.parts.len(), effort, answer);
        let entry = TableEntry { start: first, hash, shape };
        self.entries.insert_unique(spread(hash), entry, |entry| spread(entry.hash));
        Ok(())
    }

    fn charge(&mut self, budget: &Budget, bytes: u64) -> Result<(), Stopped> {
        self.charged += bytes;
        budget.charge(bytes)
    }

    /// The bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.charged
    }

    /// How many states are known.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// All states, with the work that each was and the answer.
    pub(super) fn states(&self) -> impl Iterator<Item = (SearchState, SearchEffort, bool)> {
        self.entries.iter().map(|entry| {
            let key = &self.pool[entry.start as usize..][..=entry.shape.parts()];
            let parts = key[1..].iter().map(|&code| LargeComponent::from_code(code)).collect();
            let state = SearchState { rest: RestId::from_code(key[0]), parts };
            (state, entry.shape.effort(), entry.shape.answer())
        })
    }

    /// Calls `rest` and `part` with whatever occurs in states that were at least so much work.
    pub(super) fn each(
        &self,
        least: SearchEffort,
        mut rest: impl FnMut(RestId),
        mut part: impl FnMut(LargeComponent),
    ) {
        for entry in self.entries.iter().filter(|entry| entry.shape.effort() >= least) {
            let key = &self.pool[entry.start as usize..][..=entry.shape.parts()];
            rest(RestId::from_code(key[0]));
            key[1..].iter().for_each(|&code| part(LargeComponent::from_code(code)));
        }
    }

    /// Keeps only the states that were at least so much work, with other numbers for what occurs
    /// in them. The numbers must keep their order.
    pub(super) fn sweep(
        &mut self,
        budget: &Budget,
        least: SearchEffort,
        rest: impl Fn(RestId) -> RestId,
        part: impl Fn(LargeComponent) -> LargeComponent,
    ) {
        let mut kept: Vec<TableEntry> = std::mem::take(&mut self.entries)
            .into_iter()
            .filter(|entry| entry.shape.effort() >= least)
            .collect();
        kept.sort_unstable_by_key(|entry| entry.start);
        let mut end = 0;
        for entry in &mut kept {
            let (start, parts) = (entry.start as usize, entry.shape.parts());
            self.pool.copy_within(start..=start + parts, end);
            let key = &mut self.pool[end..=end + parts];
            key[0] = rest(RestId::from_code(key[0])).code();
            key[1..]
                .iter_mut()
                .for_each(|code| *code = part(LargeComponent::from_code(*code)).code());
            (entry.start, entry.hash) = (end as u32, hash(key));
            end += parts + 1;
        }
        self.pool.truncate(end);
        self.pool.shrink_to(end + end / 2);
        self.entries.reserve(kept.len(), |entry| spread(entry.hash));
        for entry in kept {
            self.entries.insert_unique(spread(entry.hash), entry, |entry| spread(entry.hash));
        }
        budget.refund(std::mem::take(&mut self.charged));
        let pool = self.pool.capacity() * size_of::<u32>();
        let bytes = pool + self.entries.capacity() * (size_of::<TableEntry>() + 2);
        // It is no more than was given back.
        let _ = self.charge(budget, bytes as u64);
    }
}
