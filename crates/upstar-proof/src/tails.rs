//! Checking a period of a game whose digits repeat, or that leaves any number of heaps.
//!
//! Theorem: `docs/heaps.md#tails`, with its proof.

use crate::Verdict;
use crate::arithmetic::{least, range};
use crate::digits::CodeDigits;
use crate::meter::Meter;
use crate::period::{NimPeriod, Theorem};
use crate::sums::Sums;
use upstar_base::Stopped;

/// The longest sequence that is derived.
const LONGEST: u64 = 1 << 20;

/// Checks a claim without a saltus.
pub(crate) fn check(claim: &NimPeriod, meter: &Meter<'_>) -> Result<Verdict, Stopped> {
    let digits = match CodeDigits::read(&claim.code) {
        Ok(digits) => digits,
        Err(error) => return Ok(error.into()),
    };
    if let Err(verdict) = numbers(claim, &digits, meter)? {
        return Ok(verdict);
    }
    meter.begin("values derived", Some(claim.computed));
    let sums = Sums::compute(&digits, claim.computed as usize, meter)?;
    if let Err(verdict) = range(claim, &sums.values, meter)? {
        return Ok(verdict);
    }
    let found = least(claim, &sums.values, meter)?;
    Ok(found.err().unwrap_or_else(|| super::period::verified(claim)))
}

/// The numbers fit to the code and to each other, and the range is as long as the theorem asks.
fn numbers(
    claim: &NimPeriod,
    digits: &CodeDigits,
    meter: &Meter<'_>,
) -> Result<Result<(), Verdict>, Stopped> {
    Ok(match sizes(claim, digits) {
        Ok(()) => needed(claim, digits, meter)?,
        failed => failed,
    })
}

fn step(step: &'static str, holds: bool, reason: String) -> Result<(), Verdict> {
    if holds { Ok(()) } else { Err(Verdict::refuted(step, reason)) }
}

/// The steps before "range".
fn sizes(claim: &NimPeriod, digits: &CodeDigits) -> Result<(), Verdict> {
    let NimPeriod { preperiod, period, saltus, computed, .. } = *claim;
    let Theorem::Tails { heaps, head, tail, distance } = claim.theorem else {
        return Err(Verdict::Unknown("another theorem".to_owned()));
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
    if [preperiod, distance, computed, head].iter().any(|&number| number > LONGEST) {
        return Err(Verdict::Unknown(format!(
            "{computed} values are out of reach; this checker goes to {LONGEST}"
        )));
    }
    Ok(())
}

/// The step "range": as many values as the theorem asks for. All numbers are at most 2^20, so nothing
/// overflows.
fn needed(
    claim: &NimPeriod,
    digits: &CodeDigits,
    meter: &Meter<'_>,
) -> Result<Result<(), Verdict>, Stopped> {
    let NimPeriod { preperiod, computed, .. } = *claim;
    let Theorem::Tails { head, distance, .. } = claim.theorem else {
        return Ok(Err(Verdict::Unknown("another theorem".to_owned())));
    };
    let start = preperiod.max(1);
    let longest = start + distance - 1;
    let asks = |needed: u64| {
        let needed = head + needed + distance;
        let reason = format!("the theorem asks for at least {needed} values, not {computed}");
        step("range", computed >= needed, reason)
    };
    if let Err(verdict) = asks(digits.most_heaps() * longest) {
        return Ok(Err(verdict));
    }
    let Some(i) = digits.largest_from() else { return Ok(Ok(())) };
    if let Err(verdict) = asks(start + (2 * distance + i) * longest) {
        return Ok(Err(verdict));
    }
    let mut sum = 0;
    for b in 1..=longest {
        meter.tick(8)?;
        sum += (least_even(b, distance) - 1) * b;
        if let Err(verdict) = asks(sum) {
            return Ok(Err(verdict));
        }
    }
    Ok(Ok(()))
}

/// The least even number c > 0 for which c b is a multiple of the distance.
fn least_even(b: u64, distance: u64) -> u64 {
    let (mut common, mut rest) = (distance, b);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    let least = distance / common;
    if least.is_multiple_of(2) { least } else { 2 * least }
}

#[cfg(test)]
#[path = "../tests/private/tails.rs"]
mod tests;
