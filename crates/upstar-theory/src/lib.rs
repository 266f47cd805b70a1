//! Rules, a way to play several positions at once, and an ending, give a value.
//!
//! - [`theory`]: every question, whatever answers it; `choose_theory` says which theory fits;
//! - [`sum_solver`]: every question about a position, each put to the right engine;
//! - `engine`: the one recursion of all theories of games that end;
//! - [`values`]: sums in normal play, the value as a short game;
//! - [`grundy`]: the same for impartial games, the value as a nimber;
//! - [`outcome_search`]: who wins positions that are too large for values;
//! - [`sum`]: who wins a sum of known values that is too large to add;
//! - [`misere`]: who wins in misère play;
//! - [`compound`]: joins and unions instead of sums;
//! - [`loopy`]: impartial games that need not end;
//! - [`entailing`]: impartial games with moves that must be answered;
//! - [`infinite`]: impartial games with infinitely many options.
//!
//! ```
//! use std::sync::Arc;
//! use upstar_rules::{Rules, grid::{domineering::Domineering, plane::Small}};
//! use upstar_theory::values::Values;
//! use upstar_values::Calc;
//! let rules = Arc::new(Domineering::<Small>::new());
//! let board = rules.parse("...|...|...|...")?;
//! let mut values = Values::new(&rules, Calc::default());
//! let value = values.of(board)?;
//! assert_eq!(values.calc().as_number(value).unwrap().to_string(), "3/2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod compound;
pub mod engine;
pub mod entailing;
pub mod grundy;
pub mod infinite;
mod lists;
pub mod loopy;
pub mod misere;
pub mod nim_search;
mod numbered;
pub mod outcome_search;
mod path;
pub mod structure;
pub mod sum;
pub mod sum_solver;
pub mod theory;
pub mod values;

/// The ruleset that the guide for contributors shows is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
