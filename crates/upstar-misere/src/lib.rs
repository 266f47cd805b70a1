//! Misère play of impartial games: the player who makes the last move loses.
//!
//! - [`heaps`]: the heaps of a game reduced exactly to sums of irreducible parts;
//! - [`class`]: tame, restive, restless and wild games;
//! - [`form`]: canonical forms;
//! - [`genus`]: misère nim-values of a game and of the game with copies of `*2`;
//! - [`position`]: positions of any impartial ruleset;
//! - [`pretend`]: adders, symbols and laws for the heaps of a game;
//! - [`decomposition`]: where misère play differs from normal play;
//! - [`quotient`]: misère quotients, with proofs.

pub mod class;
pub mod decomposition;
pub mod form;
pub mod genus;
pub mod heaps;
pub mod position;
pub mod pretend;
pub mod quotient;

/// Stack left below which a recursion continues on a fresh segment, and the size of that
/// segment.
const RED_ZONE: usize = 128 << 10;
const SEGMENT: usize = 4 << 20;

/// Runs one level of a recursion, on more stack when it runs low.
fn deeper<T>(body: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, SEGMENT, body)
}
