//! Checking a period of a game whose digits repeat, or that leaves any number of heaps.
//!
//! Theorem: `docs/heaps.md#tails`, with its proof.

use crate::arithmetic::{least, range};
use crate::digits::CodeDigits;
use crate::meter::Meter;
use crate::period::{NimPeriod, Theorem, another_theorem, verified};
use crate::sums::Sums;
use crate::{Checked, Verdict, step};

/// The longest sequence that is derived.
const LONGEST: u64 = 1 << 20;

/// Checks a claim without a saltus.
pub(crate) fn check(claim: &NimPeriod, meter: &Meter<'_>) -> Checked<Verdict> {
    let digits = CodeDigits::read(&claim.code)?;
    sizes(claim, &digits)?;
    needed(claim, &digits, meter)?;
    meter.begin("values derived", Some(claim.computed));
    let sums = Sums::compute(&digits, claim.computed as usize, meter)?;
    range(claim, &sums.values, meter)?;
    least(claim, &sums.values, meter)?;
    Ok(verified(claim))
}

/// The steps before "range": the numbers fit to the code and to each other.
fn sizes(claim: &NimPeriod, digits: &CodeDigits) -> Checked<()> {
    let NimPeriod { preperiod, period, saltus, computed, .. } = *claim;
    let Theorem::Tails { heaps, head, tail, distance } = claim.theorem else {
        return Err(another_theorem().into());
    };
    step!("saltus", saltus == 0, "this theorem gives no saltus");
    let most = digits.most_heaps();
    step!("heaps", heaps == most, "digits name up to {most} heaps");
    let (from, length) = (digits.head.len() as u64, digits.tail.len() as u64);
    step!("head", head == from, "digits repeat from {from} on");
    step!("tail", tail == length, "digits repeat after {length}");
    let multiple = distance > 0
        && distance.is_multiple_of(period)
        && distance.is_multiple_of(length)
        && (digits.largest_from().is_none() || distance.is_multiple_of(2));
    step!("distance", multiple, "{distance} is not a multiple of what it must be");
    if [preperiod, distance, computed, head].iter().any(|&number| number > LONGEST) {
        let why = format!("{computed} values are out of reach; this checker goes to {LONGEST}");
        return Err(Verdict::Unknown(why).into());
    }
    Ok(())
}

/// The step "range": as many values as the theorem asks for. All numbers are at most 2^20, so nothing
/// overflows.
fn needed(claim: &NimPeriod, digits: &CodeDigits, meter: &Meter<'_>) -> Checked<()> {
    let NimPeriod { preperiod, computed, .. } = *claim;
    let Theorem::Tails { head, distance, .. } = claim.theorem else {
        return Err(another_theorem().into());
    };
    let start = preperiod.max(1);
    let longest = start + distance - 1;
    let asks = |needed: u64| -> Checked<()> {
        let needed = head + needed + distance;
        let enough = computed >= needed;
        step!("range", enough, "the theorem asks for at least {needed} values, not {computed}");
        Ok(())
    };
    asks(digits.most_heaps() * longest)?;
    let Some(i) = digits.largest_from() else { return Ok(()) };
    asks(start + (2 * distance + i) * longest)?;
    let mut sum = 0;
    for b in 1..=longest {
        meter.tick(8)?;
        sum += (least_even(b, distance) - 1) * b;
        asks(sum)?;
    }
    Ok(())
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
