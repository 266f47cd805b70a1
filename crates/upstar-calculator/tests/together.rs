//! Values of joins, unions, loopy and entailing games are read as they are printed.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::BTreeSet;
use upstar_calculator::print::Notation;
use upstar_calculator::{Calculator, Value};

fn eval(session: &mut Calculator, source: &str) -> Value {
    session.eval(source).unwrap_or_else(|e| panic!("{source}: {e}")).value.unwrap()
}

fn shown(source: &str) -> String {
    let mut session = Calculator::default();
    let value = eval(&mut session, source);
    session.show(&value, Notation::Ascii).unwrap()
}

fn kind(source: &str) -> &'static str {
    let mut session = Calculator::default();
    let value = eval(&mut session, source);
    session.kind(&value)
}

/// Evaluates `source`, prints it, reads the text, alone and in a list: is it the same?
fn reads_back(source: &str, expected: &str) {
    let mut session = Calculator::default();
    let value = eval(&mut session, source);
    assert_eq!(session.show(&value, Notation::Ascii).unwrap(), expected, "{source}");
    let own = session.kind(&value);
    for notation in [Notation::Ascii, Notation::Unicode] {
        let text = session.show(&value, notation).unwrap();
        let printed = session.read(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        for back in [printed, eval(&mut session, &text)] {
            assert_eq!(session.show(&back, notation).unwrap(), text);
            assert_eq!(session.kind(&back), own, "{text}");
        }
        let same = format!("[{text},{text}] === [{source},{source}]");
        let answer = eval(&mut session, &same);
        assert!(matches!(answer, Value::Boolean(true)), "{same}");
        let list = format!("[{text},{text}]");
        let value = eval(&mut session, &list);
        assert_eq!(session.show(&value, notation).unwrap(), list);
    }
    assert!(!session.show(&value, Notation::Latex).unwrap().is_empty());
}

fn numbers() -> impl Strategy<Value = BTreeSet<u32>> {
    prop::collection::btree_set(prop_oneof![0..9u32, 0..200u32], 0..8)
}

fn joined(set: &BTreeSet<u32>) -> String {
    set.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// A tally that a position can have when Left starts (`odd` is 1) or Right does (0).
fn tally(odd: u32) -> impl Strategy<Value = String> {
    prop_oneof![
        (-999..999i64, 0..50u32).prop_map(|(n, timer)| format!("{n}_{timer}")),
        (-99..99i64, 1..9u32, any::<u32>()).prop_map(|(n, exponent, timer)| {
            format!("{}/{}_{timer}", 2 * n + 1, 1u64 << exponent)
        }),
        (1..1000u32).prop_map(move |k| format!("inf_{}", 2 * k + odd)),
        (1..1000u32).prop_map(move |k| format!("-inf_{}", 2 * k + 1 - odd)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn loopy_nimbers(subscripts in numbers(), heap in 0..300u32, stage in any::<u32>()) {
        let text = format!("inf_{{{}}}", joined(&subscripts));
        reads_back(&text, &text);
        reads_back(&format!("{heap}@{stage}"), &format!("{heap}@{stage}"));
        let shifted = subscripts.iter().map(|s| s ^ heap).collect();
        prop_assert_eq!(shown(&format!("{text} + *{heap}")), format!("inf_{{{}}}", joined(&shifted)));
        prop_assert_eq!(shown(&format!("{heap}@{stage} + {text}")), format!("inf_{{{}}}", joined(&shifted)));
        prop_assert_eq!(shown(&format!("{text} - {text}")), "inf_{}");
        prop_assert_eq!(
            shown(&format!("({text} + *{heap}).OutcomeClass")),
            if subscripts.contains(&heap) { "N" } else { "D" }
        );
    }

    #[test]
    fn entailed_sets(set in numbers(), tail in prop::option::of(0..80u32), heap in 0..70u32) {
        let mut items: Vec<String> = set.iter().map(u32::to_string).collect();
        items.extend(tail.map(|n| format!("{n}>")));
        prop_assume!(!items.is_empty());
        let source = format!("Entailed(\"{}\")", items.join(","));
        let has = |n: u32| set.contains(&n) || tail.is_some_and(|from| n >= from);
        let printed = shown(&source);
        reads_back(&source, &printed);
        for n in 0..260 {
            let question = format!("({printed}).Contains({n})");
            prop_assert_eq!(shown(&question), has(n).to_string(), "{}", question);
            if n > 90 { break }
        }
        let least = (0..300).find(|&n| has(n)).unwrap();
        prop_assert_eq!(shown(&format!("({source}).Least")), least.to_string());
        prop_assert_eq!(
            shown(&format!("{source} + *{heap}")),
            shown(&format!("*{}", least ^ heap))
        );
        prop_assert_eq!(shown(&format!("{source} + loony")), "loony");
        prop_assert_eq!(shown(&format!("({source}).Complement.Complement")), printed);
    }

    #[test]
    fn numbers_of_joins(a: [u32; 2], b: [u32; 2], slow: bool) {
        let name = if slow { "Suspense" } else { "Remoteness" };
        let text = |[l, r]: [u32; 2]| format!("{name}({l},{r})");
        reads_back(&text(a), &text(a));
        reads_back(&format!("{name}({})", a[0]), &format!("{name}({})", a[0]));
        let best = |x: u32, y: u32| if slow { x.max(y) } else { x.min(y) };
        let join = format!("Join({},{})", text(a), text(b));
        prop_assert_eq!(shown(&join), text([best(a[0], b[0]), best(a[1], b[1])]));
        let one = format!("Join({name}({}),{})", a[0], text(b));
        prop_assert_eq!(shown(&one), text([best(a[0], b[0]), best(a[0], b[1])]));
        let outcome = |play: u32| match (a[0] % 2 == play, a[1] % 2 == play) {
            (true, true) => "N",
            (true, false) => "L",
            (false, true) => "R",
            (false, false) => "P",
        };
        prop_assert_eq!(shown(&format!("{}.OutcomeClass", text(a))), outcome(1));
        prop_assert_eq!(shown(&format!("{}.MisereOutcomeClass", text(a))), outcome(0));
    }

    #[test]
    fn pairs_of_tallies(left in tally(1), right in tally(0)) {
        let text = format!("{left} {right}");
        let cold = left == right && left.ends_with("_0");
        let expected = if cold { left.trim_end_matches("_0").to_owned() } else { text.clone() };
        reads_back(&text, &expected);
        reads_back(&format!("Tally(\"{text}\")"), &expected);
        let twice = format!("-(-({text})) === ({text})");
        prop_assert_eq!(shown(&twice), "true");
        let unit = format!("Union({text}, 0) === ({text})");
        prop_assert_eq!(shown(&unit), "true");
        if !text.contains("inf") {
            let union = format!("Union({text}, 3/4, 1_2 -1/2_0)");
            let toll = |tally: &str| tally.split_once('_').unwrap().0.to_owned();
            let timer = |tally: &str| tally.split_once('_').unwrap().1.parse::<u32>().unwrap();
            let wanted = [
                format!("{}+7/4", toll(&left)),
                timer(&left).max(2).to_string(),
                format!("{}+1/4", toll(&right)),
                timer(&right).to_string(),
            ];
            let parts = ["Toll(Left)", "Timer(Left)", "Toll(Right)", "Timer(Right)"];
            for (part, wanted) in parts.iter().zip(wanted) {
                let question = format!("({union}).{part} == {wanted}");
                prop_assert_eq!(shown(&question), "true", "{}", question);
            }
        }
    }
}

#[test]
fn the_most_specific_kind() {
    for (source, expected) in [
        ("inf_{0,3}", "LoopyNimber"),
        ("∞_{ 3, 0 ,3}", "LoopyNimber"),
        ("2@11", "LoopyNimber"),
        ("2@11 + *3", "Nimber"),
        ("2@11 + 2@5", "Integer"),
        ("Loopy(\"*3\")", "Nimber"),
        ("Loopy(\"loony\")", "Entailed"),
        ("inf", "Rational"),
        ("∞", "Rational"),
        ("sunny", "Entailed"),
        ("sunny + *2", "Nimber"),
        ("5_5 -6_4", "Tallies"),
        ("3/4_0 3/4_0", "Dyadic"),
        ("Tally(\"2\")", "Integer"),
        ("Remoteness(3)", "Remoteness"),
        ("Suspense(3,4)", "Suspense"),
        ("inf_{1}.OutcomeClass", "OutcomeClass"),
    ] {
        assert_eq!(kind(source), expected, "{source}");
    }
}

#[test]
fn answers() {
    for (source, expected) in [
        ("inf_{3,0,3}", "inf_{0,3}"),
        ("-inf", "-inf"),
        ("-inf_{0}", "inf_{0}"),
        ("2*inf_{0}", "inf_{}"),
        ("3*5@2 == *5", "true"),
        ("2@11 == *2", "true"),
        ("2@11 == 2@12", "true"),
        ("2@11 === 2@12", "false"),
        ("2@11 == inf_{0}", "false"),
        ("inf_{1}.OutcomeClass == OutcomeClass.D", "true"),
        ("{inf_{0},2@11,2@11,inf_{}}", "{2@11,inf_{},inf_{0}}"),
        ("loony + loony", "loony"),
        ("sunny.Complement", "loony"),
        ("Entailed(\"0,1,2>\")", "sunny"),
        ("Entailed(\"5>\").Contains(2^100)", "true"),
        ("Entailed(\"5\").Contains(2^100)", "false"),
        ("-5_5 -6_4", "-5_5 -6_4"),
        ("-(5_5 -6_4)", "6_4 -5_5"),
        ("- 5_5 -6_4", "6_4 -5_5"),
        ("--5_5 -6_4", "6_4 5_5"),
        ("`-5_5 -6_4`", "-5_5 -6_4"),
        ("-5_5 -6_4.Toll(Left)", "-5"),
        ("x := -inf_2 ∞_2; x", "-inf_2 inf_2"),
        ("[1,-5_5 -6_4]", "[1,-5_5 -6_4]"),
        ("5_5 -6_4.Timer(Left)", "5"),
        ("(inf_1 1_2).Toll(Left)", "inf"),
        ("inf_0 inf_0", "inf_0 inf_0"),
        ("Union(inf_3 1_1, inf_1 -inf_5, 4)", "inf_1 -inf_5"),
        ("(0_1 0_2).OutcomeClass", "L"),
        ("Join(Suspense(3), Suspense(4))", "Suspense(4)"),
        ("5 -6", "-1"),
        ("-(1^)", "-1v"),
        ("-`1^`", "-1v"),
        ("-1^", "-1^"),
    ] {
        assert_eq!(shown(source), expected, "{source}");
    }
}

#[test]
fn latex() {
    let mut session = Calculator::default();
    for (source, expected) in [
        ("inf_{0,3}", "\\infty_{0,3}"),
        ("1/2_5 -inf_3", "\\frac{1}{2}_{5}\\ -\\infty_{3}"),
        ("Entailed(\"1,4>\")", "\\{1,4,\\ldots\\}"),
        ("sunny", "\\mathrm{sunny}"),
        ("Remoteness(1,2)", "\\mathrm{Remoteness}(1,2)"),
    ] {
        let value = eval(&mut session, source);
        assert_eq!(session.show(&value, Notation::Latex).unwrap(), expected);
    }
}

#[test]
fn mistakes_have_a_place() {
    let mut session = Calculator::default();
    for (source, start, end) in [
        ("inf_{0,x}", 7, 8),
        ("inf_{0,,1}", 7, 8),
        ("inf_{0,⋆}", 7, 10),
        ("inf_{,}", 5, 6),
        ("1 + inf_{0|1}", 10, 11),
        ("inf_{99999999999}", 0, 17),
        ("99999999999@1", 0, 13),
        ("1/3_1 0_0", 0, 9),
        ("inf_2 0_0", 0, 9),
        ("0_0 inf_1", 0, 9),
        ("1 + 0_99999999999 0_0", 4, 21),
        ("Loopy(\"2@\")", 6, 10),
        ("Entailed(\"1,>\")", 9, 14),
        ("Entailed(\"1048577\")", 9, 18),
        ("Tally(\"1_2 3_4 5_6\")", 6, 19),
        ("Remoteness(-1)", 11, 13),
        ("Suspense(1,4294967296)", 11, 21),
        ("Join(Remoteness(1),Suspense(1))", 19, 30),
        ("Join(1)", 5, 6),
        ("Union(inf_0 inf_0,-inf_0 -inf_0)", 18, 31),
        ("Union(1_1 1_1,^)", 14, 15),
        ("inf_{0} + 1", 10, 11),
        ("^ + sunny", 0, 1),
        ("sunny + inf_{0}", 6, 7),
        ("5_5 -6_4 + 1", 0, 8),
    ] {
        let error = session.eval(source).map(|e| e.value).expect_err(source);
        assert_eq!((error.span.start, error.span.end), (start, end), "{source}: {error}");
    }
    assert!(upstar_calculator::is_incomplete("inf_{0,"));
    assert!(!upstar_calculator::is_incomplete("inf_{0,x"));
}
