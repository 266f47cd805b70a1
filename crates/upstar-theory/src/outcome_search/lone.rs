//! Components of which nothing is known any more but who wins them alone.
//!
//! That is most of what a search has proved while nothing had fallen apart yet. A component in use
//! takes some hundred bytes, for what the players certainly get of it; here it takes its form and
//! little more. No component is here and among those in use.

use super::table::SearchEffort;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;
use upstar_base::Weigh;

/// Who wins a component when nothing else is there.
#[derive(Clone, Copy, Default)]
pub(super) struct Alone {
    /// Does this player win, moving first?
    pub(super) wins: [Option<bool>; 2],
    /// How much work it was to know that.
    pub(super) effort: SearchEffort,
}

impl Alone {
    /// Is something known?
    pub(super) fn is_known(&self) -> bool {
        self.wins != [None; 2]
    }
}

/// Who wins each component alone; the others are in use, or nothing is known of them.
pub(super) struct Lone<P>(HashMap<P, Alone, FxBuildHasher>);

impl<P: Eq + Hash + Weigh> Lone<P> {
    pub(super) fn new() -> Self {
        Lone(HashMap::default())
    }

    /// Who wins a component, if it is here.
    pub(super) fn get(&self, form: &P) -> Option<&Alone> {
        self.0.get(form)
    }

    /// Adds a component that is not here.
    pub(super) fn insert(&mut self, form: P, alone: Alone) {
        self.0.insert(form, alone);
    }

    /// Takes a component away that is in use again.
    pub(super) fn take(&mut self, form: &P) -> Alone {
        self.0.remove(form).unwrap_or_default()
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&P, &Alone)> {
        self.0.iter()
    }

    /// Keeps only those that were at least so much work.
    pub(super) fn sweep(&mut self, least: SearchEffort) {
        self.0.retain(|_, alone| alone.effort >= least);
        if self.0.len() < self.0.capacity() / 4 {
            self.0.shrink_to_fit();
        }
    }

    /// The bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        let heap: usize = self.0.keys().map(Weigh::heap_bytes).sum();
        (self.0.allocation_size() + heap) as u64
    }
}
