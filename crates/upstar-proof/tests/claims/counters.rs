//! Rules with counters.

use std::collections::BTreeSet;
use upstar_base::Budget;
use upstar_proof::{AnyClaim, Certificate, MisereCounters, Verdict, check};

fn claim(text: &str) -> MisereCounters {
    match Certificate::read(text).unwrap().claim {
        AnyClaim::MisereCounters(claim) => claim,
        other => panic!("{other:?}"),
    }
}

fn first() -> MisereCounters {
    claim(include_str!("../../../upstar-misere/src/counters/known.json"))
}

fn verdict(claim: &MisereCounters) -> Verdict {
    check(&Certificate::new(claim.clone()), &Budget::unlimited())
}

/// The counters that are compared with a bound in sums with this letter.
fn asked_after(letter: usize) -> Vec<usize> {
    let MisereCounters { steps, winning, .. } = first();
    let mut open: Vec<u16> = steps.iter().map(|step| step[letter]).collect();
    let mut after = BTreeSet::new();
    while let Some(element) = open.pop() {
        if after.insert(element) {
            open.extend(&steps[usize::from(element)]);
        }
    }
    let asked = after.iter().filter_map(|&element| winning[usize::from(element)]);
    let bounded = asked.filter(|(_, low, high)| low.is_some() || high.is_some());
    bounded.map(|(counter, ..)| usize::from(counter)).collect()
}

#[test]
fn it_holds_for_four_codes() {
    for code in ["0.544", "0.545", "0.546", "0.547"] {
        let claim = MisereCounters { code: code.into(), ..first() };
        assert!(verdict(&claim).is_verified(), "{code}: {}", verdict(&claim));
    }
}

#[test]
fn it_fails_for_other_codes_and_words() {
    for code in ["0.54", "0.54!4", "0.154", "0.564", "4.544", "8.544", "x"] {
        let changed = MisereCounters { code: code.into(), ..first() };
        assert!(!verdict(&changed).is_verified(), "{code}");
    }
    // Each heap with another word; each word comes several times.
    let words = [&[][..], &[0], &[1], &[2], &[3], &[4], &[5], &[6], &[7], &[8], &[0, 6, 6]];
    for (heap, word) in (0..first().words.len()).zip(words.iter().cycle().skip(2)) {
        let mut changed = first();
        if std::mem::replace(&mut changed.words[heap], word.to_vec()) != *word {
            assert!(!verdict(&changed).is_verified(), "heap {} as {word:?}", heap + 1);
        }
    }
}

#[test]
fn it_fails_with_other_bounds_weights_and_steps() {
    for element in (0..first().winning.len()).step_by(8) {
        let mut changed = first();
        let winning = &mut changed.winning[element];
        *winning = match *winning {
            None => Some((0, None, None)),
            Some((counter, Some(low), high)) => Some((counter, Some(low + 2), high)),
            Some((counter, low, Some(high))) => Some((counter, low, Some(high - 2))),
            Some((_, None, None)) => None,
        };
        assert!(!verdict(&changed).is_verified(), "element {element}");
    }
    for letter in 0..first().weights.len() {
        let mut changed = first();
        changed.weights[letter][0] += 1;
        assert!(!verdict(&changed).is_verified(), "letter {letter} and the relation");
        // With the relation kept: wrong exactly if a counter that is changed is asked for later.
        let other = 1 + letter % 2;
        changed.weights[letter][other] += 1;
        let counts = asked_after(letter).iter().any(|&counter| [0, other].contains(&counter));
        assert_eq!(verdict(&changed).is_verified(), !counts, "letter {letter}, {other}");
    }
    for element in (0..first().steps.len()).step_by(7) {
        for letter in 0..first().weights.len() {
            let mut changed = first();
            changed.steps[element][letter] = (changed.steps[element][letter] + 1) % 114;
            assert!(!verdict(&changed).is_verified(), "element {element}, letter {letter}");
        }
    }
}

#[test]
fn shapes_that_do_not_fit() {
    let changes: [fn(&mut MisereCounters); 10] = [
        |claim| claim.period = 0,
        |claim| claim.preperiod = 0,
        |claim| claim.preperiod = u64::MAX,
        |claim| claim.words[3] = vec![9],
        |claim| drop(claim.weights.pop()),
        |claim| claim.weights[0] = vec![i64::MAX; 3],
        |claim| claim.relations = vec![[0, 1, 3]],
        |claim| claim.steps[5].clear(),
        |claim| claim.steps[5][0] = 114,
        |claim| claim.winning[0] = Some((0, Some(i64::MIN), None)),
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut changed = first();
        change(&mut changed);
        assert!(!verdict(&changed).is_verified(), "change {number}");
    }
}

/// The nim-values of a game as words over their binary digits, and the rule of normal play: a sum is
/// called P if its nim-sum is 0. One counter counts nothing.
fn normal_play(code: &str, values: &[u16], preperiod: u64, period: u64) -> MisereCounters {
    let bits = |value: u16| (0..4).filter(|bit| value >> bit & 1 == 1).collect();
    let steps: Vec<Vec<u16>> =
        (0..16).map(|element| (0..4).map(|bit| element ^ (1 << bit)).collect()).collect();
    let mut winning = vec![None; 16];
    winning[0] = Some((0, None, None));
    MisereCounters {
        code: code.into(),
        period,
        preperiod,
        words: values.iter().map(|&value| bits(value)).collect(),
        weights: vec![vec![0]; 4],
        relations: Vec::new(),
        steps,
        winning,
    }
}

#[test]
fn rules_of_normal_play_are_refuted() {
    let mut smallest = MisereCounters {
        code: "0.1".into(),
        period: 1,
        preperiod: 2,
        words: vec![vec![0], vec![]],
        weights: vec![vec![0]],
        relations: Vec::new(),
        steps: vec![vec![1], vec![0]],
        winning: vec![Some((0, Some(0), Some(0))), None],
    };
    let refuted = |claim: &MisereCounters| match verdict(claim) {
        Verdict::Refuted { step, .. } => step,
        other => panic!("{other}"),
    };
    assert_eq!(refuted(&smallest), "nothing");
    smallest.winning[0] = Some((0, None, None));
    assert_eq!(refuted(&smallest), "nothing");
    // Misère play: a heap of 1 is a P-position, and every other sum is decided by parity.
    smallest.winning = vec![None, Some((0, Some(0), Some(0)))];
    assert!(verdict(&smallest).is_verified(), "{}", verdict(&smallest));
    for (code, period) in [("0.77", 12), ("0.15", 10), ("0.07", 34), ("0.31", 2), ("0.33", 3)] {
        let values = nim_values(code, 200);
        let differs = |&n: &usize| values[n] != values[n + period];
        let preperiod = (1..200 - period).rev().find(differs).unwrap_or(0) + 1;
        let listed = &values[1..preperiod + period];
        let claim = normal_play(code, listed, preperiod as u64, period as u64);
        assert_eq!(refuted(&claim), "nothing", "{code}");
    }
}

/// The nim-values of the heaps of an octal game.
fn nim_values(code: &str, heaps: usize) -> Vec<u16> {
    let digits: Vec<u32> = code[2..].chars().map(|digit| digit.to_digit(8).unwrap()).collect();
    let mut values: Vec<u16> = vec![0];
    for heap in 1..heaps {
        let mut seen = BTreeSet::new();
        for (digit, taken) in digits.iter().zip(1..=heap) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 || digit & 2 != 0 && left > 0 {
                seen.insert(values[left]);
            }
            if digit & 4 != 0 {
                seen.extend((1..left).map(|part| values[part] ^ values[left - part]));
            }
        }
        values.extend((0..).find(|value| !seen.contains(value)));
    }
    values
}
