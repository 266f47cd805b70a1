//! How another thread ends what a session is doing.
//!
//! Every operation remembers how often its session had been cancelled when it was asked for. An
//! operation that finds a larger count when its turn comes never begins, and one that is at work
//! is interrupted; operations that are asked for later are not affected.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;
use upstar_base::{Budget, Stopped};
use upstar_session::Observer;

/// Cancels the operations of a session, from any thread.
///
/// [`CancelToken::cancel`] ends the operation that the session is at and those that wait for their
/// turn; they return an error for which [`Error::is_cancelled`](crate::Error::is_cancelled) holds.
/// Later operations are not affected, and nothing that was learnt before is lost.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Mutex<Current>>);

#[derive(Debug, Default)]
struct Current {
    /// How often the session was cancelled.
    count: u64,
    running: Option<Running>,
}

/// The operation that a session is at.
#[derive(Debug)]
struct Running {
    thread: ThreadId,
    /// The count when the operation was asked for.
    count: u64,
    budget: Arc<Budget>,
}

impl CancelToken {
    fn current(&self) -> MutexGuard<'_, Current> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cancels what the session is doing.
    pub fn cancel(&self) {
        let mut current = self.current();
        current.count += 1;
        if let Some(running) = &current.running {
            running.budget.interrupt();
        }
    }

    /// How often the session was cancelled; `None` if this very thread is inside an operation.
    pub(crate) fn ask(&self) -> Option<u64> {
        let current = self.current();
        let here = thread::current().id();
        let is_inside = current.running.as_ref().is_some_and(|running| running.thread == here);
        (!is_inside).then_some(current.count)
    }

    /// Begins an operation that was asked for at `count`, whose turn has come.
    pub(crate) fn begin(
        &self,
        count: u64,
        budget: &Arc<Budget>,
        time: Option<Duration>,
    ) -> Result<Operation<'_>, Stopped> {
        let mut current = self.current();
        if current.count != count {
            return Err(Stopped::Interrupted);
        }
        budget.allow(time);
        let (thread, budget) = (thread::current().id(), Arc::clone(budget));
        current.running = Some(Running { thread, count, budget });
        Ok(Operation(self))
    }
}

/// An operation under way; it ends when this is dropped.
pub(crate) struct Operation<'t>(&'t CancelToken);

impl Drop for Operation<'_> {
    fn drop(&mut self) {
        self.0.current().running = None;
    }
}

/// The session lets its time run anew when it begins a task, which takes an interruption back.
impl Observer for CancelToken {
    fn begin(&self, budget: &Arc<Budget>) {
        let current = self.current();
        if current.running.as_ref().is_some_and(|running| running.count != current.count) {
            budget.interrupt();
        }
    }

    fn end(&self) {}

    fn stage(&self, _: &'static str, _: usize, _: usize) {}
}
