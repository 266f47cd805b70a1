//! Memory of values that are kept: what is charged to a budget is refunded when the value is dropped.

use std::sync::Arc;
use upstar_base::{Budget, Stopped};

/// Memory that is counted in a budget as long as this lives.
#[derive(Debug)]
pub struct Charge {
    /// `None` if nobody counts.
    budget: Option<Arc<Budget>>,
    bytes: u64,
}

impl Charge {
    /// Nothing yet.
    pub fn new(budget: &Arc<Budget>) -> Charge {
        Charge { budget: Some(budget.clone()), bytes: 0 }
    }

    /// Counts `bytes` more.
    pub fn add(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.bytes = self.bytes.saturating_add(bytes);
        self.budget.as_ref().map_or(Ok(()), |budget| budget.charge(bytes))
    }

    /// Counts `bytes` less.
    pub fn remove(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.refund(bytes);
    }

    fn refund(&self, bytes: u64) {
        if let Some(budget) = &self.budget {
            budget.refund(bytes);
        }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.refund(self.bytes);
    }
}

/// A value and the memory it counts for.
#[derive(Debug)]
pub struct Charged<T> {
    value: T,
    _charge: Charge,
}

impl<T> Charged<T> {
    /// The value, which has `bytes` bytes on the heap.
    pub fn new(value: T, bytes: usize, budget: &Arc<Budget>) -> Result<Arc<Self>, Stopped> {
        let mut charge = Charge::new(budget);
        charge.add((size_of::<Self>() + bytes) as u64)?;
        Ok(Arc::new(Charged { value, _charge: charge }))
    }

    /// The value, counted by nobody: for what is handed on at once.
    pub fn free(value: T) -> Arc<Self> {
        Arc::new(Charged { value, _charge: Charge { budget: None, bytes: 0 } })
    }
}

impl<T: PartialEq> PartialEq for Charged<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Charged<T> {}

impl<T: std::hash::Hash> std::hash::Hash for Charged<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T> std::ops::Deref for Charged<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
