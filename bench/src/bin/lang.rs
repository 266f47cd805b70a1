//! The calculator's loops: `cargo run --release -p upstar-bench --bin lang`.
//!
//! Each line in a fresh session, in CPU seconds, beside what CGSuite 2.2 takes for it when it is warm
//! (measured side by side on one machine).
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use upstar_bench::{peak_megabytes, report, timed};
use upstar_calculator::Calculator;
use upstar_calculator::print::Notation;

/// What it is called, the input, its answer, the target, and CGSuite's time where it is known.
type Line = (&'static str, &'static str, &'static str, f64, Option<f64>);

const LINES: [Line; 10] = [
    (
        "10^6 turns of s := s + i % 7",
        "s := 0; for i from 1 to 1000000 do s := s + i % 7 end; s",
        "2999998",
        0.1,
        Some(0.15),
    ),
    (
        "the same in a function",
        "def f(n) begin s := 0; for i from 1 to n do s := s + i % 7 end; s end; f(1000000)",
        "2999998",
        0.1,
        Some(0.15),
    ),
    (
        "fib(24)",
        "def fib(n) := if n < 2 then n else fib(n-1) + fib(n-2) end; fib(24)",
        "46368",
        0.03,
        None,
    ),
    ("10^6 squares", "[i^2 for i from 1 to 1000000].Length", "1000000", 0.1, Some(0.19)),
    ("10^6 products", "[i*i for i from 1 to 1000000].Length", "1000000", 0.1, Some(0.19)),
    (
        "Filter and Apply on 10^6",
        "(1..1000000).Filter(x -> x % 2 == 0).Apply(x -> x + 1).Length",
        "500000",
        0.14,
        Some(0.14),
    ),
    (
        "5,000 Append",
        "l := []; for i from 1 to 5000 do l := l.Append(i) end; l.Length",
        "5000",
        0.07,
        Some(0.07),
    ),
    (
        "10^6 Append",
        "l := []; for i from 1 to 1000000 do l := l.Append(i) end; l.Length",
        "1000000",
        0.2,
        None,
    ),
    (
        "300,000 uptimal sums",
        "s := 0; for i from 1 to 300000 do s := s + ^ end; s == 300000 * ^",
        "true",
        0.19,
        Some(0.19),
    ),
    (
        "10^6 turns of while",
        "n := 0; while n < 1000000 do n := n + 1 end; n",
        "1000000",
        0.15,
        None,
    ),
];

fn main() {
    for (name, input, answer, target, cgsuite) in LINES {
        let mut session = Calculator::default();
        let before = peak_megabytes();
        let (value, seconds) = timed(|| session.eval(input).unwrap().value.unwrap());
        let text = session.show(&value, Notation::Ascii).unwrap();
        assert_eq!(text, answer, "{name}");
        let beside = cgsuite.map(|time| format!("CGSuite {time} s, ")).unwrap_or_default();
        let grown = peak_megabytes() - before;
        report(name, seconds, Some(target), &format!("{beside}peak {grown} MB higher"));
    }
}
