//! A laboratory: the stores that games live in, a calculator, and a world that answers questions.
//!
//! A handle means nothing outside its store, so every game carries its laboratory, and games of two
//! laboratories do not mix. Short games are added and compared at one of several desks, each in its
//! caller's thread; everything else is asked of the one calculator or the one world.

use crate::errors::{misread, plain, refused};
use crate::game::Game;
use crate::own::OwnRuleset;
use crate::wait::{Off, STACK, in_turn, wait};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use upstar_base::{Budget, Stopped};
use upstar_calculator::{Calculator, Value};
use upstar_session::{
    Answer, Kind, Limits, Notation, Outcome, OutcomeQuery, PositionSpec, QueryError, Question,
    Session, ValueQuery,
};
use upstar_values::{Calc, Dyadic, Short, Store};

/// How much a quick operation may do in its caller's thread before it is taken to another one.
const QUICK_STEPS: u64 = 20_000;

/// So many positions of a batch go to one thread at a time.
const BATCH: usize = 64;

/// What a laboratory holds.
pub(crate) struct Inner {
    /// The memory of all values. Time and interruptions are those of its parts: one operation at a
    /// desk must not let the time of another begin anew.
    budget: Arc<Budget>,
    /// The part of the calculator.
    calculator: Arc<Budget>,
    store: Arc<Store>,
    desks: Mutex<Vec<Calc>>,
    session: Mutex<Calculator>,
    world: Mutex<Session>,
    /// Further worlds for many questions at once.
    worlds: Mutex<Vec<Session>>,
    /// The rules that were furnished as texts, which every world must know.
    texts: Mutex<Vec<Question>>,
    limits: Limits,
    closed: AtomicBool,
    process: u32,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A part of a budget without limits of its own.
fn part(whole: &Arc<Budget>) -> Arc<Budget> {
    Arc::new(Budget::steps_of(whole, u64::MAX))
}

impl Inner {
    /// A quarter of the memory is for values, a half for questions, a quarter for many at once.
    fn new(limits: Limits) -> Inner {
        let budget = Arc::new(Budget::new(None, limits.memory.map(|memory| memory / 4)));
        let half = Limits { memory: limits.memory.map(|memory| memory / 2), ..limits };
        let store = Arc::<Store>::default();
        let calculator = part(&budget);
        let calc = Calc::new(Arc::clone(&store), Arc::clone(&calculator));
        Inner {
            session: Mutex::new(Calculator::new(calc)),
            world: Mutex::new(Session::new(half, Notation::Ascii)),
            worlds: Mutex::default(),
            texts: Mutex::default(),
            desks: Mutex::default(),
            closed: AtomicBool::new(false),
            process: std::process::id(),
            budget,
            calculator,
            store,
            limits,
        }
    }

    /// Remembers a text of rules.
    fn furnished(&self, question: &Question) {
        let mut texts = lock(&self.texts);
        texts.push(question.clone());
        lock(&self.worlds).clear();
    }

    /// One world for each thread, which keep what they learn; and how many texts of rules they know.
    fn take_worlds(&self) -> (usize, Vec<Session>) {
        let threads = self.limits.threads().max(1);
        let memory = self.limits.memory.map(|memory| memory / 4 / threads as u64);
        let limits = Limits { time: None, memory, threads: Some(1) };
        let texts = lock(&self.texts).clone();
        let mut worlds = std::mem::take(&mut *lock(&self.worlds));
        while worlds.len() < threads {
            let mut world = Session::new(limits, Notation::Ascii);
            for text in &texts {
                // They were furnished once, so they can be again.
                let _ = world.ask(text);
            }
            worlds.push(world);
        }
        (texts.len(), worlds)
    }

    /// Keeps worlds for the next time, unless they know older rules than others do by now.
    fn give_worlds(&self, known: usize, worlds: Vec<Session>) {
        let texts = lock(&self.texts);
        let mut kept = lock(&self.worlds);
        if kept.is_empty() && !self.is_closed() && texts.len() == known {
            *kept = worlds;
        }
    }

    /// Locks and threads do not survive a fork, and a closed laboratory answers nothing.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        if self.process != std::process::id() {
            let message = "this process was forked: start processes with the method `spawn`";
            return Err(plain(py, Kind::Unsupported, message));
        }
        if self.is_closed() {
            return Err(plain(py, Kind::Argument, "this laboratory is closed"));
        }
        Ok(())
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// The number that a short game is equal to.
    pub(crate) fn number(&self, short: Short) -> Option<Dyadic> {
        self.at_desk(Arc::clone(&self.budget), |calc| Ok(calc.as_number(short))).ok().flatten()
    }

    /// A short operation at a desk; what takes longer is done in another thread, where signals
    /// can end it.
    pub(crate) fn quick<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Calc) -> Result<T, Stopped> + Send + Sync,
    ) -> PyResult<T> {
        self.check(py)?;
        let first = py.detach(|| {
            let part = Budget::steps_of(&self.budget, QUICK_STEPS);
            self.at_desk(Arc::new(part), &work)
        });
        let done = match first {
            Err(Stopped::Steps(_)) => {
                let budget = part(&self.budget);
                let off = Off::of(vec![Arc::clone(&budget)]);
                wait(py, &off, None, || self.at_desk(budget, &work))
            }
            done => Ok(done),
        };
        done?.map_err(|why| crate::errors::stopped(py, why))
    }

    fn at_desk<T>(
        &self,
        budget: Arc<Budget>,
        work: impl Fn(&mut Calc) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let desk = lock(&self.desks).pop();
        let new = || Calc::new(Arc::clone(&self.store), Arc::clone(&self.budget));
        let mut desk = desk.unwrap_or_else(new);
        desk.set_budget(budget);
        let done = work(&mut desk);
        lock(&self.desks).push(desk);
        done
    }

    /// Something for the calculator; `input` is what its errors speak of.
    pub(crate) fn session<T: Send>(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        input: &str,
        work: impl FnOnce(&mut Calculator) -> Result<T, Box<upstar_calculator::Error>> + Send,
    ) -> PyResult<T> {
        self.check(py)?;
        let time = duration(py, seconds)?;
        let budget = |_: &_| Arc::clone(&self.calculator);
        let done = in_turn(py, &self.session, time, None, budget, |session| {
            self.calculator.allow(time);
            work(session)
        })?;
        let done = done.map_err(|why| crate::errors::stopped(py, why))?;
        done.map_err(|error| misread(py, input, *error))
    }

    /// Something for the world.
    fn world<T: Send>(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        hear: Option<&Py<PyAny>>,
        work: impl FnOnce(&mut Session) -> T + Send,
    ) -> PyResult<T> {
        self.check(py)?;
        let time = duration(py, seconds)?;
        let budget = |world: &Session| Arc::clone(world.budget());
        let done = in_turn(py, &self.world, time, hear, budget, |world| {
            world.set_time(time);
            work(world)
        })?;
        done.map_err(|why| crate::errors::stopped(py, why))
    }
}

/// A span of time that was given in seconds.
pub(crate) fn duration(py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else { return Ok(None) };
    let wrong = |_| plain(py, Kind::Argument, "seconds must be a number that is not negative");
    Duration::try_from_secs_f64(seconds).map(Some).map_err(wrong)
}

/// Where games live: `Lab(memory="2G", threads=2)`.
#[pyclass(frozen, module = "upstar._core")]
pub(crate) struct Lab {
    pub(crate) inner: Arc<Inner>,
}

#[pymethods]
impl Lab {
    #[new]
    #[pyo3(signature = (memory=None, threads=None))]
    fn new(memory: Option<u64>, threads: Option<usize>) -> Lab {
        let memory = Some(memory.unwrap_or_else(upstar_session::half_of_ram));
        Lab { inner: Arc::new(Inner::new(Limits { time: None, memory, threads })) }
    }

    /// Frees what the laboratory learnt and refuses all further questions.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.inner.closed.store(true, Ordering::Relaxed);
        lock(&self.inner.desks).clear();
        lock(&self.inner.worlds).clear();
        // Rulesets of Python go with the world, and a question may still be under way.
        let budget = |world: &Session| Arc::clone(world.budget());
        let done = in_turn(py, &self.inner.world, None, None, budget, |world| {
            let small = Limits { time: None, memory: Some(0), threads: Some(1) };
            *world = Session::new(small, Notation::Ascii);
        })?;
        done.map_err(|why| crate::errors::stopped(py, why))
    }

    /// The bytes that values and tables of the calculator take.
    #[getter]
    fn used(&self) -> u64 {
        self.inner.budget.used()
    }

    /// A game as it is printed or typed.
    #[pyo3(signature = (text, seconds=None))]
    fn game(&self, py: Python<'_>, text: &str, seconds: Option<f64>) -> PyResult<Game> {
        self.inner.session(py, seconds, text, |session| {
            let value = match session.read(text) {
                Ok(value) => value,
                // Expressions that are never printed: `3*^`, variables, calls.
                Err(error) => {
                    session.eval(text).map_err(|_| error)?.value.unwrap_or(Value::Nothing)
                }
            };
            Game::of_value(&self.inner, session, value, text)
        })
    }

    /// The integer `n`.
    fn integer(&self, py: Python<'_>, n: i64) -> PyResult<Game> {
        let short = self.inner.quick(py, |calc| calc.integer(n))?;
        Ok(Game::short(&self.inner, short))
    }

    /// `{left|right}` of short games.
    fn make(
        &self,
        py: Python<'_>,
        left: Vec<PyRef<'_, Game>>,
        right: Vec<PyRef<'_, Game>>,
    ) -> PyResult<Option<Game>> {
        let shorts = |games: &[PyRef<'_, Game>]| -> PyResult<Option<Vec<Short>>> {
            games.iter().map(|game| game.short_in(py, &self.inner)).collect()
        };
        let (Some(left), Some(right)) = (shorts(&left)?, shorts(&right)?) else { return Ok(None) };
        let short = self.inner.quick(py, |calc| calc.make(&left, &right))?;
        Ok(Some(Game::short(&self.inner, short)))
    }

    /// Statements of the calculator; variables stay. A game is a `Game`, data become data of
    /// Python, everything else is text.
    #[pyo3(signature = (source, seconds=None))]
    fn eval(&self, py: Python<'_>, source: &str, seconds: Option<f64>) -> PyResult<Py<PyAny>> {
        let mut printed = Vec::new();
        let found = self.inner.session(py, seconds, source, |session| {
            let done = session.eval(source);
            printed = match &done {
                Ok(done) => done.printed.clone(),
                Err(_) => session.take_printed(),
            };
            let value = done?.value.unwrap_or(Value::Nothing);
            crate::game::Found::of(&self.inner, session, value, source)
        });
        let print = py.import("builtins")?.getattr("print")?;
        for line in printed {
            print.call1((line,))?;
        }
        found?.into_python(py)
    }

    /// A question in JSON, and its answer in JSON, with the certificate if one was asked for.
    #[pyo3(signature = (question, seconds=None, hear=None))]
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        seconds: Option<f64>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<(String, Option<String>)> {
        let text = question;
        let question: Question = serde_json::from_str(text)
            .map_err(|error| plain(py, Kind::Argument, &error.to_string()))?;
        let threads = if crate::own::is_named(text) { Some(1) } else { self.inner.limits.threads };
        let answer = self.inner.world(py, seconds, hear.as_ref(), |world| {
            world.set_threads(threads);
            let answer = world.ask(&question);
            if let (Ok(_), Question::Furnish(..)) = (&answer, &question) {
                self.inner.furnished(&question);
            }
            answer.map(|answer| (answer.json(), answer.certificate().map(str::to_owned)))
        });
        if let Some(error) = crate::own::fault(py, text) {
            return Err(error);
        }
        let answer = answer?;
        answer.map_err(|refusal| refused(py, &refusal))
    }

    /// The same question about many positions, on all cores: for each what is said, or the refusal
    /// as (kind, message).
    #[pyo3(signature = (rules, positions, kind, manner, seconds=None))]
    fn ask_each(
        &self,
        py: Python<'_>,
        rules: &str,
        positions: Vec<String>,
        kind: &str,
        manner: &str,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Said>> {
        let manner = serde_json::from_str(manner)
            .map_err(|error| plain(py, Kind::Argument, &error.to_string()))?;
        let time = duration(py, seconds)?;
        self.inner.check(py)?;
        let question = |position: &str| {
            let place = PositionSpec::new(rules, position).played(manner);
            match kind {
                "outcome" => Question::Outcome(OutcomeQuery { place }),
                _ => Question::Value(ValueQuery { place, show: Vec::new() }),
            }
        };
        let (known, mut worlds) = self.inner.take_worlds();
        worlds.iter_mut().for_each(|world| world.set_time(time));
        let off = Off::of(worlds.iter().map(|world| Arc::clone(world.budget())).collect());
        let next = AtomicUsize::new(0);
        let answers = wait(py, &off, None, || {
            let work = |world: &mut Session| {
                let mut found = Vec::new();
                loop {
                    // Neighbours have much in common: they go to one world.
                    let from = next.fetch_add(BATCH, Ordering::Relaxed);
                    let Some(part) = positions.get(from..) else { return Ok(found) };
                    for (place, position) in (from..).zip(part.iter().take(BATCH)) {
                        match world.ask(&question(position)) {
                            Ok(answer) => found.push((place, Ok(said(&answer)))),
                            Err(refusal) if matches!(refusal.kind, Kind::Stopped(_)) => {
                                return Err(refusal);
                            }
                            Err(refusal) => {
                                let kind = refusal.kind.name();
                                found.push((place, Err((kind, refusal.to_string()))));
                            }
                        }
                    }
                }
            };
            let work = &work;
            thread::scope(|scope| {
                let tasks: Vec<_> = worlds
                    .iter_mut()
                    .map(|world| {
                        let builder = thread::Builder::new().stack_size(STACK);
                        builder.spawn_scoped(scope, move || work(world))
                    })
                    .collect();
                let mut all: Vec<Option<Said>> = positions.iter().map(|_| None).collect();
                let mut refused = None;
                for task in tasks {
                    match task.map(thread::ScopedJoinHandle::join) {
                        Ok(Ok(Ok(found))) => {
                            for (place, said) in found {
                                all[place] = Some(said.into());
                            }
                        }
                        Ok(Ok(Err(refusal))) => refused = Some(refusal),
                        Ok(Err(panic)) => std::panic::resume_unwind(panic),
                        Err(error) => {
                            let message = format!("cannot start threads: {error}");
                            refused = Some(Box::new(QueryError::plain(Kind::Lost, message)));
                        }
                    }
                }
                refused.map_or(Ok(all), Err)
            })
        });
        self.inner.give_worlds(known, worlds);
        let all = answers?.map_err(|refusal| refused(py, &refusal))?;
        Ok(all.into_iter().flatten().collect())
    }

    /// Adds rules written in Python under a name of their own, which is returned.
    fn furnish(&self, py: Python<'_>, rules: Py<PyAny>) -> PyResult<String> {
        let ruleset = OwnRuleset::new(py, rules)?;
        let name = ruleset.name().to_owned();
        let added = self.inner.world(py, None, None, |world| world.add_rules(ruleset))?;
        added.map_err(|error| plain(py, Kind::Argument, &error.to_string()))?;
        Ok(name)
    }

    /// Did an exception spoil what the engines remember of furnished rules?
    #[staticmethod]
    fn is_spoilt(name: &str) -> bool {
        crate::own::is_spoilt(name)
    }

    /// The text of a position of furnished rules.
    #[staticmethod]
    fn text_of(py: Python<'_>, name: &str, position: &Bound<'_, PyAny>) -> PyResult<String> {
        crate::own::text_of(py, name, position)
    }

    /// The position of furnished rules that has this text.
    #[staticmethod]
    fn object_of(py: Python<'_>, name: &str, text: &str) -> PyResult<Py<PyAny>> {
        crate::own::object_of(py, name, text)
    }
}

/// What is said of one of many positions.
#[derive(IntoPyObject)]
pub(crate) enum Said {
    Known(String),
    Refused((&'static str, String)),
}

impl From<Result<String, (&'static str, String)>> for Said {
    fn from(said: Result<String, (&'static str, String)>) -> Said {
        said.map_or_else(Said::Refused, Said::Known)
    }
}

/// The value or the class that an answer says, as text.
fn said(answer: &Answer) -> String {
    let value = answer.get::<upstar_session::Value>().map(|found| found.value.clone());
    let class = || answer.get::<Outcome>().map(|found| found.class.to_string());
    value.or_else(class).unwrap_or_default()
}
