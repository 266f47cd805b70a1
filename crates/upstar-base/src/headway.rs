//! What a computation is doing and how far it got, for a program that shows it meanwhile.
//!
//! Who works writes, who shows reads, and neither waits for the other: the counts are plain
//! atomics, and the words change rarely. Nothing is ever decided by them.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A look at what is being done.
///
/// ```
/// use upstar_base::Progress;
/// let headway = Progress { what: "moves".into(), done: 3, of: Some(8), steps: 0 };
/// assert_eq!(headway.to_string(), "moves: 3 of 8");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What is being done, in a few words; empty if nobody said.
    pub what: Cow<'static, str>,
    /// How often it is done already.
    pub done: u64,
    /// How often it is to be done, where that is known.
    pub of: Option<u64>,
    /// The steps of all work on the budget.
    pub steps: u64,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match (self.done, self.of) {
            (done, Some(of)) => write!(f, ": {done} of {of}"),
            (0, None) => Ok(()),
            (done, None) => write!(f, ": {done}"),
        }
    }
}

/// Where the headway is written while the work goes on.
#[derive(Debug, Default)]
pub(crate) struct ProgressBoard {
    what: Mutex<Cow<'static, str>>,
    done: AtomicU64,
    /// 0 if nobody knows.
    of: AtomicU64,
}

impl ProgressBoard {
    pub(crate) fn begin(&self, what: Cow<'static, str>, of: Option<u64>) {
        *self.what.lock().unwrap_or_else(PoisonError::into_inner) = what;
        self.done.store(0, Ordering::Relaxed);
        self.of.store(of.unwrap_or(0), Ordering::Relaxed);
    }

    pub(crate) fn advance(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn read(&self, steps: u64) -> Progress {
        let of = self.of.load(Ordering::Relaxed);
        Progress {
            what: self.what.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            done: self.done.load(Ordering::Relaxed),
            of: (of > 0).then_some(of),
            steps,
        }
    }
}
