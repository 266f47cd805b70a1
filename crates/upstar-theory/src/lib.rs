//! Rules, a way to play several positions at once, and an ending, give a value.
//!
//! - [`judge`]: every question about a position, each put to the right engine;
//! - [`values`]: sums in normal play, the value as a short game;
//! - [`grundy`]: the same for impartial games, the value as a nimber;
//! - [`winner`]: who wins positions that are too large for values;
//! - [`sum`]: who wins a sum of known values that is too large to add;
//! - [`misere`]: who wins when the last move loses;
//! - [`compound`]: joins and unions instead of sums;
//! - [`loopy`]: impartial games that may go on for ever;
//! - [`entailing`]: impartial games with moves that must be answered;
//! - [`infinite`]: impartial games with infinitely many options.
//!
//! ```
//! use upstar_rules::{Rules, grid::{domineering::Domineering, plane::Small}};
//! use upstar_theory::values::Values;
//! use upstar_values::Calc;
//! let rules = Domineering::<Small>::new();
//! let board = rules.parse("...|...|...|...")?;
//! let mut values = Values::new(&rules, Calc::default());
//! let value = values.of(board)?;
//! assert_eq!(values.calc().as_number(value).unwrap().to_string(), "3/2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod compound;
pub mod entailing;
pub mod grundy;
pub mod infinite;
pub mod judge;
pub mod loopy;
mod many;
mod memo;
pub mod misere;
pub mod structure;
pub mod sum;
pub mod values;
pub mod winner;

/// Stack left below which a recursion over positions continues on a fresh segment, and the
/// size of that segment.
const RED_ZONE: usize = 128 << 10;
const SEGMENT: usize = 4 << 20;

/// Runs one level of a recursion over positions, on more stack when it runs low.
fn deeper<T>(body: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, SEGMENT, body)
}

/// The ruleset that the guide for contributors shows is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
