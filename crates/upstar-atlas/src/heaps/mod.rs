//! The periods of all octal games with few digits.

mod compute;
mod record;

pub use compute::{Found, compute};
pub use record::{Progress, Row, Survey};
pub use upstar_heaps::classes::{Class, class_of, classes};
