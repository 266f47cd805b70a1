//! Taking and breaking at scale: nim-sequences of heap games and their periods.
//!
//! A game of heaps is given by its code ([`upstar_rules::heap::code`]); G(n) is the nim-value of
//! a heap of n tokens. Every engine here computes the same sequence G(0), G(1), ... and is tested
//! against [`plain`], which does nothing but apply the mex rule.

pub mod game;
pub mod many;
pub mod mask;
pub mod plain;
pub mod sequence;
pub mod sparse;
mod store;

pub use game::{Breaks, Digit, TwoHeaps};
pub use mask::{Mask, Rare};
pub use sequence::{Engine, Snapshot, Statistics};
