//! Checking that a nim-sequence is periodic.
//!
//! The theorems and their proofs are in `docs/heaps.md`. Every hypothesis is a step here, in the
//! order of the statement.

use crate::Verdict;
use crate::certificate::{NimPeriod, Theorem};
use crate::nim::{LONGEST, Sparse, plain};
use crate::rules::Rules;
use upstar_base::{Budget, Stopped};

/// Ends the check with a refutation unless the condition holds.
macro_rules! step {
    ($step:literal, $holds:expr, $($reason:tt)+) => {
        if !$holds {
            return Ok(Verdict::refuted($step, format!($($reason)+)));
        }
    };
}

pub(crate) fn check(claim: &NimPeriod, budget: &Budget) -> Result<Verdict, Stopped> {
    let rules = match Rules::read(&claim.code) {
        Ok(rules) => rules,
        Err(why) => return Ok(Verdict::refuted("code", why)),
    };
    step!("period", claim.period > 0, "the period is 0");
    step!("saltus", claim.saltus == 0, "no theorem here gives a saltus");
    let sizes = [claim.preperiod, claim.period, claim.computed];
    if sizes.iter().any(|&size| size > LONGEST) {
        return Ok(Verdict::Unknown(format!(
            "the checker goes through at most {LONGEST} values one by one"
        )));
    }
    match claim.theorem {
        Theorem::BoundedHeaps { heaps, reach } => bounded(claim, &rules, heaps, reach, budget),
        Theorem::SparseSpace { .. } => sparse(claim, &rules, budget),
    }
}

fn bounded(
    claim: &NimPeriod,
    rules: &Rules,
    heaps: u64,
    reach: u64,
    budget: &Budget,
) -> Result<Verdict, Stopped> {
    let NimPeriod { preperiod, period, computed, .. } = *claim;
    step!("sizes", rules.any_sizes(), "the code restricts the sizes of heaps");
    step!("heaps", heaps == rules.most_heaps(), "a move leaves up to {}", rules.most_heaps());
    step!("reach", reach == rules.reach(), "a move takes up to {}", rules.reach());
    // h, s, p and t are bounded by the checks before, so nothing overflows.
    let start = preperiod.max(1);
    let range = (heaps * (start + period - 1) + reach + 1).max(period + reach + 1);
    step!("range", computed >= range, "the theorem asks for {range} values, not {computed}");
    let values = plain(rules, computed, budget)?;
    let (s, p) = (preperiod as usize, period as usize);
    for i in s..values.len() - p {
        let (now, then) = (values[i], values[i + p]);
        step!("values repeat", now == then, "G({i}) = {now} but G({}) = {then}", i + p);
    }
    let value = |i: u64| values[i as usize];
    Ok(least(claim, value).unwrap_or_else(|| verified(claim)))
}

fn sparse(claim: &NimPeriod, rules: &Rules, budget: &Budget) -> Result<Verdict, Stopped> {
    let NimPeriod { preperiod, period, computed, .. } = *claim;
    let Theorem::SparseSpace { reach, mask, position, last_rare, longest_proof, window, distance } =
        claim.theorem
    else {
        return Ok(Verdict::Unknown("another theorem".to_owned()));
    };
    step!("reach", reach == rules.reach(), "a move takes up to {}", rules.reach());
    step!("mask", mask < 1 << 15, "the mask has bits that no value has");
    let parity_is_bit = position.is_none_or(|parity| parity < 2);
    step!("mask", parity_is_bit, "the parity of positions is neither 0 nor 1");
    let multiple = distance > 0 && distance % period == 0;
    step!("distance", multiple, "{distance} is not a multiple of the period");
    let even = position.is_none() || distance % 2 == 0;
    step!("distance", even, "it must be even, for the mask looks at positions");
    let far = last_rare.max(longest_proof);
    let wide = far.checked_add(reach).is_some_and(|needed| window >= needed);
    step!("window", wide, "{window} is less than max(R, A) + t");
    let start = computed.checked_sub(distance).filter(|&s| s > reach);
    let low = start.and_then(|s| s.checked_sub(window)).filter(|&low| low > far);
    let (Some(start), Some(low)) = (start, low) else {
        let reason = "the windows do not lie beyond rare positions, proofs and taking";
        return Ok(Verdict::refuted("window", reason));
    };
    step!("preperiod", preperiod <= low, "values are known to repeat only from {low} on");
    let mut run = match Sparse::new(rules, mask, position) {
        Ok(run) => run,
        Err(why) => return Ok(Verdict::refuted("mask", why)),
    };
    budget.charge(2 * computed)?;
    while (run.values.len() as u64) < computed {
        let n = run.values.len() as u64;
        if n.is_multiple_of(1024) {
            budget.check()?;
        }
        let length = run.step()? as u64;
        let short = n < start || length <= longest_proof;
        step!("short proofs", short, "G({n}) needs a pair with a = {length}");
    }
    let last = run.rares.last().map_or(0, |&(r, _)| r as u64);
    step!("last rare position", last == last_rare, "position {last} is rare");
    let value = |i: u64| u32::from(run.values[i as usize]);
    for i in low..start {
        let then = i + distance;
        step!("windows agree", value(i) == value(then), "G({i}) and G({then}) differ");
    }
    // From `low` on the sequence repeats with `distance`; does it with the period claimed?
    for i in 0..distance {
        let next = (i + period) % distance;
        let same = value(low + i) == value(low + next);
        step!("period", same, "G({}) and G({}) differ", low + i, low + next);
    }
    for i in preperiod..low {
        let then = i + period;
        step!("values repeat", value(i) == value(then), "G({i}) and G({then}) differ");
    }
    Ok(least(claim, value).unwrap_or_else(|| verified(claim)))
}

/// Are period and preperiod the least ones? `None` if so; the sequence is known to repeat.
fn least(claim: &NimPeriod, value: impl Fn(u64) -> u32) -> Option<Verdict> {
    let NimPeriod { preperiod, period, .. } = *claim;
    if preperiod > 0 && value(preperiod - 1) == value(preperiod - 1 + period) {
        let reason = format!("the values repeat already from {} on", preperiod - 1);
        return Some(Verdict::refuted("least preperiod", reason));
    }
    let mut rest = period;
    let mut prime = 2;
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if rest % prime != 0 {
            prime += 1;
            continue;
        }
        rest /= prime;
        let shorter = period / prime;
        let cycle = |i: u64| value(preperiod + i % period);
        if (0..period).all(|i| cycle(i) == cycle(i + shorter)) {
            let reason = format!("{shorter} is a period as well");
            return Some(Verdict::refuted("least period", reason));
        }
    }
    None
}

fn verified(claim: &NimPeriod) -> Verdict {
    Verdict::Verified(format!(
        "the nim-sequence of {} has period {} from {} on, and both numbers are least",
        claim.code, claim.period, claim.preperiod
    ))
}
