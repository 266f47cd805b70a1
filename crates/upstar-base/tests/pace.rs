//! How fast something goes and how long the rest will take.

// An estimate for people is made of floating-point numbers.
#![allow(clippy::float_arithmetic)]

use std::time::Duration;
use upstar_base::{Pace, Progress};

/// Work whose first n pieces take n^power thousandths of a second, watched for so many of them.
fn watched(power: f64, pieces: u64) -> Pace {
    let mut pace = Pace::default();
    let total = (pieces as f64).powf(power) / 1000.0;
    for tick in 1..=400 {
        let time = total * f64::from(tick) / 400.0;
        let done = (time * 1000.0).powf(1.0 / power) as u64;
        let headway = Progress { what: "x".into(), done, of: None, steps: 0 };
        pace.add(Duration::from_secs_f64(time), &headway);
    }
    pace
}

#[test]
fn growth_is_noticed() {
    for power in [1.0, 1.5, 2.0, 3.0] {
        let pace = watched(power, 500);
        let truth = (1000f64.powf(power) - 500f64.powf(power)) / 1000.0;
        let left = pace.left(500, 1000).unwrap().as_secs_f64();
        assert!((left / truth - 1.0).abs() < 0.2, "{power}: {left} instead of {truth}");
    }
}

#[test]
fn nothing_is_said_of_nothing() {
    let mut pace = Pace::default();
    assert_eq!((pace.rate(), pace.left(1, 5)), (None, None));
    let headway = Progress { what: "x".into(), done: 3, of: None, steps: 0 };
    for second in 0..300 {
        pace.add(Duration::from_secs(second), &headway);
    }
    assert_eq!((pace.rate(), pace.left(3, 5)), (None, None));
    // A sample is a pair of numbers; there are 400 looks.
    let samples = format!("{:?}", watched(1.0, 2000)).matches("), (").count();
    assert!((20..128).contains(&samples), "{samples}");
}

/// A second tells nothing of years.
#[test]
fn nothing_is_said_of_what_is_far_away() {
    for power in [1.0, 1.5] {
        let pace = watched(power, 2000);
        assert!(pace.left(2000, 8000).is_some());
        for of in [100_000_000, 1_000_000_000_000, u64::MAX] {
            assert_eq!(pace.left(2000, of), None, "{power} {of}");
        }
    }
    // An hour at a steady pace tells of days, not of years.
    let mut pace = Pace::default();
    for second in 0..3600 {
        let headway = Progress { what: "x".into(), done: second, of: None, steps: 0 };
        pace.add(Duration::from_secs(second), &headway);
    }
    let left = |days: u64| pace.left(3599, 3599 + days * 86_400);
    assert!(left(2).is_some_and(|time| time.as_secs().abs_diff(2 * 86_400) < 20_000));
    assert_eq!(left(365), None);
}

#[test]
fn who_stands_still_gets_slower() {
    let mut pace = watched(1.0, 2000);
    let before = pace.left(2000, 4000);
    for second in 3..60 {
        let headway = Progress { what: "x".into(), done: 2000, of: None, steps: 0 };
        pace.add(Duration::from_secs(second), &headway);
    }
    assert!(pace.left(2000, 4000) > before);
}

#[test]
fn other_work_begins_anew() {
    let mut pace = watched(1.0, 1000);
    let other = Progress { what: "y".into(), done: 1, of: Some(9), steps: 0 };
    pace.add(Duration::from_secs(2), &other);
    assert_eq!((pace.rate(), pace.left(1, 9)), (None, None));
}
