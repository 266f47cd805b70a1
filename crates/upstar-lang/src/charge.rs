//! Memory of values: what is charged to the budget is refunded when the value is dropped.

use std::sync::Arc;
use upstar_base::{Budget, Stopped};

/// Memory that is counted in a budget as long as this lives.
#[derive(Debug)]
pub(crate) struct Charge {
    budget: Arc<Budget>,
    bytes: u64,
}

impl Charge {
    pub(crate) fn new(budget: &Arc<Budget>) -> Charge {
        Charge { budget: budget.clone(), bytes: 0 }
    }

    pub(crate) fn add(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.bytes = self.bytes.saturating_add(bytes);
        self.budget.charge(bytes)
    }

    pub(crate) fn remove(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.budget.refund(bytes);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.refund(self.bytes);
    }
}

/// A value and the memory it counts for.
#[derive(Debug)]
pub struct Charged<T> {
    value: T,
    _charge: Charge,
}

impl<T> Charged<T> {
    pub(crate) fn new(value: T, bytes: usize, budget: &Arc<Budget>) -> Result<Arc<Self>, Stopped> {
        let mut charge = Charge::new(budget);
        charge.add((size_of::<Self>() + bytes) as u64)?;
        Ok(Arc::new(Charged { value, _charge: charge }))
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

/// A string and the memory it counts for.
#[derive(Debug)]
pub struct Text {
    text: Box<str>,
    _charge: Charge,
}

impl Text {
    pub(crate) fn new(text: impl Into<Box<str>>, budget: &Arc<Budget>) -> Result<Text, Stopped> {
        let text = text.into();
        let mut charge = Charge::new(budget);
        charge.add(text.len() as u64)?;
        Ok(Text { text, _charge: charge })
    }

    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}
