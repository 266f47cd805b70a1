//! Answers do not depend on what was asked before.
//!
//! Random questions of all kinds go to one long-lived session: rules that are furnished again,
//! variables that are set again, questions, and questions that are stopped after some steps, at some
//! bytes or before they begin. Every answer is compared with that of a new session which knows the
//! rules and variables and nothing else. Stops are counted in steps and bytes, so a run is the same
//! on every machine.
//!
//! The fields that may depend on what is known are listed in [`STATEFUL`] and in docs/library.md.
//!
//! The long run: `cargo test -p upstar-ask --test state -- --ignored`
#![allow(clippy::unwrap_used)]

mod pools;
mod resumed;

use pools::{DEFINITIONS, random_question};
use serde_json::Value as Json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use upstar_ask::{Answer, Kind, Limits, Notation, Place, Question, Refusal, Watch, World};
use upstar_base::{Budget, Random};

/// No question takes more steps in a new session; those that do are left out.
const MOST_STEPS: u64 = 40_000;
/// What a session may hold.
const MEMORY: u64 = 1 << 30;
/// How many inputs a session gets.
const INPUTS: usize = 40;

/// The fields that say how an answer was found, which depends on what is known, with the fields
/// in whose objects they stand, or `*`. They are those of the table in docs/library.md.
const STATEFUL: [(&str, &str); 12] = [
    ("*", "why"),
    ("*", "because"),
    ("*", "by"),
    ("*", "source"),
    ("*", "element"),
    ("*", "letters"),
    ("moves", "value"),
    ("moves", "genus"),
    ("winning", "value"),
    ("winning", "genus"),
    ("options", "value"),
    ("options", "genus"),
];

/// How a question is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Never,
    Steps(u64),
    Bytes(u64),
}

/// A question that changes what later ones mean, or one that is compared.
#[derive(Clone, Debug)]
enum Input {
    Define(Question),
    Ask(Question, Stop),
}

/// Stops each question when it has done so many steps since it announced its work.
struct Trap(Arc<AtomicU64>);

impl Watch for Trap {
    fn begin(&self, budget: &Arc<Budget>) {
        match self.0.load(Ordering::Relaxed) {
            u64::MAX => {}
            steps => budget.interrupt_after(steps),
        }
    }

    fn end(&self) {}

    fn stage(&self, _: &'static str, _: usize, _: usize) {}
}

struct Session {
    world: World,
    steps: Arc<AtomicU64>,
}

impl Session {
    fn new() -> Session {
        let steps = Arc::new(AtomicU64::new(u64::MAX));
        let limits = Limits { time: None, memory: Some(MEMORY), threads: Some(1) };
        let world = World::watched(limits, Notation::Ascii, Box::new(Trap(Arc::clone(&steps))));
        Session { world, steps }
    }

    /// All that a question is answered; `None` if it was stopped.
    fn ask(&mut self, question: &Question, stop: Stop) -> Option<String> {
        let budget = Arc::clone(self.world.budget());
        let held = match stop {
            Stop::Bytes(bytes) => budget.room().unwrap().saturating_sub(bytes),
            _ => 0,
        };
        let steps = if let Stop::Steps(steps) = stop { steps } else { u64::MAX };
        self.steps.store(steps, Ordering::Relaxed);
        let _ = budget.charge(held);
        let answer = self.world.ask(question);
        budget.refund(held);
        match answer {
            Ok(answer) => told(&answer, !matches!(stop, Stop::Never)),
            Err(refusal) => refused(&refusal),
        }
    }
}

/// What an answer says; `None` if a stop may have cut it short, and it says that it is not whole.
fn told(answer: &Answer, may_be_cut: bool) -> Option<String> {
    if answer.stopped.is_some() {
        return None;
    }
    let mut json: Json = serde_json::from_str(&answer.json()).unwrap();
    let is_cut = || json["complete"] == false || answer.json().contains("stopped: ");
    if may_be_cut && (!answer.is_complete() || is_cut()) {
        return None;
    }
    clean(&mut json, "");
    Some(json.to_string())
}

fn refused(refusal: &Refusal) -> Option<String> {
    match &refusal.kind {
        Kind::Stopped(stopped) if stopped.is_external() => None,
        // What is known is told besides.
        Kind::Stopped(stopped) => Some(stopped.to_string()),
        _ => Some(format!("{} {:?}", refusal.message, refusal.hint)),
    }
}

/// Takes out the fields of [`STATEFUL`].
fn clean(json: &mut Json, inside: &str) {
    match json {
        Json::Array(items) => items.iter_mut().for_each(|item| clean(item, inside)),
        Json::Object(fields) => {
            fields.retain(|key, _| {
                !STATEFUL
                    .iter()
                    .any(|&(place, name)| name == key && (place == inside || place == "*"))
            });
            for (key, value) in fields.iter_mut() {
                clean(value, key);
            }
        }
        _ => {}
    }
}

/// What a new session answers that knows the definitions.
fn fresh(before: &[Input], question: &Question) -> Option<String> {
    let mut session = Session::new();
    for input in before {
        if let Input::Define(question) = input {
            session.ask(question, Stop::Never);
        }
    }
    session.ask(question, Stop::Steps(MOST_STEPS))
}

/// The last question of these inputs in one session, and in a new one, where they differ.
fn difference(inputs: &[Input]) -> Option<[Option<String>; 2]> {
    let (last, before) = inputs.split_last()?;
    let Input::Ask(question, _) = last else { return None };
    let expected = fresh(before, question)?;
    let mut session = Session::new();
    for input in before {
        match input {
            Input::Define(question) => session.ask(question, Stop::Never),
            Input::Ask(question, stop) => session.ask(question, *stop),
        };
    }
    let found = session.ask(question, Stop::Never);
    (found.as_ref() != Some(&expected)).then_some([found, Some(expected)])
}

/// Leaves out what is not needed for a difference, half of the inputs at a time and less.
fn shrunk(mut inputs: Vec<Input>) -> Vec<Input> {
    let mut size = inputs.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start + size < inputs.len() {
            let mut fewer = inputs.clone();
            fewer.drain(start..start + size);
            if difference(&fewer).is_some() {
                inputs = fewer;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
    inputs
}

fn question(json: &str) -> Question {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// A random number with at most so many binary digits, each length as likely as the others.
fn up_to(dice: &mut Random, digits: usize) -> u64 {
    let digits = dice.below(digits);
    dice.under(1 << digits)
}

fn random_input(dice: &mut Random, last: Option<&Question>) -> Input {
    if dice.one_in(8) {
        return Input::Define(question(dice.pick(&DEFINITIONS).unwrap()));
    }
    // A question that comes again meets what it left the first time.
    let again = last.filter(|_| dice.one_in(3)).cloned();
    let question = again.unwrap_or_else(|| question(&random_question(dice)));
    let stop = match dice.below(5) {
        0 | 1 => Stop::Steps(up_to(dice, 15)),
        2 => Stop::Bytes(up_to(dice, 24)),
        _ => Stop::Never,
    };
    Input::Ask(question, stop)
}

/// Makes so many comparisons, from a seed on.
fn compare(comparisons: usize, first: u64) {
    let (mut compared, mut stopped, mut seed) = (0, 0, first);
    while compared < comparisons {
        seed += 1;
        let mut dice = Random::new(seed);
        let mut session = Session::new();
        let mut inputs: Vec<Input> = Vec::new();
        let mut last = None;
        for _ in 0..INPUTS {
            let input = random_input(&mut dice, last.as_ref());
            let (question, stop) = match &input {
                Input::Define(question) => {
                    session.ask(question, Stop::Never);
                    inputs.push(input);
                    continue;
                }
                Input::Ask(question, stop) => (question.clone(), *stop),
            };
            let Some(expected) = fresh(&inputs, &question) else { continue };
            inputs.push(input);
            let found = session.ask(&question, stop);
            last = Some(question);
            if found.is_none() && stop != Stop::Never {
                stopped += 1;
                continue;
            }
            compared += 1;
            if found.as_ref() != Some(&expected) {
                let all = std::env::var_os("UPSTAR_ALL_DIFFERENCES").is_some();
                let inputs = shrunk(inputs.clone());
                let told =
                    format!("seed {seed}: {found:?} instead of {expected:?} after {inputs:#?}");
                assert!(all, "{told}");
                println!("{told}");
                break;
            }
        }
    }
    assert!(10 * stopped > compared, "only {stopped} of {compared} questions were stopped");
    println!("{compared} compared, {stopped} stopped, {} sessions", seed - first);
}

#[test]
fn answers_do_not_depend_on_earlier_questions() {
    compare(900, 0);
}

#[test]
#[ignore = "takes an hour"]
fn many_answers_do_not_depend_on_earlier_questions() {
    compare(60_000, 1_000_000);
}

/// A text is answered by the last rules without mistakes, here and in the calculator.
#[test]
fn a_corrected_file_is_loaded_again() {
    let furnish = |text: &str| {
        let name = "my.up".to_owned();
        Question::Furnish { name, text: text.to_owned() }
    };
    let good = "game Mine\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    let other = "game Mine\ngrid . x o\nleft orthogonal xo -> ..\nright as left with x<->o\n";
    let bad = "game Mine\ngrid . x o\nleft orthogonal q -> .x\n";
    let value = Question::Value { place: Place::new("my.up", "xxo"), show: Vec::new() };
    let spelt = Question::Value { place: Place::new("My.up", "xxo"), show: Vec::new() };
    let load = Question::Eval { input: "load \"my.up\"; mine(\"xxo\").Value".to_owned() };
    for (texts, expected) in [
        (&[good][..], "^\n"),
        (&[good, bad], "^\n"),
        (&[bad, good], "^\n"),
        (&[good, bad, good], "^\n"),
        (&[good, other], "*\n"),
        (&[good, other, bad], "*\n"),
        (&[good, bad, other, good], "^\n"),
    ] {
        let mut world = World::default();
        for &text in texts {
            assert_eq!(world.ask(&furnish(text)).is_ok(), text != bad);
            // Whatever was asked in between, by whatever spelling.
            for question in [&value, &spelt, &load] {
                let _ = world.ask(question);
            }
        }
        for question in [&value, &spelt, &load] {
            let answer = world.ask(question).map(|answer| answer.text());
            assert_eq!(answer.unwrap(), expected, "{texts:?} {question:?}");
        }
    }
}

/// What a stop leaves is not kept as if it were finished.
#[test]
fn a_stopped_misere_question_can_be_asked_again() {
    let questions = [
        r#"{"ask":"misere","misere":"outcome","code":".15","position":"1000000+999999+70"}"#,
        r#"{"ask":"outcome","rules":"kayles","position":"10000+9999+70","play":"misere"}"#,
        r#"{"ask":"misere","misere":"genus","code":".77","position":"1000000007+12"}"#,
        r#"{"ask":"misere","misere":"moves","code":".77","position":"300+12"}"#,
    ];
    for text in questions {
        let question = question(text);
        let expected = Session::new().ask(&question, Stop::Never).unwrap();
        let mut session = Session::new();
        for power in 0..12 {
            session.ask(&question, Stop::Steps(1 << power));
            session.ask(&question, Stop::Bytes(1 << (2 * power)));
        }
        assert_eq!(session.ask(&question, Stop::Never).as_ref(), Some(&expected), "{text}");
    }
}
