//! Impartial games that may go on for ever (Winning Ways ch. 12; C. A. B. Smith 1966).
//!
//! - [`graph`]: finite graphs of moves, explored from a position;
//! - [`remoteness`]: who wins alone, and how soon;
//! - [`smith`]: values, for sums;
//! - [`values`]: the two put to positions of a ruleset;
//! - components: the graph of positions, one strongly connected component after the other;
//! - [`partizan`]: the sides of positions of partizan games;
//! - `race`: who wins a sum of those, and how soon.

mod components;
pub mod graph;
pub mod partizan;
mod race;
pub mod remoteness;
pub mod smith;
pub mod values;
