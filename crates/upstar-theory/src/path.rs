//! The way from the first position of a recursion to the present one.
//!
//! A recursion over the moves of a game that ends never meets a position twice on its way. One
//! that does was promised an end by rules that have none: it would go down until the memory is
//! full. So the way is watched as Brent watches a sequence: the position at every depth that is
//! a power of two is remembered until the next such depth, and what comes later is compared with
//! it. That costs a comparison a level and no memory, and a cycle is found before the depth has
//! grown by more than three times what leads into it and round it.
//!
//! The way also pays for itself: each level holds a piece of stack and a list of moves.

use std::sync::Arc;
use upstar_base::{Budget, Stopped};

/// Up to this depth nothing is watched or paid.
const SHALLOW: u64 = 64;

/// What a level holds, about.
const LEVEL_BYTES: u64 = 2048;

/// The depth of a recursion and one position on its way.
pub(crate) struct Path<K> {
    depth: u64,
    mark: Option<(u64, K)>,
    paid: u64,
    budget: Arc<Budget>,
}

impl<K: Eq + Clone> Path<K> {
    /// The way of a recursion that has not begun.
    pub(crate) fn new(budget: &Arc<Budget>) -> Self {
        Path { depth: 0, mark: None, paid: 0, budget: Arc::clone(budget) }
    }

    /// One level deeper, to `here`. To be followed by [`Path::leave`] if it is `Ok`.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        here: &K,
        show: impl FnOnce(&K) -> String,
    ) -> Result<(), Stopped> {
        if self.depth >= SHALLOW {
            self.watch(here, show)?;
        }
        self.depth += 1;
        Ok(())
    }

    fn watch(&mut self, here: &K, show: impl FnOnce(&K) -> String) -> Result<(), Stopped> {
        if self.mark.as_ref().is_some_and(|(_, mark)| mark == here) {
            return Err(Stopped::Loops(show(here)));
        }
        if self.depth.is_power_of_two() {
            self.mark = Some((self.depth, here.clone()));
        }
        if self.depth.is_multiple_of(SHALLOW) {
            self.budget.charge(SHALLOW * LEVEL_BYTES).inspect_err(|_| {
                self.budget.refund(SHALLOW * LEVEL_BYTES);
            })?;
            self.paid += 1;
        }
        Ok(())
    }

    /// One level back.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
        if self.depth >= SHALLOW {
            self.forget();
        }
    }

    /// Forgets the position that is watched, when positions are called otherwise from now on.
    pub(crate) fn unmark(&mut self) {
        self.mark = None;
    }

    fn forget(&mut self) {
        if self.mark.as_ref().is_some_and(|(depth, _)| *depth >= self.depth) {
            self.mark = None;
        }
        if self.depth.is_multiple_of(SHALLOW) && self.paid > 0 {
            self.paid -= 1;
            self.budget.refund(SHALLOW * LEVEL_BYTES);
        }
    }
}

impl<K> Drop for Path<K> {
    fn drop(&mut self) {
        self.budget.refund(self.paid * SHALLOW * LEVEL_BYTES);
    }
}

#[cfg(test)]
#[path = "../tests/private/path.rs"]
mod tests;
