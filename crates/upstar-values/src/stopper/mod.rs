//! Loopy partizan games: stoppers and the sides of games that need not stop (Winning Ways
//! ch. 11; A. N. Siegel, Coping with cycles).
//!
//! A *stopper* is a game without an infinite alternating play, such as `over = {0 | pass}`. Stoppers
//! have canonical forms, and a [`Stopper`] is a handle to one in a store, [`Stoppers`], so that
//! equal values have equal handles. A finite game that is no stopper is, as far as is known how to
//! find them, worth two stoppers: its *onside*, when infinite play counts as a win for Left, and
//! its *offside*, when it counts as one for Right.
//!
//! - [`draft`]: graphs with named nodes, before they have values;
//! - [`order`]: comparing games with infinite plays;
//! - [`store`]: canonical stoppers, each once;
//! - [`canonical`]: from a stopper's graph to its canonical form;
//! - [`sides`]: onsides and offsides, component by component;
//! - [`sidling`] and [`simplify`]: the two ways to a side;
//! - [`fixed`]: sides that are no stoppers;
//! - [`sums`]: adding, degrees and what follows from them;
//! - [`stops`]: where alternating play leads;
//! - [`named`]: on, off, over, upon and the rest.

pub mod canonical;
pub mod draft;
pub mod fixed;
pub mod named;
pub mod order;
pub mod sides;
pub mod sidling;
pub mod simplify;
pub mod stops;
pub mod store;
pub mod sums;
mod survival;
mod table;

pub use draft::{Draft, Ref};
pub use fixed::Fixed;
pub use order::Ending;
pub use sides::{Side, Sides};
pub use sidling::Bounds;
pub use store::{Stopper, Stoppers};
