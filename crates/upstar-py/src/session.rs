//! A session of the library, and more of them for many questions at once.

use crate::errors::{plain, raised};
use crate::game::Game;
use crate::own::{self, OwnRuleset};
use crate::wait::{STACK, wait};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use upstar::{
    CancelToken, Error, ErrorKind, Limits, Notation, PlayMode, PositionSpec, Question, Stopped,
    briefly,
};
use upstar_session::{OutcomeQuery, QueryError, ValueQuery};

/// So many positions of a batch go to one thread at a time.
const BATCH: usize = 64;

/// What rules in Python are told that ask for more than short games.
const INSIDE: &str = "these rules were asked for moves by a question to the same laboratory, which is not \
                      answered yet: they may ask another one, `rules(name, lab)` with a `Session()`";

/// What a session holds.
pub(crate) struct SessionParts {
    pub(crate) session: upstar::Session,
    /// One more for each thread of a batch, with what they learnt.
    others: Mutex<Vec<upstar::Session>>,
    /// The rules that were added as texts, which the others must know.
    texts: Mutex<Vec<Question>>,
    limits: Limits,
    process: u32,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SessionParts {
    /// One for each thread of a batch, and how many texts of rules they know.
    fn take_others(&self) -> (usize, Vec<upstar::Session>) {
        let threads = self.limits.threads().max(1);
        let memory = self.limits.memory.map(|memory| memory / 4 / threads as u64);
        let texts = lock(&self.texts).clone();
        let mut others = std::mem::take(&mut *lock(&self.others));
        while others.len() < threads {
            let limits = Limits { time: None, memory, threads: Some(1) };
            let session = upstar::Session::with_limits(limits);
            for text in &texts {
                // They were added once, so they can be again.
                let _ = session.ask(text);
            }
            others.push(session);
        }
        (texts.len(), others)
    }

    /// Keeps sessions for the next time, unless they know older rules than others do by now.
    fn keep_others(&self, known: usize, others: Vec<upstar::Session>) {
        let texts = lock(&self.texts);
        let mut kept = lock(&self.others);
        if kept.is_empty() && !self.session.is_closed() && texts.len() == known {
            *kept = others;
        }
    }

    /// Locks and threads do not survive a fork, and a closed session answers nothing.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        if self.process != std::process::id() {
            let message = "this process was forked: start processes with the method `spawn`";
            return Err(plain(py, ErrorKind::Unsupported, message));
        }
        if self.session.is_closed() {
            return Err(plain(py, ErrorKind::Argument, "this laboratory is closed"));
        }
        Ok(())
    }

    /// Does something in the caller's thread, or in another one if it takes long.
    pub(crate) fn quick<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn() -> Result<T, Error> + Send + Sync,
    ) -> PyResult<T> {
        self.check(py)?;
        match py.detach(|| briefly(&work)) {
            Err(error) if matches!(error.limit(), Some(Stopped::Steps(_))) => {
                self.wait(py, Limits::default(), None, |_| work())
            }
            Err(error) if *error.kind() == ErrorKind::Unsupported && self.session.is_inside() => {
                Err(plain(py, ErrorKind::Unsupported, INSIDE))
            }
            done => done.map_err(|error| raised(py, &error)),
        }
    }

    /// Does something in another thread, within a time.
    fn wait<T: Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        hear: Option<&Py<PyAny>>,
        work: impl FnOnce(&CancelToken) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.check(py)?;
        if self.session.is_inside() {
            return Err(plain(py, ErrorKind::Unsupported, INSIDE));
        }
        wait(py, limits, hear, work)?.map_err(|error| raised(py, &error))
    }
}

/// Limits of time; an error if the seconds are none.
pub(crate) fn limits(py: Python<'_>, seconds: Option<f64>) -> PyResult<Limits> {
    let wrong = |_| plain(py, ErrorKind::Argument, "seconds must be a number that is not negative");
    let time = seconds.map(Duration::try_from_secs_f64).transpose().map_err(wrong)?;
    Ok(Limits { time, ..Limits::default() })
}

fn parsed<'t, T: serde::Deserialize<'t>>(py: Python<'_>, json: &'t str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| plain(py, ErrorKind::Argument, &error.to_string()))
}

/// What a position is worth.
enum Worth {
    Game(upstar::Game),
    /// What is no game, as it is written.
    Text(String),
}

/// What is said of one of many positions.
enum Said {
    /// A game of another session, as it is written.
    Game(String),
    Text(String),
    /// Why there is no answer: its kind, and in words.
    Refused(&'static str, String),
}

/// The value of a position: a game, or the text of what is none.
fn value(session: &upstar::Session, place: &PositionSpec) -> Result<Worth, Error> {
    match session.value(place) {
        Ok(game) if game.is_game() => Ok(Worth::Game(game)),
        Ok(data) => Ok(Worth::Text(data.to_string())),
        // The value of a theory that has no handles, or else the whole reason.
        Err(error) if *error.kind() == ErrorKind::Unsupported => {
            let query = ValueQuery { place: place.clone(), show: Vec::new() };
            Ok(Worth::Text(session.run(&query)?.value))
        }
        Err(error) => Err(error),
    }
}

/// Where games live and questions are answered.
#[pyclass(frozen, module = "upstar._core")]
pub(crate) struct Session {
    pub(crate) inner: Arc<SessionParts>,
}

#[pymethods]
impl Session {
    /// Three quarters of the memory are for this session, one for many questions at once.
    #[new]
    #[pyo3(signature = (memory=None, threads=None))]
    fn new(memory: Option<u64>, threads: Option<usize>) -> Session {
        let memory = Some(memory.unwrap_or_else(upstar_session::half_of_ram));
        let limits = Limits { time: None, memory, threads };
        let most = Limits { memory: memory.map(|memory| memory / 4 * 3), ..limits };
        let session = upstar::Session::with_limits(most);
        let (others, texts) = (Mutex::default(), Mutex::default());
        let process = std::process::id();
        Session { inner: Arc::new(SessionParts { session, others, texts, limits, process }) }
    }

    /// Frees what the session learnt and refuses all further questions.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if self.inner.session.is_closed() {
            return Ok(());
        }
        lock(&self.inner.others).clear();
        self.inner.wait(py, Limits::default(), None, |_| self.inner.session.close())
    }

    /// The bytes that values and tables take.
    #[getter]
    fn used(&self) -> u64 {
        self.inner.session.memory_used()
    }

    /// A game as it is printed or typed.
    #[pyo3(signature = (text, seconds=None))]
    fn game(&self, py: Python<'_>, text: &str, seconds: Option<f64>) -> PyResult<Game> {
        let read = || self.inner.session.game(text);
        let game = match seconds {
            None => self.inner.quick(py, read),
            Some(_) => self.inner.wait(py, limits(py, seconds)?, None, |_| read()),
        };
        Game::checked(py, &self.inner, game?)
    }

    /// The integer `n`.
    fn integer(&self, py: Python<'_>, n: i64) -> PyResult<Game> {
        self.inner.check(py)?;
        Ok(Game::new(&self.inner, self.inner.session.integer(n)))
    }

    /// `{left|right}`
    fn make(
        &self,
        py: Python<'_>,
        left: Vec<PyRef<'_, Game>>,
        right: Vec<PyRef<'_, Game>>,
    ) -> PyResult<Game> {
        let all = |games: &[PyRef<'_, Game>]| -> PyResult<Vec<upstar::Game>> {
            games.iter().map(|game| Ok(game.of(py, &self.inner)?.clone())).collect()
        };
        let (left, right) = (all(&left)?, all(&right)?);
        let game = self.inner.quick(py, || {
            let [left, right] = [&left, &right].map(|games| games.iter().collect::<Vec<_>>());
            self.inner.session.game_of(&left, &right)
        })?;
        Ok(Game::new(&self.inner, game))
    }

    /// Statements of the calculator; variables stay. A game is a `Game`, data become data of
    /// Python, everything else is text.
    #[pyo3(signature = (source, seconds=None))]
    fn eval(&self, py: Python<'_>, source: &str, seconds: Option<f64>) -> PyResult<Py<PyAny>> {
        let limits = limits(py, seconds)?;
        let found = self.inner.wait(py, limits, None, |_| Ok(self.inner.session.eval(source)))?;
        let print = py.import("builtins")?.getattr("print")?;
        let printed = found.as_ref().map_or_else(Error::printed, |found| &found.printed);
        for line in printed {
            print.call1((line,))?;
        }
        let found = found.map_err(|error| raised(py, &error))?;
        crate::game::into_python(py, &self.inner, found.value)
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
        let question: Question = parsed(py, text)?;
        let limits = own::limits(text, limits(py, seconds)?);
        let answer = self.inner.wait(py, limits, hear.as_ref(), |_| {
            let answer = self.inner.session.ask(&question)?;
            if let Question::AddRules(..) = &question {
                lock(&self.inner.texts).push(question.clone());
                lock(&self.inner.others).clear();
            }
            Ok((answer.json(), answer.certificate().map(str::to_owned)))
        });
        own::fault(py, text).map_or(answer, Err)
    }

    /// What a position is worth: a game, or the text of what is none.
    #[pyo3(signature = (rules, position, manner, seconds=None, hear=None))]
    fn value(
        &self,
        py: Python<'_>,
        rules: &str,
        position: &str,
        manner: Option<&str>,
        seconds: Option<f64>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let mode = manner.map_or(Ok(PlayMode::default()), |manner| parsed(py, manner))?;
        let place = PositionSpec::new(rules, position).played(mode);
        let value = || value(&self.inner.session, &place);
        let is_own = own::is_named(rules) || own::is_named(position);
        let found = if seconds.is_none() && hear.is_none() && !is_own {
            self.inner.quick(py, value)
        } else {
            let limits = own::limits(rules, own::limits(position, limits(py, seconds)?));
            self.inner.wait(py, limits, hear.as_ref(), |_| value())
        };
        if is_own && let Some(error) = own::fault(py, rules).or_else(|| own::fault(py, position)) {
            return Err(error);
        }
        match found? {
            Worth::Game(game) => {
                Ok(Game::new(&self.inner, game).into_pyobject(py)?.into_any().unbind())
            }
            Worth::Text(text) => Ok(text.into_pyobject(py)?.into_any().unbind()),
        }
    }

    /// The values or the outcomes of many positions, on all cores: for each a game or a text, or
    /// the refusal as (kind, message).
    #[pyo3(signature = (rules, positions, kind, manner, seconds=None))]
    fn ask_each(
        &self,
        py: Python<'_>,
        rules: &str,
        positions: Vec<String>,
        kind: &str,
        manner: &str,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let (mode, limits) = (parsed(py, manner)?, limits(py, seconds)?);
        let find = |session: &upstar::Session, position: &str| {
            let place = PositionSpec::new(rules, position).played(mode);
            if kind == "outcome" {
                let found = session.run(&OutcomeQuery { place })?;
                return Ok(Said::Text(found.class.to_string()));
            }
            Ok(match value(session, &place)? {
                Worth::Game(game) => Said::Game(game.text(Notation::Ascii)?),
                Worth::Text(text) => Said::Text(text),
            })
        };
        let refused = |error: Error| match error.limit() {
            Some(_) => Err(error),
            None => Ok(Said::Refused(error.kind().name(), error.to_string())),
        };
        let (known, others) = self.inner.take_others();
        let next = AtomicUsize::new(0);
        let work = |session: &upstar::Session| {
            let mut found = Vec::new();
            loop {
                // Neighbours have much in common: they go to one session.
                let from = next.fetch_add(BATCH, Ordering::Relaxed);
                let Some(part) = positions.get(from..) else { return Ok(found) };
                for (place, position) in (from..).zip(part.iter().take(BATCH)) {
                    found.push((place, find(session, position).or_else(refused)?));
                }
            }
        };
        let work = &work;
        let found = self.inner.wait(py, limits, None, |token| {
            thread::scope(|scope| {
                let start = |session| {
                    let builder = thread::Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, move || token.run(limits, || work(session)))
                };
                let tasks: Vec<_> = others.iter().map(start).collect();
                let mut all: Vec<(usize, Said)> = Vec::new();
                let mut refused: Option<Error> = None;
                for task in tasks {
                    match task.map(thread::ScopedJoinHandle::join) {
                        Ok(Ok(Ok(found))) => all.extend(found),
                        Ok(Ok(Err(error))) => refused = Some(error),
                        Ok(Err(panic)) => std::panic::resume_unwind(panic),
                        Err(error) => {
                            let message = format!("cannot start threads: {error}");
                            let error = QueryError::plain(ErrorKind::Lost, message);
                            refused = Some(Box::new(error).into());
                        }
                    }
                }
                all.sort_unstable_by_key(|&(place, _)| place);
                let all = refused.map_or(Ok(all), Err)?;
                // Equal games are copied once.
                let mut games = HashMap::new();
                for (_, said) in &all {
                    if let Said::Game(text) = said
                        && !games.contains_key(text)
                    {
                        games.insert(text.clone(), self.inner.session.game(text)?);
                    }
                }
                Ok((all, games))
            })
        });
        self.inner.keep_others(known, others);
        let (all, games) = found?;
        let new = |(text, game)| Ok((text, Py::new(py, Game::new(&self.inner, game))?));
        let games: HashMap<String, Py<Game>> =
            games.into_iter().map(new).collect::<PyResult<_>>()?;
        let said = |(_, said)| {
            Ok(match said {
                Said::Game(text) => games[&text].clone_ref(py).into_any(),
                Said::Text(text) => text.into_pyobject(py)?.into_any().unbind(),
                Said::Refused(kind, why) => (kind, why).into_pyobject(py)?.into_any().unbind(),
            })
        };
        all.into_iter().map(said).collect()
    }

    /// Adds rules written in Python under a name of their own, which is returned.
    fn add_python_rules(&self, py: Python<'_>, rules: Py<PyAny>) -> PyResult<String> {
        let ruleset = OwnRuleset::new(py, rules)?;
        let name = ruleset.name().to_owned();
        let add = |_: &_| self.inner.session.add_rules(ruleset).map(drop);
        self.inner.wait(py, Limits::default(), None, add)?;
        Ok(name)
    }

    /// Did an exception spoil what the engines remember of added rules?
    #[staticmethod]
    fn is_spoilt(name: &str) -> bool {
        own::is_spoilt(name)
    }

    /// The text of a position of added rules.
    #[staticmethod]
    fn text_of(py: Python<'_>, name: &str, position: &Bound<'_, PyAny>) -> PyResult<String> {
        own::text_of(py, name, position)
    }

    /// The position of added rules that has this text.
    #[staticmethod]
    fn object_of(py: Python<'_>, name: &str, text: &str) -> PyResult<Py<PyAny>> {
        own::object_of(py, name, text)
    }
}
