//! Tables of the literature, computed by the engines.
#![allow(clippy::unwrap_used)]

use dashu_int::UBig;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_calculator::Calculator;
use upstar_calculator::print::Notation;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About, Known};
use upstar_rules::{Rules, split_sum};
use upstar_theory::infinite;
use upstar_theory::structure::{theorem, welter};
use upstar_theory::values::Values;
use upstar_values::nim::{nim_product_u64, nim_roots};

/// The values of positions, with or without theorems, as text.
struct Evaluate<'a> {
    positions: &'a [String],
    theorems: bool,
}

impl Evaluate<'_> {
    fn visit(self, _: &About<'_>, rules: Erased) -> Vec<String> {
        let rules = Arc::new(rules);
        let mut session = Calculator::default();
        let mut values = Values::new(&rules, session.calc().fork());
        if !self.theorems {
            values = values.without_theorems();
        }
        let mut texts = Vec::new();
        for position in self.positions {
            let value = values.of(rules.parse(position).unwrap()).unwrap();
            let value = session.value_of(value);
            texts.push(session.show(&value, Notation::Ascii).unwrap());
        }
        texts
    }
}

fn row(rules: &str, positions: impl IntoIterator<Item = String>, expected: &str) {
    let positions: Vec<String> = positions.into_iter().collect();
    for theorems in [true, false] {
        let evaluate = Evaluate { positions: &positions, theorems };
        let values = registry::open(rules, &positions[0])
            .map(|(about, rules)| evaluate.visit(about, rules))
            .unwrap()
            .join(" ");
        assert_eq!(values, expected, "{rules}: {positions:?}");
    }
}

/// Winning Ways ch. 2, table 1: borders of equal blocks whose side is a power of 2.
#[test]
fn cutcake() {
    let table = [
        "0 1 2 3 4 5 6 7 8 9 10 11",
        "-1 0 0 1 1 2 2 3 3 4 4 5",
        "-2 0 0 1 1 2 2 3 3 4 4 5",
        "-3 -1 -1 0 0 0 0 1 1 1 1 2",
        "-4 -1 -1 0 0 0 0 1 1 1 1 2",
        "-5 -2 -2 0 0 0 0 1 1 1 1 2",
        "-6 -2 -2 0 0 0 0 1 1 1 1 2",
        "-7 -3 -3 -1 -1 -1 -1 0 0 0 0 0",
    ];
    for (height, expected) in (1..).zip(table) {
        row("cutcake", (1..=12).map(|width| format!("{height}x{width}")), expected);
    }
}

/// Winning Ways ch. 2, table 2.
#[test]
fn maundy_cake() {
    let prime = "-1 0 0 1 0 1 0 3 1 1 0 4 0 1 1 7 0 4";
    let two = "-1 -1 0 -1 0 -1 1 0 0 -1 1 -1 0 0 3 -1 1";
    let table = [
        "0 1 1 3 1 4 1 7 4 6 1 10 1 8 6 15 1 13".to_owned(),
        prime.to_owned(),
        prime.to_owned(),
        format!("-3 {two}"),
        prime.to_owned(),
        format!("-4 {two}"),
        prime.to_owned(),
        "-7 -3 -3 -1 -3 -1 -3 0 -1 -1 -3 0 -3 -1 -1 1 -3 0".to_owned(),
        format!("-4 {two}"),
        format!("-6 {two}"),
        prime.to_owned(),
    ];
    for (height, expected) in (1..).zip(table) {
        row("maundy-cake", (1..=18).map(|width| format!("{height}x{width}")), &expected);
    }
}

/// Winning Ways ch. 2, table 6.
#[test]
fn seating_couples() {
    let rows = |a: char, from: u32, b: char| (from..=14).map(move |n| format!("{a}{n}{b}"));
    let same = "0 -1 -1 * -1/2 -1/2 0 -1/4 -1/4 * -1/8 -1/8 0 -1/16";
    row("seating-couples", rows('L', 1, 'L'), same);
    row("seating-couples", rows('R', 1, 'R'), &same.replace('-', ""));
    row("seating-couples", rows('L', 0, 'R'), "0 0 0 * * * 0 0 0 * * * 0 0 0");
}

/// Guy, Impartial Games, section 7: the position of figure 8 and its three good moves.
#[test]
fn welters_game() {
    let coins = [1, 2, 3, 5, 8, 13, 21];
    assert_eq!(welter::welter(&coins), Some(14));
    let answers = welter::alterations(&coins, 0).unwrap();
    let good: Vec<_> = coins.into_iter().zip(answers).filter(|(from, to)| to < from).collect();
    assert_eq!(good, [(2, 0), (13, 11), (21, 19)]);
}

/// Guy, Impartial Games, section 8 and Winning Ways ch. 14.
#[test]
fn nim_arithmetic() {
    assert_eq!(nim_product_u64(13, 7), 2);
    let roots = nim_roots(&UBig::ONE, &UBig::from(5u8), &Budget::unlimited()).unwrap();
    assert_eq!(roots, [1u8, 8, 10, 13, 14].map(UBig::from));
}

/// Guy, Impartial Games, section 6: nim-sums up in the air, circuits become twigs.
#[test]
fn green_hackenbush() {
    let pictures = [
        ("eeeeee", "*6"),
        // Figure 6, middle: at the top of the trunk *2 + *2 + * + *4 = *5.
        ("e(ee;ee;e;eeee)", "*6"),
        // The same with the branches as they grew: *3 + *2 = *, * + * = 0, * + *2 = *3.
        ("e(e(eee;ee);ee(e;e);e;e(e;ee))", "*6"),
        // On the ground a circuit of n edges is worth 0 or * as n is even or odd.
        ("eee_", "*"),
        ("eeee_", "0"),
        // A circuit of three edges on a stalk of two, with a tail of two on one of its corners:
        // fused, the stalk carries three twigs and the tail, *1 + *2 = *3.
        ("ee:A(e:B(ee)e:Ce:A)", "*5"),
        // Two legs to the ground and a body on them: a fused circuit and a stalk.
        ("e:Ae_;ee:A;e:Aeee", "*2"),
    ];
    for (position, expected) in pictures {
        row("hackenbush", [position.to_owned()], expected);
    }
}

/// A value that the registry states, read by the calculator; what is wrong with it.
struct Stated(&'static Known<'static>);

impl Stated {
    fn visit(self, about: &About<'_>, rules: Erased) -> Option<String> {
        let rules = Arc::new(rules);
        // Values of endless games are asked of the program.
        if rules.nature().loopy {
            return None;
        }
        let Known { position, value, .. } = *self.0;
        if rules.nature().infinite {
            let found =
                infinite::nimber::<Erased>(&rules.parse(position).unwrap()).unwrap().unwrap();
            let wrong = || format!("{} {position}: {value} stated, {found} found", about.name);
            return (found.to_string() != value).then(wrong);
        }
        let mut session = Calculator::default();
        let read = session.eval(value).unwrap().value.unwrap();
        let stated = session.game(&read).unwrap();
        for theorems in [true, false] {
            let mut values = Values::new(&rules, session.calc().fork());
            if !theorems {
                if theorem::KnownTheorem::of(&rules).is_none() {
                    break;
                }
                values = values.without_theorems();
            }
            let mut total = upstar_values::Short::ZERO;
            for (_, term) in split_sum(position).unwrap() {
                let value = values.of(rules.parse(term).unwrap()).unwrap();
                total = session.calc().add(total, value).unwrap();
            }
            if stated != Some(total) {
                let found = session.value_of(total);
                let found = session.show(&found, Notation::Ascii).unwrap();
                return Some(format!("{} {position}: {value} stated, {found} found", about.name));
            }
        }
        None
    }
}

#[test]
fn values_that_the_registry_states() {
    let mut wrong = Vec::new();
    for about in registry::all() {
        for known in about.known {
            assert!(!known.source.is_empty(), "{} {}", about.name, known.position);
            wrong.extend(
                registry::open(about.name, known.position)
                    .map(|(about, rules)| Stated(known).visit(about, rules))
                    .unwrap(),
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Every example of every ruleset can be read.
struct Examples;

impl Examples {
    fn visit(self, about: &About<'_>, rules: Erased) {
        let rules = Arc::new(rules);
        for example in about.examples {
            for (_, term) in split_sum(example).unwrap() {
                let read = rules.parse(term);
                assert!(read.is_ok(), "{} {example}: {}", about.name, read.unwrap_err().message);
            }
        }
    }
}

#[test]
fn examples_are_positions() {
    for about in registry::all() {
        registry::open(about.name, &about.examples.join(" + "))
            .map(|(about, rules)| Examples.visit(about, rules))
            .unwrap();
    }
}
