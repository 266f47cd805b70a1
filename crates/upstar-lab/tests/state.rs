//! Answers of the laboratory do not depend on what its sessions were asked before.
//!
//! Random questions go to one session over HTTP: rules and variables that are set again, questions,
//! questions with too little time, and questions whose client goes away. Every answer, with all its
//! parts, is compared with that of a new laboratory which knows the rules and variables and nothing
//! else. Whether a question is stopped depends on the machine; what its answer says does not.
//!
//! The long run: `cargo test -p upstar-lab --test state -- --ignored`
#![allow(clippy::unwrap_used)]

#[path = "hostile/client.rs"]
#[allow(dead_code)]
mod client;
#[path = "../../upstar-session/tests/pools/mod.rs"]
mod pools;
#[path = "../../upstar-session/tests/stateful/mod.rs"]
mod stateful;

use client::{Client, lines, question};
use pools::{DEFINITIONS, is_own, random_question};
use serde_json::Value;
use std::io::{Read, Write};
use std::time::Duration;
use upstar_lab::{Lab, Settings, start};
use upstar_session::Limits;
use upstar_testing::Random;
use upstar_testing::state::{self, AskedSession, SessionInput, Stop};

/// What a new laboratory may take for a question, in millionths of a second; questions that take
/// longer are left out.
const MOST: Stop = Stop::Steps(500_000);

/// A laboratory with one session.
struct Session {
    _lab: Lab,
    client: Client,
}

impl Session {
    /// Asks with so many seconds.
    fn lines(&self, question: &str, seconds: f64) -> Vec<Value> {
        lines(&self.client.ask(&posted(question, seconds)).body)
    }
}

/// A question as it is posted.
fn posted(question: &str, seconds: f64) -> String {
    let question = question.strip_suffix('}').unwrap();
    format!(r#"{question},"session":"one","seconds":{seconds}}}"#)
}

/// Does a line say that a limit which differs from time to time ended the work?
fn is_cut(line: &Value) -> bool {
    let text = line.to_string();
    ["the time limit", "the memory limit", "interrupted"]
        .iter()
        .any(|limit| text.contains(&format!("stopped: {limit}")))
}

/// All lines but those that tell how long it takes. Parts come in the order in which they are
/// found, which is that of the answer alone for each kind of them.
fn told(mut lines: Vec<Value>) -> Option<String> {
    if lines.iter().any(is_cut) {
        return None;
    }
    lines.retain(|line| line["event"] != "opened" && line["event"] != "progress");
    for line in &mut lines {
        line.as_object_mut().unwrap().remove("seconds");
        // The words of an answer name the way to it, as the field does that is left out.
        line.as_object_mut().unwrap().remove("text");
        stateful::clean(line);
    }
    assert!(lines.last().is_some_and(|line| line["event"] == "end"), "{lines:?}");
    let mut lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    lines.sort();
    Some(lines.join("\n"))
}

impl AskedSession for Session {
    type Definition = &'static str;

    fn new() -> Session {
        let limits = Limits { memory: Some(16 << 30), ..Limits::default() };
        let lab = start(Settings { limits, ..Settings::default() }).unwrap();
        let client = Client::of(&lab);
        Session { _lab: lab, client }
    }

    fn define(&mut self, definition: &&'static str) {
        self.lines(definition, 3600.0);
    }

    fn ask(&mut self, text: &str, stop: Stop) -> Option<String> {
        match stop {
            Stop::Never => told(self.lines(text, 3600.0)),
            Stop::Steps(millionths) => {
                told(self.lines(text, Duration::from_micros(millionths).as_secs_f64()))
            }
            Stop::Bytes(bytes) => {
                // Goes away when it has read so much.
                let mut stream = self.client.connect();
                let request = question(self.client.port, &posted(text, 3600.0));
                stream.write_all(request.as_bytes()).unwrap();
                let _ = stream.read(&mut vec![0; bytes as usize]);
                None
            }
        }
    }

    fn most(_: &str) -> Stop {
        MOST
    }

    fn is_own(question: &str) -> bool {
        is_own(question)
    }
}

/// Makes so many comparisons of questions from a pool of so many.
fn compare(comparisons: usize, pool: usize, first: u64) {
    let mut dice = Random::new(first);
    let pool: Vec<String> = (0..pool).map(|_| random_question(&mut dice)).collect();
    state::compare::<Session>(comparisons, first, |dice, last| {
        if dice.one_in(8) {
            return SessionInput::Define(dice.pick(&DEFINITIONS).unwrap());
        }
        let again = last.filter(|_| dice.one_in(3)).map(str::to_owned);
        let question = again.unwrap_or_else(|| dice.pick(&pool).unwrap().clone());
        SessionInput::Ask(question, Stop::random(dice, 16, 9))
    });
}

#[test]
fn answers_do_not_depend_on_earlier_questions() {
    compare(160, 100, 0);
}

#[test]
#[ignore = "takes some minutes"]
fn many_answers_do_not_depend_on_earlier_questions() {
    compare(2_000, 600, 1_000_000);
}
