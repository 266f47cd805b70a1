//! What one worker does on a shared budget.
//!
//! An engine takes many small steps, and a look at the shared budget costs more than a step. So
//! a worker counts its steps itself and looks once in [`EVERY`] of them: at the clock, the
//! memory, the off switch and the number of steps allowed. The steps are the same whenever the
//! same question is asked, on whatever machine; so is the place where they run out.

use crate::{Budget, Stopped};
use std::sync::Arc;

/// After so many steps a worker looks at its budget.
const EVERY: u64 = 1024;

/// The steps of one worker.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::{Budget, Stopped, Work};
/// let budget = Arc::new(Budget::unlimited());
/// let mut work = Work::new(Arc::clone(&budget));
/// work.step()?;
/// budget.interrupt();
/// let end = (0..2000).try_for_each(|_| work.step());
/// assert_eq!(end, Err(Stopped::Interrupted));
/// # Ok::<(), Stopped>(())
/// ```
#[derive(Debug, Default)]
pub struct Work {
    budget: Arc<Budget>,
    taken: u64,
}

impl Work {
    /// Work on `budget`.
    pub fn new(budget: Arc<Budget>) -> Work {
        Work { budget, taken: 0 }
    }

    /// The shared budget.
    pub fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// Works on another budget from now on.
    pub fn set_budget(&mut self, budget: Arc<Budget>) {
        self.budget = budget;
    }

    /// One unit of work.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.steps(1)
    }

    /// As many units of work as something is long.
    #[inline]
    pub fn steps(&mut self, count: u64) -> Result<(), Stopped> {
        self.taken = self.taken.saturating_add(count);
        if self.taken < EVERY { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.budget.spend(std::mem::take(&mut self.taken))
    }
}
