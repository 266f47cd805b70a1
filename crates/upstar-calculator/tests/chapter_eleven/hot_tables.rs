//! The addition tables of on, off and hot, and of ono, hi, lo and oof.

use crate::{covers, run, show, statements};
use upstar_calculator::Calculator;

/// Half-on games: `on` is a Left option. The last one is the only one of which Right can make
/// half-off games.
const HALF_ON: [&str; 6] =
    ["{on|0}", "{on|5}", "{on|*,-3}", "{on|over}", "{on||0|-4}", "{on||0|off}"];

const CASES: &[(&str, &[&str])] = &[
    ("T1-on-on", &["on + on == on"]),
    ("T1-on-hot", &["on + hot == (on & hot)"]),
    ("T1-on-off", &["on + off == (on & off)", "on + off == dud"]),
    ("T1-hot-hot", &["hot + hot == (on & off)"]),
    (
        "T1-halfon-halfoff",
        &["ono + oof == (hi & lo)", "not ({on|5} + oof == (hi & lo))", "{on|5} + oof != ono + oof"],
    ),
    // Refuted as printed: not for all half-off games.
    ("T1-halfoff-halfoff", &["lo + lo == (lo & off)", "not (lo + lo == off)"]),
    ("T2-ono-ono", &["ono + ono == on"]),
    ("T2-ono-hi", &["ono + hi == (on & ono)"]),
    ("T2-ono-oof", &["ono + oof == (hi & lo)"]),
    ("T2-ono-tm", &["ono + (tiny & miny) == ({on|tiny} & ono)"]),
    ("T2-hi-hi", &["hi + hi == (on & hi)"]),
    ("T2-hi-lo", &["hi + lo == (hi & lo)"]),
    ("T2-hi-oof", &["hi + oof == (hot & oof)"]),
    ("T2-lo-lo", &["lo + lo == (lo & off)"]),
    ("T2-lo-tm", &["lo + (tiny & miny) == ({on|tiny||off} & lo)"]),
];

/// Statements on samples: the id, the input for one game or a pair of games, which are half-on.
const SAMPLED: &[(&str, &str)] = &[
    ("T1-on-halfon", "on + G == on"),
    ("T1-on-halfoff", "on - G == (on & hot)"),
    ("T1-halfon-off", "G + off == (hot & off)"),
    ("T1-hot-halfoff", "hot - G == (hot & off)"),
    ("T1-halfoff-off", "off - G == off"),
    ("T1-halfon-halfon-up", "G.Upsum(H) == on"),
    ("T1-halfon-halfon-nohi", "G + H == on"),
];

#[test]
fn hot_tables() {
    let sampled = SAMPLED.iter().map(|case| case.0);
    covers("hot-tables", CASES.iter().map(|case| case.0).chain(sampled).chain(["fig17-order"]));
    run(CASES);
    for (id, input) in SAMPLED {
        // hi alone spoils the sum of half-on games.
        let games = if id.ends_with("nohi") { &HALF_ON[..5] } else { &HALF_ON[..] };
        for g in games {
            for h in games.iter().filter(|h| input.contains('H') || *h == g) {
                let input = input.replace('G', g).replace('H', h);
                run(&[(id, &[&input])]);
            }
        }
    }
}

/// Fig. 17, as the order comes out here and in an independent search.
#[test]
fn order() {
    let all = statements("hot-tables");
    let relations = &all.iter().find(|s| s.id == "fig17-order").unwrap().relations;
    assert_eq!(relations.len(), 45);
    let mut session = Calculator::default();
    for [g, h, relation] in relations {
        let sign = if relation == "||" { "<>" } else { relation };
        let input = format!("{g} {sign} {h}");
        assert_eq!(show(&mut session, &input), "true", "{input}");
    }
}
