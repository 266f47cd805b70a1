//! Sibert-Conway decompositions: where misère play differs from normal play.
//!
//! Each position is labelled NN, PP, PN or NP, its outcome in normal and in misère play. In
//! Kayles (Sibert and Conway 1992) and some other games those with different letters, the
//! *frisky* ones, form simple families: E(..) and D(..) are the sums of an even or odd number
//! of heaps from a list, including none for E. All other positions are played as in normal play.
//!
//! - [`label`]: the labels of positions, and counts over all positions with few tokens;
//! - [`family`]: families in the E/D notation, proved through a misère quotient;
//! - [`merge`]: the same families in the short form of the literature;
//! - [`frisky`]: labels of all positions with few heaps, proved by a pattern ([`eventually`]).

pub mod eventually;
pub mod family;
pub mod frisky;
pub mod label;
pub mod merge;
