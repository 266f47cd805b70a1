//! What is found of one code: its quotient, proved, of all heaps or of some; where it is one of
//! some heaps, perhaps a rule for all; and the first heap that is not tame.
//!
//! The work is counted in steps of the quotient engine, so the result depends on the code and the
//! number of steps alone.

use crate::accepted;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_misere::class::{Classifier, WordPositions};
use upstar_misere::genus::Genera;
use upstar_misere::quotient::{End, Quotient, solve};
use upstar_misere::rule;
use upstar_rules::heap::code::HeapCode;

/// No quotient is followed further.
const MOST_HEAPS: u32 = 20_000;

/// How many steps the classes of heaps are looked for.
const CLASSES: u64 = 50_000;

/// Why a quotient is not that of all heaps where the checker has not accepted it.
const NOT_CHECKED: &str = "not checked";

/// What is known of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MisereFinding {
    /// The steps that were allowed.
    pub allowed: u64,
    /// The steps that were done.
    pub steps: u64,
    /// The quotient is proved for heaps up to this.
    pub heaps: u32,
    /// Its order.
    pub order: u64,
    /// How many of its elements are P.
    pub p_elements: u64,
    /// Whether the game is tame. Not known where the quotient is that of some heaps and tame so
    /// far, since a larger heap can be wild.
    pub tame: Option<bool>,
    /// Preperiod and period of the pretending function, if the quotient is that of all heaps.
    pub period: Option<(u64, u64)>,
    /// `order@heap` for each heap at which it grew.
    pub growths: String,
    /// The rule for all sums of all heaps, if one is known.
    pub rule: Option<FoundRule>,
    /// The first heap that is not tame, if there is one among those that were looked at.
    pub first_not_tame: Option<u32>,
    /// Elements with the next heap, where that was too hard.
    pub at_least: Option<u32>,
    /// Why a partial one ended.
    pub why: Option<String>,
    /// The text of the certificate.
    pub certificate: String,
}

/// A rule and its labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundRule {
    /// The name of its kind: `knots`, `ladders` or `counters`.
    pub kind: String,
    /// Labels are linear from this heap on,
    pub preperiod: u64,
    /// with this period,
    pub period: u64,
    /// in which t, or the number on a ladder, grows by this much.
    pub step: u64,
    /// The labels of the heaps before `preperiod` + `period`.
    pub labels: String,
}

impl FoundRule {
    pub(crate) fn of(rule: &rule::Rule) -> FoundRule {
        let ((preperiod, period), step) = (rule.period(), rule.step());
        let (kind, labels) = (rule.kind().name().to_owned(), rule.labels().join(" "));
        FoundRule { kind, preperiod, period, step, labels }
    }
}

impl MisereFinding {
    /// What a quotient that is proved says of a code; no steps were done for it, and it has no
    /// certificate yet.
    pub(super) fn of(
        code: &HeapCode,
        quotient: &Quotient,
        budget: &Arc<Budget>,
    ) -> Result<MisereFinding, Stopped> {
        let orders = quotient.orders();
        let growths = quotient.growths();
        let growths = growths.iter().map(|&heap| format!("{}@{heap}", orders[heap as usize - 1]));
        Ok(MisereFinding {
            allowed: 0,
            steps: 0,
            heaps: quotient.heaps(),
            order: quotient.monoid().order() as u64,
            p_elements: quotient.monoid().p_portion().len() as u64,
            tame: match quotient.end() {
                End::Complete { .. } => Some(quotient.is_tame()),
                _ => (!quotient.is_tame()).then_some(false),
            },
            period: match *quotient.end() {
                End::Complete { preperiod, period } => Some((preperiod, period)),
                _ => None,
            },
            growths: growths.collect::<Vec<_>>().join(" "),
            rule: None,
            first_not_tame: first_not_tame(code, quotient, budget)?,
            at_least: None,
            why: None,
            certificate: String::new(),
        })
    }
}

/// Finds the quotient of a code with at most `allowed` steps; stopped only if the budget ends
/// before.
pub fn compute(
    code: &HeapCode,
    allowed: u64,
    budget: &Arc<Budget>,
) -> Result<MisereFinding, Stopped> {
    let part = Budget::steps_of(budget, allowed);
    let quotient: Quotient = solve(code, MOST_HEAPS, &part);
    // The engine is gone, and what it held with it.
    budget.refund(part.held());
    let why = match quotient.end() {
        End::Complete { .. } => None,
        End::Heaps => Some("heaps"),
        End::Stuck(why) => Some(*why),
        End::Stopped(Stopped::Steps(_)) => {
            // Unless it was the whole that had no more.
            budget.check()?;
            Some("steps")
        }
        End::Stopped(stopped) => return Err(stopped.clone()),
    };
    let rule = match why {
        Some(_) => rule::Rule::find(code, budget)?,
        None => None,
    };
    let found = MisereFinding::of(code, &quotient, budget)?;
    let certificate = match &rule {
        Some(rule) => rule.certificate(code),
        None => quotient.certificate(code),
    };
    // What the checker does not accept is not that of all heaps, nor proved for those up to some.
    let is_verified = accepted::standing(&certificate, budget).is_verified();
    budget.check()?;
    let (period, why) = match found.period.filter(|_| is_verified) {
        None if !is_verified => (None, Some(NOT_CHECKED)),
        period => (period, why),
    };
    let certificate = if rule.is_none() && period != found.period {
        quotient.of_some_heaps().certificate(code)
    } else {
        certificate
    };
    Ok(MisereFinding {
        allowed,
        steps: part.steps().min(allowed),
        at_least: quotient.growth().map(|growth| growth.at_least),
        why: why.map(str::to_owned),
        period,
        certificate: certificate.write(),
        rule: rule.as_ref().map(FoundRule::of),
        ..found
    })
}

/// The first heap that is not tame, as Winning Ways uses the word.
fn first_not_tame(
    code: &HeapCode,
    quotient: &Quotient,
    budget: &Arc<Budget>,
) -> Result<Option<u32>, Stopped> {
    if quotient.is_tame() {
        return Ok(None);
    }
    let part = Budget::steps_of(budget, CLASSES);
    let mut genera = Genera::new(code.clone());
    let mut classifier = Classifier::default();
    let mut first = None;
    for heap in 1..=quotient.heaps() {
        let tame = genera.heap(heap, &part).and_then(|_| {
            let word = genera.parts().heap(heap).clone();
            classifier.is_tame(&mut WordPositions::new(&mut genera, &part), &word)
        });
        match rule::known(tame, budget)? {
            Some(true) => {}
            Some(false) => {
                first = Some(heap);
                break;
            }
            None => break,
        }
    }
    budget.refund(part.held());
    Ok(first)
}
