//! The misère quotients of all games with few digits.

mod compute;
mod plan;
mod record;
mod row;

pub use compute::{Found, Rule, compute};
pub use plan::classes;
pub use record::{Progress, Survey};
pub use row::Row;
