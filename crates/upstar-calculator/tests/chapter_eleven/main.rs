//! Winning Ways, chapter 11: every verified statement of `golden/cycles`, by the id it has there.
//!
//! Each module has a table of cases; a statement without a case, and a case without a statement,
//! both fail. Statements that are marked as refuted are tested by what refutes them.
#![allow(clippy::unwrap_used)]

mod basics;
mod hot_tables;
mod house_of_cards;
mod random;
mod sum_properties;

use serde::Deserialize;
use std::collections::BTreeSet;
use upstar_calculator::Calculator;
use upstar_calculator::print::Notation;

#[derive(Deserialize)]
struct Statement {
    id: String,
    statement: String,
    verified: bool,
    #[serde(default = "yes")]
    expected: bool,
    #[serde(default)]
    relations: Vec<[String; 3]>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
struct Statements {
    vectors: Vec<Statement>,
}

fn statements(name: &str) -> Vec<Statement> {
    let all: Statements = upstar_testing::golden::read(&format!("cycles/{name}.json"));
    all.vectors
}

/// Every statement that is verified or refuted has a case, and every case a statement.
fn covers<'a>(name: &str, cases: impl IntoIterator<Item = &'a str>) {
    let cases: BTreeSet<&str> = cases.into_iter().collect();
    let all = statements(name);
    let known: BTreeSet<&str> = all.iter().map(|s| &*s.id).collect();
    let needed = all.iter().filter(|s| s.verified || !s.expected).map(|s| &*s.id);
    let missing: Vec<&str> = needed.filter(|id| !cases.contains(id)).collect();
    let unknown: Vec<&&str> = cases.difference(&known).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
    assert!(unknown.is_empty(), "no statement for {unknown:?}");
}

fn show(session: &mut Calculator, input: &str) -> String {
    let evaluation = session.eval(input).unwrap_or_else(|error| panic!("{input}: {error}"));
    evaluation.value.map(|v| session.show(&v, Notation::Ascii).unwrap()).unwrap_or_default()
}

/// Runs a table of cases: inputs that must print `true`.
fn run(cases: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (id, inputs) in cases {
        assert!(!inputs.is_empty(), "{id}");
        let mut session = Calculator::default();
        for input in *inputs {
            let answer = show(&mut session, input);
            if answer != "true" {
                wrong.push(format!("{id}: {input} is {answer}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
