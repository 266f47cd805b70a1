//! What a certificate claims, in the words of a row.

use crate::misere::FoundRule;
use crate::work::SurveyKind;
use upstar_misere::rule::Rule;
use upstar_proof::{AnyClaim, Certificate};

/// A claim about a code.
pub(crate) struct CodeClaim<'a> {
    /// The code.
    pub(crate) code: &'a str,
    /// What is claimed of it.
    pub(crate) proves: Proves,
}

/// What can be claimed.
pub(crate) enum Proves {
    /// A period of nim-values.
    Period { preperiod: u64, period: u64, saltus: u64, theorem: &'static str },
    /// A quotient, with preperiod and period if it is that of all heaps.
    Quotient { order: u64, p_elements: u64, heaps: u64, periodic: Option<(u64, u64)> },
    /// A rule for all sums of all heaps.
    Rule(FoundRule),
}

impl CodeClaim<'_> {
    /// What a certificate claims.
    pub(crate) fn of(certificate: &Certificate) -> CodeClaim<'_> {
        let proves = match &certificate.claim {
            AnyClaim::NimPeriod(claim) => Proves::Period {
                preperiod: claim.preperiod,
                period: claim.period,
                saltus: claim.saltus,
                theorem: claim.theorem.name(),
            },
            AnyClaim::MisereQuotient(claim) => Proves::Quotient {
                order: claim.order,
                p_elements: claim.p_portion.len() as u64,
                heaps: claim.heaps,
                periodic: claim.periodic.map(|found| (found.preperiod, found.period)),
            },
            AnyClaim::MisereKnots(claim) => Proves::rule(claim.clone()),
            AnyClaim::MisereLadders(claim) => Proves::rule(claim.clone()),
            AnyClaim::MisereCounters(claim) => Proves::rule(claim.clone()),
        };
        CodeClaim { code: certificate.claim.code(), proves }
    }

    /// The text that stands in the row, and the last columns of the row.
    pub(crate) fn columns(&self) -> (Option<String>, Vec<Option<u64>>) {
        match &self.proves {
            &Proves::Period { preperiod, period, saltus, theorem } => {
                (Some(theorem.to_owned()), [preperiod, period, saltus].map(Some).to_vec())
            }
            &Proves::Quotient { order, p_elements, heaps, periodic } => {
                let (preperiod, period) = periodic.unzip();
                let quotient = [Some(order), Some(p_elements), Some(heaps), preperiod, period];
                (None, quotient.into_iter().chain([None; 3]).collect())
            }
            Proves::Rule(FoundRule { kind, preperiod, period, step, labels }) => {
                let linear = [*preperiod, *period, *step].map(Some);
                let columns = [None; 2].into_iter().chain(linear).collect();
                (Some(format!("{kind} {labels}")), columns)
            }
        }
    }
}

impl Proves {
    fn rule(claim: impl Into<Rule>) -> Proves {
        Proves::Rule(FoundRule::of(&claim.into()))
    }

    /// Of which survey it is.
    pub(crate) fn kind(&self) -> SurveyKind {
        match self {
            Proves::Period { .. } => SurveyKind::Normal,
            Proves::Quotient { .. } | Proves::Rule(_) => SurveyKind::Misere,
        }
    }

    /// The status of a row with such a certificate.
    pub(crate) fn status(&self) -> &'static str {
        match self {
            Proves::Period { .. } => "proved",
            Proves::Quotient { periodic: Some(_), .. } => "complete",
            Proves::Quotient { periodic: None, .. } => "partial",
            Proves::Rule(_) => "rule",
        }
    }

    /// Whether a row with such a certificate may have this status: a period that nobody has checked
    /// yet is stored as `computed`.
    pub(crate) fn allows(&self, status: &str) -> bool {
        status == self.status() || matches!(self, Proves::Period { .. }) && status == "computed"
    }

    /// Is it something about all heaps?
    pub(crate) fn for_all(&self) -> bool {
        match self {
            Proves::Quotient { periodic, .. } => periodic.is_some(),
            Proves::Period { .. } | Proves::Rule(_) => true,
        }
    }
}
