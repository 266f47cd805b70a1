//! What is printed is read back as the same value.

use crate::games::{build, recipe};
use proptest::prelude::*;
use upstar_calculator::print::{Notation, short};
use upstar_calculator::{Calculator, Value};

/// Is the text one of those in which arithmetic wins over marks? Only a whole number, or a
/// fraction, directly followed by `*m` or `^m` can be: `3*5`, `3^5`, `1/2^3`, `2^3*5`.
fn is_ambiguous(text: &str) -> bool {
    let bytes = text.as_bytes();
    (1..bytes.len().saturating_sub(1)).any(|i| {
        matches!(bytes[i], b'*' | b'^')
            && bytes[i - 1].is_ascii_digit()
            && bytes[i + 1].is_ascii_digit()
    })
}

fn game(session: &mut Calculator, value: &Value) -> upstar_values::Short {
    session.game(value).unwrap().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn games_read_back(recipe in recipe()) {
        let mut session = Calculator::default();
        let g = build(session.calc(), &recipe);
        for notation in [Notation::Ascii, Notation::Unicode] {
            let text = short(session.calc(), g, notation).unwrap();
            let read = session.read(&text).unwrap();
            prop_assert_eq!(game(&mut session, &read), g, "{}", text);
            let quoted = session.eval(&format!("`{text}`")).unwrap().value.unwrap();
            prop_assert_eq!(game(&mut session, &quoted), g, "`{}`", text);
            if !is_ambiguous(&text) {
                let value = session.eval(&text).unwrap().value.unwrap();
                prop_assert_eq!(game(&mut session, &value), g, "{}", text);
            }
        }
    }

    #[test]
    fn sums_of_printed_values_are_sums(a in recipe(), b in recipe()) {
        let mut session = Calculator::default();
        let (a, b) = (build(session.calc(), &a), build(session.calc(), &b));
        let sum = session.calc().add(a, b).unwrap();
        let a = short(session.calc(), a, Notation::Ascii).unwrap();
        let b = short(session.calc(), b, Notation::Ascii).unwrap();
        for source in [format!("`{a}` + `{b}`"), format!("(`{a}`)+(`{b}`)")] {
            let value = session.eval(&source).unwrap().value.unwrap();
            prop_assert_eq!(game(&mut session, &value), sum, "{}", source);
        }
    }
}

#[test]
fn printed_examples_read_back_as_typed() {
    let texts = [
        "1*",
        "-1*",
        "1^",
        "-1^",
        "-1v",
        "1^^",
        "1^*",
        "1^*3",
        "1^^*3",
        "1^3*",
        "-1/2^3*",
        "9/4*",
        "9/4^3*2",
        "73/16v9*8",
        "-73/16v9*8",
        "2Tiny(2)",
        "5Tiny({5||3|1})",
        "-1Miny(2)",
        "^<2>",
        "v<3>*",
        "^[3]",
        "^[2]*",
        "1^[2]*3",
        "1/2v<2>*",
        "+-(1*)",
        "+-{1,1*}",
        "+-1/2",
        "+-^^",
        "-3/2",
        "{3|||2||1|0,*||||-1/2}",
        "^8*2",
        "v4",
        "*12",
        "{1*|0}",
        "{2|1^}",
        "+-{3|2}",
    ];
    let mut session = Calculator::default();
    for text in texts {
        assert_eq!(crate::answer(&mut session, text).as_deref(), Ok(text));
    }
    for text in ["↑", "⇑*", "1↓3*2", "±1", "⧾₂", "-1⧿(1/2)", "↑²", "2↑[2]*3", "±½"]
    {
        let value = session.eval(text).unwrap().value.unwrap();
        let shown = session.show(&value, Notation::Unicode).unwrap();
        assert_eq!(shown, text.replace('½', "1/2"));
    }
}

#[test]
fn collections_and_forms_read_back() {
    let texts = [
        "[1,[2,3],[]]",
        "{}",
        "{1/2,7,*,^}",
        "{=>}",
        "{1/2 => ^^*, 7 => true}",
        "1..4",
        "1..9..2",
        "(1,3)",
        "\"a\\\"b\\\\c\"",
        "true",
        "inf",
        "-inf",
        "ω^(ω^2+ω)-ω^20×9+ω×3",
        "1/ω",
        "*ω^2",
        "*(ω+5)",
        "Left",
        "Nothing",
        "MutableList(1, *)",
        "MutableSet()",
        "'{*|*}'",
        "'{0|}' + 1",
        "'{*|*}' : 1 + '{*|*}' : -1",
        "2 * ('{*|*}' : 1)",
        "*6 ConwayProduct '{0,*|0,*}'",
        "'{'{*|*}' : 1|-1}'",
        "'{|}' ConjunctiveSum ('{|}' SelectiveSum 1)",
        "2/3",
        "[Left,Right]",
    ];
    let mut session = Calculator::default();
    for text in texts {
        assert_eq!(crate::answer(&mut session, text).as_deref(), Ok(text));
    }
}
