//! How values are written and drawn: as they are typed, with the signs of the books, for papers;
//! thermographs; tables for other programs.
//!
//! Nothing here computes a value. A new notation is a matter of [`print`](mod@print), a new format of tables
//! one file in [`format`](mod@format).

pub mod format;
pub mod plot;
pub mod print;
pub mod spoken;
