//! Operations on short games: `cargo run --release -p upstar-bench --bin values`.
//!
//! Random games like those born on day 4: options are drawn from the 1474 games of day 3.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use upstar_bench::{report, timed};
use upstar_testing::Random;
use upstar_values::{Calc, Short};

/// Random games with options born by day 3.
fn day_four_like(calc: &mut Calc, day_three: &[Short], count: usize) -> Vec<Short> {
    let mut random = Random::new(2024);
    (0..count)
        .map(|_| {
            let mut side = || -> Vec<Short> {
                (0..1 + random.below(4)).map(|_| day_three[random.below(day_three.len())]).collect()
            };
            let (left, right) = (side(), side());
            calc.make(&left, &right).unwrap()
        })
        .collect()
}

/// The sum of `+-3^i` for i = 0..15: 2^16 different stops.
fn sum_of_switches(calc: &mut Calc) -> Short {
    (0..16).fold(Short::ZERO, |sum, i| {
        let n = 3i64.pow(i);
        let (x, y) = (calc.integer(n).unwrap(), calc.integer(-n).unwrap());
        let switch = calc.make(&[x], &[y]).unwrap();
        calc.add(sum, switch).unwrap()
    })
}

fn rate(what: &str, operations: usize, seconds: f64) {
    println!("{what:<44} {:>12.0} operations/s", operations as f64 / seconds.max(1e-9));
}

fn main() {
    let mut calc = Calc::default();
    let (day_three, seconds) = timed(|| calc.born_by(3).unwrap());
    report("all games born by day 3", seconds, None, &day_three.len().to_string());

    let (related, seconds) = timed(|| {
        let pairs = day_three.iter().flat_map(|&g| day_three.iter().map(move |&h| (g, h)));
        pairs.filter(|&(g, h)| calc.le(g, h).unwrap()).count()
    });
    let answer = format!("{related} of {} pairs", day_three.len() * day_three.len());
    report("all comparisons of day 3", seconds, Some(3.0), &answer);

    let star14 = calc.nimber(14).unwrap();
    let one = calc.integer(1).unwrap();
    let (_, seconds) = timed(|| calc.heat(star14, one).unwrap());
    report("*14.Heat(1)", seconds, Some(0.1), "");

    let mut fresh = Calc::default();
    let (sum, seconds) = timed(|| sum_of_switches(&mut fresh));
    report("sum of +-3^i, i = 0..15", seconds, Some(0.1), "");
    let (_, seconds) = timed(|| fresh.thermograph(sum).unwrap());
    let answer = format!("{} values", fresh.store().len());
    report("    its thermograph", seconds, None, &answer);

    const GAMES: usize = 40_000;
    let (games, seconds) = timed(|| day_four_like(&mut calc, &day_three, GAMES));
    rate("canonical forms of day-4-like games", GAMES, seconds);
    let (_, seconds) = timed(|| {
        for pair in games.windows(2) {
            calc.le(pair[0], pair[1]).unwrap();
            calc.le(pair[1], pair[0]).unwrap();
        }
    });
    rate("comparisons of day-4-like games", 2 * GAMES, seconds);
    let (_, seconds) = timed(|| games.iter().for_each(|&g| drop(calc.thermograph(g).unwrap())));
    rate("thermographs of day-4-like games", GAMES, seconds);
    const SUMS: usize = 1000;
    let (_, seconds) = timed(|| {
        for pair in games.windows(2).take(SUMS) {
            calc.add(pair[0], pair[1]).unwrap();
        }
    });
    rate("sums of two day-4-like games", SUMS, seconds);
    println!("{} values in the store", calc.store().len());
}
