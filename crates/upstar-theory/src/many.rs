//! Positions with very many moves.
//!
//! Engines look at their budget once in many positions, which is often enough as long as a
//! position has few moves. A heap of a million beans has a million: its list of options alone is
//! worth a look at the clock, and a recursion that keeps one list a level fills the memory. So
//! long lists are counted as long as they are kept.

use std::sync::Arc;
use upstar_base::{Budget, Stopped};

/// Lists from this length on are counted.
const MANY: usize = 256;

/// What an option keeps outside of its own type, about.
const OUTSIDE: usize = 64;

/// The memory of a long list of options, given back in the end.
pub(crate) struct Many {
    budget: Arc<Budget>,
    bytes: u64,
}

impl Many {
    /// Counts a list of `options`; `None` when it is short.
    pub(crate) fn of<P>(budget: &Arc<Budget>, options: &[P]) -> Result<Option<Many>, Stopped> {
        if options.len() < MANY {
            return Ok(None);
        }
        let bytes = options.len().saturating_mul(size_of::<P>() + OUTSIDE) as u64;
        let many = Many { budget: Arc::clone(budget), bytes };
        budget.charge(bytes)?;
        budget.check()?;
        Ok(Some(many))
    }
}

impl Drop for Many {
    fn drop(&mut self) {
        self.budget.refund(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn long_lists_are_counted_while_they_are_kept() {
        let budget = Arc::new(Budget::new(None, Some(1 << 20)));
        assert!(Many::of(&budget, &[0u8; 10]).unwrap().is_none());
        let kept = Many::of(&budget, &[0u64; 10_000]).unwrap();
        assert_eq!(budget.used(), 720_000);
        assert!(matches!(Many::of(&budget, &[0u64; 10_000]), Err(Stopped::Memory(_))));
        assert_eq!(budget.used(), 720_000);
        drop(kept);
        assert_eq!(budget.used(), 0);
    }
}
