//! Games with rectangular cakes that are cut or eaten along the lines Mother has scored.

pub mod baked_alaska;
pub mod coldcakes;
pub mod coolcakes;
pub mod cutcake;
pub mod eatcake;
pub mod hotcakes;
pub mod knife;
pub mod maundy;
mod pieces;
pub mod product;
pub mod turn_and_eatcake;

pub use pieces::{Cake, Cakes};
