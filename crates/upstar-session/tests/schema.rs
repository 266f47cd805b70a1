//! Every number of every question, at the ends of what can be written: an answer or a refusal in
//! one line comes within the limits, and nothing takes more memory than is allowed.
//!
//! The allocator of this test counts what is held, so that memory is judged and not time; work that
//! does not stop at all is ended by a watchdog that waits far longer than any question may take.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use upstar_memory::{ALLOWANCE, Counting, peak, set_limit};
use upstar_rules::registry;
use upstar_session::misere::Question as Misere;
use upstar_session::{
    By, Endless, Level, Limits, Notation, Play, PlayMode, Player, PositionSpec, Question, Session,
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

/// A position with every number that it can have.
fn place(rules: &str, position: &str) -> PositionSpec {
    PositionSpec {
        rules: rules.into(),
        position: position.into(),
        manner: PlayMode {
            compound: Default::default(),
            play: Play::Normal,
            variant: None,
            whole: false,
            endless: Endless::Draw,
        },
        entailed: Some(1),
    }
}

/// Questions of every kind with every field, so that a new field must be added here. The names
/// that the kinds have in JSON are compared with what can be read.
fn questions() -> Vec<Question> {
    let manner = PlayMode::default();
    let nim = || place("nim", "3+5+7");
    let code = || ".77".to_owned();
    vec![
        Question::Value { place: nim(), show: vec!["mean".into()] },
        Question::Value { place: place("subtraction(1,2)", "20"), show: vec![] },
        Question::Outcome(place("domineering", "5x5")),
        Question::Moves { place: nim(), player: Some(Player::Left), all: true, replies: true },
        Question::Moves { place: nim(), player: None, all: false, replies: false },
        Question::Analyse(nim()),
        Question::Options(nim()),
        Question::Study { input: "{3|1}".into() },
        Question::Graph { input: "*5".into(), most: 20 },
        Question::Choose { place: nim(), player: Player::Left, level: Level::Novice, seed: 1 },
        Question::Compare {
            rules: "nim".into(),
            left: "3".into(),
            right: "4".into(),
            variant: None,
        },
        Question::Table { rules: "nim".into(), size: "40".into(), manner, periods: true },
        Question::Table { rules: "domineering".into(), size: "3x3".into(), manner, periods: false },
        Question::Positions {
            rules: "nim".into(),
            size: "6".into(),
            outcome: Some("P".into()),
            by: Some(By::Outcome),
            count: true,
            manner,
        },
        Question::Picture { place: nim(), winning: Some(Player::Left) },
        Question::Rules { name: Some("subtraction(1,2)".into()) },
        Question::Furnish { name: "a.up".into(), text: "game A\nheap n\nboth -> n-1\n".into() },
        Question::CheckRules { rules: "nim".into(), games: Some(5), seed: 1 },
        Question::Eval { input: "2^10".into() },
        Question::Complete { input: "Temp".into(), at: 4 },
        Question::Thermographs { games: vec!["{3|1}".into()] },
        Question::NumberTree { days: 3 },
        Question::HeapInfo { code: code() },
        Question::HeapValues { code: code(), to: "100".into() },
        Question::HeapPeriod { code: code(), limit: Some("2000".into()) },
        Question::HeapCertificate { code: code(), limit: Some("2000".into()) },
        Question::HeapSparse { code: code(), to: Some("1000".into()) },
        Question::QuotientTables { code: code(), heaps: Some("5".into()) },
        Question::Verify {
            certificate: r#"{"certificate":"nim-period","version":1}"#.into(),
            long: true,
        },
    ]
}

/// The same for misère play.
fn misere_questions() -> Vec<Misere> {
    let (code, to) = (|| ".77".to_owned(), || "20".to_owned());
    let position = || "5+3".to_owned();
    vec![
        Misere::GenusTable { code: code(), to: to(), blurry: true, digits: false, pairs: false },
        Misere::GenusTable { code: code(), to: to(), blurry: false, digits: true, pairs: true },
        Misere::GenusTable {
            code: "cram".into(),
            to: "3x3".into(),
            blurry: false,
            digits: false,
            pairs: false,
        },
        Misere::Genus {
            code: code(),
            position: position(),
            blurry: false,
            digits: false,
            why: true,
            options: true,
        },
        Misere::Genera { code: code(), tokens: 9 },
        Misere::Canonical { code: code(), position: position(), named: true },
        Misere::PPositions { code: code(), to: to(), heaps: 2 },
        Misere::PPositions { code: code(), to: "1".into(), heaps: 2 },
        Misere::Construct { genus: "1##0".into() },
        Misere::Pretend { code: code(), heaps: Some(12), sums: 100 },
        Misere::SibertConway { code: code(), tokens: 9 },
        Misere::Frisky { code: ".33".into(), heaps: 2, group: Some(4) },
        Misere::FriskyLabel { code: ".33".into(), position: position() },
        Misere::Equal {
            first: "2_2 1".into(),
            second: "2 1".into(),
            base: "1;2".into(),
            to: Some("9".into()),
        },
        Misere::Equal {
            first: code(),
            second: ".07".into(),
            base: "1;2".into(),
            to: Some("9".into()),
        },
        Misere::Rows { game: "2_2 1".into(), base: "2".into(), rows: 8 },
        Misere::Solve { code: code(), heaps: Some("9".into()), certificate: true },
        Misere::Outcome { code: code(), position: position() },
        Misere::Moves { code: code(), position: position(), replies: true },
    ]
}

/// The names that a field may have, as the reader of JSON lists them.
fn names(unknown: &str) -> BTreeSet<String> {
    let error = serde_json::from_str::<Question>(unknown).unwrap_err().to_string();
    let list = error.split_once("expected one of ").unwrap().1;
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
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
    let mut all: Vec<Value> =
        questions().iter().map(|question| serde_json::to_value(question).unwrap()).collect();
    let misere = misere_questions().into_iter().map(Question::Misere);
    all.extend(misere.map(|question| serde_json::to_value(question).unwrap()));
    let named = |field: &str| -> BTreeSet<String> {
        all.iter().filter_map(|value| Some(value.get(field)?.as_str()?.to_owned())).collect()
    };
    assert_eq!(named("ask"), names(r#"{"ask":"?"}"#));
    assert_eq!(named("misere"), names(r#"{"ask":"misere","misere":"?"}"#));
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
            let question = serde_json::to_value(Question::Value { place, show: vec![] }).unwrap();
            for extreme in &EXTREMES[1..3] {
                varied(&question, extreme, &mut |changed| ask(&changed.to_string()));
            }
        }
    }
}
