//! The misère quotients of all games with few digits.

mod compute;
mod keep;
mod plan;
mod record;
mod row;

pub use compute::{FoundRule, MisereFinding, compute};
pub(crate) use keep::{before, keep_quotient, keep_rule};
pub use plan::classes;
pub use record::{Quotients, Survey, SurveyStatus};
pub use row::MisereRow;
pub(crate) use row::title;
