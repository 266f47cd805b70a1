//! What a search forgets when it holds too much.
//!
//! Most components were met once, as what a move would leave, and decided at once. A sweep keeps
//! those that occur in states on the stack or in the table, with their rests, and gives them new
//! numbers. If that is still too much the table forgets what was the least work.

use super::OutcomeSearch;
use super::replies::OpenState;
use super::rests::RestId;
use super::state::LargeComponent;
use super::table::SearchEffort;
use std::sync::Arc;
use upstar_base::Memo;
use upstar_rules::Rules;

/// The number of bytes before the first sweep, where the budget allows it: in all-small games, where
/// moves are kept that are dear to find, and in others.
const ROOMY_WITH_MOVES: u64 = 16 << 20;
const ROOMY: u64 = 4 << 20;

/// How many bytes may be held before the first sweep.
pub(super) fn roomy(is_all_small: bool) -> u64 {
    if is_all_small { ROOMY_WITH_MOVES } else { ROOMY }
}

/// The most bytes that are held, however large the budget is.
const MOST: u64 = 2048 << 20;

/// More bands than this are forgotten.
const MANY_BANDS: usize = 1 << 20;

impl<R: Rules> OutcomeSearch<R> {
    /// The bytes that can be swept.
    pub(super) fn held(&self) -> u64 {
        self.components.bytes() + self.rests.bytes() + self.table.bytes()
    }

    /// The bytes that may be held: half of what is left, because tables double and others need
    /// memory too.
    fn most(&mut self) -> u64 {
        let room = self.budget().room().unwrap_or(2 * MOST);
        (room.saturating_add(self.held()) / 2).min(MOST)
    }

    /// A search begins, perhaps with another budget than the one before.
    pub(super) fn begin(&mut self) {
        self.full = self.full.min(self.most());
    }

    /// Sweeps when it is time to. Only states on the stack stay valid.
    pub(super) fn sweep_if_full(&mut self) {
        if self.held() < self.full {
            return;
        }
        let most = self.most();
        let mut least = SearchEffort::default();
        self.sweep(least);
        while self.held() > most / 2 && self.table.len() > 0 {
            least = least.next();
            self.sweep(least);
        }
        let held = self.held();
        self.full = (held + held / 2).clamp(self.roomy.min(most), most.max(held + held / 4));
        if self.bands.len() > MANY_BANDS {
            let budget = Arc::clone(self.budget());
            self.bands.forget(&budget);
        }
        self.path.unmark();
    }

    /// Forgets all states that were less work than `least`, and what occurs nowhere else.
    fn sweep(&mut self, least: SearchEffort) {
        let mut rests = vec![false; self.rests.len()];
        let mut parts = vec![false; self.components.len()];
        let mut in_rest = |rest: RestId| rests[rest.code() as usize] = true;
        let mut in_part = |part: LargeComponent| parts[part.index()] = true;
        for OpenState { state, .. } in &self.open {
            in_rest(state.rest);
            state.parts.iter().for_each(|&part| in_part(part));
        }
        self.table.each(least, in_rest, in_part);
        let budget = Arc::clone(self.budget());
        let rests = self.rests.sweep(self.values.calc(), rests);
        let parts = self.components.sweep(&budget, least, &parts);
        let rest = |rest: RestId| rests[rest.code() as usize];
        let part = |part: LargeComponent| {
            LargeComponent::new(parts[part.index()] as usize, part.is_negated())
        };
        for OpenState { state, .. } in &mut self.open {
            state.rest = rest(state.rest);
            state.parts.iter_mut().for_each(|place| *place = part(*place));
        }
        self.table.sweep(&budget, least, rest, part);
        self.exact.clear();
        self.small = Memo::new(&budget);
    }
}

#[cfg(test)]
#[path = "../../tests/private/outcome_search/sweep.rs"]
mod tests;
