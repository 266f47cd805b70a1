//! Games on a row of squares.
