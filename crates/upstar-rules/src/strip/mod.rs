//! Games on a row of squares, and pieces that walk to a corner.

mod cells;
pub mod elephants_and_rhinos;
pub mod pieces;
pub mod push;
pub mod pushing;
pub mod shove;
pub mod silver_dollar;
pub mod toads_and_frogs;
pub mod toppling_dominoes;
pub mod white_knight;
pub mod wythoff;
