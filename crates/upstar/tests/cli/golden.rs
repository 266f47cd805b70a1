//! Positions with known answers, asked of the program itself.

use crate::program::{run, upstar};
use serde_json::Value as Json;

#[test]
fn known_positions() {
    assert!(check(false) > 40);
}

/// `cargo test --release -p upstar --test cli -- --ignored known_positions_that_take_long`
#[test]
#[ignore = "takes several seconds"]
fn known_positions_that_take_long() {
    assert!(check(true) > 0);
}

/// Asks about the quick or the slow rows; says how many there are.
fn check(slow: bool) -> usize {
    let golden: Json = upstar_testing::golden::read("rules/positions.json");
    let rows = golden["rows"].as_array().unwrap().iter();
    let rows: Vec<_> = rows.filter(|row| row["slow"].is_boolean() == slow).collect();
    for row in &rows {
        let text = |key: &str| row[key].as_str();
        let (rules, position) = (text("rules").unwrap(), text("position").unwrap());
        let mut asked = false;
        if text("value").is_some() || text("temperature").is_some() {
            let args = ["--json", "value", rules, position, "--show", "Temperature"];
            let answer = run(upstar(args), "");
            let answer: Json = serde_json::from_str(&answer.stdout).unwrap();
            for key in ["value", "temperature"] {
                if let Some(expected) = text(key) {
                    assert_eq!(answer[key], expected, "{key} of {rules} {position}");
                    asked = true;
                }
            }
        }
        if let Some(expected) = text("outcome") {
            let answer = run(upstar(["--json", "outcome", rules, position]), "");
            let answer: Json = serde_json::from_str(&answer.stdout).unwrap();
            assert_eq!(answer["class"], expected, "{rules} {position}");
            asked = true;
        }
        assert!(asked, "nothing is known of {rules} {position}");
    }
    rows.len()
}

/// Exchanging rows and columns exchanges the players, whatever the values are.
#[test]
fn a_domineering_table_is_skew() {
    let table = run(upstar(["--json", "table", "domineering", "4x4"]), "");
    let table: Json = serde_json::from_str(&table.stdout).unwrap();
    let mut sums = Vec::new();
    for r in 0..4 {
        for c in 0..=r {
            let [a, b] = [[r, c], [c, r]].map(|[r, c]| table["rows"][r][c].as_str().unwrap());
            sums.push(format!("{a} + {b}"));
        }
    }
    let mut args = vec!["eval"];
    args.extend(sums.iter().map(String::as_str));
    assert_eq!(run(upstar(args), "").stdout, "0\n".repeat(sums.len()));
}
