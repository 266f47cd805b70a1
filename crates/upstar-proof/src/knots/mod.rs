//! Checking a rule of the type of Knots, for all heaps of an octal game.
//!
//! A heap has a label (d, t, m): d is 0 or 1, t >= 0, and m is 0 or odd and above t. A sum has
//! D = the sum of d modulo 2, T = the sum of t, M = the largest m. It is called P if
//!
//! - T = 0 and D = 1, or
//! - T > 0 is even, D = 0 and M < T, or
//! - T is odd, D = 1 and M > T.
//!
//! Labels are linear in the end, with a step of at least 1: for n >= preperiod, heap n + period has
//! the label of heap n with t + step instead of t and, unless it is 0, m + 2 step instead of m. `docs/quotients.md` proves
//! that the rule is right for all sums of all heaps if finitely many conditions on single heaps
//! hold: [`conditions`] checks those of one heap in every context, [`KnotLabels::window`] finds the
//! heap from which on they follow from those one period before.
//!
//! Theorems: `docs/quotients.md#knots`, `docs/quotients.md#knots-of-every-size`.

mod conditions;
mod labels;

use crate::certificate::Claim;
use crate::linear::Linear;
use crate::meter::Meter;
use crate::period::WatchValues;
use crate::rules::Rules;
use crate::shown::shown;
use crate::{Checked, FailedStep, Verdict, step, told};
use conditions::{Conditions, HeapOrder};
use labels::{FarHeaps, KnotLabel, KnotLabels};
use serde::{Deserialize, Serialize};
use upstar_base::Stopped;

/// The largest heap that a claim lists, and the largest entry of a label.
const LARGEST: u64 = 100_000;
/// The largest m of the heaps that are looked at one by one.
const HIGHEST: i64 = 1 << 20;
/// Heaps beyond this are not looked at one by one.
const FARTHEST: usize = 4000;

/// The claim that the rule of Knots tells who wins misère play of every sum of heaps of this game.
///
/// Heap n has the label `labels[n - 1]` = [d, t, m]; for n >= `preperiod`, heap n + `period` has
/// the label of heap n with t + `step` and, unless it is 0, m + 2 `step`. A sum with D the parity
/// of the sum of d, T the sum of t and M the largest m is a P-position exactly if T = 0 and D is
/// odd, or T > 0 and D are even and M < T, or T and D are odd and M > T.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereKnots {
    /// The code of the game.
    pub code: String,
    /// The period of the labels.
    pub period: u64,
    /// By how much t grows in a period.
    pub step: u64,
    /// From this heap on, at least 1.
    pub preperiod: u64,
    /// The labels of the heaps before `preperiod` + `period`.
    pub labels: Vec<[u64; 3]>,
}

impl Claim for MisereKnots {
    fn check(&self, meter: &Meter<'_>, _: Option<WatchValues<'_>>) -> Result<Verdict, Stopped> {
        told(check(self, meter))
    }
}

fn check(claim: &MisereKnots, meter: &Meter<'_>) -> Checked<Verdict> {
    let rules = Rules::octal(&claim.code)?;
    meter.tick(claim.labels.len() as u64)?;
    shape(claim)?;
    let mut labels = KnotLabels::new(claim, FARTHEST, meter)?;
    let Some(window) = labels.window(&rules, FARTHEST, meter)? else {
        return Ok(Verdict::Unknown(format!(
            "no heap up to {FARTHEST} is large enough for the argument"
        )));
    };
    if let Some(why) = labels.wrong_parity(&rules, window, meter)? {
        return Ok(Verdict::refuted("splits", why));
    }
    let known = labels.shorten(window.last, conditions::FURTHER);
    if !known || labels.top(window.last) > HIGHEST {
        return Ok(Verdict::Unknown(
            "the labels of larger heaps are out of reach of this checker".to_owned(),
        ));
    }
    meter.begin("heaps", Some(window.last as u64));
    let mut first = None;
    for order in HeapOrder::ALL {
        match heaps(&rules, &labels, window, order, meter)? {
            None => {
                let MisereKnots { code, period, step, preperiod, .. } = claim;
                return Ok(Verdict::Verified(format!(
                    "in misère play, the rule of Knots with these labels holds for all sums of heaps of every size of {}; \
                     the labels are linear with period {period} and step {step} from heap {preperiod} on, and these numbers \
                     are least",
                    shown(code)
                )));
            }
            failure => first = first.or(failure),
        }
    }
    Ok(first.unwrap_or_default().into())
}

/// Do the numbers fit together, and are they least?
fn shape(claim: &MisereKnots) -> Checked<()> {
    let MisereKnots { period, step, preperiod, labels, .. } = claim;
    let fit = [period, step, preperiod].iter().all(|number| (1..=LARGEST).contains(*number));
    step!("shape", fit, "period, step and preperiod must be from 1 to {LARGEST}");
    let linear = Linear::new(labels, *preperiod, *period)?;
    for (heap, &[d, t, m]) in (1..).zip(labels) {
        let fits = d <= 1 && t.max(m) <= LARGEST && (m == 0 || m % 2 == 1 && m > t && t > 0);
        step!("shape", fits, "heap {heap} cannot have the label {d},{t},{m}");
    }
    let moved = |&[d, t, m]: &[u64; 3], by: u64| {
        let more = (step * by).is_multiple_of(*period).then_some(step * by / period)?;
        Some([d, t + more, if m == 0 { 0 } else { m + 2 * more }])
    };
    Ok(linear.least("the labels", moved)?)
}

/// The first heap whose conditions fail.
fn heaps(
    rules: &Rules,
    labels: &KnotLabels,
    window: FarHeaps,
    order: HeapOrder,
    meter: &Meter<'_>,
) -> Result<Option<FailedStep>, Stopped> {
    for heap in 1..=window.last {
        let mut all: Vec<KnotLabel> = Vec::new();
        let mut near: Vec<KnotLabel> = Vec::new();
        let mut moves = 0u64;
        let mut visit = |option: &[u64]| {
            moves += 1;
            let sum = labels.sum(option);
            let is_far = option.len() == 2 && option[0] > window.small;
            if heap <= window.first || !is_far {
                near.push(sum);
            }
            all.push(sum);
            Ok(())
        };
        rules.each_option(heap as u64, meter, &mut visit)?;
        meter.advance(1);
        if moves == 0 {
            if labels.at(heap) != KnotLabel::default() {
                return Ok(Some(("moves", format!("heap {heap} has no moves but a label"))));
            }
            continue;
        }
        // Far splits of large heaps were looked at by their parities.
        let options = if heap <= window.first { all } else { near.clone() };
        let conditions = Conditions::new(labels, window, order, heap, options, near);
        if let Some(failure) = conditions.failure(meter)? {
            return Ok(Some(failure));
        }
    }
    Ok(None)
}

#[cfg(test)]
#[path = "../../tests/private/knots.rs"]
mod tests;
