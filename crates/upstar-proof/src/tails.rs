//! Checking a period of a game whose digits repeat, or that leaves any number of heaps.
//!
//! The theorem and its proof are in `docs/heaps.md` under "Digits that repeat".

use crate::Verdict;
use crate::arithmetic::{least, range};
use crate::certificate::{NimPeriod, Theorem};
use crate::digits::Digits;
use crate::sums::Sums;
use upstar_base::{Budget, Stopped};

/// The longest sequence that is derived.
const LONGEST: u64 = 1 << 20;

/// Checks a claim without a saltus.
pub(crate) fn check(claim: &NimPeriod, budget: &Budget) -> Result<Verdict, Stopped> {
    let digits = match Digits::read(&claim.code) {
        Ok(digits) => digits,
        Err(why) => return Ok(Verdict::refuted("code", why)),
    };
    if let Err(verdict) = numbers(claim, &digits) {
        return Ok(verdict);
    }
    budget.begin("values derived", Some(claim.computed));
    let sums = Sums::compute(&digits, claim.computed as usize, budget)?;
    let found = range(claim, &sums.values).and_then(|()| least(claim, &sums.values));
    Ok(found.err().unwrap_or_else(|| super::period::verified(claim)))
}

/// The numbers fit to the code and to each other, and the range is as long as the theorem asks.
fn numbers(claim: &NimPeriod, digits: &Digits) -> Result<(), Verdict> {
    let NimPeriod { preperiod, period, saltus, computed, .. } = *claim;
    let Theorem::Tails { heaps, head, tail, distance } = claim.theorem else {
        return Err(Verdict::Unknown("another theorem".to_owned()));
    };
    let step = |step: &'static str, holds: bool, reason: String| {
        if holds { Ok(()) } else { Err(Verdict::refuted(step, reason)) }
    };
    step("saltus", saltus == 0, "this theorem gives no saltus".to_owned())?;
    let most = digits.most_heaps();
    step("heaps", heaps == most, format!("digits name up to {most} heaps"))?;
    let (from, length) = (digits.head.len() as u64, digits.tail.len() as u64);
    step("head", head == from, format!("digits repeat from {from} on"))?;
    step("tail", tail == length, format!("digits repeat after {length}"))?;
    let multiple = distance > 0
        && distance.is_multiple_of(period)
        && distance.is_multiple_of(length)
        && (digits.largest_from().is_none() || distance.is_multiple_of(2));
    step("distance", multiple, format!("{distance} is not a multiple of what it must be"))?;
    if preperiod > LONGEST || distance > LONGEST || computed > LONGEST {
        return Err(Verdict::Unknown(format!(
            "{computed} values are out of reach; this checker goes to {LONGEST}"
        )));
    }
    // All numbers are below 2^20, so nothing overflows.
    let start = preperiod.max(1);
    let longest = start + distance - 1;
    let mut needed = most * longest;
    if let Some(i) = digits.largest_from() {
        needed = needed.max(start + (2 * distance + i) * longest);
        let even =
            |b: u64| (2..).step_by(2).find(|c| (c * b).is_multiple_of(distance)).unwrap_or(0);
        needed = needed.max((1..=longest).map(|b| (even(b) - 1) * b).sum());
    }
    let needed = from + needed + distance;
    step(
        "range",
        computed >= needed,
        format!("the theorem asks for {needed} values, not {computed}"),
    )
}
