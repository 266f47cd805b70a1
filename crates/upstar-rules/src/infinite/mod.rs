//! Games whose positions have infinitely many options and which end all the same.

pub mod heaps;
pub mod infinite_nim;
pub mod ordinal;
pub mod two_dee_nim;
