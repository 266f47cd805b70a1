//! Budgets: how much time and memory a computation may use, and how it is told to stop.
//!
//! A budget is shared by every thread that works on one question. Engines call
//! [`Budget::check`] or [`Budget::spend`] now and then and pass the [`Stopped`] up; no engine
//! guesses an answer because it ran out of something.
//!
//! A limit of memory counts what engines charge. In a program whose allocator counts (see
//! `upstar_memory`), every look at such a budget also compares what the whole process holds with
//! the limit of the process, so that the limit holds for code that forgets to charge.
//!
//! Where one way to an answer is tried before another, it gets a number of steps and never a
//! span of time: the same question has the same answer on a busy machine.

use crate::Progress;
use crate::headway::ProgressBoard;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a computation ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The time allowed has passed.
    #[error("stopped: the time limit of {0:?} was reached")]
    Time(Duration),
    /// The memory allowed is used up.
    #[error("stopped: the memory limit of {} MB was reached", .0 / 1_000_000)]
    Memory(u64),
    /// The steps allowed to a part of the work are done.
    #[error("stopped: {0} steps were not enough")]
    Steps(u64),
    /// A position of a game that was said to end came again.
    #[error("stopped: the position {0} comes again: the game is loopy")]
    Loops(String),
    /// Somebody asked for the end, usually with Ctrl-C.
    #[error("stopped: interrupted")]
    Interrupted,
    /// A size that this program does not go beyond.
    #[error("stopped: {what} is limited to {limit}")]
    Limit {
        /// What was too large.
        what: &'static str,
        /// The largest size that is allowed.
        limit: u64,
    },
}

impl Stopped {
    /// Whether the work ended for a reason that says nothing about it: time, memory or a request.
    /// A computation that ended so can be repeated with another result, so caches must not keep
    /// what it left as if it were finished. The other reasons are the same on every machine.
    ///
    /// ```
    /// use upstar_base::Stopped;
    /// assert!(Stopped::Interrupted.is_external());
    /// assert!(!Stopped::Steps(1000).is_external());
    /// ```
    pub fn is_external(&self) -> bool {
        matches!(self, Stopped::Time(_) | Stopped::Memory(_) | Stopped::Interrupted)
    }
}

/// Time, memory and an off switch, shared by all threads of one computation.
///
/// ```
/// use upstar_base::{Budget, Stopped};
/// let budget = Budget::unlimited();
/// assert_eq!(budget.check(), Ok(()));
/// budget.interrupt();
/// assert_eq!(budget.check(), Err(Stopped::Interrupted));
/// ```
#[derive(Debug)]
pub struct Budget {
    time: Clock,
    memory: Option<u64>,
    used: AtomicU64,
    most_steps: Option<u64>,
    steps: AtomicU64,
    /// The number of steps from which on the budget counts as interrupted; `u64::MAX` is never.
    interrupted_at: AtomicU64,
    board: ProgressBoard,
    parent: Option<Arc<Budget>>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            time: Clock::default(),
            memory: None,
            used: AtomicU64::new(0),
            most_steps: None,
            steps: AtomicU64::new(0),
            interrupted_at: AtomicU64::new(u64::MAX),
            board: ProgressBoard::default(),
            parent: None,
        }
    }
}

/// A limit of time and when it began to run, in nanoseconds after `origin`.
#[derive(Debug)]
struct Clock {
    origin: Instant,
    began: AtomicU64,
    /// In nanoseconds; `u64::MAX` is none.
    limit: AtomicU64,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new(None)
    }
}

impl Clock {
    fn new(limit: Option<Duration>) -> Clock {
        let limit = AtomicU64::new(limit.map_or(u64::MAX, nanoseconds));
        Clock { origin: Instant::now(), began: AtomicU64::new(0), limit }
    }

    fn restart(&self) {
        self.began.store(nanoseconds(self.origin.elapsed()), Ordering::Relaxed);
    }

    fn limit(&self) -> Option<Duration> {
        let limit = self.limit.load(Ordering::Relaxed);
        (limit < u64::MAX).then(|| Duration::from_nanos(limit))
    }

    /// The limit, if it is over.
    fn is_over(&self) -> Option<Duration> {
        let limit = self.limit()?;
        let began = Duration::from_nanos(self.began.load(Ordering::Relaxed));
        (self.origin.elapsed().saturating_sub(began) >= limit).then_some(limit)
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl Budget {
    /// No limits; it can still be interrupted.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Limits from now on; `None` is no limit. Memory is counted in bytes.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Budget {
        Budget { time: Clock::new(time), memory, ..Budget::default() }
    }

    /// A part of another budget: it ends after `time`, and whenever the whole does.
    ///
    /// ```
    /// use std::{sync::Arc, time::Duration};
    /// use upstar_base::{Budget, Stopped};
    /// let whole = Arc::new(Budget::unlimited());
    /// let part = Budget::part_of(&whole, Duration::from_secs(60));
    /// whole.interrupt();
    /// assert_eq!(part.check(), Err(Stopped::Interrupted));
    /// ```
    pub fn part_of(whole: &Arc<Budget>, time: Duration) -> Budget {
        Budget {
            time: Clock::new(Some(time)),
            parent: Some(Arc::clone(whole)),
            ..Budget::default()
        }
    }

    /// A part of another budget: it ends after so many `steps`, and whenever the whole does.
    /// Unlike a span of time that is the same on every machine.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_base::{Budget, Stopped};
    /// let whole = Arc::new(Budget::unlimited());
    /// let part = Budget::steps_of(&whole, 1000);
    /// assert_eq!(part.spend(1000), Ok(()));
    /// assert_eq!(part.spend(1), Err(Stopped::Steps(1000)));
    /// assert_eq!(whole.check(), Ok(()));
    /// ```
    pub fn steps_of(whole: &Arc<Budget>, steps: u64) -> Budget {
        Budget { most_steps: Some(steps), parent: Some(Arc::clone(whole)), ..Budget::default() }
    }

    /// Asks every computation on this budget to stop soon.
    pub fn interrupt(&self) {
        self.interrupted_at.store(0, Ordering::Relaxed);
    }

    /// Lets `steps` more steps be done, then acts as [`Budget::interrupt`]. Tests use it to end a
    /// computation at the same point on every machine; [`Budget::resume`] takes it back.
    ///
    /// ```
    /// use upstar_base::{Budget, Stopped};
    /// let budget = Budget::unlimited();
    /// budget.interrupt_after(2);
    /// assert_eq!([budget.check(), budget.check()], [Ok(()), Ok(())]);
    /// assert_eq!(budget.check(), Err(Stopped::Interrupted));
    /// budget.resume();
    /// assert_eq!(budget.check(), Ok(()));
    /// ```
    pub fn interrupt_after(&self, steps: u64) {
        let at = self.steps().saturating_add(steps).saturating_add(1);
        self.interrupted_at.store(at, Ordering::Relaxed);
    }

    /// Forgets an earlier [`Budget::interrupt`] and lets the time run anew, for a program
    /// that goes on to its next question.
    pub fn resume(&self) {
        self.interrupted_at.store(u64::MAX, Ordering::Relaxed);
        self.time.restart();
    }

    /// The same for a question that may take so long.
    ///
    /// ```
    /// use std::time::Duration;
    /// use upstar_base::{Budget, Stopped};
    /// let budget = Budget::unlimited();
    /// budget.allow(Some(Duration::ZERO));
    /// assert_eq!(budget.check(), Err(Stopped::Time(Duration::ZERO)));
    /// budget.allow(None);
    /// assert_eq!(budget.check(), Ok(()));
    /// ```
    pub fn allow(&self, time: Option<Duration>) {
        self.time.limit.store(time.map_or(u64::MAX, nanoseconds), Ordering::Relaxed);
        self.resume();
    }

    /// Counts `bytes` of memory as used; engines call it when their tables grow.
    pub fn charge(&self, bytes: u64) -> Result<(), Stopped> {
        if let Some(whole) = &self.parent {
            self.used.fetch_add(bytes, Ordering::Relaxed);
            return whole.charge(bytes);
        }
        let used = self.used.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        match self.memory {
            Some(limit) if used > limit => Err(Stopped::Memory(limit)),
            _ => Ok(()),
        }
    }

    /// Gives back memory counted by [`Budget::charge`].
    pub fn refund(&self, bytes: u64) {
        if bytes == 0 {
            return;
        }
        if let Some(whole) = &self.parent {
            whole.refund(bytes);
        }
        let _ = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            Some(used.saturating_sub(bytes))
        });
    }

    /// The bytes counted so far.
    pub fn used(&self) -> u64 {
        match &self.parent {
            Some(whole) => whole.used(),
            None => self.used.load(Ordering::Relaxed),
        }
    }

    /// The bytes that were charged through this very part and not given back.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_base::Budget;
    /// let whole = Arc::new(Budget::unlimited());
    /// let part = Budget::steps_of(&whole, 1000);
    /// whole.charge(1)?;
    /// part.charge(20)?;
    /// assert_eq!((part.held(), whole.held()), (20, 21));
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn held(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// The bytes that may still be charged, if there is a limit.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// let budget = Budget::new(None, Some(100));
    /// budget.charge(30)?;
    /// assert_eq!(budget.room(), Some(70));
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn room(&self) -> Option<u64> {
        match &self.parent {
            Some(whole) => whole.room(),
            None => self.memory.map(|limit| limit.saturating_sub(self.used())),
        }
    }

    /// The steps counted so far.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// Says what is being done from now on, and how many times if that is known; a program
    /// may show it while it waits.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// let budget = Budget::unlimited();
    /// budget.begin("rows of the table", Some(9));
    /// budget.advance(4);
    /// assert_eq!(budget.headway().to_string(), "rows of the table: 4 of 9");
    /// ```
    pub fn begin(&self, what: impl Into<Cow<'static, str>>, of: Option<u64>) {
        match &self.parent {
            Some(whole) => whole.begin(what, of),
            None => self.board.begin(what.into(), of),
        }
    }

    /// Counts `more` of what is being done as done.
    pub fn advance(&self, more: u64) {
        match &self.parent {
            Some(whole) => whole.advance(more),
            None => self.board.advance(more),
        }
    }

    /// What is being done and how far it got.
    pub fn headway(&self) -> Progress {
        match &self.parent {
            Some(whole) => whole.headway(),
            None => self.board.read(self.steps()),
        }
    }

    /// Is there time and memory left? Counts as one step.
    pub fn check(&self) -> Result<(), Stopped> {
        self.spend(1)
    }

    /// Counts `steps` of work as done and asks whether there is time and memory left.
    pub fn spend(&self, steps: u64) -> Result<(), Stopped> {
        if let Some(whole) = &self.parent {
            whole.spend(steps)?;
        }
        let done = self.steps.fetch_add(steps, Ordering::Relaxed).saturating_add(steps);
        if let Some(limit) = self.most_steps.filter(|&limit| done > limit) {
            return Err(Stopped::Steps(limit));
        }
        if done >= self.interrupted_at.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        if let Some(limit) = self.memory
            && let Some(limit) =
                upstar_memory::exceeded().or((self.used() > limit).then_some(limit))
        {
            return Err(Stopped::Memory(limit));
        }
        match self.time.is_over() {
            Some(limit) => Err(Stopped::Time(limit)),
            None => Ok(()),
        }
    }
}
