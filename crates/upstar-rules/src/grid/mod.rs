//! Games on rectangles of squares.

pub mod domineering;
pub mod layers;
pub mod plane;
