//! Values of impartial games in misère play.
//!
//! - [`form`]: canonical forms, in a store of their own;
//! - [`genus`]: the nim-value and the misère nim-values of a game with copies of `*2`.

pub mod form;
pub mod genus;
