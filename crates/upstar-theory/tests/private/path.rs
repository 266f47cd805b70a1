//! Tests of what is private to `path`.
#![allow(clippy::unwrap_used)]
use super::*;

#[test]
fn a_cycle_is_found_soon() {
    let budget = Arc::new(Budget::unlimited());
    for (lead, round) in [(0u64, 1u64), (0, 2), (5, 3), (1000, 7), (10, 5000), (3000, 3000)] {
        let mut path = Path::new(&budget);
        let at = |n: u64| if n < lead { n } else { lead + (n - lead) % round };
        let end = (0..).find(|&n| path.enter(&at(n), u64::to_string).is_err()).unwrap();
        assert!(end <= 4 * (lead + round) + 4 * SHALLOW, "{lead} {round}: {end}");
    }
}

#[test]
fn what_was_left_may_come_again_and_is_paid_back() {
    let budget = Arc::new(Budget::unlimited());
    let mut path = Path::new(&budget);
    for _ in 0..10 {
        (0..10_000u32).for_each(|n| path.enter(&n, u32::to_string).unwrap());
        assert!(budget.used() >= 9_000 * LEVEL_BYTES);
        (0..10_000).for_each(|_| path.leave());
    }
    assert_eq!(budget.used(), 0);
}
