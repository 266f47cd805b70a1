//! Canonical forms of impartial games in misère play.
//!
//! - [`Forms`]: the store, with construction from options and reduction;
//! - sums, parts and differences, mates, links and distinguishers are methods of the store;
//! - [`Style`]: how a form is written; [`Forms::read`] reads both styles back.
//!
//! Theorem: `docs/misere.md#misere-forms`.

mod born;
mod genus;
mod mates;
mod notation;
mod order;
mod parts;
mod read;
mod store;
mod sum;

pub use born::born_by_day;
pub use notation::Style;
pub use read::NotAForm;
pub use store::{Form, Forms};
