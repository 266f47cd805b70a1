//! Misère play of impartial games: the player who makes the last move loses.
//!
//! - [`heaps`]: the heaps of a game reduced exactly to sums of irreducible parts;
//! - [`class`]: tame, restive, restless and wild games;
//! - [`form`]: canonical forms, which `upstar-values` keeps;
//! - [`game`]: a game with heaps and all that tells who wins it;
//! - [`genus`]: misère nim-values of a game and of the game with copies of `*2`;
//! - [`glance`]: a short look whether a game is solved;
//! - [`knots`]: rules for games with infinite quotients that are won like Knots;
//! - [`counters`]: rules with counters, for games with infinite quotients that finitely many heaps generate;
//! - [`ladders`]: the rule of two ladders, for games with infinite quotients of another kind;
//! - [`position`]: positions of any impartial ruleset;
//! - [`pretend`]: adders, symbols and laws for the heaps of a game;
//! - [`decomposition`]: where misère play differs from normal play;
//! - [`quotient`]: misère quotients, with proofs;
//! - [`rule`]: a rule of either kind.

pub mod class;
pub mod counters;
pub mod decomposition;
pub mod game;
pub mod genus;
pub mod glance;
pub mod heaps;
pub mod knots;
pub mod ladders;
mod linear;
pub mod position;
pub mod pretend;
pub mod quotient;
pub mod rule;

use upstar_base::deeper;
pub use upstar_values::misere::form;
