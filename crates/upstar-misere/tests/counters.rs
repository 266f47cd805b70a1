//! Rules with counters: they are proved, and right.
#![allow(clippy::unwrap_used)]

use crate::by_definition::{Search, dice};
use std::sync::Arc;
use upstar_base::Budget;
use upstar_misere::counters::Counters;
use upstar_misere::rule::Rule;

/// The codes d0.d1d2d3 that have such a rule.
const CODES: [&str; 4] = [".544", ".545", ".546", ".547"];

fn find(code: &str) -> Option<Counters> {
    Counters::find(&code.parse().unwrap(), &Arc::new(Budget::unlimited())).unwrap()
}

#[test]
fn all_sums_of_few_tokens() {
    for code in CODES {
        let rule = find(code).unwrap();
        let said = |sum: &[u32]| rule.sum(sum.iter().map(|&heap| (heap, 1))).is_previous_win();
        Search::new(code, 22).compare(&said, code, 22);
    }
}

/// Sums at random of up to four heaps against search.
#[test]
fn sums_at_random() {
    let mut roll = dice(1);
    for code in CODES {
        let rule = find(code).unwrap();
        let said = |sum: &[u32]| rule.sum(sum.iter().map(|&heap| (heap, 1))).is_previous_win();
        Search::new(code, 34).compare_at_random(&said, code, 34, &mut roll);
    }
}

/// Many heaps at once are as many one by one.
#[test]
fn multiplicities() {
    let rule = find(".544").unwrap();
    for heap in 1..=40u64 {
        for other in 1..=24u64 {
            for times in 0..12 {
                let one_by_one = (0..times).map(|_| (heap, 1)).chain([(other, 1)]);
                let at_once = [(heap, times), (other, 1)];
                assert_eq!(rule.sum(one_by_one), rule.sum(at_once), "{times}*{heap}+{other}");
            }
        }
    }
}

#[test]
fn other_codes_have_none() {
    for code in [".54", ".154", ".564", ".77", "4.162", "4.7", ".3F"] {
        assert!(find(code).is_none(), "{code}");
    }
    let rule = Rule::find(&".547".parse().unwrap(), &Arc::new(Budget::unlimited())).unwrap();
    assert!(matches!(rule, Some(Rule::Counters(_))));
}
