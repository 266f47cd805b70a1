//! Tests of what is private to `counters::moves`.

use super::*;

#[test]
fn the_most_parts() {
    assert_eq!(few(&[(); 65_536]), Ok(()));
    let limit = Stopped::Limit { what: "the number of ranges of counters", limit: 65_536 };
    assert_eq!(few(&[(); 65_537]), Err(limit));
}
