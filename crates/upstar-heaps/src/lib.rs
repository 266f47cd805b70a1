//! Taking and breaking at scale: nim-sequences of heap games and their periods.
//!
//! A game of heaps is given by its code ([`upstar_rules::heap::code`]); G(n) is the nim-value of
//! a heap of n tokens. Every engine here computes the same sequence G(0), G(1), ... and is tested
//! against [`plain`], which does nothing but apply the mex rule.

pub mod any_heap;
pub mod arithmetic;
pub mod auto;
pub mod beginning;
pub mod checkpoint;
pub mod claim;
pub mod classes;
pub mod game;
pub mod kernel;
pub mod known;
pub mod many;
pub mod mask;
pub mod period;
pub mod plain;
pub mod prover;
pub mod repeats;
pub mod search;
pub mod sequence;
pub mod simd;
pub mod sparse;
pub mod standard;
mod store;
#[doc(hidden)]
pub mod value_set;
pub mod window;

pub use any_heap::{AnyHeap, Replies};
pub use auto::{EngineChoice, engine, engine_on};
pub use game::{Breaks, HeapDigit, TwoHeaps};
pub use mask::{Mask, Rare};
pub use period::Period;
pub use prover::Prover;
pub use search::{SearchAnswer, Watch, search, search_on};
pub use sequence::{Engine, Snapshot, Statistics};
