//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod codes;
mod common;
mod every_text;
mod names;
mod near_misses;
mod notation;
mod pictures;
mod play;
mod random_graphs;
mod readings;
mod tables;
mod wrappers;
