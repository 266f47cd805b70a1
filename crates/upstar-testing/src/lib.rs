//! What the tests, benchmarks and the fuzzer of all crates share: the tables of `golden/` and one
//! stream of random numbers that is the same on every machine.
//!
//! Nothing here is part of the program; other crates have it among their `dev-dependencies`.

pub mod golden;

pub use upstar_base::Random;
