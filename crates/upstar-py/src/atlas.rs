//! Surveys: the plan and the record of a database, and the work on one task.
//!
//! Tasks and outcomes cross as text, states beside them as bytes, so that they can be sent to other
//! processes and machines; the database never leaves the process that opened it.

use crate::errors::plain;
use crate::session::limits;
use crate::wait::wait;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use upstar::{Budget, Cancellable, ErrorKind as Kind, Limits};
use upstar_atlas::work::{self, Task, TaskOutcome};
use upstar_atlas::{SurveyError, heaps, misere};

/// The database of a survey, which this process has alone until it is closed.
#[pyclass(frozen, module = "upstar._core")]
pub(crate) struct Atlas {
    survey: Mutex<Option<Survey>>,
}

enum Survey {
    Normal(heaps::Survey),
    Misere(misere::Survey),
}

impl Survey {
    fn plan(&self, amount: u64) -> Result<Vec<Task>, SurveyError> {
        match self {
            Survey::Normal(survey) => survey.plan(amount),
            Survey::Misere(survey) => survey.plan(amount),
        }
    }

    fn state(&self, task: &Task) -> Result<Option<Vec<u8>>, SurveyError> {
        match self {
            Survey::Normal(survey) => survey.state(task),
            Survey::Misere(_) => Ok(None),
        }
    }

    fn record(&mut self, outcomes: &[TaskOutcome]) -> Result<(), SurveyError> {
        match self {
            Survey::Normal(survey) => survey.record(outcomes),
            Survey::Misere(survey) => survey.record(outcomes),
        }
    }

    fn certificate(&self, code: &str) -> Result<Option<String>, SurveyError> {
        match self {
            Survey::Normal(survey) => survey.certificate(code),
            Survey::Misere(survey) => survey.certificate(code),
        }
    }

    fn rows(&self) -> Result<String, SurveyError> {
        Ok(match self {
            Survey::Normal(survey) => text(&survey.rows()?),
            Survey::Misere(survey) => text(&survey.rows()?),
        })
    }

    fn run(
        &mut self,
        amount: u64,
        threads: usize,
        budget: &Arc<Budget>,
    ) -> Result<(), SurveyError> {
        match self {
            Survey::Normal(survey) => survey.run(amount, threads, budget, |_| ()).map(drop),
            Survey::Misere(survey) => survey.run(amount, threads, budget, |_| ()).map(drop),
        }
    }
}

/// Plain data as JSON: maps have text for keys and nothing else can fail.
fn text(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_default()
}

fn failed(py: Python<'_>, error: &SurveyError) -> PyErr {
    plain(py, Kind::Database, &error.to_string())
}

/// A task as it was sent.
fn task(py: Python<'_>, text: &str) -> PyResult<Task> {
    serde_json::from_str(text)
        .map_err(|error| plain(py, Kind::Argument, &format!("this is no task: {error}")))
}

#[pymethods]
impl Atlas {
    /// Opens or creates the database.
    #[new]
    #[pyo3(signature = (path, kind, digits, quaternary=None))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        kind: &str,
        digits: u32,
        quaternary: Option<u32>,
    ) -> PyResult<Atlas> {
        let survey = cancellable(py, Limits::default(), None, |budget| match kind {
            "misere" => misere::Survey::open(&path, digits, quaternary, budget).map(Survey::Misere),
            _ => heaps::Survey::open(&path, digits, budget).map(Survey::Normal),
        })?
        .map_err(|error| failed(py, &error))?;
        Ok(Atlas { survey: Mutex::new(Some(survey)) })
    }

    /// What is left to do, each task with its key.
    fn plan(&self, py: Python<'_>, amount: u64) -> PyResult<Vec<(String, String)>> {
        let tasks = self.with(py, |survey| survey.plan(amount))?;
        Ok(tasks.iter().map(|task| (task.key(), text(task))).collect())
    }

    /// From what a task goes on.
    fn state<'py>(&self, py: Python<'py>, task: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let task = self::task(py, task)?;
        let state = self.with(py, |survey| survey.state(&task))?;
        Ok(state.map(|state| PyBytes::new(py, &state)))
    }

    /// Keeps outcomes, each with its state, in one transaction.
    fn record(&self, py: Python<'_>, outcomes: Vec<(String, Option<Vec<u8>>)>) -> PyResult<()> {
        let read = |(text, state): (String, Option<Vec<u8>>)| {
            let outcome: TaskOutcome = serde_json::from_str(&text)
                .map_err(|error| plain(py, Kind::Argument, &format!("no outcome: {error}")))?;
            Ok(TaskOutcome { state, ..outcome })
        };
        let outcomes: PyResult<Vec<TaskOutcome>> = outcomes.into_iter().map(read).collect();
        let outcomes = outcomes?;
        self.with(py, |survey| survey.record(&outcomes))
    }

    /// Does what is left on the cores of this machine, until the time is over.
    #[pyo3(signature = (amount, threads=0, seconds=None, memory=None, hear=None))]
    fn run(
        &self,
        py: Python<'_>,
        amount: u64,
        threads: usize,
        seconds: Option<f64>,
        memory: Option<u64>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let limits = Limits { memory, ..limits(py, seconds)? };
        cancellable(py, limits, hear.as_ref(), |budget| {
            self.lock().as_mut().map(|survey| survey.run(amount, threads, budget))
        })?
        .ok_or_else(|| closed(py))?
        .map_err(|error| failed(py, &error))
    }

    /// The classes with their results, in JSON.
    fn rows(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |survey| survey.rows())
    }

    /// The proof of what is known of a code.
    fn certificate(&self, py: Python<'_>, code: &str) -> PyResult<Option<String>> {
        self.with(py, |survey| survey.certificate(code))
    }

    /// Lets others have the database.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.lock().take()));
    }
}

impl Atlas {
    fn lock(&self) -> MutexGuard<'_, Option<Survey>> {
        self.survey.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Survey) -> Result<T, SurveyError> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| self.lock().as_mut().map(work));
        done.ok_or_else(|| closed(py))?.map_err(|error| failed(py, &error))
    }
}

/// Works on a budget of its own, which a signal ends.
fn cancellable<T: Send>(
    py: Python<'_>,
    limits: Limits,
    hear: Option<&Py<PyAny>>,
    work: impl FnOnce(&Arc<Budget>) -> T + Send,
) -> PyResult<T> {
    let budget = Arc::new(Budget::new(None, limits.memory));
    wait(py, limits, hear, |_| {
        let _work = Cancellable::begin(&budget).map_err(|_| budget.interrupt());
        work(&budget)
    })
}

fn closed(py: Python<'_>) -> PyErr {
    plain(py, Kind::Argument, "this survey is closed")
}

/// Does one task anywhere: the outcome as text, the state to go on from if it was stopped, and what
/// stopped it.
#[pyfunction]
#[pyo3(signature = (task, state=None, seconds=None, memory=None))]
pub(crate) fn compute<'py>(
    py: Python<'py>,
    task: &str,
    state: Option<Vec<u8>>,
    seconds: Option<f64>,
    memory: Option<u64>,
) -> PyResult<(String, Option<Bound<'py, PyBytes>>, Option<String>)> {
    let task = self::task(py, task)?;
    let limits = Limits { memory, ..limits(py, seconds)? };
    let done = cancellable(py, limits, None, |budget| {
        work::compute(&task, state.as_deref(), budget, &mut |_| ())
    })?;
    let outcome = done.map_err(|error| plain(py, Kind::Syntax, &error.to_string()))?;
    let state = outcome.state.as_ref().map(|state| PyBytes::new(py, state));
    Ok((text(&outcome), state, outcome.stopped.as_ref().map(ToString::to_string)))
}
