//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod common;
mod compounds;
mod examples;
mod group;
mod laws;
mod loopy_laws;
mod one_value;
mod oracle;
mod stopper_laws;
mod stoppers;
