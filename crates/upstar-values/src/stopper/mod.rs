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
//! - [`sums`]: adding, degrees and what follows from them;
//! - [`stops`]: where alternating play leads;
//! - [`named`]: on, off, over, upon and the rest.

pub mod canonical;
pub mod draft;
pub mod named;
pub mod order;
pub mod sides;
pub mod stops;
pub mod store;
pub mod sums;

pub use draft::{Draft, Ref};
pub use order::Ending;
pub use sides::Sides;
pub use store::{Stopper, Stoppers};
