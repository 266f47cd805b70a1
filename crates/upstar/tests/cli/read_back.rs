//! What `upstar value` says of compounds, loopy and entailing games, the calculator reads.

use crate::program::{run, upstar};
use serde_json::Value as Json;

fn ask(args: &[&str]) -> Json {
    let answer = run(upstar([&["--json"], args].concat()), "");
    let json = serde_json::from_str(&answer.stdout);
    json.unwrap_or_else(|_| panic!("{args:?}: {}{}", answer.stdout, answer.stderr))
}

#[test]
fn values_of_compounds_read_back() {
    let cases: [(&[&str], &str, &str); 15] = [
        (&["horses", "f6", "--compound", "join"], "Remoteness", ""),
        (&["horses", "f6", "--compound", "join-pass", "--play", "misere"], "Remoteness", ""),
        (&["horses", "f6", "--compound", "join", "--variant", "impartial"], "Remoteness", ""),
        (&["cutcake", "3x4", "--compound", "slow-join"], "Suspense", ""),
        (&["eatcake", "3x4", "--compound", "slow-join", "--variant", "impartial"], "Suspense", ""),
        (&["hotcakes", "6x3 + 2x4 + 3x9", "--compound", "union"], "Tallies", "5_5 -6_4"),
        (&["hotcakes", "1x4", "--compound", "union"], "Tallies", "3"),
        (&["baked-alaska", "3x3", "--compound", "union"], "Tallies", "inf_1 -inf_1"),
        (&["fair-shares", "3+2+2+1+1"], "LoopyNimber", "2@11"),
        (&["digraph", "a>b,c;b>a,d;c>d @ a"], "LoopyNimber", ""),
        (&["digraph", "a>b;b>a @ a"], "LoopyNimber", "inf"),
        (&["top-entails", "1"], "Entailed", "loony"),
        (&["top-entails", "0"], "Entailed", "sunny"),
        (&["top-entails", "4"], "Entailed", ""),
        (&["top-entails", "9"], "Entailed", ""),
    ];
    for (args, kind, expected) in cases {
        let answer = ask(&[&["value"], args].concat());
        let text = answer["value"].as_str().unwrap_or_else(|| panic!("{args:?}: {answer}"));
        assert_eq!(answer["kind"], *kind, "{args:?}");
        if !expected.is_empty() {
            assert_eq!(text, expected, "{args:?}");
        }
        // As it stands, unless it looks like something else.
        let named = ["sunny", "loony"].contains(&text);
        let source = match kind {
            "Entailed" if !named => format!("Entailed(\"{text}\")"),
            "LoopyNimber" if text == "inf" => "Loopy(\"inf\")".to_owned(),
            _ => text.to_owned(),
        };
        let read = ask(&["eval", &source]);
        match (kind, text) {
            // A cold position is its number.
            ("Tallies", number) if !number.contains('_') => assert_eq!(read["value"], *number),
            ("LoopyNimber", "inf") => assert_eq!(read["value"], "inf_{}"),
            _ => {
                assert_eq!(read["kind"], *kind, "{args:?}: {source}");
                assert_eq!(read["value"], *source, "{args:?}");
            }
        }
    }
}
