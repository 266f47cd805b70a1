//! Long checks, on certificates short enough for a test.
#![allow(clippy::unwrap_used)]

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
    let certificate = Certificate::nim_period(claim.clone());
    check_long(&certificate, &Budget::unlimited(), &mut |_, _| ()).to_string()
}

#[test]
fn a_long_check_says_the_same() {
    let short = check(&Certificate::nim_period(kayles()), &Budget::unlimited());
    assert!(short.is_verified(), "{short}");
    assert_eq!(long(&kayles()), short.to_string());
}

#[test]
fn every_wrong_number_is_found() {
    let claims = [
        NimPeriod { preperiod: 70, ..kayles() },
        NimPeriod { preperiod: 72, ..kayles() },
        NimPeriod { code: "0.7".into(), ..kayles() },
        NimPeriod { saltus: 1, ..kayles() },
        NimPeriod { computed: kayles().computed - 10, ..kayles() },
        with(7, 70, 12),
        with(15, 69, 12),
        with(15, 70, 24),
        with(15, 70, 11),
    ];
    for claim in claims {
        let verdict = long(&claim);
        assert!(verdict.starts_with("refuted"), "{claim:?}: {verdict}");
    }
}

#[test]
fn a_huge_certificate_is_not_begun_without_being_asked() {
    let mut claim = kayles();
    claim.computed += 1 << 40;
    claim.preperiod += 1 << 40;
    let verdict = check(&Certificate::nim_period(claim), &Budget::unlimited()).to_string();
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
