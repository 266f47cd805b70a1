//! Tallies, entailed sets and loopy nimbers against the book's examples and plain definitions.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use upstar_base::{OutcomeClass, Play, Player};
use upstar_values::{Best, ComponentPace, Entailed, LoopyNimber, Tallies, Tally, mover_wins};

const EXAMPLES: &str = "compounds/ch10-tally-rule-examples.json";

/// `["1/2", 8]`
fn tally(json: &Json) -> Tally {
    format!("{}_{}", json[0].as_str().unwrap(), json[1]).parse().unwrap()
}

fn tallies(json: &Json) -> Tallies {
    Tallies { left: tally(&json[0]), right: tally(&json[1]) }
}

#[test]
fn the_examples_of_the_tally_rules() {
    let examples: Json = upstar_testing::golden::read(EXAMPLES);
    let options = examples["values"]["options"].as_array().unwrap();
    assert_eq!(options.len(), 16);
    for example in options {
        let best =
            |who, key: &str| Best::of(who, example[key].as_array().unwrap().iter().map(tally));
        let found = Tallies::from_best(
            best(Player::Left, "left_options_right_tallies"),
            best(Player::Right, "right_options_left_tallies"),
        );
        assert_eq!(found, tallies(&example["result"]), "{}", example["note"]);
        // With the players exchanged everything is negative.
        let mirrored = |who, key: &str| {
            let options = example[key].as_array().unwrap();
            let negative = |option| tally(option).negated();
            Best::of(who, options.iter().map(negative))
        };
        let negative = Tallies::from_best(
            mirrored(Player::Left, "right_options_left_tallies"),
            mirrored(Player::Right, "left_options_right_tallies"),
        );
        assert_eq!(negative, found.negated(), "{}", example["note"]);
    }
    let unions = examples["values"]["unions"].as_array().unwrap();
    assert_eq!(unions.len(), 2);
    for example in unions {
        let parts: Vec<Tallies> =
            example["components"].as_array().unwrap().iter().map(tallies).collect();
        let expected = tallies(&example["union"]);
        for who in Player::BOTH {
            let union = Tally::union(parts.iter().map(|part| (part.of(who), 1)));
            assert_eq!(union, *expected.of(who), "{}", example["note"]);
            let backwards = Tally::union(parts.iter().rev().map(|part| (part.of(who), 1)));
            assert_eq!(backwards, union);
        }
    }
}

#[test]
fn tallies_that_cannot_be_read() {
    for text in
        ["", "_", "1_", "_1", "1_2", "1/3_0 0_0", "inf", "1_-1 0_0", "1_2 3_4 5_6", "x_1 0_0"]
    {
        assert!(text.parse::<Tallies>().is_err(), "{text}");
    }
    for text in ["5_5 -6_4", "inf_1 -inf_3", "-1/2_0 7_4294967295", "3/4"] {
        assert_eq!(text.parse::<Tallies>().unwrap().to_string(), text);
    }
    assert_eq!("∞_1 -∞_3".parse::<Tallies>().unwrap().to_string(), "inf_1 -inf_3");
}

#[test]
fn whoever_wins_outright_moves_last() {
    for (text, by_left, by_right) in [
        ("inf_3", true, false),
        ("inf_4", false, true),
        ("-inf_3", false, true),
        ("-inf_4", true, false),
    ] {
        let tally: Tally = text.parse().unwrap();
        assert_eq!(tally.is_possible(Player::Left), by_left, "{text}");
        assert_eq!(tally.is_possible(Player::Right), by_right, "{text}");
    }
}

/// Sets are compared below this.
const BOUND: u32 = 400;

fn model(set: &Entailed) -> BTreeSet<u32> {
    (0..BOUND).filter(|&n| set.contains(n)).collect()
}

/// A set and its plain counterpart up to the bound.
fn sets() -> impl Strategy<Value = (Entailed, BTreeSet<u32>, bool)> {
    let number = prop_oneof![0..8u32, 60..70u32, 120..135u32, 0..300u32];
    (prop::collection::vec(number.clone(), 0..12), any::<bool>(), number).prop_map(
        |(numbers, tail, from)| {
            let mut set = Entailed::loony();
            let mut plain: BTreeSet<u32> = numbers.iter().copied().collect();
            for n in numbers {
                set.insert(n);
            }
            if tail {
                let mut below = Entailed::loony();
                (0..from).for_each(|n| below.insert(n));
                set.add(&below.complement());
                plain.extend(from..BOUND);
            }
            (set, plain, tail)
        },
    )
}

proptest! {
    #[test]
    fn sets_are_sets((a, plain_a, tail_a) in sets(), (b, plain_b, tail_b) in sets(), n in 0..300u32) {
        prop_assert_eq!(model(&a), plain_a.clone());
        prop_assert_eq!(a.is_cofinite(), tail_a);
        prop_assert_eq!(a.contains(u32::MAX), tail_a);
        prop_assert_eq!(a.least(), plain_a.first().copied());

        let mut union = a.clone();
        union.add(&b);
        prop_assert_eq!(model(&union), &plain_a | &plain_b);
        prop_assert_eq!(union.is_cofinite(), tail_a || tail_b);
        let mut other = b.clone();
        other.add(&a);
        prop_assert_eq!(&union, &other);

        let rest = a.complement();
        let all: BTreeSet<u32> = (0..BOUND).collect();
        prop_assert_eq!(model(&rest), &all - &plain_a);
        prop_assert_eq!(rest.is_cofinite(), !tail_a);
        prop_assert_eq!(&rest.complement(), &a);
        let mut everything = rest.clone();
        everything.add(&a);
        prop_assert_eq!(everything, Entailed::sunny());

        let mut more = a.clone();
        more.insert(n);
        let mut plain = plain_a.clone();
        plain.insert(n);
        prop_assert_eq!(model(&more), plain);
        // Equal sets are equal however they were made.
        prop_assert_eq!(a == b, plain_a == plain_b && tail_a == tail_b);
        let only: Entailed = n.to_string().parse().unwrap();
        prop_assert_eq!(&only, &Entailed::only(n));
        prop_assert_eq!(a.to_string().parse::<Entailed>().unwrap(), a);
    }

    #[test]
    fn sums_of_loopy_nimbers(
        subscripts in prop::collection::btree_set(0..64u32, 0..6),
        heap in 0..64u32,
        stage in any::<u32>(),
    ) {
        let list: Vec<u32> = subscripts.iter().copied().collect();
        let value = LoopyNimber::Loopy(list.clone());
        prop_assert_eq!(&value.to_string().parse::<LoopyNimber>().unwrap(), &value);
        let nim = LoopyNimber::Nim { size: heap, stage: Some(stage) };
        prop_assert_eq!(&nim.to_string().parse::<LoopyNimber>().unwrap(), &nim);
        let shifted: BTreeSet<u32> = list.iter().map(|s| s ^ heap).collect();
        let sum = value.plus(&nim);
        prop_assert_eq!(&sum, &LoopyNimber::Loopy(shifted.into_iter().collect()));
        prop_assert_eq!(&nim.plus(&value), &sum);
        prop_assert_eq!(&sum.plus(&nim), &value);
        let wins = if subscripts.contains(&heap) { OutcomeClass::N } else { OutcomeClass::D };
        prop_assert_eq!(sum.outcome(), wins);
        prop_assert_eq!(value.plus(&sum), LoopyNimber::Loopy(Vec::new()));
        prop_assert_eq!(value.plus(&sum).outcome(), OutcomeClass::D);
        for part in [&value, &nim, &LoopyNimber::Loony] {
            prop_assert_eq!(part.plus(&LoopyNimber::Loony), LoopyNimber::Loony);
        }
        let twice = nim.plus(&nim);
        prop_assert_eq!(twice.outcome(), OutcomeClass::P);
        prop_assert_eq!(nim.outcome() == OutcomeClass::P, heap == 0);
    }

    /// The table of the definition, read off directly.
    #[test]
    fn remoteness_and_suspense(numbers in prop::collection::vec(0..40u32, 0..7)) {
        for play in [Play::Normal, Play::Misere] {
            let parity = if play == Play::Normal { 0 } else { 1 };
            let good = || numbers.iter().copied().filter(|n| n % 2 == parity);
            let rapid = good().min().or(numbers.iter().copied().max()).map_or(0, |n| n + 1);
            let slow = good().max().or(numbers.iter().copied().min()).map_or(0, |n| n + 1);
            prop_assert_eq!(ComponentPace::Rapid.number(play, numbers.clone()), rapid);
            prop_assert_eq!(ComponentPace::Slow.number(play, numbers.clone()), slow);
            if let Some(&n) = numbers.first() {
                prop_assert_eq!(mover_wins(play, n), n % 2 != parity);
            }
        }
        prop_assert_eq!(ComponentPace::Rapid.join(numbers.clone()), numbers.iter().copied().min());
        prop_assert_eq!(ComponentPace::Slow.join(numbers.clone()), numbers.iter().copied().max());
    }
}

#[test]
fn loopy_texts() {
    for (text, printed) in [
        ("inf", "inf"),
        ("inf_{}", "inf"),
        ("∞_{3, 0,3}", "inf_{0,3}"),
        ("2@11", "2@11"),
        ("0", "0"),
        ("*", "*"),
        ("*1", "*"),
        ("*7", "*7"),
        ("loony", "loony"),
    ] {
        assert_eq!(text.parse::<LoopyNimber>().unwrap().to_string(), printed, "{text}");
    }
    for text in
        ["", "1", "@", "2@", "@2", "2@x", "inf_", "inf_{", "inf_{x}", "**", "*-1", "infinity"]
    {
        assert!(text.parse::<LoopyNimber>().is_err(), "{text}");
    }
    for text in ["", ",", "1,", ">", "1>,2", "-1", "1>>", "99999999"] {
        assert!(text.parse::<Entailed>().is_err(), "{text}");
    }
}
