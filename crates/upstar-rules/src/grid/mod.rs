//! Games on rectangles of squares.

pub mod cram;
pub mod domineering;
pub mod layers;
pub mod plane;
