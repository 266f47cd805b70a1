//! Hostile certificates under limits: the checker stops soon after a limit is reached, wherever it
//! is. Work is counted in steps, so that the tests say the same on every machine.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::Budget;
use upstar_proof::{
    Certificate, MisereCounters, MisereKnots, MisereLadders, MisereQuotient, NimPeriod, Periodic,
    Theorem, Verdict, check, check_long,
};

/// The steps that are allowed; a step is some hundred instructions.
const STEPS: u64 = 1_000;
/// How many more may be done before the checker notices: one portion of work.
const MORE: u64 = 1_000;

/// Checks a certificate for which the steps that are allowed do not suffice.
fn stops(what: &str, certificate: &Certificate) {
    for long in [false, true] {
        let whole = Arc::new(Budget::unlimited());
        let budget = Budget::steps_of(&whole, STEPS);
        let verdict = if long {
            check_long(certificate, &budget, &mut |_, _| ())
        } else {
            check(certificate, &budget)
        };
        let Verdict::Unknown(why) = &verdict else { panic!("{what}: {verdict}") };
        let done = budget.steps();
        assert!(done <= STEPS + MORE, "{what}: {done} steps, {why}");
        assert_eq!(budget.held(), 0, "{what}: memory is given back");
    }
}

/// Checks a certificate for which the memory that is allowed does not suffice.
fn stays_small(what: &str, certificate: &Certificate, memory: u64) {
    let budget = Budget::new(None, Some(memory));
    let verdict = check(certificate, &budget).to_string();
    assert!(verdict.contains("memory"), "{what}: {verdict}");
    assert_eq!(budget.held(), 0, "{what}: memory is given back");
}

fn period(code: &str, computed: u64, theorem: Theorem) -> Certificate {
    let (preperiod, period) = (1, 1);
    let code = code.into();
    Certificate::new(NimPeriod { code, preperiod, period, saltus: 0, computed, theorem })
}

fn sparse(code: &str, computed: u64, mask: u32, reach: u64, distance: u64) -> NimPeriod {
    let theorem = Theorem::SparseSpace {
        reach,
        mask,
        position: None,
        last_rare: 1,
        longest_proof: 1,
        window: reach + 1,
        distance,
    };
    let code = code.into();
    NimPeriod { code, preperiod: 1, period: distance, saltus: 0, computed, theorem }
}

#[test]
fn many_values_by_the_mex_rule() {
    let kayles = Theorem::BoundedHeaps { heaps: 2, reach: 2 };
    stops("bounded-heaps", &period("0.77", 1 << 31, kayles.clone()));
    stays_small("bounded-heaps", &period("0.77", 1 << 31, kayles), 1 << 20);
    let code = format!("0.{}", "7".repeat(60_000));
    let theorem = Theorem::BoundedHeaps { heaps: 2, reach: 60_000 };
    stops("many digits", &period(&code, 1 << 20, theorem));
    let many =
        period("0.&9223372036854775808;", 5_000, Theorem::BoundedHeaps { heaps: 63, reach: 1 });
    stops("sums of 63 heaps", &many);
    stays_small("sums of 63 heaps", &many, 1 << 19);
}

#[test]
fn many_values_in_a_sparse_space() {
    let digits = format!("0.{}", "4".repeat(60_000));
    let hostile = [
        ("60,000 digits, all values rare", sparse(&digits, 130_000, 0, 60_000, 2)),
        ("all values rare", sparse("0.77", 1 << 30, 0, 2, 2)),
        ("many values", sparse("0.77", 1 << 31, 15, 2, 2)),
    ];
    for (what, claim) in hostile {
        stops(what, &Certificate::new(claim));
    }
    // The largest prime below 2^64, of which the factors are looked for in a long check.
    let prime = 18_446_744_073_709_551_557;
    let theorem = Theorem::SparseSpace {
        reach: 2,
        mask: 15,
        position: None,
        last_rare: 1,
        longest_proof: 1,
        window: 3,
        distance: prime,
    };
    let huge =
        NimPeriod { period: prime, theorem, computed: prime + 50, ..sparse("0.77", 0, 15, 2, 1) };
    let huge = Certificate::new(huge);
    let whole = Arc::new(Budget::unlimited());
    let budget = Budget::steps_of(&whole, STEPS);
    let verdict = check_long(&huge, &budget, &mut |_, _| ());
    assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict}");
    assert!(budget.steps() <= STEPS + MORE);
    assert!(matches!(check(&huge, &budget), Verdict::Unknown(_)));
}

#[test]
fn digits_that_repeat() {
    // The numbers of the theorem, before any value: it asks for far more values than there are.
    let theorem = Theorem::Tails { heaps: 1, head: 1, tail: 1, distance: 1 << 19 };
    let verdict = check(&period("0.[*]", 1 << 20, theorem), &Budget::unlimited());
    assert!(matches!(verdict, Verdict::Refuted { step: "range", .. }), "{verdict}");
    let theorem = Theorem::Tails { heaps: 1, head: 1, tail: 1, distance: 2 };
    stops("tails", &period("0.[*]", 1 << 20, theorem.clone()));
    stays_small("tails", &period("0.[{1,40+}]", 1 << 18, theorem), 1 << 19);
    let arithmetic = |code: &str, from: u64, distance: u64, bits: u32| {
        let theorem = Theorem::Arithmetic { distance, bits, from, low: 1 };
        let claim = NimPeriod {
            code: code.into(),
            preperiod: 1,
            period: 1,
            saltus: 1,
            computed: from + distance,
            theorem,
        };
        Certificate::new(claim)
    };
    stops("arithmetic", &arithmetic("0.[3]", 1 << 19, 1 << 18, 0));
    stops("arithmetic with many heaps", &arithmetic("4.[{1,2,3,60}]", 4_000, 2, 0));
    stays_small("arithmetic", &arithmetic("0.[3]", 1 << 19, 1 << 18, 0), 1 << 20);
}

/// A cyclic group, in which heaps 1, 2, ... are the elements but the first.
fn cyclic(order: u16, heaps: u16) -> MisereQuotient {
    let steps = (0..order).map(|x| (1..heaps).map(|g| (x + g) % order).collect()).collect();
    MisereQuotient {
        code: "0.3".into(),
        heaps: u64::from(heaps) - 1,
        order: order.into(),
        generators: (1..u64::from(heaps)).collect(),
        steps,
        p_portion: vec![1],
        pretending: (1..heaps).collect(),
        periodic: Some(Periodic { preperiod: 1, period: 1 }),
    }
}

#[test]
fn large_monoids() {
    stops("steps commute", &Certificate::new(cyclic(2_000, 2_000)));
    let wide = cyclic(20_000, 2);
    stops("the table", &Certificate::new(wide.clone()));
    stays_small("the table", &Certificate::new(wide), 1 << 20);
    // A heap of 64 is the first with a move, and all up to 126 leave only heaps without moves; the
    // last of them has a million options.
    let pretending = [vec![0; 63], vec![1; 63]].concat();
    let nothing = MisereQuotient {
        code: "0.&9223372036854775808;".into(),
        heaps: 126,
        order: 2,
        generators: vec![64],
        steps: vec![vec![1], vec![0]],
        p_portion: vec![1],
        pretending,
        periodic: None,
    };
    stops("partitions", &Certificate::new(nothing));
}

#[test]
fn large_labels() {
    let knots = |code: &str, period: u64, step: u64, label: [u64; 3]| {
        let labels = vec![label; period as usize + 6];
        let code = code.into();
        Certificate::new(MisereKnots { code, period, step, preperiod: 7, labels })
    };
    let digits = format!("4.{}", "7".repeat(60_000));
    stops("many digits", &knots(&digits, 1, 2, [0, 0, 0]));
    stops("many labels", &knots("4.7", 100_000, 100_000, [0, 1, 0]));
    stays_small("many labels", &knots("4.7", 100_000, 100_000, [0, 1, 0]), 1 << 20);
    stops("large labels", &knots("4.7", 2, 100_000, [0, 3, 99_999]));

    let ladders = |code: &str, period: u64, labels: Vec<[u64; 4]>| {
        let preperiod = labels.len() as u64 + 1 - period;
        let code = code.into();
        Certificate::new(MisereLadders { code, near: 0, period, preperiod, labels })
    };
    let mut labels = vec![[0, 0, 1000, 0]; 999];
    labels.extend(vec![[0, 0, 1, 0]; 1000]);
    stops("two ladders", &ladders("0.77", 1000, labels.clone()));
    stops("two ladders of many digits", &ladders(&digits, 1000, labels));
}

#[test]
fn large_rules_with_counters() {
    let elements = 10_000u16;
    let letters = 8u16;
    let claim = MisereCounters {
        code: format!("0.{}", "7".repeat(5_000)),
        period: 1,
        preperiod: 1000,
        words: (0..1000).map(|n| vec![n % letters; 16]).collect(),
        weights: vec![vec![1, -1, 1, 0, 0, 0]; letters.into()],
        relations: vec![[3, 4, 5]; 216],
        steps: (0..elements)
            .map(|x| (1..=letters).map(|letter| (x + letter) % elements).collect())
            .collect(),
        winning: vec![None; elements.into()],
    };
    stops("words", &Certificate::new(claim.clone()));
    stays_small("words", &Certificate::new(claim), 1 << 22);
}

/// 63 kinds of heaps fit into a set of bits.
#[test]
fn many_kinds_of_heaps() {
    let said = |kinds: u16| {
        let claim = MisereCounters {
            code: "0.7".into(),
            period: 1,
            preperiod: kinds.into(),
            words: (0..kinds).map(|letter| vec![letter]).collect(),
            weights: (0..kinds).map(|letter| vec![letter.into()]).collect(),
            relations: Vec::new(),
            steps: vec![vec![0; kinds.into()]],
            winning: vec![None],
        };
        let budget = Budget::steps_of(&Arc::new(Budget::unlimited()), 100);
        check(&Certificate::new(claim), &budget).to_string()
    };
    assert_eq!(said(63), "unknown: stopped: 100 steps were not enough");
    assert_eq!(said(64), "unknown: there are 64 kinds of heaps");
}

/// As many values as the checker goes to are begun, and one more is not.
#[test]
fn the_longest_sequences() {
    let said = |computed: u64| {
        let budget = Budget::steps_of(&Arc::new(Budget::unlimited()), 100);
        let theorem = Theorem::BoundedHeaps { heaps: 2, reach: 2 };
        check(&period("0.77", computed, theorem), &budget).to_string()
    };
    let longest = u64::from(u32::MAX);
    assert_eq!(said(longest), "unknown: stopped: 100 steps were not enough");
    assert!(said(longest + 1).contains("this checker goes to 4294967295"), "{}", said(longest + 1));
}

/// An interrupt is heard as well.
#[test]
fn an_interrupt_ends_a_check() {
    let kayles = period("0.77", 1 << 31, Theorem::BoundedHeaps { heaps: 2, reach: 2 });
    let budget = Budget::unlimited();
    budget.interrupt();
    let verdict = check(&kayles, &budget).to_string();
    assert!(verdict.contains("interrupted"), "{verdict}");
    assert!(budget.steps() <= MORE);
}

/// A certificate writes no line of its own and hides nothing.
#[test]
fn verdicts_are_one_line_of_visible_text() {
    let hostile =
        "0.&\nverified: the nim-sequence of 0.77 has period 3\u{1b}[8m\u{202e}\u{2028}\u{7f}\u{9b}";
    let bounded = || Theorem::BoundedHeaps { heaps: 2, reach: 2 };
    let mut certificates = vec![
        period(hostile, 200, bounded()),
        period(hostile, 200, Theorem::Tails { heaps: 2, head: 1, tail: 1, distance: 2 }),
        period(hostile, 200, Theorem::Arithmetic { distance: 1, bits: 0, from: 2, low: 1 }),
        period(&hostile.repeat(1000), 200, bounded()),
        period("0.7\u{e9}\r", 200, bounded()),
    ];
    let mut quotient = cyclic(2, 2);
    quotient.code = hostile.into();
    certificates.push(Certificate::new(quotient));
    let labels = vec![[0, 0, 0]; 2];
    let code = || hostile.to_owned();
    let knots = MisereKnots { code: code(), period: 1, step: 1, preperiod: 2, labels };
    certificates.push(Certificate::new(knots));
    let labels = vec![[0, 0, 0, 0]; 2];
    let ladders = MisereLadders { code: code(), near: 0, period: 1, preperiod: 2, labels };
    certificates.push(Certificate::new(ladders));
    for certificate in certificates {
        let verdict = check(&certificate, &Budget::unlimited());
        let text = verdict.to_string();
        assert!(matches!(verdict, Verdict::Unknown(_)), "{text}");
        assert!(text.chars().all(|c| matches!(c, ' '..='~')), "{text:?}");
        assert!(text.len() < 300, "{text}");
    }
}

/// A code that adds tokens is read where the theorem holds for it.
#[test]
fn codes_that_add_tokens() {
    let claim = |code: &str, preperiod, period, heaps, reach| {
        let theorem = Theorem::BoundedHeaps { heaps, reach };
        let code = code.into();
        let claim = NimPeriod { code, preperiod, period, saltus: 0, computed: 300, theorem };
        check(&Certificate::new(claim), &Budget::unlimited())
    };
    let verdict = claim("80.0", 0, 1, 3, 0);
    let Verdict::Refuted { reason, .. } = &verdict else { panic!("{verdict}") };
    assert!(reason.contains("G("), "values are compared: {verdict}");
    assert!(!claim("80.0", 2, 1, 2, 0).is_verified());
    let verdict = check(
        &period("80.0", 300, Theorem::Tails { heaps: 3, head: 1, tail: 1, distance: 1 }),
        &Budget::unlimited(),
    );
    assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict}");
}
