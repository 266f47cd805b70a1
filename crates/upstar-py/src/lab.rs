//! A laboratory: the stores that games live in, a calculator, and a world that answers questions.
//!
//! A handle means nothing outside its store, so every game carries its laboratory, and games of two
//! laboratories do not mix. Short games are added and compared at one of several desks, each in its
//! caller's thread; everything else is asked of the one calculator or the one world.

use crate::errors::{misread, plain, refused};
use crate::game::Game;
use crate::own::OwnRuleset;
use crate::wait::wait;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use upstar_ask::{Answer, Kind, Limits, Notation, Place, Question, Refusal, World};
use upstar_base::{Budget, Stopped};
use upstar_lang::{Session, Value};
use upstar_values::{Calc, Short, Store};

/// How much a quick operation may do in its caller's thread before it is taken to another one.
const QUICK_STEPS: u64 = 20_000;

/// What a laboratory holds.
pub(crate) struct Inner {
    budget: Arc<Budget>,
    store: Arc<Store>,
    desks: Mutex<Vec<Calc>>,
    session: Mutex<Session>,
    world: Mutex<World>,
    limits: Limits,
    closed: AtomicBool,
    process: u32,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    fn new(limits: Limits) -> Inner {
        let budget = Arc::new(Budget::new(None, limits.memory));
        let store = Arc::<Store>::default();
        let calc = Calc::new(Arc::clone(&store), Arc::clone(&budget));
        Inner {
            session: Mutex::new(Session::new(calc)),
            world: Mutex::new(World::new(limits, Notation::Ascii)),
            desks: Mutex::default(),
            closed: AtomicBool::new(false),
            process: std::process::id(),
            budget,
            store,
            limits,
        }
    }

    /// Locks and threads do not survive a fork, and a closed laboratory answers nothing.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        if self.process != std::process::id() {
            let message = "this process was forked: start processes with the method `spawn`";
            return Err(plain(py, Kind::Unsupported, message));
        }
        if self.closed.load(Ordering::Relaxed) {
            return Err(plain(py, Kind::Argument, "this laboratory is closed"));
        }
        Ok(())
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
            Err(Stopped::Steps(_)) => wait(py, std::slice::from_ref(&self.budget), None, || {
                let budget = Arc::clone(&self.budget);
                self.at_desk(budget, &work)
            }),
            done => Ok(done),
        };
        self.budget.resume();
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
        work: impl FnOnce(&mut Session) -> Result<T, Box<upstar_lang::Error>> + Send,
    ) -> PyResult<T> {
        self.check(py)?;
        let time = duration(py, seconds)?;
        let done = wait(py, std::slice::from_ref(&self.budget), None, || {
            let mut session = lock(&self.session);
            self.budget.allow(time);
            work(&mut session)
        });
        self.budget.allow(None);
        done?.map_err(|error| misread(py, input, *error))
    }

    /// Something for the world.
    fn world<T: Send>(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        hear: Option<&Py<PyAny>>,
        work: impl FnOnce(&mut World) -> T + Send,
    ) -> PyResult<T> {
        self.check(py)?;
        let time = duration(py, seconds)?;
        // The world can be busy with the question of another thread: wait without the interpreter.
        let budget = py.detach(|| Arc::clone(lock(&self.world).budget()));
        wait(py, &[budget], hear, || {
            let mut world = lock(&self.world);
            world.set_time(time);
            work(&mut world)
        })
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
        let memory = Some(memory.unwrap_or_else(upstar_ask::half_of_ram));
        Lab { inner: Arc::new(Inner::new(Limits { time: None, memory, threads })) }
    }

    /// Frees what the laboratory learnt and refuses all further questions.
    fn close(&self) {
        self.inner.closed.store(true, Ordering::Relaxed);
        lock(&self.inner.desks).clear();
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
        let found = self.inner.session(py, seconds, source, |session| {
            let value = session.eval(source)?.value.unwrap_or(Value::Nothing);
            crate::game::Found::of(&self.inner, session, value, source)
        })?;
        found.into_python(py)
    }

    /// A question in JSON, and its answer in JSON.
    #[pyo3(signature = (question, seconds=None, hear=None))]
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        seconds: Option<f64>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let question: Question = serde_json::from_str(question)
            .map_err(|error| plain(py, Kind::Argument, &error.to_string()))?;
        let rules = rules_of(&question).map(str::to_owned);
        let answer = self.inner.world(py, seconds, hear.as_ref(), |world| {
            world.ask(&question).map(|answer| answer.json())
        })?;
        if let Some(error) = rules.and_then(|rules| crate::own::fault(py, &rules)) {
            return Err(error);
        }
        answer.map_err(|refusal| refused(py, &refusal))
    }

    /// The same question about many positions, on all cores; a refusal stands in its place.
    #[pyo3(signature = (rules, positions, kind, manner, seconds=None))]
    fn ask_each(
        &self,
        py: Python<'_>,
        rules: &str,
        positions: Vec<String>,
        kind: &str,
        manner: &str,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Option<String>>> {
        let manner = serde_json::from_str(manner)
            .map_err(|error| plain(py, Kind::Argument, &error.to_string()))?;
        let time = duration(py, seconds)?;
        let threads = self.inner.limits.threads().max(1);
        let memory = self.inner.limits.memory.map(|memory| memory / threads as u64);
        let limits = Limits { time, memory, threads: Some(1) };
        let chunk = positions.len().div_ceil(threads).max(1);
        let question = |position: &str| {
            let place = Place::new(rules, position).played(manner);
            match kind {
                "outcome" => Question::Outcome(place),
                _ => Question::Value { place, show: Vec::new() },
            }
        };
        self.inner.check(py)?;
        let parts = positions.chunks(chunk);
        let mut worlds: Vec<World> =
            parts.clone().map(|_| World::new(limits, Notation::Ascii)).collect();
        let budgets: Vec<_> = worlds.iter().map(|world| Arc::clone(world.budget())).collect();
        let answers: Result<Vec<_>, Box<Refusal>> = wait(py, &budgets, None, || {
            let work = |world: &mut World, part: &[String]| {
                let mut found = Vec::with_capacity(part.len());
                for position in part {
                    match world.ask(&question(position)) {
                        Ok(answer) => found.push(said(&answer)),
                        Err(refusal) if refusal.is_cancelled() => return Err(refusal),
                        Err(_) => found.push(None),
                    }
                }
                Ok(found)
            };
            let work = &work;
            thread::scope(|scope| {
                let tasks = worlds.iter_mut().zip(parts);
                let tasks: Vec<_> =
                    tasks.map(|(world, part)| scope.spawn(move || work(world, part))).collect();
                let mut all = Vec::with_capacity(positions.len());
                for task in tasks {
                    match task.join() {
                        Ok(found) => all.extend(found?),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                Ok(all)
            })
        })?;
        answers.map_err(|refusal| refused(py, &refusal))
    }

    /// The period of a nim-sequence with its certificate, in JSON.
    #[pyo3(signature = (code, limit=None, seconds=None, hear=None))]
    fn heap_period(
        &self,
        py: Python<'_>,
        code: &str,
        limit: Option<String>,
        seconds: Option<f64>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<(String, Option<String>)> {
        let answer = self.inner.world(py, seconds, hear.as_ref(), |world| {
            world.heap_period(code, limit.as_deref(), true)
        })?;
        let answer = answer.map_err(|refusal| refused(py, &refusal))?;
        let certificate = match &answer.found {
            upstar_ask::Found::HeapPeriod(found) => found.certificate.clone(),
            _ => None,
        };
        Ok((answer.json(), certificate))
    }

    /// Adds rules written in Python under a name of their own, which is returned.
    fn furnish(&self, py: Python<'_>, rules: Py<PyAny>) -> PyResult<String> {
        let ruleset = OwnRuleset::new(py, rules)?;
        let name = ruleset.name().to_owned();
        let added = self.inner.world(py, None, None, |world| world.add_rules(ruleset))?;
        added.map_err(|error| plain(py, Kind::Argument, &error.to_string()))?;
        Ok(name)
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

/// The value or the class that an answer says, as text.
fn said(answer: &Answer) -> Option<String> {
    match &answer.found {
        upstar_ask::Found::Value(value) => Some(value.value.clone()),
        upstar_ask::Found::Outcome(outcome) => Some(outcome.class.to_string()),
        _ => None,
    }
}

/// The ruleset that a question is about.
fn rules_of(question: &Question) -> Option<&str> {
    match question {
        Question::Value { place, .. }
        | Question::Outcome(place)
        | Question::Moves { place, .. }
        | Question::Picture { place, .. } => Some(&place.rules),
        Question::Table { rules, .. } | Question::Compare { rules, .. } => Some(rules),
        _ => None,
    }
}
