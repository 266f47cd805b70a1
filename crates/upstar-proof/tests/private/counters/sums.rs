//! Tests of what is private to `counters::sums`.
#![allow(clippy::unwrap_used)]
use super::*;
use crate::counters::MisereCounters;
use upstar_base::Budget;

/// One counter, which counts the heaps.
#[test]
fn parities_of_all_sums() {
    let claim = MisereCounters {
        code: "0.7".into(),
        period: 1,
        preperiod: 1,
        words: vec![vec![0]],
        weights: vec![vec![1]],
        relations: Vec::new(),
        steps: vec![vec![0]],
        winning: vec![None],
    };
    let rule = CounterRule::new(&claim);
    let budget = Budget::unlimited();
    let places = reach(&rule, &[rule.word(&[1])], &Meter::new(&budget)).unwrap();
    let parities: Vec<&[u8]> = places.values().map(|sums| &sums.parities[..]).collect();
    assert_eq!(parities, [[1], [3]]);
}
