//! Rules that are comprehensions: loops, conditions and what they yield, typed and resolved.
//!
//! Expressions are read with the grammar of the calculator and lowered to operations on 64-bit
//! integers in numbered slots. What goes wrong while they run, an overflow, a division, a square off
//! the board, is a [`Trouble`] with its place; nothing wraps around and nothing is guessed.

mod game;
mod lower;
mod op;
mod read;
mod run;

pub(crate) use game::CodeGame;
pub(crate) use lower::NameScope;
pub(crate) use op::{CodeRule, FileFunction, Op, Renaming, with_exchanged_kinds};
pub(crate) use read::{Grammar, condition, definition, expression, rule};
pub(crate) use run::{RuleRun, RunBoard, RunStop, Taker, Trouble};

/// Where a running rule leaves what it found.
pub(crate) enum RuleResults<'f> {
    /// Tuples side by side.
    Sum(&'f [Vec<i64>]),
    /// The squares that change, by number from 0, and what they become.
    Squares(&'f [(usize, u8)]),
}
