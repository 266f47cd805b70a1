//! The library as other programs use it.

#![allow(clippy::unwrap_used)]

mod examples;
mod games;
mod positions;
mod sessions;
