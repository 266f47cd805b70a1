//! The periods of all octal games with few digits.

mod compute;
mod plan;
mod record;

pub use compute::{Found, compute};
pub use plan::{Class, class_of, classes};
pub use record::{Progress, Row, Survey};
