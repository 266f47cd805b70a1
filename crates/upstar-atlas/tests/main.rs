//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod accepted;
mod add;
mod atlas;
mod damage;
mod heaps;
mod look;
mod misere;
mod seal;
mod work;
