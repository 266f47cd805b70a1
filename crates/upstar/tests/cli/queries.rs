//! The examples of the queries: as commands they give what they give as JSON, and `--help` shows
//! them.

use crate::program::{run, upstar};
use serde_json::{Map, Value};
use std::process::Command;
use upstar_session::{Query, QueryInfo, Question, Session};

/// Calls `each` with the command of every example and the query as JSON.
fn examples(info: &QueryInfo, tags: &Map<String, Value>, each: &mut dyn FnMut(&str, Value)) {
    for kind in &info.nested {
        let tag = if info.name.is_empty() { "ask" } else { info.name };
        let mut tags = tags.clone();
        tags.insert(tag.to_owned(), kind.name.into());
        examples(kind, &tags, each);
        for example in kind.examples.iter().filter(|example| !example.command.is_empty()) {
            let mut query = tags.clone();
            query.extend(serde_json::from_str::<Map<String, Value>>(example.json).unwrap());
            each(example.command, Value::Object(query));
        }
    }
}

#[test]
fn an_example_is_answered_alike_as_a_command_and_as_json() {
    let mut asked = 0;
    examples(&Question::info(), &Map::new(), &mut |command, query| {
        let script = format!("\"$0\" --json {command}");
        let program = env!("CARGO_BIN_EXE_upstar");
        let output = Command::new("sh").args(["-c", &script, program]).output().unwrap();
        let said: Value = serde_json::from_slice(&output.stdout).unwrap();
        let question: Question = serde_json::from_value(query).unwrap();
        let answer = Session::default().ask(&question).unwrap();
        assert_eq!(said, serde_json::from_str::<Value>(&answer.json()).unwrap(), "{command}");
        asked += 1;
    });
    assert!(asked > 25, "{asked}");
}

#[test]
fn help_ends_with_examples() {
    for command in [vec!["value"], vec!["legal"], vec!["rules", "check"], vec!["misere", "genus"]] {
        let help = run(upstar(command.iter().copied().chain(["--help"])), "").stdout;
        let example = format!("  upstar {} ", command.join(" "));
        let shown = help.split("Examples:\n").nth(1).unwrap_or_default();
        assert!(shown.starts_with(&example), "{help}");
    }
}

/// The commands that a help lists, in its order.
fn commands(group: &[&str]) -> Vec<String> {
    let help = run(upstar(group.iter().copied().chain(["-h"])), "").stdout;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let name = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    // A line that goes on is indented further.
    list.lines().filter(|line| !line.starts_with("   ")).map(name).collect()
}

#[test]
fn commands_that_follow_from_the_list_stand_where_it_has_them() {
    let within = |group: &[&str], expected: &[&str]| {
        let found = commands(group).join(" ");
        assert!(found.contains(&expected.join(" ")), "{found}");
    };
    within(&[], &["rules", "value", "outcome", "moves", "legal", "compare", "table", "positions"]);
    within(&["heaps"], &["values", "period", "info", "sparse", "survey"]);
    within(&["misere"], &["genus", "canonical", "pretend", "sibert-conway", "frisky", "equal"]);
    within(&["misere"], &["rows", "construct", "p-positions", "solve", "outcome", "moves"]);
}
