//! Games that are won like Knots: rules that are found, proved, and right.
#![allow(clippy::unwrap_used)]

use crate::by_definition::{Search, dice};
use upstar_base::Budget;
use upstar_misere::knots::Knots;

/// The classes of codes d0.d1d2d3 that have such a rule.
const CODES: &str = "4.7 .57 .157 4.71 .26 4.06 4.16 4.17 4.52 4.53 .175 .326 .327 .355 .357 .516 .517 .534 .535 .556 \
    .557 .571 .574 .575 .724 .725 .726 .727 .732 .733 .734 .735 .736 .754 .755 .756 .757 4.106 4.107 4.116 4.117 4.124 \
    4.125 4.134 4.135 4.142 4.143 4.152 4.153 4.161 4.164 4.165 4.171 4.174 4.175 4.305 4.307 4.315 4.317 4.345 4.347 \
    4.355 4.357 4.502 4.503 4.506 4.507 4.512 4.513 4.516 4.517 4.521 4.524 4.525 4.531 4.534 4.535 4.542 4.543 4.546 \
    4.547 4.552 4.553 4.556 4.557 4.564 4.565 4.574 4.575 4.701 4.702 4.703 4.704 4.705 4.706 4.707 4.711 4.712 4.713 \
    4.714 4.715 4.716 4.717 4.744 4.745 4.746 4.747 4.754 4.755 4.756 4.757";

fn find(code: &str) -> Option<Knots> {
    Knots::find(&code.parse().unwrap(), &Budget::unlimited()).unwrap()
}

#[test]
fn rules_are_found_for_all_classes() {
    let mut missing = Vec::new();
    for code in CODES.split_whitespace() {
        match find(code) {
            Some(_) => {}
            None => missing.push(code),
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// Sums at random, each with at most so many tokens, of every class.
fn compare_at_random(sums: usize, tokens: u32) {
    let mut roll = dice(1);
    for code in CODES.split_whitespace() {
        let (knots, mut search) = (find(code).unwrap(), Search::new(code, tokens));
        for _ in 0..sums {
            let (mut left, mut sum) = (tokens, Vec::new());
            while left > 0 {
                let heap = roll(u64::from(left)) as u32;
                left -= heap;
                // Now and then tokens are left over.
                if roll(4) > 1 {
                    sum.push(heap);
                }
            }
            sum.sort_unstable();
            let rule = knots.sum(sum.iter().map(|&heap| (heap, 1))).is_previous_win();
            assert_eq!(search.is_p(&sum), rule, "{code} {sum:?}");
        }
    }
}

#[test]
fn sums_at_random_are_won_as_the_rules_say() {
    compare_at_random(100, 18);
}

#[test]
#[ignore = "a million sums by search: a minute"]
fn a_million_sums_at_random_are_won_as_the_rules_say() {
    compare_at_random(1_000_000 / CODES.split_whitespace().count() + 1, 30);
}

#[test]
fn other_games_have_none() {
    for code in [
        ".77", ".07", "4.3", ".354", ".356", ".127", ".524", ".525", ".3102", ".54", "nim",
        "grundy", ".8",
    ] {
        assert!(find(code).is_none(), "{code}");
    }
}

#[test]
#[ignore = "all sums with 25 tokens, a million, by search: a minute"]
fn sums_of_all_classes_are_won_as_the_rules_say() {
    for code in CODES.split_whitespace() {
        let knots = find(code).unwrap();
        let said = |sum: &[u32]| knots.sum(sum.iter().map(|&heap| (heap, 1))).is_previous_win();
        Search::new(code, 25).compare(&said, code, 25);
    }
}

/// The codes d0.d1d2d3d4 with d4 > 0 that have a rule, with all their sums of few tokens. Where m is
/// bounded the quotient is finite, so that the rule says nothing new.
#[test]
#[ignore = "7168 codes: minutes"]
fn codes_of_four_digits() {
    let (mut found, mut unbounded) = (0, 0);
    for first in ["0", "4"] {
        for digits in (0..8u32.pow(4)).filter(|digits| digits % 8 > 0) {
            let code = format!("{first}.{digits:04o}");
            let Some(knots) = find(&code) else { continue };
            let said = |sum: &[u32]| knots.sum(sum.iter().map(|&heap| (heap, 1))).is_previous_win();
            Search::new(&code, 18).compare(&said, &code, 18);
            found += 1;
            let (from, period, _) = knots.period();
            let grows = (from..from + period).any(|heap| knots.label(heap).m > 0);
            unbounded += u32::from(grows);
        }
    }
    assert_eq!((found, unbounded), (608, 447));
}

/// The nim-values of heaps 0, 1, ... in normal play, by the mex rule: digits d0 to d3 of an octal code.
fn nim_values(digits: [u32; 4], heaps: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..heaps {
        let mut options = Vec::new();
        for (taken, digit) in digits.into_iter().enumerate().filter(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            if left == 0 && digit & 1 > 0 {
                options.push(0);
            }
            if left > 0 && digit & 2 > 0 {
                options.push(values[left]);
            }
            if digit & 4 > 0 {
                options.extend((1..left).map(|part| values[part] ^ values[left - part]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// The codes d0.d1d2d3 that have such a rule and no finite quotient, as docs/discoveries.md divides
/// them: those with the nim-sequence 1, 2, 1, 2, ..., which Plambeck solved in 1992; those whose heaps
/// have the labels of such a game, each heap two or three times; and the rest by their nim-sequences.
#[test]
fn codes_that_are_in_print() {
    let (mut printed, mut rest) = (Vec::new(), Vec::new());
    for digits in 1..1024u32 {
        let digits = [digits >> 9 << 2, digits >> 6 & 7, digits >> 3 & 7, digits & 7];
        let [first, a, b, c] = digits;
        let code = format!("{first}.{a}{b}{c}");
        let Some(knots) = find(&code) else { continue };
        // Where m is bounded the quotient is finite.
        let (from, period, _) = knots.period();
        if (from..from + period).all(|heap| knots.label(heap).m == 0) {
            continue;
        }
        let labels: Vec<_> = (1..=72).map(|heap| knots.label(heap)).collect();
        let nim = nim_values(digits, 30);
        let is_printed = (1..30).all(|heap| nim[heap] == [2, 1][heap % 2]);
        let kind = if is_printed { &mut printed } else { &mut rest };
        kind.push((code, labels, nim[1..9].to_vec()));
    }
    let repeats = |labels: &[_]| {
        printed.iter().any(|(_, of, _)| {
            [2, 3].iter().any(|times| (0..72).all(|heap| labels[heap] == of[heap / times]))
        })
    };
    let (same, new): (Vec<_>, Vec<_>) = rest.iter().partition(|(_, labels, _)| repeats(labels));
    assert_eq!((printed.len(), same.len(), new.len()), (38, 3, 102));
    let same: Vec<&str> = same.iter().map(|(code, _, _)| &code[..]).collect();
    assert_eq!(same, ["0.157", "0.570", "0.571"]);
    for (values, codes) in [
        ([0, 1, 2, 3, 0, 1, 2, 3], 32),
        ([1, 1, 2, 2, 1, 1, 2, 2], 29),
        ([1, 1, 1, 2, 2, 2, 1, 1], 28),
        ([1, 2, 3, 0, 1, 2, 3, 0], 7),
        ([1, 0, 2, 3, 1, 0, 2, 3], 6),
    ] {
        let found = new.iter().filter(|(_, _, nim)| *nim == values).count();
        assert_eq!(found, codes, "{values:?}");
    }
}

/// The rule of Knots in Allemang's words.
#[test]
fn the_rule_of_4_7_is_allemangs() {
    let t = |n: u64| match n {
        1 | 3 => 0,
        2 => 1,
        n => n as i64 - 3,
    };
    let w = |n: u64| match n {
        0..=4 | 6 => 0,
        5 => 1,
        n => n as i64 - 6,
    };
    let allemang = |heaps: &[u64]| {
        if heaps.iter().all(|&n| n == 1 || n == 3) {
            return heaps.len() % 2 == 1;
        }
        let largest = heaps.iter().copied().max().unwrap();
        let a = w(largest) + t(largest) - heaps.iter().map(|&n| t(n)).sum::<i64>();
        let even = heaps.iter().filter(|&&n| n % 2 == 0).count();
        let odd = heaps.len() - even;
        match a {
            ..=0 => even.is_multiple_of(2) && odd.is_multiple_of(2),
            1 => false,
            _ => even % 2 == 1 && odd % 2 == 1,
        }
    };
    let knots = find("4.7").unwrap();
    let mut roll = dice(1);
    for trial in 0..20_000 {
        let most = [6, 12, 60, 100_000][trial % 4];
        let mut heaps: Vec<u64> = (0..roll(8)).map(|_| roll(most)).collect();
        if trial % 3 == 0 {
            // One heap against all others, near the edge of the rule.
            let others: i64 = heaps.iter().map(|&n| t(n)).sum();
            heaps.push((others + 3 + roll(8) as i64).max(1) as u64);
        }
        let sum = knots.sum(heaps.iter().map(|&heap| (heap, 1)));
        assert_eq!(sum.is_previous_win(), allemang(&heaps), "{heaps:?}");
    }
}
