//! The genus of a game (Conway; Winning Ways ch. 13) and its relatives.
//!
//! - [`Genus`]: nim-value and misère nim-values of `G`, `G+*2`, `G+*2+*2`, ...;
//! - [`Blurry`]: only whether these sums are P-positions (Allemang);
//! - [`larger_genus`], [`rows`]: the same with copies of a further game;
//! - [`Genera`]: the genus of heaps and of sums of heaps;
//! - [`first_sums`]: which genera occur among sums with few tokens.

mod bases;
mod blurry;
mod calculator;
mod census;
mod of_form;
mod sharp;

pub use bases::{larger_genus, rows};
pub use blurry::{Blurry, NotAdmissible};
pub use calculator::Genera;
pub use census::{FirstSum, first_sums};
pub use sharp::{Genus, NotAGenus};
