//! Rows of CGSuite 2.2 beside our answers: `golden/cgsuite-rows.json`.
//!
//! Rows of one group share variables and run in order. What is not met stands below, with the reason.

use crate::answer;
use serde::Deserialize;
use std::collections::BTreeMap;
use upstar_calculator::Calculator;

#[derive(Deserialize)]
struct Row {
    group: String,
    input: String,
    expected: String,
    #[serde(default)]
    is_error: bool,
}

/// Inputs whose answer differs here, and why.
const DIFFERENT: &[(&str, &str)] =
    &[("{game.grid.Domineering(\"..|..\")|-1}", "a position among options is evaluated here")];

/// Of all rows that were recorded, so many of a hundred give the same text, errors included.
const SAME: usize = 95;

#[test]
fn most_rows_give_the_same_text() {
    let mut rows: Vec<Row> = upstar_testing::golden::read("cgsuite-rows.json");
    let more: Vec<Row> = upstar_testing::golden::read("notation-cases.json");
    rows.extend(more);
    let mut sessions: BTreeMap<&str, Calculator> = BTreeMap::new();
    let same = rows.iter().filter(|row| {
        let session = sessions.entry(&row.group).or_default();
        match answer(session, &row.input) {
            Ok(text) => !row.is_error && text == row.expected,
            Err(_) => row.is_error,
        }
    });
    let (same, all) = (same.count(), rows.len());
    println!("{same} of {all} rows");
    assert!(all > 800 && same * 100 >= all * SAME, "{same} of {all} rows");
}

#[test]
fn rows_of_cgsuite() {
    let rows: Vec<Row> = upstar_testing::golden::read("cgsuite-rows.json");
    let mut sessions: BTreeMap<&str, Calculator> = BTreeMap::new();
    let mut wrong = Vec::new();
    for row in &rows {
        let session = sessions.entry(&row.group).or_default();
        let answer = answer(session, &row.input);
        let good = match &answer {
            Ok(text) => !row.is_error && *text == row.expected,
            Err(_) => row.is_error,
        };
        let listed = DIFFERENT.iter().any(|(input, _)| *input == row.input);
        if good == listed {
            let (input, expected) = (&row.input, &row.expected);
            wrong.push(format!("{input}\n    gives    {answer:?}\n    expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}
