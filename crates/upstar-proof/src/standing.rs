//! What stands behind a statement: the checker's word, or only the engine's.
//!
//! An engine that applies a theorem writes a certificate. Whoever prints, stores or sends the word
//! *proved* needs an [`Accepted`], and only [`standing`] makes one, by asking [`check`]. Where
//! checking would cost far more than finding, nothing is checked, and the statement is *computed*.
//! What is too long is counted in values and elements and never in seconds, so that the same
//! question has the same answer on every machine.

use crate::certificate::{Certificate, Theorem};
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
    match certificate {
        Certificate::NimPeriod { claim, .. } => {
            let most = match claim.theorem {
                Theorem::SparseSpace { .. } | Theorem::BoundedHeaps { heaps: 0 | 1, .. } => {
                    MOST_VALUES
                }
                Theorem::BoundedHeaps { heaps: 2, .. } => MOST_PAIRS,
                _ => MOST_SETS,
            };
            claim.computed <= most
        }
        Certificate::MisereQuotient { claim, .. } => {
            let looked_at = claim.heaps.saturating_add(claim.generators.len() as u64);
            claim.order.saturating_mul(looked_at) <= MOST_PRODUCTS
        }
        // Rules are verified when they are found.
        Certificate::MisereKnots { .. }
        | Certificate::MisereLadders { .. }
        | Certificate::MisereCounters { .. } => true,
    }
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
/// let kayles = standing(&Certificate::nim_period(claim.clone()), &budget);
/// assert_eq!(kayles.accepted().map(|accepted| accepted.certificate().clone()),
///     Some(Certificate::nim_period(claim.clone())));
/// let wrong = NimPeriod { period: 24, ..claim };
/// assert!(!standing(&Certificate::nim_period(wrong), &budget).is_verified());
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
    match certificate {
        Certificate::NimPeriod { claim, .. } => {
            budget.begin("values checked", Some(claim.computed));
        }
        _ => budget.begin("sums checked", None),
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{MisereQuotient, NimPeriod};

    fn kayles(period: u64, computed: u64) -> Certificate {
        Certificate::nim_period(NimPeriod {
            code: "0.77".to_owned(),
            preperiod: 71,
            period,
            saltus: 0,
            computed,
            theorem: Theorem::BoundedHeaps { heaps: 2, reach: 2 },
        })
    }

    #[test]
    fn only_what_the_checker_accepts_is_verified() {
        let budget = Arc::new(Budget::unlimited());
        let right = standing(&kayles(12, 200), &budget);
        assert!(right.accepted().unwrap().statement().contains("period 12 from 71"));
        for period in [0, 6, 11, 13, 24, 36] {
            let wrong = standing(&kayles(period, 200), &budget);
            assert!(
                matches!(wrong.unchecked(), Some(Unchecked::Refuted(_))),
                "{period}: {wrong:?}"
            );
        }
        let long = standing(&kayles(12, MOST_PAIRS + 1), &budget);
        assert_eq!(long.unchecked(), Some(&Unchecked::Long));
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn what_is_short_is_counted() {
        let period = |computed: u64, theorem: Theorem| {
            let code = "0.77".to_owned();
            let claim = NimPeriod { code, preperiod: 1, period: 1, saltus: 0, computed, theorem };
            is_short(&Certificate::nim_period(claim))
        };
        let sparse = Theorem::SparseSpace {
            reach: 2,
            mask: 15,
            position: None,
            last_rare: 0,
            longest_proof: 0,
            window: 2,
            distance: 1,
        };
        let heaps = |heaps| Theorem::BoundedHeaps { heaps, reach: 2 };
        let tails = Theorem::Tails { heaps: 1, head: 1, tail: 1, distance: 1 };
        let limits = [
            (sparse, 1_048_576),
            (heaps(1), 1_048_576),
            (heaps(2), 32_768),
            (heaps(3), 2_048),
            (tails, 2_048),
        ];
        for (theorem, most) in limits {
            assert!(period(most, theorem.clone()), "{theorem:?}");
            assert!(!period(most + 1, theorem.clone()), "{theorem:?}");
        }
        let quotient = |order: u64, heaps: u64| {
            is_short(&Certificate::misere_quotient(MisereQuotient {
                code: "0.77".to_owned(),
                heaps,
                order,
                generators: vec![1],
                steps: Vec::new(),
                p_portion: Vec::new(),
                pretending: Vec::new(),
                periodic: None,
            }))
        };
        assert!(quotient(1 << 12, (1 << 12) - 1));
        assert!(!quotient(1 << 12, 1 << 12));
    }

    #[test]
    fn what_is_said_of_a_standing() {
        let budget = Arc::new(Budget::unlimited());
        let right = standing(&kayles(12, 200), &budget);
        assert_eq!((right.status(), right.unchecked()), ("verified", None));
        assert_eq!(budget.headway().to_string(), "values checked: 199 of 200");
        let wrong = standing(&kayles(12, 100), &budget);
        assert_eq!((wrong.status(), wrong.accepted()), ("computed", None));
        let text = |standing: &Standing| standing.unchecked().unwrap().to_string();
        assert_eq!(
            text(&wrong),
            "but the checker refutes it: step \"range\": the theorem asks for 167 values, not 100"
        );
        let mut open = kayles(12, 200);
        if let Certificate::NimPeriod { claim, .. } = &mut open {
            claim.code = "77".to_owned();
        }
        open.reseal();
        let open = standing(&open, &budget);
        assert!(!open.was_stopped());
        assert_eq!(text(&open), "not checked: the code cannot be read: `77` has no point");
        let long = standing(&kayles(12, MOST_PAIRS + 1), &budget);
        assert_eq!(text(&long), "not yet checked: `upstar verify --long FILE`");
    }

    #[test]
    fn a_register_does_not_grow_without_end() {
        let register = Register::default();
        let budget = Arc::new(Budget::unlimited());
        let kept = || register.0.lock().unwrap().len();
        for computed in 1..=Register::MOST as u64 {
            register.standing(&kayles(12, computed + MOST_PAIRS), &budget);
        }
        assert_eq!(kept(), Register::MOST);
        register.standing(&kayles(12, 1 << 40), &budget);
        assert_eq!(kept(), 1);
    }

    #[test]
    fn a_register_keeps_verdicts_and_no_limits() {
        let register = Register::default();
        let stopped = Arc::new(Budget::unlimited());
        stopped.interrupt();
        let open = register.standing(&kayles(12, 200), &stopped);
        assert!(open.was_stopped(), "{open:?}");
        let budget = Arc::new(Budget::unlimited());
        assert!(register.standing(&kayles(12, 200), &budget).is_verified());
        let steps = budget.steps();
        assert!(steps > 0);
        assert!(register.standing(&kayles(12, 200), &budget).is_verified());
        assert_eq!(budget.steps(), steps, "the second answer costs nothing");
        assert!(!register.standing(&kayles(24, 200), &budget).is_verified());
        assert!(!register.standing(&kayles(24, 200), &budget).is_verified());
    }
}
