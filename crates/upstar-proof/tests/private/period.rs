//! Tests of what is private to `period`.
#![allow(clippy::unwrap_used)]
use super::*;
use upstar_base::Budget;

fn claim(code: &str, preperiod: u64, period: u64, window: u64, distance: u64) -> NimPeriod {
    let reach = Rules::read(code).unwrap().reach();
    let theorem = Theorem::SparseSpace {
        reach,
        mask: 0x7fff,
        position: None,
        last_rare: 0,
        longest_proof: 0,
        window,
        distance,
    };
    let computed = preperiod + window + 400 + distance;
    NimPeriod { code: code.into(), preperiod, period, saltus: 0, computed, theorem }
}

/// Halving a heap is an option for one parity of its size only.
#[test]
fn equal_heaps_need_an_even_distance() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let verdict = |distance| {
        let mut claim = claim("4=.5=", 0, 1, 200, distance);
        let run = || {
            let rules = Rules::read(&claim.code).unwrap();
            let mut run = SparseArgument::new(&rules, 0x7fff, None, None).unwrap();
            (1..claim.computed).for_each(|_| assert!(run.step(&meter).is_ok()));
            run
        };
        let run = run();
        let last = run.rares.last().map_or(0, |&(r, _)| r as u64);
        let value = |n: u64| run.values.get(n as usize);
        let repeats = |n: u64| value(n) == value(n + 1);
        claim.preperiod = (0..claim.computed - 1).rev().find(|&n| !repeats(n)).map_or(0, |n| n + 1);
        if let Theorem::SparseSpace { last_rare, .. } = &mut claim.theorem {
            *last_rare = last;
        }
        check(&claim, &meter, None).unwrap()
    };
    assert!(verdict(2).is_verified(), "{}", verdict(2));
    let Verdict::Refuted { step, .. } = verdict(1) else { panic!("{}", verdict(1)) };
    assert_eq!(step, "distance");
}

#[test]
fn prime_factors_of_large_numbers() {
    let budget = Budget::unlimited();
    let prime_factors = |number| prime_factors(number, &Meter::new(&budget)).unwrap();
    assert!(prime_factors(1).is_empty());
    assert_eq!(prime_factors(360), [2, 3, 5]);
    assert_eq!(prime_factors(97 * 97), [97]);
    assert_eq!(prime_factors(1 << 63), [2]);
    assert_eq!(prime_factors(2 * 3 * 1_000_003), [2, 3, 1_000_003]);
}
