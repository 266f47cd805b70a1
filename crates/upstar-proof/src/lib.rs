//! Certificates, and a checker that trusts nobody.
//!
//! A certificate says what is claimed, for which rules, by which theorem and with which data
//! (`docs/certificates.md`). The checker reads the rules with a reader of its own, computes every
//! value it needs with a program of its own, and answers *verified*, *refuted* with the first
//! step that fails, or *unknown* when it cannot tell. It shares no code with the engines.

mod arithmetic;
mod certificate;
mod contexts;
mod counters;
mod digits;
#[cfg(test)]
#[path = "../tests/private/example.rs"]
mod example;
mod json;
mod knots;
mod ladders;
mod linear;
mod meter;
mod nim;
mod options;
mod period;
mod quotient;
mod rules;
mod shown;
mod standing;
mod sums;
mod tails;

pub use certificate::{AnyClaim, Certificate, ReadError};
pub use counters::{CounterRange, MisereCounters};
pub use knots::MisereKnots;
pub use ladders::MisereLadders;
pub use period::{NimPeriod, Theorem};
pub use quotient::{MisereQuotient, Periodic};
pub use shown::one_line;
pub use standing::{
    Accepted, MOST_PAIRS, MOST_PRODUCTS, MOST_SETS, MOST_VALUES, Register, Standing, Unchecked,
    is_short, standing, standing_alone,
};

use meter::Meter;
use std::fmt;
use upstar_base::{Budget, Stopped};

/// What the checker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every step was derived again; the sentence says what is proved.
    Verified(String),
    /// A step fails.
    Refuted {
        /// Which step.
        step: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The checker cannot tell, and why.
    Unknown(String),
}

impl Verdict {
    fn refuted(step: &'static str, reason: impl Into<String>) -> Verdict {
        Verdict::Refuted { step, reason: reason.into() }
    }

    /// Was every step derived again?
    pub fn is_verified(&self) -> bool {
        matches!(self, Verdict::Verified(_))
    }
}

/// A step that fails, and why.
type FailedStep = (&'static str, String);

impl From<FailedStep> for Verdict {
    fn from((step, reason): FailedStep) -> Verdict {
        Verdict::Refuted { step, reason }
    }
}

/// How a check ends before its last step: with a verdict, or because a limit came first.
#[derive(Debug)]
enum CheckEnd {
    Verdict(Verdict),
    Stopped(Stopped),
}

impl<V: Into<Verdict>> From<V> for CheckEnd {
    fn from(verdict: V) -> CheckEnd {
        CheckEnd::Verdict(verdict.into())
    }
}

impl From<Stopped> for CheckEnd {
    fn from(stopped: Stopped) -> CheckEnd {
        CheckEnd::Stopped(stopped)
    }
}

/// What a part of a check finds. A step that fails in any part ends the whole check.
type Checked<T> = Result<T, CheckEnd>;

/// Ends the check with a refutation unless the condition holds.
macro_rules! step {
    ($step:literal, $holds:expr, $($reason:tt)+) => {
        if !$holds {
            return Err($crate::Verdict::refuted($step, format!($($reason)+)).into());
        }
    };
}
use step;

/// The verdict of a check, wherever it ended; an error if a limit ended it.
fn told(checked: Checked<Verdict>) -> Result<Verdict, Stopped> {
    match checked {
        Ok(verdict) | Err(CheckEnd::Verdict(verdict)) => Ok(verdict),
        Err(CheckEnd::Stopped(stopped)) => Err(stopped),
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Verified(what) => write!(f, "verified: {what}"),
            Verdict::Refuted { step, reason } => write!(f, "refuted at step \"{step}\": {reason}"),
            Verdict::Unknown(why) => write!(f, "unknown: {why}"),
        }
    }
}

/// Checks a certificate.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_proof::{Certificate, NimPeriod, Theorem, check};
/// let claim = NimPeriod {
///     code: "0.77".into(),
///     preperiod: 71,
///     period: 12,
///     saltus: 0,
///     computed: 200,
///     theorem: Theorem::BoundedHeaps { heaps: 2, reach: 2 },
/// };
/// let good = Certificate::new(claim.clone());
/// assert!(check(&good, &Budget::unlimited()).is_verified());
/// let bad = Certificate::new(NimPeriod { period: 24, ..claim });
/// assert!(!check(&bad, &Budget::unlimited()).is_verified());
/// ```
pub fn check(certificate: &Certificate, budget: &Budget) -> Verdict {
    in_words(within(certificate, budget, None))
}

/// Checks a certificate of any length, step by step all the same. Few values are kept, and
/// `watch` is told how many have been derived, and of how many.
pub fn check_long(
    certificate: &Certificate,
    budget: &Budget,
    watch: &mut dyn FnMut(u64, u64),
) -> Verdict {
    in_words(within(certificate, budget, Some(watch)))
}

/// A check that a limit ended says nothing.
fn in_words(verdict: Result<Verdict, Stopped>) -> Verdict {
    verdict.unwrap_or_else(|stopped| Verdict::Unknown(stopped.to_string()))
}

/// Checks a certificate. Fails if a limit ends the check.
fn within(
    certificate: &Certificate,
    budget: &Budget,
    watch: Option<period::WatchValues<'_>>,
) -> Result<Verdict, Stopped> {
    if !certificate.seal_fits() {
        return Ok(Verdict::refuted("seal", "the file was changed after it was written"));
    }
    certificate.claim.check(&Meter::new(budget), watch).map(shown::clean)
}

#[cfg(test)]
#[path = "../tests/private/work.rs"]
mod work;
