//! Games on rectangles of squares.

pub mod amazons;
pub mod anti_clobber;
pub mod cannibal_clobber;
pub mod chess_clobber;
pub mod chomp;
pub mod clobber;
pub mod col;
pub mod cram;
pub mod domineering;
pub mod fission;
pub mod fjords;
pub mod konane;
pub mod layers;
mod medium;
pub mod nogo;
pub mod northcott;
mod painting;
pub mod plane;
pub mod ski_jumps;
pub mod snort;
mod square;
mod stones;
mod symmetry;
mod triples;
mod wide;
