//! Tests of what is private to `tails`.

use super::*;

#[test]
fn the_least_even_multiple() {
    for distance in 1..40 {
        for b in 1..60 {
            let slow = (2..).step_by(2).find(|c| (c * b) % distance == 0);
            assert_eq!(Some(least_even(b, distance)), slow, "{b} {distance}");
        }
    }
}
