//! What stands behind a statement: the checker's word, or only the engine's.
//!
//! An engine that applies a theorem writes a certificate. Whoever prints, stores or sends the word
//! *proved* needs an [`Accepted`], and only [`standing`] makes one, by asking [`check`]. Where
//! checking would cost far more than finding, nothing is checked, and the statement is *computed*.
//! What is too long is counted in values and elements and never in seconds, so that the same
//! question has the same answer on every machine.

use crate::certificate::Certificate;
use crate::{Verdict, within};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use upstar_base::Budget;

/// The longest sequence that is checked at once where each value costs little: by the sparse-space
/// theorem, or in a game that never breaks heaps.
pub const MOST_VALUES: u64 = 1 << 20;

/// The longest sequence that is checked at once where a value is the mex over all pairs of heaps.
pub const MOST_PAIRS: u64 = 1 << 15;

/// The longest sequence that is checked at once where moves leave three heaps or more, or any
/// number of tokens may be taken.
pub const MOST_SETS: u64 = 1 << 11;

/// The largest quotient that is checked at once: its elements times the heaps and generators that
/// the argument looks at.
pub const MOST_PRODUCTS: u64 = 1 << 24;

/// A certificate that the checker accepted in this run. There is no other way to make one than
/// [`standing`] and its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    statement: String,
    certificate: Certificate,
}

impl Accepted {
    /// What is proved, in the words of the checker.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }
}

/// Why a statement was not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchecked {
    /// The check takes long; [`crate::check_long`] or `upstar verify` does it.
    Long,
    /// A limit came first; another question may get further.
    Stopped(String),
    /// The checker cannot tell.
    Open(String),
    /// The checker refutes what an engine computed: one of the two is wrong.
    Refuted(String),
}

impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unchecked::Long => f.write_str("not yet checked: `upstar verify --long FILE`"),
            Unchecked::Stopped(why) | Unchecked::Open(why) => write!(f, "not checked: {why}"),
            Unchecked::Refuted(why) => write!(f, "but the checker refutes it: {why}"),
        }
    }
}

/// What stands behind a statement that an engine computed by a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The checker accepted its certificate.
    Verified(Box<Accepted>),
    /// It did not, or was not asked.
    Computed(Unchecked),
}

impl Standing {
    /// Whether the checker accepted the certificate.
    pub fn is_verified(&self) -> bool {
        matches!(self, Standing::Verified(_))
    }

    /// The accepted certificate.
    pub fn accepted(&self) -> Option<&Accepted> {
        match self {
            Standing::Verified(accepted) => Some(accepted),
            Standing::Computed(_) => None,
        }
    }

    /// Why the statement is not verified.
    pub fn unchecked(&self) -> Option<&Unchecked> {
        match self {
            Standing::Verified(_) => None,
            Standing::Computed(why) => Some(why),
        }
    }

    /// The status for programs: `verified` or `computed`.
    pub fn status(&self) -> &'static str {
        if self.is_verified() { "verified" } else { "computed" }
    }

    /// Whether a later question may get another answer: a limit came first, and limits differ.
    pub fn was_stopped(&self) -> bool {
        matches!(self, Standing::Computed(Unchecked::Stopped(_)))
    }
}

/// Whether a certificate is checked at once.
pub fn is_short(certificate: &Certificate) -> bool {
    certificate.claim.get().is_short()
}

/// Asks the checker, unless that takes long.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::Budget;
/// use upstar_proof::{Certificate, NimPeriod, Theorem, standing};
/// let claim = NimPeriod {
///     code: "0.77".into(),
///     preperiod: 71,
///     period: 12,
///     saltus: 0,
///     computed: 200,
///     theorem: Theorem::BoundedHeaps { heaps: 2, reach: 2 },
/// };
/// let budget = Arc::new(Budget::unlimited());
/// let kayles = standing(&Certificate::new(claim.clone()), &budget);
/// assert_eq!(kayles.accepted().map(|accepted| accepted.certificate().clone()),
///     Some(Certificate::new(claim.clone())));
/// let wrong = NimPeriod { period: 24, ..claim };
/// assert!(!standing(&Certificate::new(wrong), &budget).is_verified());
/// ```
pub fn standing(certificate: &Certificate, budget: &Arc<Budget>) -> Standing {
    let part = Budget::steps_of(budget, u64::MAX);
    let found = ask(certificate, &part);
    budget.refund(part.held());
    found
}

/// Asks the checker within a budget that no other thread charges meanwhile; see [`standing`].
pub fn standing_alone(certificate: &Certificate, budget: &Budget) -> Standing {
    let before = budget.used();
    let found = ask(certificate, budget);
    budget.refund(budget.used().saturating_sub(before));
    found
}

fn ask(certificate: &Certificate, budget: &Budget) -> Standing {
    if !is_short(certificate) {
        return Standing::Computed(Unchecked::Long);
    }
    match certificate.claim.values() {
        Some(values) => budget.begin("values checked", Some(values)),
        None => budget.begin("sums checked", None),
    }
    match within(certificate, budget, None) {
        Err(stopped) => Standing::Computed(Unchecked::Stopped(stopped.to_string())),
        Ok(Verdict::Verified(statement)) => {
            let certificate = certificate.clone();
            Standing::Verified(Box::new(Accepted { statement, certificate }))
        }
        Ok(Verdict::Unknown(why)) => Standing::Computed(Unchecked::Open(why)),
        Ok(Verdict::Refuted { step, reason }) => {
            let why = format!("step \"{step}\": {reason}");
            Standing::Computed(Unchecked::Refuted(why))
        }
    }
}

/// The certificates about which the checker was asked in a session, so that it is asked once.
///
/// The key is the whole text of a certificate. What a limit ended is not kept.
#[derive(Debug, Default)]
pub struct Register(Mutex<BTreeMap<String, Standing>>);

impl Register {
    /// So many certificates are kept,
    const MOST: usize = 1024;
    /// and none that is longer than this.
    const LONGEST: usize = 1 << 14;

    /// Returns how many certificates are kept.
    pub fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether no certificate is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Asks the checker, unless it was asked before or that takes long; see [`standing`].
    pub fn standing(&self, certificate: &Certificate, budget: &Arc<Budget>) -> Standing {
        let text = certificate.write();
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&text) {
            return known.clone();
        }
        let found = standing(certificate, budget);
        if !found.was_stopped() && text.len() <= Self::LONGEST {
            let mut kept = kept();
            if kept.len() >= Self::MOST {
                kept.clear();
            }
            kept.insert(text, found.clone());
        }
        found
    }
}
