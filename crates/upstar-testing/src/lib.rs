//! What the tests, benchmarks and the fuzzer of all crates share: the tables of `golden/`, one
//! stream of random numbers that is the same on every machine, child processes that end, sessions
//! that are compared with new ones, and work on all cores.
//!
//! Nothing here is part of the program; other crates have it among their `dev-dependencies`.

pub mod child;
pub mod golden;
pub mod state;

pub use upstar_base::Random;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls a function for each of some items, on all cores, in no certain order. If one panics, so
/// does this.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// let sum = AtomicU32::new(0);
/// upstar_testing::on_all_cores(&[1, 2, 3], |&n| {
///     sum.fetch_add(n, Ordering::Relaxed);
/// });
/// assert_eq!(sum.into_inner(), 6);
/// ```
pub fn on_all_cores<T: Sync>(items: &[T], each: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            each(item);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
}
