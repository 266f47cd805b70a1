//! What a certificate claims, in the words of a row.

use crate::misere::FoundRule;
use crate::work::SurveyKind;
use upstar_misere::knots::Label;
use upstar_misere::rule;
use upstar_proof::{AnyClaim, Certificate, Theorem};

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
        match &certificate.claim {
            AnyClaim::NimPeriod(claim) => {
                let theorem = match claim.theorem {
                    Theorem::BoundedHeaps { .. } => "bounded-heaps",
                    Theorem::SparseSpace { .. } => "sparse-space",
                    Theorem::Tails { .. } => "tails",
                    Theorem::Arithmetic { .. } => "arithmetic",
                };
                let (preperiod, period, saltus) = (claim.preperiod, claim.period, claim.saltus);
                let proves = Proves::Period { preperiod, period, saltus, theorem };
                CodeClaim { code: &claim.code, proves }
            }
            AnyClaim::MisereQuotient(claim) => {
                let proves = Proves::Quotient {
                    order: claim.order,
                    p_elements: claim.p_portion.len() as u64,
                    heaps: claim.heaps,
                    periodic: claim.periodic.map(|found| (found.preperiod, found.period)),
                };
                CodeClaim { code: &claim.code, proves }
            }
            AnyClaim::MisereKnots(claim) => {
                let linear = (claim.preperiod, claim.period, claim.step);
                let labels = claim.labels.iter().map(knots_label);
                let rule = rule(rule::RuleKind::Knots, linear, labels);
                CodeClaim { code: &claim.code, proves: Proves::Rule(rule) }
            }
            AnyClaim::MisereLadders(claim) => {
                let linear = (claim.preperiod, claim.period, 1);
                let labels = claim.labels.iter().map(ladders_label);
                let rule = rule(rule::RuleKind::Ladders, linear, labels);
                CodeClaim { code: &claim.code, proves: Proves::Rule(rule) }
            }
            AnyClaim::MisereCounters(claim) => {
                let linear = (claim.preperiod, claim.period, 0);
                let labels = claim.words.iter().map(|word| counters_label(word, &claim.words));
                let rule = rule(rule::RuleKind::Counters, linear, labels);
                CodeClaim { code: &claim.code, proves: Proves::Rule(rule) }
            }
        }
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

fn rule(
    kind: rule::RuleKind,
    (preperiod, period, step): (u64, u64, u64),
    labels: impl Iterator<Item = String>,
) -> FoundRule {
    let labels = labels.collect::<Vec<_>>().join(" ");
    FoundRule { kind: kind.name().to_owned(), preperiod, period, step, labels }
}

/// A label of a rule like that of Knots, as it is written.
fn knots_label(&[d, t, m]: &[u64; 3]) -> String {
    Label { odd: d % 2 == 1, t: t.into(), m: m.into() }.to_string()
}

/// A word of a rule with counters, as it is written: with the first heaps that are one letter.
fn counters_label(word: &[u16], words: &[Vec<u16>]) -> String {
    let first = |letter: &u16| {
        let place = words.iter().position(|word| word[..] == [*letter]);
        place.map_or_else(|| format!("#{letter}"), |place| (place + 1).to_string())
    };
    let letters: Vec<String> = word.iter().map(first).collect();
    if letters.is_empty() { "0".to_owned() } else { letters.join("+") }
}

/// A label of the rule of two ladders, as it is written.
fn ladders_label(&[d, b, y, x]: &[u64; 4]) -> String {
    match (y, x) {
        (0, 0) => format!("{}{b}", if d % 2 == 1 { '-' } else { '+' }),
        (0, _) => format!("X{x}"),
        _ => format!("Y{y}"),
    }
}
