//! Whose turn it is: a session does one operation at a time, and those that wait can be cancelled.

use super::cancel::{CancelToken, Cancellable, Scope, Ticket, is_brief};
use super::error::Error;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use upstar_base::{Budget, Stopped};
use upstar_session::{Kind, Limits, Observer};

/// How often who waits looks whether it was cancelled.
const PATIENCE: Duration = Duration::from_millis(10);

/// So many steps are brief.
const BRIEF: u64 = 5_000;

/// Lets one operation after another begin.
#[derive(Clone, Default)]
pub(crate) struct LibraryTurns(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// Cancels all operations.
    token: CancelToken,
    running: Mutex<Option<RunningTurn>>,
    free: Condvar,
}

/// The operation that is under way.
struct RunningTurn {
    thread: ThreadId,
    is_brief: bool,
    work: Option<Cancellable>,
}

impl LibraryTurns {
    pub(crate) fn token(&self) -> &CancelToken {
        &self.0.token
    }

    fn running(&self) -> MutexGuard<'_, Option<RunningTurn>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this thread is inside an operation.
    pub(crate) fn is_inside(&self) -> bool {
        let here = thread::current().id();
        self.running().as_ref().is_some_and(|running| running.thread == here)
    }

    /// Waits until it is this thread's turn.
    pub(crate) fn begin(&self, budget: &Arc<Budget>) -> Result<LibraryTurn<'_>, Error> {
        let (mut scope, begun) = (Scope::here(), Instant::now());
        if self.is_inside() {
            let message = "rules must not use the session that is playing them";
            return Err(Error::new(Kind::Unsupported, message));
        }
        let mut running = self.running();
        scope.tickets.push(self.0.token.ticket());
        while running.is_some() {
            if is_brief() {
                return Err(Stopped::Steps(0).into());
            }
            if scope.tickets.iter().any(Ticket::is_cancelled) {
                return Err(Stopped::Interrupted.into());
            }
            if let Some(time) = scope.limits.time.filter(|&time| begun.elapsed() >= time) {
                return Err(Stopped::Time(time).into());
            }
            let woken = self.0.free.wait_timeout(running, PATIENCE);
            running = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        let thread = thread::current().id();
        *running = Some(RunningTurn { thread, is_brief: is_brief(), work: None });
        Ok(LibraryTurn { turns: self, scope, budget: Arc::clone(budget) })
    }

    fn is_cancelled(&self) -> bool {
        self.running().as_ref().is_some_and(RunningTurn::is_cancelled)
    }
}

impl RunningTurn {
    fn is_cancelled(&self) -> bool {
        self.work.as_ref().is_some_and(Cancellable::is_cancelled)
    }
}

/// The turn of an operation; the next one has it when this is dropped.
pub(crate) struct LibraryTurn<'t> {
    turns: &'t LibraryTurns,
    scope: Scope,
    budget: Arc<Budget>,
}

impl LibraryTurn<'_> {
    /// Begins the operation in a session with these limits; returns what it may cost.
    pub(crate) fn start(&mut self, limits: Limits) -> Result<Limits, Stopped> {
        let Scope { tickets, limits: narrower } = &mut self.scope;
        let time = narrower.time.or(limits.time);
        let limits = Limits { time, threads: narrower.threads.or(limits.threads), ..limits };
        self.budget.allow(time);
        if is_brief() {
            self.budget.interrupt_after(BRIEF);
        }
        let work = Cancellable::with(std::mem::take(tickets), &self.budget)?;
        if let Some(running) = &mut *self.turns.running() {
            running.work = Some(work);
        }
        Ok(limits)
    }

    /// The result, where an interruption that nobody asked for means that it was not brief.
    pub(crate) fn result<T>(self, done: Result<T, Error>) -> Result<T, Error> {
        match done {
            Err(error) if is_brief() && error.is_cancelled() && !self.turns.is_cancelled() => {
                Err(Stopped::Steps(BRIEF).into())
            }
            done => done,
        }
    }
}

impl Drop for LibraryTurn<'_> {
    fn drop(&mut self) {
        let ended = self.turns.running().take();
        drop(ended);
        // What limited this operation is no limit for what needs no turn.
        self.budget.allow(None);
        self.turns.0.free.notify_one();
    }
}

/// The session lets its time run anew when it begins a task, which takes an interruption back.
impl Observer for LibraryTurns {
    fn begin(&self, budget: &Arc<Budget>) {
        let running = self.running();
        let Some(running) = &*running else { return };
        if running.is_cancelled() {
            budget.interrupt();
        } else if running.is_brief {
            budget.interrupt_after(BRIEF);
        }
    }

    fn end(&self) {}

    fn stage(&self, _: &'static str, _: usize, _: usize) {}
}
