//! The tests of the crate, one program: what they share is compiled once.

#![allow(clippy::unwrap_used)]

mod by_definition;
mod certificates;
mod classes;
mod counters;
mod families;
mod forms;
mod frisky;
mod game;
mod genera;
mod golden;
mod knots;
mod ladders;
mod nu;
mod oracle;
mod positions;
mod pretend;
mod quotients;
mod statements;
mod words;
