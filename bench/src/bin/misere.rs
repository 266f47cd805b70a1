//! Misère play: `cargo run --release -p upstar-bench --bin misere [LARGE]`.
//!
//! Sharp genera of heaps; solving and certifying Kayles, partial quotients of Dawson's Kayles, and answers of a solved
//! game beside a plain memoised search on the same sums. With `LARGE` the quotients that take
//! many seconds too.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use rustc_hash::FxHashMap;
use upstar_base::Budget;
use upstar_bench::{peak_megabytes, report, timed};
use upstar_misere::genus::Genera;
use upstar_misere::quotient::{Quotient, solve};
use upstar_rules::heap::code::HeapCode;
use upstar_testing::Random;

fn code(text: &str) -> HeapCode {
    text.parse().unwrap()
}

fn partial(text: &str, heaps: u32, target: f64) {
    let (quotient, seconds) = timed(|| solve(&code(text), heaps, &Budget::unlimited()));
    let (order, nodes) = (quotient.monoid().order(), quotient.nodes());
    let what = format!("{text} to heap {heaps}");
    report(&what, seconds, Some(target), &format!("order {order}, {nodes} positions searched"));
}

fn genera(text: &str, to: u32) {
    let (known, seconds) = timed(|| {
        let mut genera = Genera::new(code(text));
        (1..=to).for_each(|n| drop(genera.heap(n, &Budget::unlimited()).unwrap()));
        genera.known()
    });
    report(
        &format!("genera of {text} to heap {to}"),
        seconds,
        Some(20.0),
        &format!("{known} sums"),
    );
}

/// Misère play by the definition with a memo.
fn is_p(code: &HeapCode, sum: &[u32], memo: &mut FxHashMap<Vec<u32>, bool>) -> bool {
    if let Some(&known) = memo.get(sum) {
        return known;
    }
    let (mut moves, mut wins) = (false, false);
    'all: for i in 0..sum.len() {
        for option in code.options(sum[i]) {
            moves = true;
            let mut next = sum.to_vec();
            next.remove(i);
            next.extend(option);
            next.sort_unstable();
            if is_p(code, &next, memo) {
                wins = true;
                break 'all;
            }
        }
    }
    memo.insert(sum.to_vec(), moves && !wins);
    moves && !wins
}

/// Sums of Kayles heaps, answered in both ways.
fn ratio(kayles: &HeapCode, quotient: &Quotient) {
    let mut random = Random::new(7);
    let sums: Vec<Vec<u32>> = (0..40)
        .map(|_| {
            let mut sum: Vec<u32> = (0..4).map(|_| 4 + random.below(7) as u32).collect();
            sum.sort_unstable();
            sum
        })
        .collect();
    let (plain, slow) = timed(|| {
        let answer = |sum: &Vec<u32>| is_p(kayles, sum, &mut FxHashMap::default());
        sums.iter().map(answer).collect::<Vec<_>>()
    });
    let rounds = 10_000;
    let (found, fast) = timed(|| {
        let mut found = Vec::new();
        for _ in 0..rounds {
            let heaps = |sum: &Vec<u32>| {
                let sum = sum.iter().map(|&heap| (u64::from(heap), 1));
                quotient.monoid().is_p(quotient.class_of_sum(sum).unwrap())
            };
            found = sums.iter().map(heaps).collect();
        }
        found
    });
    assert_eq!(plain, found);
    let ratio = slow / (fast / f64::from(rounds));
    let answer = format!("memoised search {slow:.3} s, ratio {ratio:.0}");
    report("40 sums of 4 Kayles heaps to 10", fast / f64::from(rounds), None, &answer);
}

fn main() {
    let large = std::env::args().nth(1).is_some_and(|word| word.eq_ignore_ascii_case("large"));
    let kayles = code(".77");
    let budget = Budget::unlimited();
    let ((quotient, verdict), seconds) = timed(|| {
        let quotient = solve(&kayles, 1000, &budget);
        let verdict = upstar_proof::check(&quotient.certificate(&kayles), &budget);
        (quotient, verdict)
    });
    report("Kayles solved and certified", seconds, Some(0.1), &verdict.to_string());
    partial(".07", 33, 2.0);
    let sum: Vec<(u64, u64)> = (0..1_000_000).map(|i| (1 + i * 7 % 500, 1)).collect();
    let (class, seconds) = timed(|| quotient.class_of_sum(sum.iter().copied()).unwrap());
    let outcome = if quotient.monoid().is_p(class) { "P" } else { "N" };
    report("a sum of 10^6 Kayles heaps", seconds, Some(0.1), outcome);
    ratio(&kayles, &quotient);
    for (text, to) in [("grundy", 150), (".77", 80), (".07", 150)] {
        genera(text, to);
    }
    if large {
        for (text, heaps) in [(".316", 18), (".357", 112), (".54", 97), ("4.7", 58)] {
            partial(text, heaps, 30.0);
        }
    }
    println!("peak memory {} MB", peak_megabytes());
}
