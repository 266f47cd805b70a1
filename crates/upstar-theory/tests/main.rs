//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod bounds;
mod carousel;
mod census;
mod choose_theory;
mod closed_forms;
mod compounds;
mod every_ruleset;
mod golden;
mod headway;
mod infinite;
mod known_nimbers;
mod large_heaps;
mod limits;
mod loopy;
mod loopy_facts;
mod loopy_partizan;
mod loopy_rulesets;
mod patience;
mod same_game;
mod structure;
mod subtraction;
mod sums;
mod theorems;
mod undivided;
mod winners;
