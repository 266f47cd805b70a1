//! Files of rules beside the rulesets that come along, and beside plain search.
#![allow(clippy::unwrap_used)]

mod builtin;
mod common;
mod faults;
mod found;
mod fuzz;
