//! Laws of the compounds and variants of games as they are written.

use crate::answer;
use upstar_calculator::Calculator;

/// Games with few followers, numbers and hot, tepid and all-small games among them.
const GAMES: [&str; 14] = [
    "0",
    "1",
    "-2",
    "1/2",
    "-3/4",
    "*",
    "*3",
    "^",
    "v2*",
    "{2|0}",
    "{1|*}",
    "{3||1|-1}",
    "{^|v}",
    "{2|1,*||-1/2}",
];

fn is_true(session: &mut Calculator, input: &str) {
    assert_eq!(answer(session, input).as_deref(), Ok("true"), "{input}");
}

#[test]
fn selective_and_conjunctive_sums_are_symmetric() {
    let mut session = Calculator::default();
    for (i, g) in GAMES.into_iter().enumerate() {
        for h in &GAMES[i..] {
            for sum in ["ConjunctiveSum", "SelectiveSum"] {
                answer(&mut session, &format!("G := {g}; H := {h};")).unwrap();
                let value = format!("(G {sum} H).CanonicalForm");
                is_true(&mut session, &format!("{value} == (H {sum} G).CanonicalForm"));
                is_true(&mut session, &format!("{value} == -((-G) {sum} (-H)).CanonicalForm"));
            }
        }
    }
}

/// Nobody gains by moving twice at once among numbers.
#[test]
fn selective_sums_of_numbers_are_sums() {
    let mut session = Calculator::default();
    let numbers = ["-3", "-3/2", "-1/4", "0", "1", "5/8", "7/4", "2"];
    for (x, y) in numbers.iter().flat_map(|x| numbers.iter().map(move |y| (x, y))) {
        is_true(
            &mut session,
            &format!("(({x}) SelectiveSum ({y})).CanonicalForm == ({x}) + ({y})"),
        );
    }
}

#[test]
fn variants_are_what_they_say() {
    let mut session = Calculator::default();
    for g in GAMES {
        answer(&mut session, &format!("G := {g};")).unwrap();
        is_true(&mut session, "G.DicoticVariant.IsAllSmall");
        is_true(&mut session, "G.ImpartialVariant.IsNimber");
        is_true(&mut session, "-((-G).TwistedVariant) == G.TwistedVariant");
    }
}

/// A form with an added dominated or reversible option is another base.
#[test]
fn ordinal_products_depend_on_the_form() {
    let mut session = Calculator::default();
    is_true(&mut session, "('{*|*}' OrdinalProduct 3).CanonicalForm == 0");
    is_true(&mut session, "(1 OrdinalProduct (1/4)).CanonicalForm == 1/4");
}
