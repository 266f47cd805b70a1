//! Strings: what is charged to the budget is refunded when they are dropped.

use std::sync::Arc;
use upstar_base::{Budget, Stopped};
pub(crate) use upstar_values::Charge;
pub use upstar_values::Charged;

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
