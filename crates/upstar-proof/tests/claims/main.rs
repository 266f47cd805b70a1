//! Certificates of each kind, and what stands behind a statement.

#![allow(clippy::unwrap_used)]

mod certificate;
mod counters;
mod knots;
mod ladders;
mod standing;
