//! Limits of time and of steps.

use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Stopped, Work};

#[test]
fn the_time_runs_anew_after_resume() {
    let limit = Duration::from_millis(100);
    let budget = Budget::new(Some(limit), None);
    while budget.check().is_ok() {
        std::thread::sleep(limit / 10);
    }
    assert_eq!(budget.check(), Err(Stopped::Time(limit)));
    let resumed = (0..100).any(|_| {
        budget.resume();
        budget.check().is_ok()
    });
    assert!(resumed);
}

#[test]
fn steps_run_out_at_the_same_place() {
    let until = || {
        let whole = Arc::new(Budget::unlimited());
        let mut work = Work::new(Arc::new(Budget::steps_of(&whole, 10_000)));
        (0..).find(|n| work.steps(n % 7).is_err())
    };
    assert!(until().is_some_and(|n| n > 2000));
    assert_eq!(until(), until());
}
