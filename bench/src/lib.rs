//! Benchmarks of Upstar: one binary per engine, each printing what it measured.
