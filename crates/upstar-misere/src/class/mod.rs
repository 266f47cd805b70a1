//! Which games are easy: tame, restive, restless, half-tame, tameable (Winning Ways ch. 13).
//!
//! Write g^y for a game with nim-value g and misère nim-value y (the first superscript of the
//! genus). The pairs of Nim positions are 0^1, 1^0 (*fickle*, all heaps at most 1) and k^k
//! (*firm*).
//!
//! - **nim**: equal to a nim-heap.
//! - **tame**: 0, or a game with one of these pairs such that its tame options alone have mex g
//!   and mex y, and every other option has a move to a tame game g^? and a move to a tame game
//!   ?^y. A sum of tame games is tame; it is fickle exactly if all of them are.
//! - **restive**: g is 0 or 1, y >= 2, the tame options alone have mex g and mex y, and every
//!   other option has moves to tame or restive games g^? and ?^y with ? among 0, 1, y, y^1. With
//!   a nim-heap n between 1 and y, y^1 it is tame, with pair k^k for k = g^n.
//! - **just wild**: not tame, but all options are.
//! - **restless**: just wild with options 1^0 and 0^0 and none 0^1, 1^1, or the other way round.
//! - **half-tame**: not tame, but G+G is. That is so, with pair 0^0, if all options are tame or
//!   half-tame, there is an option 0^1 only together with an option 0^0, and an option 1^0 only
//!   together with an option 1^1; but not only then: heap 11 of .71 fails that test.
//! - **tameable**: as tame, with tameable for tame; if no option is tameable the pairs 0^0 and
//!   0^1 are allowed. Tameable + tame is tameable.
//! - **wild**: none of these. Winning Ways calls everything wild that is not tame.
//!
//! The class says more than the genus: K13 of Kayles is tame and K16 is not, and both have the
//! genus 1^13. *Hereditarily* tame or restive means that no option is wild.
//!
//! Theorems: `docs/misere.md#classes`, `docs/misere.md#tame-sums`.

mod classifier;
mod forms;
mod places;
mod reasons;
mod sums;
mod words;

pub use classifier::{ClassKind, ClassifiedGame, Classifier, MisereClass, Twice};
pub use forms::FormPositions;
pub use places::PlacePositions;
pub use reasons::{ClassReason, Reversal};
pub use words::WordPositions;
