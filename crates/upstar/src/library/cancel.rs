//! How operations end before they are done: cancelled from another thread, at a limit of time, or
//! because they were to be brief.
//!
//! A [`CancelToken`] counts how often it was used. A [`Ticket`] remembers the count at which an
//! operation was asked for: one that finds a larger count when its turn comes never begins, one
//! that is at work is interrupted, and operations that are asked for later are not affected.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use upstar_base::{Budget, Progress, Stopped};
use upstar_session::Limits;

/// Cancels operations, from any thread.
///
/// The token of [`Session::canceller`](crate::Session::canceller) cancels all operations of a
/// session; a token of your own those that [`CancelToken::run`] runs. They return an error for
/// which [`Error::is_cancelled`](crate::Error::is_cancelled) holds. Later operations are not
/// affected, and nothing that was learnt before is lost.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Mutex<CurrentOperation>>);

#[derive(Debug, Default)]
struct CurrentOperation {
    /// How often the token was used.
    count: u64,
    /// What is interrupted with it: one budget for each operation under way.
    running: Vec<Arc<Budget>>,
}

thread_local! {
    static SCOPE: RefCell<Scope> = RefCell::default();
    static IS_BRIEF: Cell<bool> = const { Cell::new(false) };
}

/// What holds for the operations of a thread, besides the limits of their sessions.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub(crate) tickets: Vec<Ticket>,
    pub(crate) limits: Limits,
}

impl Scope {
    /// That of this thread.
    pub(crate) fn here() -> Scope {
        SCOPE.with_borrow(Scope::clone)
    }
}

/// Does something on leaving, also when the work panics.
struct OnLeave<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnLeave<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Whether operations on this thread must be brief.
pub(crate) fn is_brief() -> bool {
    IS_BRIEF.get()
}

/// Runs operations that end soon: none waits for its turn in a session, and each gives up after
/// some thousand steps, with an error whose limit is [`Stopped::Steps`]. A thread that
/// must not block tries this first and leaves what takes longer to another thread.
///
/// ```
/// use upstar::{Ruleset, Stopped, briefly};
/// let rules = Ruleset::named("domineering")?;
/// assert_eq!(briefly(|| rules.position("2x2"))?.value()?.to_string(), "+-1");
/// let board = rules.position("10x10")?;
/// let error = briefly(|| board.value()).unwrap_err();
/// assert!(matches!(error.limit(), Some(Stopped::Steps(_))));
/// # Ok::<(), upstar::Error>(())
/// ```
pub fn briefly<T>(work: impl FnOnce() -> T) -> T {
    let before = IS_BRIEF.replace(true);
    let _leave = OnLeave(|| IS_BRIEF.set(before));
    work()
}

impl CancelToken {
    /// Returns a new token, which cancels what it runs.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    fn current(&self) -> MutexGuard<'_, CurrentOperation> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cancels what is being done and what waits for its turn.
    pub fn cancel(&self) {
        let mut current = self.current();
        current.count += 1;
        current.running.iter().for_each(|budget| budget.interrupt());
    }

    /// Whether it was used, at least once.
    pub fn is_cancelled(&self) -> bool {
        self.current().count > 0
    }

    /// Runs operations on this thread, of any session, which this token cancels. `limits.time`
    /// holds for each of them, and for waiting until it is its turn; memory is limited by its
    /// session.
    ///
    /// ```
    /// use std::{thread, time::Duration};
    /// use upstar::{CancelToken, Limits, Ruleset};
    /// let board = Ruleset::named("domineering")?.position("12x12")?;
    /// let token = CancelToken::new();
    /// let other = token.clone();
    /// thread::spawn(move || {
    ///     thread::sleep(Duration::from_millis(50));
    ///     other.cancel();
    /// });
    /// let outcome = token.run(Limits::default(), || board.outcome());
    /// assert!(outcome.unwrap_err().is_cancelled());
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn run<T>(&self, limits: Limits, work: impl FnOnce() -> T) -> T {
        let mut scope = Scope { limits, ..Scope::here() };
        scope.tickets.push(self.ticket());
        let mut before = SCOPE.replace(scope);
        let _leave = OnLeave(|| SCOPE.set(std::mem::take(&mut before)));
        work()
    }

    /// Returns what is being done and how far it is.
    pub fn progress(&self) -> Option<Progress> {
        self.current().running.first().map(|budget| budget.headway())
    }

    /// Remembers the count.
    pub(crate) fn ticket(&self) -> Ticket {
        Ticket { token: self.clone(), count: self.current().count }
    }
}

/// What an operation was asked for with.
#[derive(Clone, Debug)]
pub(crate) struct Ticket {
    token: CancelToken,
    count: u64,
}

impl Ticket {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.token.current().count != self.count
    }
}

/// Work on a budget that tokens cancel, until this is dropped.
///
/// Sessions do this by themselves; engines that are called directly work so with the tokens of
/// [`CancelToken::run`].
#[derive(Debug)]
pub struct Cancellable {
    tickets: Vec<Ticket>,
    budget: Arc<Budget>,
}

impl Cancellable {
    /// Begins work on this budget, for which the tokens that run this thread are used; an error if
    /// they were used already.
    pub fn begin(budget: &Arc<Budget>) -> Result<Cancellable, Stopped> {
        let Scope { tickets, limits, .. } = Scope::here();
        budget.allow(limits.time);
        Cancellable::with(tickets, budget)
    }

    pub(crate) fn with(tickets: Vec<Ticket>, budget: &Arc<Budget>) -> Result<Cancellable, Stopped> {
        let begun = Cancellable { tickets, budget: Arc::clone(budget) };
        for ticket in &begun.tickets {
            ticket.token.current().running.push(Arc::clone(budget));
        }
        // Whoever cancels from now on finds the budget.
        if begun.is_cancelled() { Err(Stopped::Interrupted) } else { Ok(begun) }
    }

    /// Whether a token was used since the work was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.tickets.iter().any(Ticket::is_cancelled)
    }
}

impl Drop for Cancellable {
    fn drop(&mut self) {
        for ticket in &self.tickets {
            let running = &mut ticket.token.current().running;
            if let Some(place) = running.iter().position(|at| Arc::ptr_eq(at, &self.budget)) {
                running.swap_remove(place);
            }
        }
    }
}
