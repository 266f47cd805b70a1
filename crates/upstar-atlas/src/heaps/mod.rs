//! The periods of all taking-and-breaking games with few digits.

mod compute;
mod keep;
mod plan;
mod record;
mod row;

pub use compute::{HeapFinding, compute};
pub(crate) use keep::{before, keep};
pub use plan::Codes;
pub(crate) use plan::{shift, shifted};
pub use record::{Sequences, Survey, SurveyStatus};
pub use row::HeapRow;
pub use upstar_heaps::classes::{CodeClass, class_of, classes};
