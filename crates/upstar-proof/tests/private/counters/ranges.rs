//! Tests of what is private to `counters::ranges`.

use super::*;

#[test]
fn ends_from_a_finite_set() {
    let widened = |low, high| Ranges(vec![(low, high)]).widened(8).0[0];
    assert_eq!(widened(-8, 8), (-8, 8));
    assert_eq!(widened(-9, 9), (-FAR, FAR));
    assert_eq!(widened(9, 9), (9, FAR));
    assert_eq!(widened(20, 30), (9, FAR));
    assert_eq!(widened(-30, -20), (-FAR, -9));
}
