//! Answers must not depend on what was asked before: random inputs go to one long-lived session,
//! and every answer is compared with that of a new session which knows the definitions and nothing
//! else.

use crate::Random;
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// How many inputs a session gets.
const INPUTS: usize = 40;

/// How a question is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Not at all.
    Never,
    /// After this many steps.
    Steps(u64),
    /// When it needs more than this many bytes.
    Bytes(u64),
}

impl Stop {
    /// Stops more than every second question, after fewer than `2^steps` steps or at fewer than
    /// `2^bytes` bytes.
    pub fn random(dice: &mut Random, steps: usize, bytes: usize) -> Stop {
        match dice.below(5) {
            0 | 1 => Stop::Steps(up_to(dice, steps)),
            2 => Stop::Bytes(up_to(dice, bytes)),
            _ => Stop::Never,
        }
    }
}

/// A random number with fewer than `digits` binary digits, each length as likely as the others.
pub fn up_to(dice: &mut Random, digits: usize) -> u64 {
    let digits = dice.below(digits);
    dice.under(1 << digits)
}

/// What a session gets.
#[derive(Clone, Debug)]
pub enum SessionInput<D> {
    /// Changes what later inputs mean.
    Define(D),
    /// Is compared.
    Ask(String, Stop),
}

/// A session that answers questions.
pub trait AskedSession {
    /// What changes the meaning of later inputs.
    type Definition: Clone + Debug + Eq + Hash;

    /// A session that knows nothing.
    fn new() -> Self;

    /// Takes note of a definition.
    fn define(&mut self, definition: &Self::Definition);

    /// All that a question is answered; `None` if it was stopped, and the answer says so.
    fn ask(&mut self, question: &str, stop: Stop) -> Option<String>;

    /// What a new session may do for a question; dearer ones are left out.
    fn most(question: &str) -> Stop;

    /// May definitions change what a question means? Otherwise it is asked without them.
    fn is_own(question: &str) -> bool;
}

/// The answers of new sessions, each found once.
struct Fresh<S: AskedSession>(HashMap<(Vec<S::Definition>, String), Option<String>>);

impl<S: AskedSession> Fresh<S> {
    fn answer(&mut self, before: &[SessionInput<S::Definition>], question: &str) -> Option<String> {
        let definition = |input: &SessionInput<S::Definition>| match input {
            SessionInput::Define(definition) => Some(definition.clone()),
            SessionInput::Ask(..) => None,
        };
        let mut known: Vec<S::Definition> = Vec::new();
        if S::is_own(question) {
            known.extend(before.iter().filter_map(definition));
        }
        let answer = self.0.entry((known, question.to_owned()));
        let answer = answer.or_insert_with_key(|(known, question)| {
            let mut session = S::new();
            known.iter().for_each(|definition| session.define(definition));
            session.ask(question, S::most(question))
        });
        answer.clone()
    }
}

/// The answer to the last of these inputs in one session, and in a new one, where they differ.
fn difference<S: AskedSession>(
    inputs: &[SessionInput<S::Definition>],
    fresh: &mut Fresh<S>,
) -> Option<[Option<String>; 2]> {
    let (last, before) = inputs.split_last()?;
    let SessionInput::Ask(question, stop) = last else { return None };
    let expected = fresh.answer(before, question)?;
    let mut session = S::new();
    for input in before {
        match input {
            SessionInput::Define(definition) => session.define(definition),
            SessionInput::Ask(question, stop) => drop(session.ask(question, *stop)),
        }
    }
    let found = session.ask(question, *stop);
    let is_stopped = found.is_none() && *stop != Stop::Never;
    (!is_stopped && found.as_ref() != Some(&expected)).then_some([found, Some(expected)])
}

/// Leaves out what is not needed for a difference, half of the inputs at a time and less.
fn shrunk<S: AskedSession>(
    mut inputs: Vec<SessionInput<S::Definition>>,
    fresh: &mut Fresh<S>,
) -> Vec<SessionInput<S::Definition>> {
    let mut size = inputs.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start + size < inputs.len() {
            let mut fewer = inputs.clone();
            fewer.drain(start..start + size);
            if difference(&fewer, fresh).is_some() {
                inputs = fewer;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
    inputs
}

/// Makes `comparisons` comparisons, from a seed on, of inputs that `random` makes; it gets the last
/// question.
///
/// # Panics
///
/// Panics if an answer differs, or if fewer than one question in ten was stopped. With the variable
/// `UPSTAR_ALL_DIFFERENCES` it prints differences and continues.
pub fn compare<S: AskedSession>(
    comparisons: usize,
    first: u64,
    random: impl Fn(&mut Random, Option<&str>) -> SessionInput<S::Definition>,
) {
    let mut fresh = Fresh::<S>(HashMap::new());
    let (mut compared, mut stopped, mut different, mut seed) = (0, 0, 0, first);
    while compared < comparisons {
        seed += 1;
        let mut dice = Random::new(seed);
        let mut session = S::new();
        let mut inputs: Vec<SessionInput<S::Definition>> = Vec::new();
        let mut last: Option<String> = None;
        for _ in 0..INPUTS {
            let input = random(&mut dice, last.as_deref());
            let (question, stop) = match &input {
                SessionInput::Define(definition) => {
                    session.define(definition);
                    inputs.push(input);
                    continue;
                }
                SessionInput::Ask(question, stop) => (question.clone(), *stop),
            };
            let Some(expected) = fresh.answer(&inputs, &question) else { continue };
            inputs.push(input);
            let found = session.ask(&question, stop);
            last = Some(question);
            if found.is_none() && stop != Stop::Never {
                stopped += 1;
                continue;
            }
            compared += 1;
            if compared % 1_000 == 0 {
                println!("{compared} of {comparisons} compared, {different} different");
            }
            if found.as_ref() != Some(&expected) {
                different += 1;
                let inputs = shrunk(inputs, &mut fresh);
                let told =
                    format!("seed {seed}: {found:?} instead of {expected:?} after {inputs:#?}");
                assert!(std::env::var_os("UPSTAR_ALL_DIFFERENCES").is_some(), "{told}");
                println!("{told}");
                break;
            }
        }
    }
    let (sessions, new) = (seed - first, fresh.0.len());
    println!(
        "{compared} compared, {different} different, {stopped} stopped, {sessions} sessions, \
         {new} new sessions"
    );
    assert!(10 * stopped > compared, "only {stopped} of {compared} questions were stopped");
}
