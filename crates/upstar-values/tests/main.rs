//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod cantor;
mod common;
mod compounds;
mod concatenation;
mod dyadic;
mod examples;
mod fixed;
mod genus;
mod group;
mod integers;
mod laws;
mod lenstra;
mod loopy_laws;
mod nim;
mod nim_roots;
mod one_value;
mod oracle;
mod ordinal_loopy;
mod signs;
mod simplest;
mod stopper_laws;
mod stoppers;
mod superheavy;
mod surreal;
mod thermographs;
mod translation;
mod up_star;
