//! Block kernels: nim-sequences in sparse space, many positions at a time.
//!
//! The sparse-space rule: under a [`Mask`](crate::Mask) a common value is excluded at n only by a
//! break with a rare part or by one heap left, so the least common value that these do not
//! exclude is computed first, for a block of positions (`plan`); then every smaller rare value
//! must be seen to be excluded (`prove`). A proof never changes a speculated value unless it
//! fails; then the block is rolled back to that position, the plain rule gives the value there,
//! and rare positions, mask and codes are put right (`events`). Nothing depends on a good mask
//! or list but speed.

mod codes;
#[doc(hidden)]
pub mod coding;
mod engine;
mod events;
mod fast;
mod lists;
mod mid;
mod order;
mod pipeline;
mod plan;
mod prove;
mod serial;
mod tiny;

pub use engine::BlockEngine;
pub use fast::Fast;
