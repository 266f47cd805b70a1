//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod budget;
mod files;
mod lines;
mod memory;
mod outcomes;
mod pace;
mod random;
