//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod bag;
mod cake;
mod codes;
mod coin;
mod common;
mod cycle;

mod every_text;
mod graph;
mod grid;
mod heap;
mod heap_codes;
mod infinite;
mod names;
mod names_of_values;
mod near_misses;
mod notation;
mod parameters;
mod pictures;
mod play;
mod random_graphs;
mod readings;
mod statements;
mod sum;
mod tables;
mod wrappers;
