//! Infinite games of Winning Ways, chapter 11: every statement of `golden/cycles/infinite.json`
//! that was verified, asked of the calculator; and laws of superheavy sums.

use crate::answer;
use std::collections::BTreeMap;
use upstar_calculator::Calculator;

/// What to ask for each statement, and the answer.
const ASKED: &[(&str, &[(&str, &str)])] = &[
    ("cantor-2^w=w", &[("2.CantorPower(omega)", "ω")]),
    ("cantor-2^(w.3)=w^3", &[("2.CantorPower(omega*3)", "ω^3")]),
    ("cantor-2^(w^2)=w^w", &[("2.CantorPower(omega^2)", "ω^ω")]),
    (
        "ordinal-order",
        &[
            ("omega + 1 > omega", "true"),
            ("1.CantorSum(omega) == omega", "true"),
            ("1 + omega == omega + 1 and 1 + omega > omega", "true"),
        ],
    ),
    ("sh-1", &[("{Z|Z} + {Z|Z}", "0"), ("{Z|Z} == -{Z|Z}", "true")]),
    (
        "sh-4",
        &[("[n for n from -10 to 10 where {Z||Z|Z} > n].Length", "21"), ("{Z||Z|Z} > 0", "true")],
    ),
    ("sh-7", &[("{Z|Z} + 1 > {Z|Z}", "true"), ("{Z|Z} + 1 == {Z|Z}", "false")]),
    ("sh-8", &[("{{Z||Z|Z}|-{Z||Z|Z}}", "{Z|Z}")]),
    ("sh-9", &[("{{Z||Z|Z}|0}", "{Z|0}"), ("{Z||Z|Z} + {Z|Z}", "{Z|0}")]),
    (
        "hack-2/3",
        &[
            (
                "[Beanstalk(s) for s in [\"L\",\"LR\",\"LRL\",\"LRLR\",\"LRLRL\",\"LRLRLR\",\"LRLRLRL\"]]",
                "[1,1/2,3/4,5/8,11/16,21/32,43/64]",
            ),
            (
                "[Beanstalk(s) for s in [\"LRLRLRLR\",\"LRLRLRLRL\",\"LRLRLRLRLR\",\"LRLRLRLRLRL\"]]",
                "[85/128,171/256,341/512,683/1024]",
            ),
            ("Beanstalk(\"\", \"LR\")", "2/3"),
            ("(Beanstalk(\"LRLRLRL\") - 2/3).Abs == 1/(3*2^6)", "true"),
        ],
    ),
];

#[test]
fn verified_statements() {
    let file: serde_json::Value = upstar_testing::golden::read("cycles/infinite.json");
    let asked: BTreeMap<&str, &[(&str, &str)]> = ASKED.iter().copied().collect();
    let mut session = Calculator::default();
    let mut verified = 0;
    for vector in file["vectors"].as_array().unwrap() {
        if vector["verified"] != true {
            continue;
        }
        let id = vector["id"].as_str().unwrap();
        let questions = asked.get(id).unwrap_or_else(|| panic!("{id} is not asked"));
        for (input, expected) in *questions {
            assert_eq!(answer(&mut session, input).as_deref(), Ok(*expected), "{id}: {input}");
        }
        verified += 1;
    }
    assert_eq!(verified, ASKED.len());
}

#[test]
fn superheavy_games() {
    let mut session = Calculator::default();
    for (input, expected) in [
        ("{Z|Z}", "{Z|Z}"),
        ("{Z||Z|Z}", "{Z||Z|Z}"),
        ("{Z||Z|Z} + {Z||Z|Z}", "{Z||Z|0}"),
        ("2*{Z||Z|Z} > {Z||Z|Z}", "true"),
        ("{Z||Z|Z} - {Z||Z|Z}", "0"),
        ("{Z||Z|0} - {Z||Z|Z}", "{Z||Z|Z}"),
        ("3*{Z||Z|Z} == {Z||Z|0} + {Z||Z|Z}", "true"),
        ("{Z|Z} + 1/2", "1/2 + {Z|Z}"),
        ("1/2 + {Z|Z} - 1/2", "{Z|Z}"),
        ("{Z|Z} <> 100", "true"),
        ("{Z|}", "ω"),
        ("{|Z}", "-ω"),
        ("+-{Z||Z|Z}", "{Z|Z}"),
        ("{Z|0}.OutcomeClass", "N"),
        ("(-{Z||Z|Z}).OutcomeClass", "R"),
        ("({Z|Z} + {Z|Z}).OutcomeClass", "P"),
        ("{Z|Z}.Kind", "\"Superheavy\""),
        ("{{Z|Z}, 5|Z, *}", "{5,{Z|Z}|Z,*}"),
        ("Z", "Z"),
    ] {
        let found = answer(&mut session, input);
        assert_eq!(found.as_deref(), Ok(expected), "{input}");
        // Games read back as they are printed.
        if expected.contains(['Z', 'ω']) {
            assert_eq!(answer(&mut session, expected).as_deref(), Ok(expected), "{input}");
        }
    }
    for (input, part) in [
        ("Z + 1", "not defined"),
        ("{Z|Z} + 20000", "limited to 10000"),
        ("1000 * {Z|Z}", "more than 64"),
        ("{Z|omega}", "not a short game"),
        ("{Z|Z} + omega", "not a short game"),
        ("{Z|on}", "a game is needed"),
    ] {
        let message = answer(&mut session, input).unwrap_err();
        assert!(message.contains(part), "{input}: {message}");
    }
}

#[test]
fn loopy_nimbers_with_ordinals() {
    let mut session = Calculator::default();
    for (input, expected) in [
        ("inf_{0,3} + *omega", "Loopy([ω,ω+3])"),
        ("Loopy([omega,3]) + *omega", "Loopy([0,ω+3])"),
        ("(Loopy([omega,3]) + *omega).OutcomeClass", "N"),
        ("Loopy([omega,3]).OutcomeClass", "D"),
        ("Loopy([omega,3]) + Loopy([omega])", "inf_{}"),
        ("Loopy([omega,omega+3]) + *omega", "inf_{0,3}"),
        ("Loopy([omega^2,3]).Subscripts", "[3,ω^2]"),
        ("2@11 + *omega", "*(ω+2)"),
    ] {
        assert_eq!(answer(&mut session, input).as_deref(), Ok(expected), "{input}");
    }
    assert!(answer(&mut session, "Loopy([omega]) + 1").is_err());
    assert!(answer(&mut session, "Loopy([-1])").is_err());
}

/// Compares with sign expansions: the number of a beanstalk is greater than that of a part below
/// an edge exactly if the edge is blue.
#[test]
fn beanstalks_are_sign_expansions() {
    let mut session = Calculator::default();
    let mut random = upstar_testing::Random::new(11);
    let mut string = |length: usize| -> String {
        (0..length).map(|_| if random.one_in(2) { 'L' } else { 'R' }).collect()
    };
    for round in 0..120 {
        let (stem, tail) = (string(round % 7), string(round % 5 / 2 + 1));
        let whole = format!("Beanstalk(\"{stem}\", \"{tail}\")");
        let edges: String = stem.chars().chain(tail.chars().cycle()).take(12).collect();
        for (place, edge) in edges.char_indices() {
            let below = &edges[..place];
            let sign = if edge == 'L' { ">" } else { "<" };
            let input = format!("{whole} {sign} {}", by_options(below));
            assert_eq!(answer(&mut session, &input).unwrap(), "true", "{input}");
        }
    }
}

/// A finite blue-red beanstalk by its moves: cutting an edge leaves what is below.
fn by_options(edges: &str) -> String {
    let side = |colour| match edges.rfind(colour) {
        Some(place) => by_options(&edges[..place]),
        None => String::new(),
    };
    format!("{{{}|{}}}", side('L'), side('R'))
}

#[test]
fn beanstalks_with_a_tail_of_one_colour() {
    let mut session = Calculator::default();
    for (stem, tail, expected) in [
        ("L", "R", "1/ω"),
        ("LLL", "R", "(ω×2+1)/ω"),
        ("LR", "L", "(ω-1)/ω"),
        ("R", "LL", "-1/ω"),
        ("LRRLRRR", "R", "(ω+4)/(ω×4)"),
        ("RL", "L", "-1/ω"),
        ("RR", "R", "-ω"),
        ("L", "LR", "5/3"),
    ] {
        let input = format!("Beanstalk(\"{stem}\", \"{tail}\")");
        assert_eq!(answer(&mut session, &input).unwrap(), expected, "{input}");
    }
    assert_eq!(answer(&mut session, "Beanstalk(\"L\", \"R\").OutcomeClass").unwrap(), "L");
}
