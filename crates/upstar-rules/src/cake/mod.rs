//! Games with rectangular cakes that are cut along the lines Mother has scored.

pub mod cutcake;
pub mod maundy;
mod pieces;

pub use pieces::{Cake, Cakes};
