//! Counts the work of a check and the memory that it holds.
//!
//! A certificate decides how long most loops of the checker are. So every such loop counts what it
//! does here, and every table that grows with a certificate is charged here: a limit or an
//! interrupt ends the check after a small portion of work, wherever it is.

use std::borrow::Cow;
use std::cell::Cell;
use upstar_base::{Budget, Stopped};

/// How much work is done between two looks at the budget.
const PORTION: u64 = 1 << 12;

/// How much work, in units of a few instructions, counts as a step of the budget.
const STEP: u64 = 1 << 8;

/// The work and the memory of one check. The memory is given back when the check ends.
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    /// Work that was not yet counted in the budget.
    pending: Cell<u64>,
    /// Bytes that are charged.
    held: Cell<u64>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Meter<'a> {
        Meter { budget, pending: Cell::new(0), held: Cell::new(0) }
    }

    /// Counts `work` as done; looks at the budget if a portion is complete.
    #[inline]
    pub(crate) fn tick(&self, work: u64) -> Result<(), Stopped> {
        let pending = self.pending.get().saturating_add(work);
        if pending < PORTION {
            self.pending.set(pending);
            return Ok(());
        }
        self.pending.set(0);
        self.budget.spend(pending / STEP)
    }

    /// Charges memory that the check holds to its end.
    pub(crate) fn charge(&self, bytes: u64) -> Result<(), Stopped> {
        self.held.set(self.held.get().saturating_add(bytes));
        self.budget.charge(bytes)
    }

    /// The steps of the budget, the work that is not yet among them, and the bytes.
    #[cfg(test)]
    pub(crate) fn counted(&self) -> [u64; 3] {
        [self.budget.steps(), self.pending.get(), self.held.get()]
    }

    /// Says what is being done from now on, and how many times if that is known.
    pub(crate) fn begin(&self, what: impl Into<Cow<'static, str>>, of: Option<u64>) {
        self.budget.begin(what, of);
    }

    /// Counts `more` of what is being done as done.
    pub(crate) fn advance(&self, more: u64) {
        self.budget.advance(more);
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        let _ = self.budget.spend(self.pending.get() / STEP);
        self.budget.refund(self.held.get());
    }
}

#[cfg(test)]
#[path = "../tests/private/meter.rs"]
mod tests;
