//! The genus of a game (Conway; Winning Ways ch. 13) and its relatives.
//!
//! - [`Genus`]: nim-value and misère nim-values of `G`, `G+*2`, `G+*2+*2`, ...;
//! - [`Blurry`]: only whether these sums are P-positions (Allemang);
//! - [`Genera`]: the genus of heaps and of sums of heaps.

mod blurry;
mod calculator;
mod of_form;
mod sharp;

pub use blurry::{Blurry, NotAdmissible};
pub use calculator::Genera;
pub use sharp::{Genus, NotAGenus};
