//! The calculator against the known answers of `golden/notation-cases.json`.
//!
//! Rows of one group share variables and run in order. `golden/notation-exceptions.json` lists
//! what is not met, each with its reason: whole topics that are not part of the calculator yet,
//! methods, and single inputs. A row that fails without being listed, and a listed input or
//! method that passes, both fail the test.

use crate::answer;
use serde::Deserialize;
use std::collections::BTreeMap;
use upstar_calculator::Calculator;

#[derive(Deserialize)]
struct Row {
    group: String,
    topic: String,
    input: String,
    expected: String,
    #[serde(default)]
    is_error: bool,
}

#[derive(Deserialize)]
struct Exceptions {
    /// Topics that are not run.
    topics: BTreeMap<String, String>,
    /// Methods at the end of an input.
    methods: BTreeMap<String, String>,
    /// Inputs, with the reason.
    inputs: BTreeMap<String, String>,
}

#[test]
fn known_answers() {
    let rows: Vec<Row> = upstar_testing::golden::read("notation-cases.json");
    let exceptions: Exceptions = upstar_testing::golden::read("notation-exceptions.json");
    let mut sessions: BTreeMap<String, Calculator> = BTreeMap::new();
    let mut met = 0;
    let mut skipped = 0;
    let mut wrong = Vec::new();
    for row in &rows {
        if exceptions.topics.contains_key(&row.topic) {
            skipped += 1;
            continue;
        }
        let session = sessions.entry(row.group.clone()).or_default();
        let answer = answer(session, &row.input);
        let good = match (&answer, row.is_error) {
            (Ok(text), false) => *text == row.expected,
            (Err(_), true) => true,
            _ => false,
        };
        let method = row.input.rsplit('.').next().unwrap_or_default();
        let excepted =
            exceptions.inputs.contains_key(&row.input) || exceptions.methods.contains_key(method);
        match (good, excepted) {
            (true, false) => met += 1,
            (false, true) => skipped += 1,
            (true, true) => wrong.push(format!("{}: listed as an exception, but met", row.input)),
            (false, false) => {
                let shown = answer.unwrap_or_else(|error| format!("error: {error}"));
                let Row { input, expected, .. } = row;
                wrong.push(format!("{input}\n    gives    {shown}\n    expected {expected}"));
            }
        }
    }
    for input in exceptions.inputs.keys() {
        assert!(rows.iter().any(|row| row.input == *input), "no row has the input {input}");
    }
    println!("{met} rows met, {skipped} excepted");
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}
