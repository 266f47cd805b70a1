//! Rates of the block kernels: `cargo run --release --example rates -- 0.104 100000000`.
//!
//! An instruction set may follow (`portable`, `avx2`, `avx512`), then `constant` for constant
//! memory and `two` for two threads. Processor time is that of the main thread, which speculates.

use std::time::Instant;
use upstar_base::Budget;
use upstar_heaps::kernel::BlockEngine;
use upstar_heaps::plain::MexEngine;
use upstar_heaps::simd::SimdLevel;
use upstar_heaps::{Breaks, Engine};
use upstar_rules::heap::code::HeapCode;

/// Processor time of this thread in nanoseconds (Linux), so that other load does not count.
fn cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|t| t.parse().ok()).unwrap_or(0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, code, to, ..] = &arguments[..] else { return Err("rates CODE COUNT".into()) };
    let parsed: HeapCode = code.parse()?;
    let game = Breaks::from_code(&parsed).ok_or("more than two heaps")?;
    let to: u64 = to.parse()?;
    let budget = Budget::unlimited();
    let start = cpu();
    let mut plain = MexEngine::new(parsed);
    plain.extend(1 << 16, &budget)?;
    let plain = (1u64 << 16) * 1_000_000 / ((cpu() - start) / 1000).max(1);
    println!("{code} plain rule to 65536: {plain} values/s");
    for level in SimdLevel::available() {
        if arguments.get(3).is_some_and(|only| only != level.name()) {
            continue;
        }
        let engine = BlockEngine::new(&game, &[0]).ok_or("not for block kernels")?;
        let mut engine = engine.with_level(level);
        for word in arguments.iter().skip(4) {
            engine = match word.as_str() {
                "constant" => engine.in_constant_memory(),
                "two" => engine.with_threads(2),
                _ => return Err("after the instruction set: constant, two".into()),
            };
        }
        let mut from = 1u64;
        while from < to {
            let next = (from * 4).max(1 << 14).min(to);
            let (start, clock) = (cpu(), Instant::now());
            engine.extend(next, &budget)?;
            let time = ((cpu() - start) / 1000).max(1);
            println!(
                "{code} {} {from} to {}: {} values/s by this thread's processor time ({} times the plain rule), {} by the clock; {:?}",
                level.name(),
                engine.len(),
                (engine.len() - from) * 1_000_000 / time,
                (engine.len() - from) * 1_000_000 / time / plain.max(1),
                (engine.len() - from) * 1_000_000 / (clock.elapsed().as_micros() as u64).max(1),
                engine.statistics()
            );
            from = engine.len();
        }
        let mut values = vec![0u16; to as usize];
        if engine.copy_values(0, &mut values) {
            let hash = values.iter().fold(1469598103934665603u64, |hash, &v| {
                (hash ^ u64::from(v)).wrapping_mul(1099511628211)
            });
            println!("hash {hash:016x}");
        }
    }
    Ok(())
}
