//! The named games.

use crate::{covers, run};

/// Fig. 7: a = {0|d}, b = {a|}, c = {a|b}, d = {c|}.
const A: &str = "a{0|{{a|{a|}}|}}";

const CASES: &[(&str, &[&str])] = &[
    (
        "dud-absorbs",
        &[
            "dud + 0 == dud",
            "dud + 5 == dud",
            "dud - 1/4 == dud",
            "dud + * == dud",
            "dud + ^^*3 == dud",
            "dud + {3|-2} == dud",
            "dud + on == dud",
            "dud + off == dud",
            "dud + over == dud",
            "dud + upon == dud",
            "dud + tis == dud",
            "dud + dud == dud",
            "dud + joker == dud",
            "dud + a{0||||0|||a|*||*} == dud",
        ],
    ),
    ("on-beats-integers", &["on > 0", "on > 1", "on > 7", "on > 20", "on > 4000"]),
    (
        "over-def",
        &[
            "over == {0|over}",
            "over.IsStopper",
            "over > 0",
            "over < 1",
            "over < 1/2",
            "over < 1/4096",
            "over < 1/2^60",
        ],
    ),
    (
        "over-gt-ups",
        &[
            "over > ^",
            "over > ^^*",
            "over > 3*^",
            "over > 6*^",
            "over > 6*^+*",
            "over > 1000*^",
            "over > *",
        ],
    ),
    ("over-neg", &["under == {under|0}", "under == -over", "over + under == (over & under)"]),
    ("upon*", &["upon + * == {0,pass|0}", "{0,pass|0} == {0,upon+*|0}"]),
    ("upon-order", &["^ < upon", "upon < ^^", "not (upon < ^)"]),
    ("up^2", &["{^|*} == ^ + ^<2>", "{0|v*} == ^<2>"]),
    // alpha = {delta|}, beta = {alpha|alpha}, gamma = {|alpha}, delta = {gamma|beta}
    ("ex1-b", &["x := a{{{|a}|{a|a}}|}; {x|x} == 2*", "(a{{{|a}|{a|a}}|}) == 2"]),
    ("ex1-d", &["x := a{{{|a}|{a|a}}|}; {{|x}|{x|x}} == 1", "{|a{{{|a}|{a|a}}|}} == 0"]),
    ("tis", &["tis == (1 & 0)", "a{{|a}|} == tis", "tis == {tisn|}"]),
    ("tisn", &["tisn == (0 & -1)", "a{|{a|}} == tisn", "tisn == {|tis}"]),
    ("tis+tisn", &["tis + tisn == (1 & -1)"]),
    ("tis+tis", &["tis + tis == (2 & 0)"]),
    ("onto-onfro", &["a{{a|}|} == on", "a{{a|}|}.IsStopper"]),
    ("checkers-dud", &["a{{a|}|} - a{{a|}|} == dud"]),
    ("upon*-ordinal", &["* : on == upon + *", "{0,pass|0} == * : on"]),
    ("upon*-ordinal2", &["(^ + *) : on == upon + *", "{0,*,pass|0} == upon + *"]),
    ("ono+oof", &["ono + oof == (hi & lo)", "{on|0} + {0|off} == ({on||0|off} & {on|0||off})"]),
    ("hi-lo-neg", &["lo == -hi", "{on|0||off} == -{on||0|off}"]),
    (
        "tiny-degree",
        &[
            "tiny.Upsum(-tiny) == tiny",
            "tiny.Downsum(-tiny) == miny",
            "tiny == {0||0|off}",
            "miny == {on|0||0}",
        ],
    ),
    ("tiny+tiny", &["tiny + tiny == tiny"]),
    (
        "uponth-stable",
        &["uponth.Upsum(uponth) == uponth", "uponth.Downsum(uponth) == uponth", "uponth.IsStable"],
    ),
    (
        "upon-variety",
        &[
            "upon.Downsum(-uponth) == upon",
            "upon.Upsum(-uponth) == upon",
            "upon.Downsum(uponth) == upon",
            "upon.Upsum(uponth) > upon",
            "upon.Variety == -uponth",
            "upon.ClassEnd(uponth, Right) == upon",
        ],
    ),
];

/// The statements on Fig. 7, whose games are made from one.
fn figure_seven() -> Vec<(&'static str, String)> {
    let with = |statement: &str| {
        format!("begin x := {A}; b := {{x|}}; c := {{x|b}}; d := {{c|}}; {statement} end")
    };
    vec![
        ("fig7-a", with("x == (1 & *)")),
        ("fig7-b", with("b == (2 & 0)")),
        ("fig7-c", with("c == (3/2 & v)")),
        ("fig7-d", with("d == (2 & 0)")),
        ("fig7-sum", with("x + b + c + d == (13/2 & v*)")),
    ]
}

#[test]
fn basics() {
    let seven = figure_seven();
    let ids = CASES.iter().map(|case| case.0).chain(seven.iter().map(|case| case.0));
    covers("basics", ids);
    run(CASES);
    for (id, input) in &seven {
        run(&[(id, &[input])]);
    }
}
