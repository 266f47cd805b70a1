//! Regularities with a saltus and codes without end: found, proved, checked, and never believed
//! too early.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use upstar_base::Budget;
use upstar_heaps::arithmetic::{Digits, PeriodClaim, SeenPeriod, arithmetic};
use upstar_heaps::{AnyHeap, Engine, Period, Prover, engine, plain::MexEngine, search};
use upstar_proof::{AnyClaim, Certificate, NimPeriod, Theorem, check};
use upstar_rules::heap::code::HeapCode;

fn code(text: &str) -> HeapCode {
    text.parse().unwrap()
}

fn values(text: &str, len: u64) -> Vec<u32> {
    let mut engine = engine(&code(text));
    engine.extend(len, &Budget::unlimited()).unwrap();
    (0..len).map(|n| engine.value(n).unwrap()).collect()
}

fn proved(text: &str, limit: u64) -> Period {
    let answer = search(&code(text), limit, &Budget::unlimited(), &mut ());
    let period = answer.period.unwrap_or_else(|| panic!("{text}: nothing to {limit}"));
    assert!(period.proof.is_some(), "{text}: {period:?} is only observed");
    period
}

fn table() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/arithmetic-periods.json");
    let table: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    table["periods"].as_array().unwrap().clone()
}

fn numbers(row: &Value) -> (u64, u64, u64) {
    let number = |key: &str| row[key].as_u64().unwrap();
    (number("preperiod"), number("period"), number("saltus"))
}

#[test]
fn the_table_is_proved_and_the_certificates_hold() {
    for row in table() {
        let text = row["code"].as_str().unwrap();
        let found = proved(text, 500);
        assert_eq!((found.preperiod, found.period, found.saltus), numbers(&row), "{text}");
        let certificate = found.certificate(&code(text), 500).unwrap();
        let again = Certificate::read(&certificate.write()).unwrap();
        assert_eq!(again, certificate);
        let verdict = check(&again, &Budget::unlimited());
        assert!(verdict.is_verified(), "{text}: {verdict} {found:?}");
    }
}

/// A certificate with one number changed, sealed again.
fn changed(claim: &NimPeriod, change: usize) -> Option<NimPeriod> {
    let mut claim = claim.clone();
    let computed = claim.computed;
    match (change, &mut claim.theorem) {
        (0, _) => claim.preperiod = claim.preperiod.checked_sub(1)?,
        (1, _) => claim.preperiod += 1,
        (2, _) => claim.period += 1,
        (3, _) => claim.period *= 2,
        (4, _) => claim.saltus += 1,
        (5, _) => claim.saltus = claim.saltus.checked_sub(1)?,
        (6, _) => claim.computed = computed - 1,
        (7, Theorem::Arithmetic { distance, .. }) => *distance += 1,
        (7, Theorem::Tails { distance, .. }) => *distance += 1,
        (8, Theorem::Arithmetic { bits, .. }) => *bits += 64,
        (8, Theorem::Tails { heaps, .. }) => *heaps += 1,
        (9, Theorem::Arithmetic { low, .. }) => *low += 1 << 16,
        (9, Theorem::Tails { head, .. }) => *head += 1,
        (10, Theorem::Arithmetic { from, .. }) => *from += 1,
        (10, Theorem::Tails { tail, .. }) => *tail += 1,
        (11, _) => claim.code = claim.code.replacen('.', ".1", 1),
        (12, _) => claim.code = format!("{}1", claim.code),
        (13, _) => claim.code = claim.code.replace('.', ""),
        _ => return None,
    }
    Some(claim)
}

#[test]
fn changed_certificates_are_refused() {
    let mut refused = 0;
    for row in table().iter().step_by(7) {
        let text = row["code"].as_str().unwrap();
        let certificate = proved(text, 500).certificate(&code(text), 500).unwrap();
        let AnyClaim::NimPeriod(claim) = certificate.claim else { panic!() };
        if !matches!(claim.theorem, Theorem::Tails { .. } | Theorem::Arithmetic { .. }) {
            continue;
        }
        for change in 0..14 {
            let Some(other) = changed(&claim, change) else { continue };
            // Another code may be another way to write it, or have the same values.
            let same = change >= 11
                && other.code.parse::<HeapCode>().is_ok_and(|other_code| {
                    let long = claim.computed + 100;
                    let mut engine = engine(&other_code);
                    engine.extend(long, &Budget::unlimited()).unwrap();
                    let values = values(text, long);
                    (0..long).all(|n| engine.value(n) == Some(values[n as usize]))
                });
            if same {
                continue;
            }
            let verdict = check(&Certificate::new(other), &Budget::unlimited());
            assert!(!verdict.is_verified(), "{text} with change {change}: {verdict}");
            refused += 1;
        }
    }
    assert!(refused > 500, "{refused}");
}

/// Whatever is proved from few values holds for more.
#[test]
fn proofs_from_few_values_hold_later() {
    let mut proofs = 0;
    for (place, row) in table().iter().enumerate() {
        // The codes of the table and neighbours that may have no such regularity.
        let text = row["code"].as_str().unwrap();
        for text in [text.to_owned(), text.replacen('.', ".9", 1), text.replacen('.', ".2", 1)] {
            let (mut engine, budget) = (engine(&code(&text)), Budget::unlimited());
            for len in [16, 24 + place as u64 % 8, 40, 80] {
                engine.extend(len, &budget).unwrap();
                let Some(period) = Prover::new(&code(&text)).prove(&*engine, &budget).unwrap()
                else {
                    continue;
                };
                let later = values(&text, 250);
                for n in period.preperiod as usize..250 - period.period as usize {
                    let (now, then) = (later[n], later[n + period.period as usize]);
                    assert_eq!(then, now + period.saltus as u32, "{text} {n} {period:?}");
                }
                proofs += 1;
                break;
            }
        }
    }
    assert!(proofs > 600, "{proofs}");
}

/// Regularities that are seen for a while and break.
#[test]
fn what_breaks_later_is_not_proved() {
    for (text, preperiod, period, saltus, breaks) in [
        ("0.2A2", 1, 10, 5, 46),
        ("0.09", 6, 5, 2, 27),
        ("0.83C", 7, 7, 4, 58),
        ("0.08F", 0, 3, 1, 23),
    ] {
        let values = values(text, breaks + 1);
        let (e, p) = (preperiod as usize, period as usize);
        let holds = |n: usize| values[n] as u64 == values[n - p] as u64 + saltus;
        assert!(!holds(breaks as usize), "{text}");
        let first = (e + p..breaks as usize).rev().take_while(|&n| holds(n)).last().unwrap() - p;
        let seen = SeenPeriod { preperiod: first, period: p, saltus };
        let digits = Digits::of(&code(text)).unwrap();
        for len in first + 3 * p..breaks as usize {
            let said = arithmetic(&digits, &values[..len], seen, &Budget::unlimited()).unwrap();
            assert!(!matches!(said, PeriodClaim::Proved(_)), "{text} {len}: {said:?}");
        }
    }
}

#[test]
fn thirty_periods_of_f6_prove_nothing() {
    let answer = search(&code(".F6"), 1929, &Budget::unlimited(), &mut ());
    let period = answer.period.unwrap();
    assert_eq!((period.preperiod, period.period, period.saltus), (604, 43, 32));
    assert_eq!(period.proof, None);
    let values = values(".F6", 1930);
    assert_eq!((values[1929], values[1929 - 43] + 32 == 326), (326, false));
}

/// Codes with `i+` never list their partitions.
#[test]
fn any_number_of_heaps() {
    for text in ["0.{1,5+}[{2,3,4+}]", "{3+}.{2,5+}9", "0.*", "0.{2+}"] {
        let fast = values(text, 400);
        let mut plain = MexEngine::new(code(text));
        plain.extend(22, &Budget::unlimited()).unwrap();
        assert_eq!(fast[..22], *plain.values(), "{text}");
    }
}

#[test]
fn heaps_of_any_size() {
    let budget = Budget::unlimited();
    let mut game = AnyHeap::new(&code(".28"));
    assert_eq!(game.value(10u128.pow(18), &budget).unwrap(), 301_886_792_452_830_187);
    let mut kenyon = AnyHeap::new(&code(".3F"));
    assert_eq!(kenyon.value(6 * 10u128.pow(30) + 5, &budget).unwrap(), 3 * 10u128.pow(30) + 2);
}

/// An option for every smaller value, replayed.
#[test]
fn winning_moves_from_large_heaps() {
    let budget = Budget::unlimited();
    let codes = [
        ".28",
        ".3F",
        ".8",
        "4.[7]",
        "{3+}.{2,5+}9",
        "0.{1,5+}[{2,3,4+}]",
        ".9C",
        ".[19]",
        ".1[2]",
        "8.[3]",
        ".&48;7",
        "sub(all-but 2,3)",
    ];
    for text in codes {
        let code = code(text);
        let mut game = AnyHeap::new(&code);
        for n in [70_001, 10u128.pow(18), 10u128.pow(30) + 7] {
            let own = game.value(n, &budget).unwrap();
            for value in [0, 1, 2, 3, 12, own / 3, own / 2 + 1, own - 5, own - 1] {
                let replies = game.options_worth(n, value, 3, &budget).unwrap();
                assert!(!replies.options.is_empty(), "{text} {n} {value} of {own}");
                for option in replies.options {
                    assert!(code.allows(n, &option), "{text} {n}: {option:?}");
                    let sum = option.iter().map(|&heap| game.value(heap, &budget).unwrap());
                    assert_eq!(sum.fold(0, |x, y| x ^ y), value, "{text} {n}: {option:?}");
                }
            }
        }
        // All options of a small heap, with one heap left.
        if code.most_heaps() == Some(1) {
            for (n, value) in [(30, 4), (31, 0), (44, 9), (45, 11)] {
                let mut all = Vec::new();
                code.each_option(n as u32, &mut |heaps| all.push(heaps.to_vec()));
                let worth = |heaps: &Vec<u32>| match heaps.iter().find(|&&heap| heap > 0) {
                    Some(&heap) => AnyHeap::new(&code).value(heap.into(), &budget).unwrap(),
                    None => 0,
                };
                let fitting = all.iter().filter(|heaps| worth(heaps) == value).count();
                let replies = game.options_worth(n, value, 100, &budget).unwrap();
                assert_eq!(replies.options.len(), fitting, "{text} {n} {value}");
            }
        }
    }
}

#[test]
fn claims_of_a_saltus() {
    use upstar_heaps::claim::{Claim, Claimed};
    let check = |text: &str, preperiod, period| {
        let claim = Claim { preperiod, period };
        claim.check(&code(text), 1, None, &Budget::unlimited(), &mut ()).unwrap()
    };
    assert!(matches!(check(".3F", 0, 6), Claimed::Holds(_)));
    assert!(matches!(check("0.[3]", 0, 1), Claimed::Holds(_)));
    assert!(matches!(check(".3F", 0, 5), Claimed::Refuted(_)));
    assert!(matches!(check(".F6", 604, 43), Claimed::Open(_)));
}

#[test]
fn both_theorems_are_named() {
    assert_eq!(proved("0.[3]", 100).proof.unwrap().name(), "arithmetic");
    assert_eq!(proved("0.*", 100).proof.unwrap().name(), "tails");
    assert!(matches!(proved(".8", 100).proof, Some(Theorem::Arithmetic { .. })));
}
