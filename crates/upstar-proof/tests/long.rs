//! Long checks, on certificates short enough for a test.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::Budget;
use upstar_proof::{Certificate, NimPeriod, Theorem, check, check_long};

/// Kayles, with the windows at the preperiod as a checked claim has them.
fn kayles() -> NimPeriod {
    with(15, 70, 12)
}

fn with(mask: u32, last_rare: u64, period: u64) -> NimPeriod {
    let window = 72;
    NimPeriod {
        code: "0.77".into(),
        preperiod: 71,
        period,
        saltus: 0,
        computed: 71 + window + period,
        theorem: Theorem::SparseSpace {
            reach: 2,
            mask,
            position: None,
            last_rare,
            longest_proof: 64,
            window,
            distance: period,
        },
    }
}

fn long(claim: &NimPeriod) -> String {
    let certificate = Certificate::new(claim.clone());
    check_long(&certificate, &Budget::unlimited(), &mut |_, _| ()).to_string()
}

#[test]
fn a_long_check_says_the_same() {
    // Windows at the preperiod, further on, and two periods apart.
    for claim in [kayles(), at(71, 200, 12, 12), at(71, 143, 12, 24)] {
        let short = check(&Certificate::new(claim.clone()), &Budget::unlimited());
        assert!(short.is_verified(), "{short}");
        assert_eq!(long(&claim), short.to_string());
    }
}

/// Kayles with another preperiod, s, period and distance of the windows.
fn at(preperiod: u64, start: u64, period: u64, distance: u64) -> NimPeriod {
    let mut claim = with(15, 70, period);
    if let Theorem::SparseSpace { distance: apart, .. } = &mut claim.theorem {
        *apart = distance;
    }
    NimPeriod { preperiod, computed: start + distance, ..claim }
}

#[test]
fn every_wrong_number_is_found() {
    let claims = [
        (NimPeriod { code: "0.7".into(), ..kayles() }, "reach"),
        (NimPeriod { saltus: 1, ..kayles() }, "saltus"),
        (NimPeriod { computed: kayles().computed - 10, ..kayles() }, "window"),
        (with(7, 70, 12), "short proofs"),
        (with(15, 69, 12), "last rare position"),
    ];
    for (claim, step) in claims {
        let verdict = long(&claim);
        let start = format!("refuted at step \"{step}\"");
        assert!(verdict.starts_with(&start), "{claim:?}: {verdict}");
    }
    let claims = [
        (at(70, 143, 12, 12), "values repeat\": G(70) and G(82) differ"),
        (at(60, 200, 12, 12), "values repeat\": G(70) and G(82) differ"),
        (at(71, 143, 11, 11), "values repeat\": G(71) and G(82) differ"),
        (at(72, 144, 12, 12), "least preperiod\": the values repeat already from 71 on"),
        (at(83, 155, 12, 12), "least preperiod\": the values repeat already from 82 on"),
        (at(71, 143, 24, 24), "least period\": 12 is a period as well"),
    ];
    for (claim, text) in claims {
        assert_eq!(long(&claim), format!("refuted at step \"{text}"), "{claim:?}");
    }
}

/// A claim with windows one period apart that says that no value is rare.
fn common(code: &str, period: u64, position: Option<u8>, window: u64) -> NimPeriod {
    let theorem = Theorem::SparseSpace {
        reach: 1,
        mask: 1,
        position,
        last_rare: 0,
        longest_proof: 0,
        window,
        distance: period,
    };
    let (code, computed) = (code.into(), window + 20 + period);
    NimPeriod { code, preperiod: 1, period, saltus: 0, computed, theorem }
}

/// G(n) is 0, 1, 0, 1, ...; as the parity of positions counts, no value is rare.
fn parity(period: u64, window: u64) -> NimPeriod {
    NimPeriod { preperiod: 0, ..common("0.3", period, Some(1), window) }
}

/// Heaps that may be halved have windows an even distance apart, so that an odd period cannot be seen.
#[test]
fn shorter_periods_that_are_odd() {
    let verdict = long(&parity(2, 20));
    assert!(verdict.starts_with("verified"), "{verdict}");
    let refuted = "refuted at step \"least period\": 2 is a period as well";
    assert_eq!(long(&parity(4, 20)), refuted);
    // From 1 on, G(n) is 1.
    let halves = |period: u64| long(&common("4=.5=", period, None, 20));
    assert_eq!(halves(2), "unknown: 1 may be a period as well");
    assert_eq!(halves(4), refuted);
}

/// Whether a check with few steps ends for want of memory, which is charged before the first step.
fn needs_more(claim: &NimPeriod, memory: u64) -> bool {
    let budget = Budget::steps_of(&Arc::new(Budget::new(None, Some(memory))), 100);
    let certificate = Certificate::new(claim.clone());
    check_long(&certificate, &budget, &mut |_, _| ()).to_string().contains("memory")
}

/// Where a long check can keep few values it does, at 12 bytes each; elsewhere it keeps all, at 2 bytes.
#[test]
fn what_is_kept() {
    let far = 1u64 << 24;
    let wide = |window: u64, preperiod: u64, low: u64| NimPeriod {
        preperiod,
        computed: low + window + 2,
        ..parity(2, window)
    };
    let kept = [
        (wide(72, 71, 71), 12 << 20),
        (wide(1 << 21, 71, 71), 12 * (2 << 21)),
        (wide(72, 71, 71 + (1 << 21)), 12 * ((1 << 21) + 73)),
        (wide(far, 71, 71), 12 * (2 * far)),
        (wide(72, 71, 71 + far), 12 * (far + 73)),
        (wide(far + 1, 71, 71), 2 * (far + 74)),
        (wide(72, 71, 72 + far), 2 * (far + 146)),
    ];
    for (claim, bytes) in kept {
        assert!(!needs_more(&claim, bytes), "{claim:?}");
        assert!(needs_more(&claim, bytes - 1), "{claim:?}");
    }
    // Two periods apart, so that all values are kept.
    assert!(!needs_more(&at(71, 143, 12, 24), 1 << 20));
}

#[test]
fn it_is_told_how_far_a_long_check_is() {
    let claim = NimPeriod { computed: (1 << 20) + 100, ..parity(2, 20) };
    let mut told = Vec::new();
    let mut watch = |done, of| told.push((done, of));
    let verdict = check_long(&Certificate::new(claim.clone()), &Budget::unlimited(), &mut watch);
    assert!(verdict.is_verified(), "{verdict}");
    assert_eq!(told, [(1 << 20, claim.computed)]);
}

#[test]
fn a_huge_certificate_is_not_begun_without_being_asked() {
    let mut claim = kayles();
    claim.computed += 1 << 40;
    claim.preperiod += 1 << 40;
    let verdict = check(&Certificate::new(claim), &Budget::unlimited()).to_string();
    assert!(verdict.starts_with("unknown") && verdict.contains("hours"), "{verdict}");
}

/// The certificate of the longest period known: its check takes more than a day, and its first
/// second finds nothing wrong.
#[test]
fn the_certificate_of_106() {
    let text = &upstar_testing::golden::text("certificates/106.json");
    let second = Budget::new(Some(std::time::Duration::from_secs(1)), None);
    let verdict = check_long(&Certificate::read(text).unwrap(), &second, &mut |_, _| ());
    assert!(verdict.to_string().starts_with("unknown"), "{verdict}");
    let tampered = Certificate::read(&text.replace("465384263797", "465384263798")).unwrap();
    let verdict = check_long(&tampered, &Budget::unlimited(), &mut |_, _| ());
    assert!(verdict.to_string().starts_with("refuted"), "{verdict}");
}
