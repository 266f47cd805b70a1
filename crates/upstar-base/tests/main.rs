//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod arithmetic;
mod budget;
mod files;
#[cfg(target_os = "linux")]
mod leftover;
mod lines;
mod memory;
mod outcomes;
mod pace;
mod random;
