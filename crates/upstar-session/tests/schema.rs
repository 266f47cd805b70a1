//! Every number of every question, at the ends of what can be written: an answer or a refusal in
//! one line comes within the limits, and nothing takes more memory than is allowed.
//!
//! The allocator of this test counts what is held, so that memory is judged and not time; work that
//! does not stop at all is ended by a watchdog that waits far longer than any question may take.

#![allow(clippy::unwrap_used)]

use serde_json::{Map, Value};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use upstar_memory::{ALLOWANCE, Counting, peak, set_limit};
use upstar_rules::registry;
use upstar_session::{
    Limits, Notation, PositionSpec, Query, QueryInfo, Question, Session, ValueQuery,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What is written instead of a number.
const EXTREMES: [&str; 4] = ["0", "4294967295", "18446744073709551615", "100000000000000000000"];
/// What a question may take.
const TIME: Duration = Duration::from_millis(200);
const MEMORY: u64 = 150 << 20;
/// What is between two looks at a budget.
const SLACK: u64 = 16 << 20;
/// A question that takes longer has no end.
const ENDLESS: Duration = Duration::from_secs(120);

/// The examples of every kind of query, with every number that they can have: what an example
/// leaves out is added, as its schema says.
fn queries(info: &QueryInfo, tags: &Map<String, Value>, found: &mut Vec<Value>) {
    for kind in &info.nested {
        let mut tags = tags.clone();
        let tag = if info.name.is_empty() { "ask" } else { info.name };
        tags.insert(tag.to_owned(), kind.name.into());
        queries(kind, &tags, found);
        assert!(!kind.nested.is_empty() || !kind.examples.is_empty(), "{}", kind.name);
        for example in kind.examples {
            let mut query = tags.clone();
            query.extend(serde_json::from_str::<Map<String, Value>>(example.json).unwrap());
            let plain = Value::Object(query.clone());
            serde_json::from_value::<Question>(plain).unwrap();
            let schema = (kind.schema)();
            for (name, field) in schema["properties"].as_object().unwrap() {
                if field["type"] == "integer" {
                    query.entry(name).or_insert(Value::from(1));
                }
            }
            found.push(Value::Object(query));
        }
    }
}

/// Replaces each number in a value, one at a time: numbers, and runs of digits in texts.
fn varied(value: &Value, extreme: &str, found: &mut dyn FnMut(Value)) {
    match value {
        Value::Number(_) => found(serde_json::from_str(extreme).unwrap()),
        Value::String(text) => {
            let is_digit = |c: char| c.is_ascii_digit();
            let mut start = 0;
            while let Some(at) = text[start..].find(is_digit) {
                let from = start + at;
                let rest = &text[from..];
                let to = from + rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
                found(Value::String(format!("{}{extreme}{}", &text[..from], &text[to..])));
                start = to;
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                varied(item, extreme, &mut |changed| {
                    let mut all = items.clone();
                    all[i] = changed;
                    found(Value::Array(all));
                });
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                varied(field, extreme, &mut |changed| {
                    let mut all = fields.clone();
                    all[name] = changed;
                    found(Value::Object(all));
                });
            }
        }
        _ => {}
    }
}

/// Counts the questions, for the watchdog.
static ASKED: AtomicU64 = AtomicU64::new(0);

/// Ends the process if one question takes for ever.
fn watch() {
    thread::spawn(|| {
        loop {
            let before = ASKED.load(Ordering::Relaxed);
            thread::sleep(ENDLESS);
            if ASKED.load(Ordering::Relaxed) == before {
                eprintln!("a question does not end");
                std::process::abort();
            }
        }
    });
}

/// Asks in a world of its own and judges what comes.
fn ask(text: &str) {
    ASKED.fetch_add(1, Ordering::Relaxed);
    // What cannot be read is refused by the reader of JSON.
    let Ok(question) = serde_json::from_str::<Question>(text) else { return };
    println!("{text}");
    let limits = Limits { time: Some(TIME), memory: Some(MEMORY), threads: Some(1) };
    let mut session = Session::new(limits, Notation::Ascii);
    match session.ask(&question) {
        Ok(answer) => drop((answer.text(), answer.notes())),
        Err(refusal) => {
            assert!(!refusal.message.trim().is_empty(), "{text}");
            assert!(!refusal.message.contains('\n'), "{text}: {}", refusal.message);
        }
    }
    let peak = peak() >> 20;
    assert!(peak <= (MEMORY + ALLOWANCE + SLACK) >> 20, "{peak} MB were held: {text}");
}

/// One after another, because memory is that of the process.
#[test]
fn every_number_of_every_question() {
    watch();
    set_limit(Some(MEMORY));
    let mut all = Vec::new();
    queries(&Question::info(), &Map::new(), &mut all);
    let mut asked = 0;
    for extreme in EXTREMES {
        for question in &all {
            varied(question, extreme, &mut |changed| {
                asked += 1;
                ask(&changed.to_string());
            });
        }
    }
    assert!(asked > 250, "{asked}");
    // The numbers in the examples of every ruleset.
    for about in registry::all() {
        for example in about.examples.iter().take(2) {
            let place = PositionSpec::new(about.name, *example);
            let question =
                serde_json::to_value(Question::Value(ValueQuery { place, show: vec![] })).unwrap();
            for extreme in &EXTREMES[1..3] {
                varied(&question, extreme, &mut |changed| ask(&changed.to_string()));
            }
        }
    }
}
