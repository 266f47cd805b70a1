//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod format;
mod plot;
mod spoken;
