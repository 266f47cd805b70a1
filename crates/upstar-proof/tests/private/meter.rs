//! Tests of what is private to `meter`.

use super::*;
use std::sync::Arc;

#[test]
fn work_is_counted_in_portions_and_memory_is_given_back() {
    let whole = Arc::new(Budget::unlimited());
    let steps = 3 * PORTION / STEP;
    let budget = Budget::steps_of(&whole, steps);
    let meter = Meter::new(&budget);
    assert_eq!(meter.charge(100), Ok(()));
    assert_eq!(budget.held(), 100);
    let mut done = 0;
    while meter.tick(1).is_ok() {
        done += 1;
    }
    assert!((3 * PORTION..4 * PORTION).contains(&done), "{done}");
    assert_eq!(meter.tick(u64::MAX), Err(Stopped::Steps(steps)));
    drop(meter);
    assert_eq!(budget.held(), 0);
}

#[test]
fn the_rest_of_the_work_counts_in_the_end() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    assert_eq!(meter.tick(5 * STEP + 1), Ok(()));
    meter.begin("heaps", Some(7));
    meter.advance(3);
    assert_eq!((budget.steps(), budget.headway().to_string()), (0, "heaps: 3 of 7".into()));
    drop(meter);
    assert_eq!(budget.steps(), 5);
}
