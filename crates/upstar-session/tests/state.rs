//! Answers do not depend on what was asked before.
//!
//! Random questions of all kinds go to one long-lived session: rules that are added again,
//! variables that are set again, questions, and questions that are stopped after some steps, at some
//! bytes or before they begin. Every answer is compared with that of a new session which knows the
//! rules and variables and nothing else. Stops are counted in steps and bytes, so a run is the same
//! on every machine.
//!
//! The field that may depend on what is known is named in `stateful` and in docs/library.md.
//!
//! The long run: `cargo test -p upstar-session --test state -- --ignored`
#![allow(clippy::unwrap_used)]

mod pools;
mod resumed;
mod stateful;

use pools::{DEFINITIONS, is_own, random_question};
use serde_json::Value as Json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use upstar_base::{Budget, Random, Stopped};
use upstar_session::{
    AddRulesQuery, Answer, EvalQuery, Kind, Limits, Notation, Observer, PositionSpec, QueryError,
    Question, Session, ValueQuery,
};
use upstar_testing::state::{self, AskedSession, SessionInput, Stop};

/// No question takes more steps in a new session; those that do are left out.
const MOST_STEPS: u64 = 40_000;
/// A step of a quotient is long. A game that is not solved takes more than ten thousand of them, so
/// one question in eight may.
const MOST_STEPS_OF_QUOTIENTS: [u64; 2] = [2_000, 12_000];
/// What a session may hold.
const MEMORY: u64 = 1 << 30;

/// Stops each question when it has done so many steps since it announced its work.
struct Trap(Arc<AtomicU64>);

impl Observer for Trap {
    fn begin(&self, budget: &Arc<Budget>) {
        match self.0.load(Ordering::Relaxed) {
            u64::MAX => {}
            steps => budget.interrupt_after(steps),
        }
    }

    fn end(&self) {}

    fn stage(&self, _: &'static str, _: usize, _: usize) {}
}

struct Calculator {
    session: Session,
    steps: Arc<AtomicU64>,
}

impl AskedSession for Calculator {
    type Definition = &'static str;

    fn new() -> Calculator {
        let steps = Arc::new(AtomicU64::new(u64::MAX));
        let limits = Limits { time: None, memory: Some(MEMORY), threads: Some(1) };
        let session = Session::watched(limits, Notation::Ascii, Box::new(Trap(Arc::clone(&steps))));
        Calculator { session, steps }
    }

    fn define(&mut self, definition: &&'static str) {
        let _ = self.ask(definition, Stop::Never);
    }

    fn ask(&mut self, text: &str, stop: Stop) -> Option<String> {
        let budget = Arc::clone(self.session.budget());
        let held = match stop {
            Stop::Bytes(bytes) => budget.room().unwrap().saturating_sub(bytes),
            _ => 0,
        };
        let steps = if let Stop::Steps(steps) = stop { steps } else { u64::MAX };
        self.steps.store(steps, Ordering::Relaxed);
        let _ = budget.charge(held);
        let answer = self.session.ask(&question(text));
        budget.refund(held);
        match answer {
            Ok(answer) => told(&answer),
            Err(refusal) => refused(&refusal),
        }
    }

    fn most(question: &str) -> Stop {
        let is_quotient = question.contains("misere") || question.contains("quotient");
        let long = usize::from(question.len().is_multiple_of(8));
        Stop::Steps(if is_quotient { MOST_STEPS_OF_QUOTIENTS[long] } else { MOST_STEPS })
    }

    fn is_own(question: &str) -> bool {
        is_own(question)
    }
}

/// What an answer says; `None` if it says that it was stopped.
fn told(answer: &Answer) -> Option<String> {
    if answer.stopped.as_ref().is_some_and(Stopped::is_external) {
        return None;
    }
    let mut json: Json = serde_json::from_str(&answer.json()).unwrap();
    stateful::clean(&mut json);
    Some(json.to_string())
}

fn refused(refusal: &QueryError) -> Option<String> {
    match &refusal.kind {
        Kind::Stopped(stopped) if stopped.is_external() => None,
        // What is known is told besides.
        Kind::Stopped(stopped) => Some(stopped.to_string()),
        _ => Some(format!("{} {:?}", refusal.message, refusal.hint)),
    }
}

fn question(json: &str) -> Question {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Makes so many comparisons of questions from a pool of so many.
fn compare(comparisons: usize, pool: usize, first: u64) {
    let mut dice = Random::new(first);
    let pool: Vec<String> = (0..pool).map(|_| random_question(&mut dice)).collect();
    state::compare::<Calculator>(comparisons, first, |dice, last| {
        if dice.one_in(8) {
            return SessionInput::Define(dice.pick(&DEFINITIONS).unwrap());
        }
        // A question that comes again meets what it left the first time.
        let again = last.filter(|_| dice.one_in(3)).map(str::to_owned);
        let question = again.unwrap_or_else(|| dice.pick(&pool).unwrap().clone());
        SessionInput::Ask(question, Stop::random(dice, 15, 24))
    });
}

#[test]
fn answers_do_not_depend_on_earlier_questions() {
    compare(1_500, 600, 0);
}

#[test]
#[ignore = "takes half an hour"]
fn many_answers_do_not_depend_on_earlier_questions() {
    compare(60_000, 6_000, 1_000_000);
}

/// A text is answered by the last rules without mistakes, here and in the calculator.
#[test]
fn a_corrected_file_is_loaded_again() {
    let add_rules = |text: &str| {
        let name = "my.up".to_owned();
        Question::AddRules(AddRulesQuery { name, text: text.to_owned() })
    };
    let good = "game Mine\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    let other = "game Mine\ngrid . x o\nleft orthogonal xo -> ..\nright as left with x<->o\n";
    let bad = "game Mine\ngrid . x o\nleft orthogonal q -> .x\n";
    let value =
        Question::Value(ValueQuery { place: PositionSpec::new("my.up", "xxo"), show: Vec::new() });
    let spelt =
        Question::Value(ValueQuery { place: PositionSpec::new("My.up", "xxo"), show: Vec::new() });
    let load =
        Question::Eval(EvalQuery { input: "load \"my.up\"; mine(\"xxo\").Value".to_owned() });
    for (texts, expected) in [
        (&[good][..], "^\n"),
        (&[good, bad], "^\n"),
        (&[bad, good], "^\n"),
        (&[good, bad, good], "^\n"),
        (&[good, other], "*\n"),
        (&[good, other, bad], "*\n"),
        (&[good, bad, other, good], "^\n"),
    ] {
        let mut session = Session::default();
        for &text in texts {
            assert_eq!(session.ask(&add_rules(text)).is_ok(), text != bad);
            // Whatever was asked in between, by whatever spelling.
            for question in [&value, &spelt, &load] {
                let _ = session.ask(question);
            }
        }
        for question in [&value, &spelt, &load] {
            let answer = session.ask(question).map(|answer| answer.text());
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
        let expected = Calculator::new().ask(text, Stop::Never).unwrap();
        let mut session = Calculator::new();
        for power in 0..12 {
            session.ask(text, Stop::Steps(1 << power));
            session.ask(text, Stop::Bytes(1 << (2 * power)));
        }
        assert_eq!(session.ask(text, Stop::Never).as_ref(), Some(&expected), "{text}");
    }
}
