//! The line that shows the progress.

use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Progress, grouped};
use upstar_terminal::progress::{Watched, clock};

#[test]
fn numbers_and_times_for_people() {
    let numbers = [0, 999, 1000, 12_345, 1_234_567].map(grouped);
    assert_eq!(numbers, ["0", "999", "1,000", "12,345", "1,234,567"]);
    let times = [0, 59, 60, 3599, 3600, 86_399, 864_000].map(|s| clock(Duration::from_secs(s)));
    assert_eq!(times, ["0s", "59s", "1m 0s", "59m 59s", "1h 0m", "23h 59m", "10 days"]);
}

#[test]
fn a_line_says_what_how_far_how_fast_and_how_long() {
    let budget = Arc::new(Budget::unlimited());
    budget.begin("values", Some(1000));
    let mut watched = Watched::new(&budget, None);
    watched.sample(Duration::ZERO);
    let seconds = Duration::from_secs;
    for second in 1..=10 {
        budget.advance(10);
        watched.sample(seconds(second));
    }
    budget.charge(12_000_000).unwrap();
    let text = watched.text(seconds(10));
    assert_eq!(text, "values: 100 of 1,000, 10/s, about 1m 30s left, 10s so far, 12 MB");
    let outer = Progress { what: "cells".into(), done: 3, of: Some(81), steps: 0 };
    let text = Watched::new(&budget, Some(outer)).text(seconds(10));
    assert_eq!(text, "cells: 3 of 81, values: 100 of 1,000, 10s so far, 12 MB");
}
