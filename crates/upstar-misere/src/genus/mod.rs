//! The genus of a game (Conway; Winning Ways ch. 13) and its relatives.
//!
//! - [`Genus`]: nim-value and misère nim-values of `G`, `G+*2`, `G+*2+*2`, ...;
//! - [`Blurry`]: only whether these sums are P-positions (Allemang);
//! - [`Rough`]: superscripts that may be known only to be 4 or more;
//! - [`rows`]: the same with copies of further games;
//! - [`construct`]: a game with a given blurry genus;
//! - [`Genera`]: the genus of heaps and of sums of heaps, [`KnownWord`] one of these sums;
//! - [`first_sums`]: which genera occur among sums with few tokens.

mod bases;
mod blurry;
mod calculator;
mod census;
mod construct;
mod rough;

pub use bases::{MOST_ROWS, rows};
pub use blurry::{Blurry, NotAdmissible, NotBlurry};
pub use calculator::{Genera, KnownWord};
pub use census::{FirstSum, first_sums};
pub use construct::construct;
pub use rough::Rough;
pub use upstar_values::misere::genus::{Genus, NotAGenus};
