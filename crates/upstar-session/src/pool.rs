//! A house of worlds: each lives in a thread of its own and answers the questions that are sent
//! to it, one after another; whoever asks needs nothing but a number.
//!
//! A question has its own limit of time and can be cancelled from any thread: the pending
//! interrupts the work if that is at its question, and else sees to it that it never begins.
//! Parts of an answer wait in a short queue: a world whose reader is slow waits for it, and one
//! whose reader is gone stops.

use crate::answer::Answer;
use crate::error::{Kind, QueryError};
use crate::events::{self, EventReceiver, Events};
use crate::parts::Part;
use crate::query::Question;
use crate::question::Limits;
use crate::session::Session;
use crate::state::Observer;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use upstar_base::{Budget, Progress, Stopped};
use upstar_notation::print::Notation;
use upstar_rules::registry::Ruleset;

/// Worlds that answer questions from any thread.
///
/// ```
/// use upstar_session::{SessionPool, Limits, Notation, PositionSpec, Question, OutcomeQuery};
/// let pool = SessionPool::default();
/// let session = pool.open(Limits::default(), Notation::Ascii);
/// let question = Question::Outcome(OutcomeQuery { place: PositionSpec::new("nim", "1+2+3") });
/// let answer = pool.ask(session, question, None, &mut |_| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!(answer.text(), "P: whoever starts loses\n");
/// # Ok::<(), Box<upstar_session::QueryError>>(())
/// ```
#[derive(Debug, Default)]
pub struct SessionPool {
    workers: Mutex<BTreeMap<SessionId, Worker>>,
    next: AtomicU64,
    extra_rules: ExtraRules,
}

/// Rulesets that every world of a house knows beside those that are built in.
#[derive(Clone, Default)]
pub struct ExtraRules(pub Vec<Arc<dyn Ruleset>>);

impl fmt::Debug for ExtraRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|ruleset| ruleset.about().name)).finish()
    }
}

/// Which world of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(u64);

/// Something that happens while a question is answered.
#[derive(Clone, Debug)]
pub enum Event {
    /// A part of the answer.
    Part(Part),
    /// What is being done, and how far it is.
    Progress(Progress),
    /// The end.
    Answer(Result<Box<Answer>, Box<QueryError>>),
}

/// How often progress is told.
const TICK: Duration = Duration::from_millis(100);

#[derive(Debug)]
struct Worker {
    tasks: Sender<WorkerTask>,
    state: Arc<WorkerState>,
}

/// What a session is doing.
#[derive(Debug, Default)]
struct WorkerState(Mutex<CurrentQuery>);

/// The question that is being answered.
#[derive(Debug, Default)]
struct CurrentQuery {
    number: Option<u64>,
    cancelled: bool,
    /// Whether the session is closed: it answers nothing any more.
    closed: bool,
    /// What stops the work, once it has begun.
    budget: Option<Arc<Budget>>,
}

impl WorkerState {
    fn current(&self) -> MutexGuard<'_, CurrentQuery> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A session is watched by its worker, so that a question that was cancelled in the meantime ends
/// as soon as it begins.
impl Observer for Arc<WorkerState> {
    fn begin(&self, budget: &Arc<Budget>) {
        let mut current = self.current();
        current.budget = Some(Arc::clone(budget));
        if current.cancelled {
            budget.interrupt();
        }
    }

    fn end(&self) {}

    fn stage(&self, _: &'static str, _: usize, _: usize) {}
}

#[derive(Debug)]
struct WorkerTask {
    number: u64,
    question: Question,
    time: Option<Duration>,
    cancelled: Arc<AtomicBool>,
    events: Events,
}

/// A question that was sent; dropping it cancels it.
#[derive(Debug)]
pub struct PendingAnswer {
    switch: CancelToken,
    events: EventReceiver,
    done: bool,
}

/// Ends a question, from any thread.
#[derive(Clone, Debug)]
pub struct CancelToken {
    number: u64,
    cancelled: Arc<AtomicBool>,
    state: Arc<WorkerState>,
}

impl CancelToken {
    /// Ends the question soon, or sees to it that it never begins.
    pub fn cancel(&self) {
        let mut current = self.state.current();
        self.cancelled.store(true, Ordering::Relaxed);
        if current.number == Some(self.number) {
            current.cancelled = true;
            current.budget.iter().for_each(|budget| budget.interrupt());
        }
    }

    /// What is being done, if the question is being answered.
    fn headway(&self) -> Progress {
        let current = self.state.current();
        let budget = current.budget.as_ref().filter(|_| current.number == Some(self.number));
        budget.map(|budget| budget.headway()).unwrap_or_default()
    }
}

impl PendingAnswer {
    /// Ends the question soon.
    pub fn cancel(&self) {
        self.switch.cancel();
    }

    /// What another thread can end it with.
    pub fn switch(&self) -> CancelToken {
        self.switch.clone()
    }

    /// The next event, at the latest after a moment with what is being done; `None` after the
    /// answer.
    pub fn wait(&mut self) -> Option<Event> {
        if self.done {
            return None;
        }
        match self.events.next(TICK) {
            Ok(event) => {
                self.done = matches!(event, Event::Answer(_));
                Some(event)
            }
            Err(RecvTimeoutError::Timeout) => Some(Event::Progress(self.switch.headway())),
            Err(RecvTimeoutError::Disconnected) => {
                self.done = true;
                Some(Event::Answer(Err(Box::new(closed()))))
            }
        }
    }
}

impl Drop for PendingAnswer {
    fn drop(&mut self) {
        if !self.done {
            self.cancel();
        }
    }
}

/// The session is gone.
fn closed() -> QueryError {
    QueryError::plain(Kind::Stopped(Stopped::Interrupted), "the session was closed")
}

impl SessionPool {
    /// A house without worlds, each of which will know these rulesets too.
    pub fn with_rules(extra_rules: ExtraRules) -> SessionPool {
        SessionPool { workers: Mutex::default(), next: AtomicU64::new(0), extra_rules }
    }

    /// A new world.
    pub fn open(&self, limits: Limits, notation: Notation) -> SessionId {
        let id = SessionId(self.next.fetch_add(1, Ordering::Relaxed));
        let (tasks, received) = channel();
        let state = Arc::new(WorkerState::default());
        let shared = Arc::clone(&state);
        let ExtraRules(rulesets) = self.extra_rules.clone();
        thread::spawn(move || {
            let watch = Box::new(Arc::clone(&shared));
            let mut session = Session::watched(limits, notation, watch);
            for ruleset in rulesets {
                // Of two rulesets with one name the first stays.
                let _ = session.add_ruleset(ruleset);
            }
            live(session, &received, &shared);
        });
        self.workers().insert(id, Worker { tasks, state });
        id
    }

    fn workers(&self) -> MutexGuard<'_, BTreeMap<SessionId, Worker>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a question that may take so long; its answer comes as the last event of the pending.
    pub fn start(
        &self,
        session: SessionId,
        question: Question,
        time: Option<Duration>,
    ) -> PendingAnswer {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let cancelled = Arc::new(AtomicBool::new(false));
        let (events, heard) = events::queue();
        let workers = self.workers();
        let state =
            workers.get(&session).map(|worker| Arc::clone(&worker.state)).unwrap_or_default();
        let task = WorkerTask { number, question, time, cancelled: Arc::clone(&cancelled), events };
        if let Some(worker) = workers.get(&session) {
            // A worker that is gone drops the other end, which the pending answer notices.
            let _ = worker.tasks.send(task);
        }
        let switch = CancelToken { number, cancelled, state };
        PendingAnswer { switch, events: heard, done: false }
    }

    /// Asks and waits; `hear` is told what happens meanwhile and may end it.
    pub fn ask(
        &self,
        session: SessionId,
        question: Question,
        time: Option<Duration>,
        hear: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<Answer, Box<QueryError>> {
        let mut pending = self.start(session, question, time);
        while let Some(event) = pending.wait() {
            match event {
                Event::Answer(answer) => return answer.map(|answer| *answer),
                event => {
                    if hear(event).is_break() {
                        pending.cancel();
                    }
                }
            }
        }
        Err(Box::new(closed()))
    }

    /// Ends a world; what it is at is cancelled.
    pub fn close(&self, session: SessionId) {
        if let Some(worker) = self.workers().remove(&session) {
            let mut current = worker.state.current();
            (current.cancelled, current.closed) = (true, true);
            current.budget.iter().for_each(|budget| budget.interrupt());
        }
    }
}

impl Drop for SessionPool {
    fn drop(&mut self) {
        let sessions: Vec<SessionId> = self.workers().keys().copied().collect();
        sessions.into_iter().for_each(|session| self.close(session));
    }
}

/// Answers questions until nobody can ask any more.
fn live(mut session: Session, tasks: &Receiver<WorkerTask>, state: &WorkerState) {
    while let Ok(WorkerTask { number, question, time, cancelled, events }) = tasks.recv() {
        session.set_time(time);
        {
            let mut current = state.current();
            let closed = current.closed;
            let cancelled = closed || cancelled.load(Ordering::Relaxed);
            *current = CurrentQuery { number: Some(number), cancelled, closed, budget: None };
        }
        let answer = session.ask_in_parts(&question, &mut |part| {
            let budget = state.current().budget.clone();
            let is_sent = events.send(part, budget.as_deref());
            if is_sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        {
            let mut current = state.current();
            *current = CurrentQuery { closed: current.closed, ..CurrentQuery::default() };
        }
        events.end(Event::Answer(answer.map(Box::new)));
    }
}
