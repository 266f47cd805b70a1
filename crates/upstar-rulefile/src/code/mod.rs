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

pub(crate) use game::Game;
pub(crate) use lower::Scope;
pub(crate) use op::{Function, Op, Renaming, Rule};
pub(crate) use read::{Grammar, condition, definition, expression, rule};
pub(crate) use run::{Board, Run, Stop, Taker, Trouble};

/// Where a running rule leaves what it found.
pub(crate) enum Found<'f> {
    /// Tuples side by side.
    Sum(&'f [Vec<i64>]),
    /// The squares that change, by number from 0, and what they become.
    Squares(&'f [(usize, u8)]),
}
