//! One piece of work: plain data in, plain data out.
//!
//! What [`compute`] finds depends on the [`Task`] alone, never on who does it, on how often it was
//! stopped and resumed, or on what else is computed: a task may run in a thread, in another
//! process or on another machine, twice or not to its end. Its [`Task::key`] names it everywhere.

use crate::{SurveyError, heaps, misere};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use upstar_base::{Budget, Stopped};
use upstar_rules::PositionError;
use upstar_rules::heap::code::HeapCode;

/// Which survey a task belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SurveyKind {
    /// The period of a nim-sequence; the amount of work is a number of values.
    Normal,
    /// A misère quotient; the amount of work is a number of steps.
    Misere,
}

impl SurveyKind {
    /// What is counted while the work goes on.
    pub fn unit(self) -> &'static str {
        match self {
            SurveyKind::Normal => "nim-values",
            SurveyKind::Misere => "heaps",
        }
    }
}

impl fmt::Display for SurveyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SurveyKind::Normal => "normal",
            SurveyKind::Misere => "misere",
        })
    }
}

/// A code, and how much work it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Task {
    /// Which survey it belongs to.
    pub kind: SurveyKind,
    /// The code.
    pub code: String,
    /// How many values or steps.
    pub amount: u64,
}

impl Task {
    /// A name that the same task has everywhere, as long as the engines are the same.
    ///
    /// ```
    /// use upstar_atlas::work::{SurveyKind, Task};
    /// let task = |amount| Task { kind: SurveyKind::Normal, code: "0.77".into(), amount };
    /// assert_eq!(task(500).key(), task(500).key());
    /// assert_ne!(task(500).key(), task(501).key());
    /// ```
    pub fn key(&self) -> String {
        let Task { kind, code, amount } = self;
        let text = format!("{}\n{kind}\n{code}\n{amount}\n", env!("CARGO_PKG_VERSION"));
        let hash = Sha256::digest(text);
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// What was found, with its certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskFinding {
    /// Of a nim-sequence.
    Normal(heaps::HeapFinding),
    /// Of a misère quotient.
    Misere(misere::MisereFinding),
}

/// What came of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskOutcome {
    /// The task.
    pub task: Task,
    /// Is it the result? If not it is what is known so far.
    pub done: bool,
    /// What was found; nothing if it was stopped and nothing of it can be kept.
    pub found: Option<TaskFinding>,
    /// From what to go on, if it is not done; too large for the text of an outcome.
    #[serde(skip)]
    pub state: Option<Vec<u8>>,
    /// What stopped it.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// Does a task, from the state of an earlier outcome of it if there is one; `pause` is told now
/// and then what could be kept. An error if the task names no code.
///
/// ```
/// use std::sync::Arc;
/// use upstar_atlas::work::{TaskFinding, SurveyKind, Task, compute};
/// use upstar_base::Budget;
/// let task = Task { kind: SurveyKind::Normal, code: "0.77".into(), amount: 500 };
/// let outcome = compute(&task, None, &Arc::new(Budget::unlimited()), &mut |_| ())?;
/// let Some(TaskFinding::Normal(found)) = outcome.found else { panic!() };
/// let (preperiod, period, _) = found.period.unwrap_or_default();
/// assert_eq!((preperiod, period), (71, 12));
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn compute(
    task: &Task,
    state: Option<&[u8]>,
    budget: &Arc<Budget>,
    pause: &mut dyn FnMut(TaskOutcome),
) -> Result<TaskOutcome, PositionError> {
    let code: HeapCode = task.code.parse()?;
    let outcome = |found, state: Option<Vec<u8>>, stopped: Option<Stopped>, done| TaskOutcome {
        task: task.clone(),
        done,
        found,
        state,
        stopped,
    };
    Ok(match task.kind {
        SurveyKind::Normal => {
            let mut now_and_then = NowAndThen::default();
            let (found, stopped) =
                heaps::compute(&code, state, task.amount, budget, &mut |found, state| {
                    now_and_then.maybe(|| {
                        pause(outcome(
                            Some(TaskFinding::Normal(found)),
                            Some(state()),
                            None,
                            false,
                        ));
                    });
                });
            let (stopped, state) = stopped.unzip();
            let done = stopped.is_none();
            outcome(Some(TaskFinding::Normal(found)), state, stopped, done)
        }
        SurveyKind::Misere => match misere::compute(&code, task.amount, budget) {
            Ok(found) => outcome(Some(TaskFinding::Misere(found)), None, None, true),
            Err(stopped) => outcome(None, None, Some(stopped), false),
        },
    })
}

/// Keeping a state takes at most about a twentieth of the time.
struct NowAndThen {
    last: Instant,
    rest: Duration,
}

impl Default for NowAndThen {
    fn default() -> NowAndThen {
        NowAndThen { last: Instant::now(), rest: Duration::from_secs(5) }
    }
}

impl NowAndThen {
    fn maybe(&mut self, keep: impl FnOnce()) {
        if self.last.elapsed() > self.rest {
            let start = Instant::now();
            keep();
            self.rest = self.rest.max(20 * start.elapsed());
            self.last = Instant::now();
        }
    }
}

/// Does tasks on this machine, several at a time (0 threads: as many as there are cores), each
/// with the state it goes on from; `record` gets all outcomes in this thread. Ends early, without
/// an error, when the budget stops it.
pub(crate) fn each(
    tasks: Vec<(Task, Option<Vec<u8>>)>,
    threads: usize,
    budget: &Arc<Budget>,
    mut record: impl FnMut(&TaskOutcome) -> Result<(), SurveyError>,
) -> Result<Option<Stopped>, SurveyError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let (sender, receiver) = mpsc::channel::<Result<TaskOutcome, PositionError>>();
    let mut stopped = None;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            pool.install(|| {
                let tasks = tasks.into_par_iter().with_max_len(1);
                tasks.for_each_with(sender, |sender, (task, state)| {
                    if budget.check().is_ok() {
                        // Nobody listens any more only when the database failed.
                        let mut tell = |outcome| drop(sender.send(Ok(outcome)));
                        let outcome = compute(&task, state.as_deref(), budget, &mut tell);
                        drop(sender.send(outcome));
                    }
                });
            });
        });
        for outcome in receiver {
            let outcome = outcome.map_err(|error| SurveyError::Task(error.to_string()))?;
            record(&outcome)?;
            stopped = outcome.stopped.or(stopped);
        }
        Ok(stopped.or(budget.check().err()))
    })
}
