//! Loopy partizan games: stoppers and the sides of games that need not stop (Winning Ways
//! ch. 11; A. N. Siegel, Coping with cycles).
//!
//! A *stopper* is a game without an infinite alternating play, such as `over = {0 | pass}`. Stoppers
//! have canonical forms, and a [`Stopper`] is a handle to one in a store, [`Stoppers`], so that
//! equal values have equal handles. A finite game that is not a stopper equals, as far as is known how to
//! find them, two stoppers: its *onside*, when infinite play counts as a win for Left, and
//! its *offside*, when it counts as one for Right.
//!
//! - [`draft`]: graphs with named nodes, before they have values;
//! - [`order`]: comparing games with infinite plays, by the games that [`safety`],
//!   [`safety_table`] and [`buchi`] solve;
//! - [`store`]: canonical stoppers, each once;
//! - [`canonical`]: from a stopper's graph to its canonical form;
//! - [`sides`]: onsides and offsides, component by component;
//! - [`sidling`] and [`simplify`]: the two ways to a side;
//! - [`fixed`]: sides that are not stoppers;
//! - [`sums`]: adding, degrees and what follows from them;
//! - [`stops`]: where alternating play leads;
//! - [`temperature`]: its thermograph;
//! - [`named`]: on, off, over, upon and the rest;
//! - [`cards`]: ace, joker and the House of Cards;
//! - [`ordinal_sum`], [`powers`]: `g:h`, and powers with loopy exponents;
//! - [`translation`]: adding numbers;
//! - [`upons`]: any number of upons, by arithmetic;
//! - [`variety`]: classes and varieties of a stable degree;
//! - [`weight`]: atomic weights;
//! - [`graft`]: a game with given sides;
//! - [`error`]: what such operations need.

mod buchi;
pub mod canonical;
pub mod cards;
pub mod draft;
pub mod error;
pub mod fixed;
pub mod graft;
pub mod named;
pub mod order;
pub mod ordinal_sum;
pub mod powers;
mod safety;
mod safety_table;
pub mod sides;
pub mod sidling;
pub mod simplify;
pub mod stops;
pub mod store;
pub mod sums;
pub mod temperature;
pub mod translation;
pub mod upons;
pub mod variety;
pub mod weight;

pub use cards::{HIGHEST_CARD, Suit};
pub use draft::{Draft, Ref, Refs};
pub use error::LoopyError;
pub use fixed::Fixed;
pub use order::Ending;
pub use sides::{Side, Sides};
pub use sidling::{SidlingBounds, Sweeps};
pub use store::{Stopper, Stoppers};
