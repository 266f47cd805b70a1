//! Checking that a nim-sequence is periodic.
//!
//! Theorems: `docs/heaps.md#bounded-heaps`, `docs/heaps.md#sparse-space`, with their proofs. Every
//! hypothesis is a step here, in the order of the statement.

use crate::certificate::Claim;
use crate::meter::Meter;
use crate::nim::{LONGEST, SparseArgument, plain};
use crate::rules::Rules;
use crate::shown::shown;
use crate::standing::{MOST_PAIRS, MOST_SETS, MOST_VALUES};
use crate::{Checked, Verdict, step, told};
use serde::{Deserialize, Serialize};
use upstar_base::Stopped;

/// The claim G(n + period) = G(n) + saltus for all n >= preperiod, both numbers being least.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NimPeriod {
    /// The code of the game.
    pub code: String,
    /// The least index from which the values repeat.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What is added in each period.
    pub saltus: u64,
    /// How many values G(0), G(1), ... the argument looks at.
    pub computed: u64,
    /// The theorem and its data.
    pub theorem: Theorem,
}

/// Theorems about periods; `docs/heaps.md` has statements and proofs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Theorem {
    /// A move takes at most `reach` tokens and leaves at most `heaps` heaps.
    BoundedHeaps {
        /// The most heaps that a move leaves.
        heaps: u64,
        /// The most tokens that a move takes.
        reach: u64,
    },
    /// Rare values have died out and the proofs for common ones are short.
    SparseSpace {
        /// The most tokens that a move takes.
        reach: u64,
        /// Bits of a value whose parity makes it rare or common.
        mask: u32,
        /// The parity of all breaking digits, if the parity of positions counts too.
        position: Option<u8>,
        /// The last rare position.
        last_rare: u64,
        /// The largest smaller heap that is needed to exclude a rare value in the last period.
        longest_proof: u64,
        /// The length of the two windows that agree.
        window: u64,
        /// How far apart they are.
        distance: u64,
    },
    /// Digits repeat, or allow any number of heaps; no saltus.
    Tails {
        /// The most heaps among the numbers that digits name one by one.
        heaps: u64,
        /// The index from which on digits repeat.
        head: u64,
        /// After how many digits they repeat.
        tail: u64,
        /// A multiple of the period and of `tail`.
        distance: u64,
    },
    /// A saltus: weights and options that climb or stay.
    Arithmetic {
        /// A multiple of the period and of the length after which digits repeat.
        distance: u64,
        /// Values are looked at modulo 2 to this power.
        bits: u32,
        /// The heaps from here to the end are looked at.
        from: u64,
        /// Options worth less stay; from here on and one rise more they climb.
        low: u64,
    },
}

impl Theorem {
    /// The name of the theorem, as it is written.
    pub fn name(&self) -> &'static str {
        match self {
            Theorem::BoundedHeaps { .. } => "bounded-heaps",
            Theorem::SparseSpace { .. } => "sparse-space",
            Theorem::Tails { .. } => "tails",
            Theorem::Arithmetic { .. } => "arithmetic",
        }
    }
}

/// Is told how many values are derived, and of how many.
pub(crate) type WatchValues<'a> = &'a mut dyn FnMut(u64, u64);

impl Claim for NimPeriod {
    fn values(&self) -> Option<u64> {
        Some(self.computed)
    }

    fn is_short(&self) -> bool {
        let most = match self.theorem {
            Theorem::SparseSpace { .. } | Theorem::BoundedHeaps { heaps: 0 | 1, .. } => MOST_VALUES,
            Theorem::BoundedHeaps { heaps: 2, .. } => MOST_PAIRS,
            _ => MOST_SETS,
        };
        self.computed <= most
    }

    /// It has no lists.
    fn longest() -> usize {
        1 << 20
    }

    fn check(&self, meter: &Meter<'_>, watch: Option<WatchValues<'_>>) -> Result<Verdict, Stopped> {
        check(self, meter, watch)
    }
}

/// Checks a claim; with somebody to watch in a way that takes long and keeps little.
fn check(
    claim: &NimPeriod,
    meter: &Meter<'_>,
    watch: Option<WatchValues<'_>>,
) -> Result<Verdict, Stopped> {
    told(steps(claim, meter, watch))
}

fn steps(claim: &NimPeriod, meter: &Meter<'_>, watch: Option<WatchValues<'_>>) -> Checked<Verdict> {
    step!("period", claim.period > 0, "the period is 0");
    match claim.theorem {
        Theorem::Tails { .. } => return crate::tails::check(claim, meter),
        Theorem::Arithmetic { .. } => return crate::arithmetic::check(claim, meter),
        Theorem::BoundedHeaps { .. } | Theorem::SparseSpace { .. } => {}
    }
    let rules = Rules::read(&claim.code)?;
    step!("saltus", claim.saltus == 0, "this theorem gives no saltus");
    let sizes = [claim.preperiod, claim.period, claim.computed];
    let large = sizes.iter().any(|&size| size > LONGEST);
    match (&claim.theorem, watch) {
        (Theorem::SparseSpace { .. }, Some(watch)) => long(claim, &rules, meter, watch),
        (Theorem::SparseSpace { .. }, None) if large => Ok(Verdict::Unknown(format!(
            "{} values have to be derived one by one, and only {LONGEST} fit here; a long check \
             keeps few of them and takes about {} hours",
            claim.computed,
            claim.computed / (3600 * RATE) + 1
        ))),
        (Theorem::BoundedHeaps { .. }, _) if large => Ok(Verdict::Unknown(format!(
            "the plain rule for {} values is out of reach; this checker goes to {LONGEST}",
            claim.computed
        ))),
        (&Theorem::BoundedHeaps { heaps, reach }, _) => bounded(claim, &rules, heaps, reach, meter),
        (Theorem::SparseSpace { .. }, None) => sparse(claim, &rules, meter),
        (Theorem::Tails { .. } | Theorem::Arithmetic { .. }, _) => Ok(another_theorem()),
    }
}

/// What is said of a claim by a theorem other than the one that a part of the check is about.
pub(crate) fn another_theorem() -> Verdict {
    Verdict::Unknown("another theorem".to_owned())
}

/// About how many values a second are derived where values are small and rare ones few (measured
/// on .104).
const RATE: u64 = 6_000_000;

fn bounded(
    claim: &NimPeriod,
    rules: &Rules,
    heaps: u64,
    reach: u64,
    meter: &Meter<'_>,
) -> Checked<Verdict> {
    let NimPeriod { preperiod, period, computed, .. } = *claim;
    step!("sizes", rules.any_sizes(), "the code restricts the sizes of heaps");
    step!("heaps", heaps == rules.most_heaps(), "a move leaves up to {}", rules.most_heaps());
    step!("reach", reach == rules.reach(), "a move takes up to {}", rules.reach());
    // h, s, p and t are bounded by the checks before, so nothing overflows.
    let start = preperiod.max(1);
    let range = heaps * (start + period - 1) + reach + 1;
    step!("range", computed >= range, "the theorem asks for {range} values, not {computed}");
    let values = plain(rules, computed, meter)?;
    let (s, p) = (preperiod as usize, period as usize);
    for i in s..values.len() - p {
        meter.tick(1)?;
        let (now, then) = (values[i], values[i + p]);
        step!("values repeat", now == then, "G({i}) = {now} but G({}) = {then}", i + p);
    }
    let value = |i: u64| values[i as usize];
    least(claim, value, meter)?;
    Ok(verified(claim))
}

/// The hypotheses of the sparse-space theorem that are inequalities: s, and s - W.
fn sparse_ranges(claim: &NimPeriod, rules: &Rules) -> Checked<(u64, u64)> {
    let NimPeriod { preperiod, period, computed, .. } = *claim;
    let Theorem::SparseSpace { reach, mask, position, last_rare, longest_proof, window, distance } =
        claim.theorem
    else {
        return Err(another_theorem().into());
    };
    step!("reach", reach == rules.reach(), "a move takes up to {}", rules.reach());
    step!("mask", mask < 1 << 15, "the mask has bits that no value has");
    let parity_is_bit = position.is_none_or(|parity| parity < 2);
    step!("mask", parity_is_bit, "the parity of positions is neither 0 nor 1");
    let multiple = distance > 0 && distance % period == 0;
    step!("distance", multiple, "{distance} is not a multiple of the period");
    let even = !SparseArgument::needs_even_distance(rules, position) || distance % 2 == 0;
    let reason = "it must be even: the mask looks at positions, or the code leaves equal heaps";
    step!("distance", even, "{reason}");
    let far = last_rare.max(longest_proof);
    let wide = far.checked_add(reach).is_some_and(|needed| window >= needed);
    step!("window", wide, "{window} is less than max(R, A) + t");
    // A window is at least as long as a move reaches, so s > t as well.
    let start = computed.checked_sub(distance);
    let low = start.and_then(|s| s.checked_sub(window)).filter(|&low| low > far);
    let (Some(start), Some(low)) = (start, low) else {
        let reason = "the windows do not lie beyond rare positions, proofs and taking";
        return Err(Verdict::refuted("window", reason).into());
    };
    step!("preperiod", preperiod <= low, "values are known to repeat only from {low} on");
    Ok((start, low))
}

/// Derives values up to `to`. Those from s on must have short proofs.
fn derive(
    claim: &NimPeriod,
    run: &mut SparseArgument,
    start: u64,
    to: u64,
    meter: &Meter<'_>,
    mut watch: impl FnMut(u64),
) -> Checked<()> {
    let Theorem::SparseSpace { longest_proof, .. } = claim.theorem else { return Ok(()) };
    while (run.values.len() as u64) < to {
        let n = run.values.len() as u64;
        if n.is_multiple_of(1024) {
            meter.advance(1024);
        }
        if n.is_multiple_of(1 << 20) {
            watch(n);
        }
        let length = run.step(meter)? as u64;
        let is_short = n < start || length <= longest_proof;
        step!("short proofs", is_short, "G({n}) needs a pair with a = {length}");
    }
    Ok(())
}

/// The sequence of the argument, of which all values are kept or so many at both ends.
fn argument(
    claim: &NimPeriod,
    rules: &Rules,
    kept: Option<(usize, usize)>,
) -> Checked<SparseArgument> {
    let Theorem::SparseSpace { mask, position, .. } = claim.theorem else {
        return Err(another_theorem().into());
    };
    let run = SparseArgument::new(rules, mask, position, kept);
    Ok(run.map_err(|why| Verdict::refuted("mask", why))?)
}

fn sparse(claim: &NimPeriod, rules: &Rules, meter: &Meter<'_>) -> Checked<Verdict> {
    let NimPeriod { preperiod, period, computed, .. } = *claim;
    let Theorem::SparseSpace { last_rare, distance, .. } = claim.theorem else {
        return Ok(another_theorem());
    };
    let (start, low) = sparse_ranges(claim, rules)?;
    let mut run = argument(claim, rules, None)?;
    meter.charge(2 * computed)?;
    derive(claim, &mut run, start, computed, meter, |_| ())?;
    let last = run.rares.last().map_or(0, |&(r, _)| r as u64);
    step!("last rare position", last == last_rare, "position {last} is rare");
    let value = |i: u64| u32::from(run.values.get(i as usize).unwrap_or(u16::MAX));
    for i in low..start {
        meter.tick(1)?;
        let then = i + distance;
        step!("windows agree", value(i) == value(then), "G({i}) and G({then}) differ");
    }
    // From `low` on the sequence repeats with `distance`; does it with the period claimed?
    for i in 0..distance {
        meter.tick(1)?;
        let next = (i + period) % distance;
        let same = value(low + i) == value(low + next);
        step!("period", same, "G({}) and G({}) differ", low + i, low + next);
    }
    for i in preperiod..low {
        meter.tick(1)?;
        let then = i + period;
        step!("values repeat", value(i) == value(then), "G({i}) and G({then}) differ");
    }
    least(claim, value, meter)?;
    Ok(verified(claim))
}

/// How many values a long check keeps at both ends, at least.
const KEPT: u64 = 1 << 20;

/// How far before the first window a long check can compare values.
const STRETCH: u64 = 1 << 24;

/// The same as [`sparse`] with few values kept: the stretch from before the preperiod to s, the
/// first ones and the last ones. A divisor d of the period is no period if the window before
/// s + d differs from the window before s; if it does not, the theorem makes d a period.
fn long(
    claim: &NimPeriod,
    rules: &Rules,
    meter: &Meter<'_>,
    watch: WatchValues<'_>,
) -> Checked<Verdict> {
    let NimPeriod { preperiod, period, computed, .. } = *claim;
    let Theorem::SparseSpace { position, last_rare, window, distance, .. } = claim.theorem else {
        return Ok(another_theorem());
    };
    let (start, low) = sparse_ranges(claim, rules)?;
    if distance != period || low - preperiod > STRETCH || window > STRETCH {
        if computed <= LONGEST {
            return sparse(claim, rules, meter);
        }
        let why = "a long check needs windows one period apart, at the preperiod";
        return Ok(Verdict::Unknown(why.to_owned()));
    }
    let needs_even = SparseArgument::needs_even_distance(rules, position);
    let first = preperiod.saturating_sub(1);
    let kept = KEPT.max(start - first).max(2 * window);
    meter.charge(12 * kept)?;
    let mut run = argument(claim, rules, Some((kept as usize, kept as usize)))?;
    let stretch = |run: &SparseArgument, from: u64, to: u64| -> Option<Vec<u16>> {
        (from..to).map(|n| run.values.get(n as usize)).collect()
    };
    let lost = || Verdict::Unknown("values that are to be compared were not kept".to_owned());
    let mut known: Option<Vec<u16>> = None;
    let primes = prime_factors(period, meter)?;
    let mut stops: Vec<u64> = primes.iter().map(|q| start + period / q).collect();
    stops.extend([start, computed]);
    stops.sort_unstable();
    for stop in stops {
        derive(claim, &mut run, start, stop, meter, |n| watch(n, computed))?;
        let Some(known) = &known else {
            known = stretch(&run, first, start);
            if known.is_none() {
                return Ok(lost());
            }
            continue;
        };
        let shift = stop - start;
        let from = if shift == period { preperiod } else { low };
        let Some(later) = stretch(&run, from + shift, stop) else { return Ok(lost()) };
        let differ = known[(from - first) as usize..].iter().zip(&later).position(|(x, y)| x != y);
        match differ.map(|i| from + i as u64) {
            Some(i) if shift == period => {
                let reason = format!("G({i}) and G({}) differ", i + period);
                return Ok(Verdict::refuted("values repeat", reason));
            }
            None if shift < period && (!needs_even || shift % 2 == 0) => {
                let reason = format!("{shift} is a period as well");
                return Ok(Verdict::refuted("least period", reason));
            }
            None if shift < period => {
                return Ok(Verdict::Unknown(format!("{shift} may be a period as well")));
            }
            _ => {}
        }
    }
    let last = run.rares.last().map_or(0, |&(r, _)| r as u64);
    step!("last rare position", last == last_rare, "position {last} is rare");
    if preperiod > 0 {
        let edge = known.as_ref().and_then(|known| known.first().copied());
        let later = run.values.get((preperiod - 1 + period) as usize);
        if edge.is_none() || later.is_none() {
            return Ok(lost());
        }
        let earlier = preperiod - 1;
        step!("least preperiod", edge != later, "the values repeat already from {earlier} on");
    }
    Ok(verified(claim))
}

/// The prime factors, each once.
pub(crate) fn prime_factors(mut rest: u64, meter: &Meter<'_>) -> Result<Vec<u64>, Stopped> {
    let mut primes = Vec::new();
    let mut prime = 2;
    while rest > 1 {
        meter.tick(1)?;
        if prime > rest / prime {
            prime = rest;
        }
        if !rest.is_multiple_of(prime) {
            prime += 1;
            continue;
        }
        rest /= prime;
        if primes.last() != Some(&prime) {
            primes.push(prime);
        }
    }
    Ok(primes)
}

/// The steps "least preperiod" and "least period"; the sequence is known to repeat.
fn least(claim: &NimPeriod, value: impl Fn(u64) -> u32, meter: &Meter<'_>) -> Checked<()> {
    let NimPeriod { preperiod, period, .. } = *claim;
    let sooner = preperiod > 0 && value(preperiod - 1) == value(preperiod - 1 + period);
    step!("least preperiod", !sooner, "the values repeat already from {} on", preperiod - 1);
    for prime in prime_factors(period, meter)? {
        let shorter = period / prime;
        let cycle = |i: u64| value(preperiod + i % period);
        let mut repeats = true;
        for i in 0..period {
            meter.tick(1)?;
            if cycle(i) != cycle(i + shorter) {
                repeats = false;
                break;
            }
        }
        step!("least period", !repeats, "{shorter} is a period as well");
    }
    Ok(())
}

pub(crate) fn verified(claim: &NimPeriod) -> Verdict {
    let NimPeriod { code, period, saltus, preperiod, .. } = claim;
    let saltus = match saltus {
        0 => String::new(),
        saltus => format!(" and saltus {saltus}"),
    };
    Verdict::Verified(format!(
        "in normal play, the nim-sequence of {} has period {period}{saltus} from {preperiod} on, and \
         both numbers are least",
        shown(code)
    ))
}

#[cfg(test)]
#[path = "../tests/private/period.rs"]
mod tests;
