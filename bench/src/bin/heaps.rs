//! Rates of the heap engines, and their ratio to the plain rule in the same run.
//!
//! `cargo run --release -p upstar-bench --bin heaps [GAME...]` prints for each game the average
//! rate of the plain rule up to 2^16 values and then, for each engine, the rate in the last half
//! of its run. CPU time of this thread is measured where the system tells it, so that a busy
//! machine does not change the ratios.

use std::time::{Duration, Instant};
use upstar_base::Budget;
use upstar_heaps::kernel::Fast;
use upstar_heaps::plain::MexEngine;
use upstar_heaps::simd::SimdLevel;
use upstar_heaps::sparse::Sparse;
use upstar_heaps::{Breaks, Engine};
use upstar_rules::heap::code::HeapCode;

/// The games of the targets and how many values the fast engines compute.
const GAMES: [(&str, u64); 13] = [
    ("grundy", 1 << 19),
    (".6", 1 << 19),
    (".36", 1 << 20),
    (".16", 1 << 22),
    (".104", 1 << 24),
    (".454", 1 << 23),
    (".376", 1 << 19),
    (".56", 1 << 20),
    (".161", 1 << 20),
    (".054", 1 << 22),
    (".167", 1 << 22),
    ("4.045", 1 << 22),
    (".007", 1 << 16),
];

/// The time that this thread has used.
fn used(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Values a second from `from` to `to`.
fn rate(engine: &mut dyn Engine, from: u64, to: u64) -> Result<u64, upstar_base::Stopped> {
    let budget = Budget::unlimited();
    engine.extend(from, &budget)?;
    let start = Instant::now();
    let before = used(start);
    engine.extend(to, &budget)?;
    let spent = used(start).saturating_sub(before).as_nanos().max(1);
    let values = u128::from(to.saturating_sub(from));
    Ok(u64::try_from(values * 1_000_000_000 / spent).unwrap_or(u64::MAX))
}

fn measure(game: &str, length: u64) -> Result<(), Box<dyn std::error::Error>> {
    let code: HeapCode = game.parse()?;
    let plain = rate(&mut MexEngine::new(code.clone()), 1, 1 << 16)?;
    println!("{game:<8} {:<9}{plain:>12}/s  to 65536", "plain");
    let Some(breaks) = Breaks::from_code(&code) else { return Ok(()) };
    let show = |name: &str, rate: u64, length: u64| {
        let tenths = rate * 10 / plain.max(1);
        let (whole, tenth) = (tenths / 10, tenths % 10);
        println!("{game:<8} {name:<9}{rate:>12}/s  to {length}: {whole}.{tenth} x plain");
    };
    let mut sparse = Sparse::new(breaks.clone());
    show("sparse", rate(&mut sparse, length / 2, length)?, length);
    for level in SimdLevel::available() {
        let mut fast = Fast::new(breaks.clone()).with_level(level);
        let length = 8 * length;
        show(level.name(), rate(&mut fast, length / 2, length)?, length);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    for (game, length) in GAMES {
        if asked.is_empty() || asked.iter().any(|name| name == game) {
            measure(game, length)?;
        }
    }
    Ok(())
}
