//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod agree;
mod any_heap;
mod arithmetic;
mod claims;
mod files;
mod golden;
mod kernel;
mod masks;
mod periods;
mod plain;
mod repeats;
mod simd;
mod standard;
