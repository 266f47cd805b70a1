//! The misère quotients of all games with few digits.

mod compute;
mod plan;
mod record;

pub use compute::{Found, compute};
pub use plan::classes;
pub use record::{Progress, Row, Survey};
