//! The rule of two ladders: it is found, proved, and right.
#![allow(clippy::unwrap_used)]

use crate::by_definition::{Search, dice};
use std::sync::Arc;
use upstar_base::Budget;
use upstar_misere::ladders::Ladders;
use upstar_misere::quotient::Solver;
use upstar_misere::rule::Rule;
use upstar_rules::heap::code::HeapCode;

/// The codes d0.d1d2d3 that have such a rule.
const CODES: [&str; 5] = [".54", ".541", ".542", ".543", ".145"];

fn find(code: &str) -> Option<Ladders> {
    Ladders::find(&code.parse().unwrap(), &Arc::new(Budget::unlimited())).unwrap()
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

/// Sums at random against the proved quotients of the heaps up to 45 and 58.
#[test]
fn sums_of_large_heaps() {
    let mut roll = dice(2);
    for (code, most) in [(".54", 45), (".541", 45), (".542", 45), (".543", 45), (".145", 58)] {
        let rule = find(code).unwrap();
        let quotient = Solver::new(&code.parse().unwrap()).run(most, &Budget::unlimited());
        let (from, period) = rule.period();
        for _ in 0..50_000 {
            let count = roll(6);
            let mut heaps: Vec<(u64, u64)> = (0..count).map(|_| (roll(most.into()), 1)).collect();
            // Heaps with numbers are rare among all.
            for (heap, _) in &mut heaps {
                while *heap > from && roll(3) > 1 && rule.label(*heap).to_string().len() == 2 {
                    *heap -= 1;
                    if rule.label(*heap).to_string().starts_with(['X', 'Y']) {
                        break;
                    }
                }
            }
            assert!(period > 0);
            let class = quotient.class_of_sum(heaps.iter().copied()).unwrap();
            let said = rule.sum(heaps.iter().map(|&(heap, _)| (heap, 1))).is_previous_win();
            assert_eq!(quotient.monoid().is_p(class), said, "{code} {heaps:?}");
        }
    }
}

/// From a sum of large heaps no move leads from P to P, and from N there is a move to P.
#[test]
fn large_sums_have_the_moves_that_they_should() {
    let mut roll = dice(3);
    for code in CODES {
        let rule = find(code).unwrap();
        let moves: HeapCode = code.parse().unwrap();
        for _ in 0..150 {
            let sum: Vec<u32> = (0..roll(5)).map(|_| roll(200) as u32).collect();
            let is_p = |sum: &[u32]| rule.sum(sum.iter().map(|&heap| (heap, 1))).is_previous_win();
            let (mut has_move, mut wins) = (false, false);
            for (i, &heap) in sum.iter().enumerate() {
                for option in moves.options(heap) {
                    let mut next = sum.clone();
                    next.remove(i);
                    next.extend(option);
                    has_move = true;
                    wins |= is_p(&next);
                }
            }
            assert_eq!(is_p(&sum), has_move && !wins, "{code} {sum:?}");
        }
    }
}

/// Runs of splits have one winner each.
#[test]
fn runs_of_splits() {
    let mut roll = dice(4);
    for code in [".54", ".145", "4.7", ".26"] {
        let rule = Rule::find(&code.parse().unwrap(), &Arc::new(Budget::unlimited()));
        let rule = rule.unwrap().unwrap();
        let (from, period) = rule.period();
        for _ in 0..300 {
            let left = 200 + roll(400);
            let small = from + roll(period) - 1;
            let splits = (left / 2 - small) / period + 1;
            let rest: Vec<(u64, u32)> = (0..roll(4)).map(|_| (roll(500), 1)).collect();
            let wins = |i: u64| {
                let part = small + i * period;
                let parts = [(left - part, 1), (part, 1)];
                rule.sum(rest.iter().copied().chain(parts)).is_previous_win()
            };
            let starts = rule.runs(&rule.sum(rest.iter().copied()), left, small, splits);
            assert_eq!(starts[0], 0);
            assert!(starts.windows(2).all(|pair| pair[0] < pair[1]));
            for i in 0..splits {
                let start = starts.iter().rev().find(|&&start| start <= i).unwrap();
                assert_eq!(wins(i), wins(*start), "{code} {left} {small} {i} {rest:?}");
            }
        }
    }
}

#[test]
fn other_games_have_none() {
    for code in [".77", ".07", "4.3", ".35", "4.7", ".26", "4.162", ".5", ".55", "grundy", ".8"] {
        assert!(find(code).is_none(), "{code}");
    }
}
