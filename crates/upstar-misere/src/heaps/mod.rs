//! Heaps as sums of irreducible parts.
//!
//! Every engine of this crate that looks at positions made of heaps sees them through
//! [`Parts`]: a position is a [`Word`], a multiset of parts with its nim-heaps of size 1 and 2
//! set apart.

mod form;
mod game;
mod outcome;
mod parts;
mod reduce;
mod relate;
mod word;

pub use form::PartForms;
pub use game::HeapGame;
pub use parts::Parts;
pub use relate::equal_heaps;
pub use word::Word;
