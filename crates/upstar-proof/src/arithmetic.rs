//! Checking that G(n + p) = G(n) + s for all n >= e, s > 0.
//!
//! Theorem: `docs/heaps.md#arithmetic`, with its proof; its hypotheses R, I, W and C are the steps
//! "range", "high", "weights" and "cover" here. Everything is derived from the code: the certificate
//! only says where to look.

use crate::digits::CodeDigits;
use crate::meter::Meter;
use crate::period::{NimPeriod, Theorem, another_theorem, prime_factors, verified};
use crate::sums::{NimSet, Sums};
use crate::{Checked, Verdict, step};
use upstar_base::Stopped;

/// The longest sequence, and the most entries of a table of weights.
const LONGEST: u64 = 1 << 20;
const MOST_CELLS: u64 = 1 << 26;

/// A claim with its numbers, read and found to fit together.
struct ArithmeticCheck<'c> {
    digits: &'c CodeDigits,
    sums: Sums,
    /// e, at least 1.
    start: usize,
    /// p.
    period: usize,
    /// P.
    distance: usize,
    /// S.
    rise: u64,
    /// M = 2^j.
    modulus: u64,
    /// N.
    from: usize,
    /// L.
    low: u64,
}

/// Checks a claim of a saltus.
pub(crate) fn check(claim: &NimPeriod, meter: &Meter<'_>) -> Checked<Verdict> {
    let digits = &CodeDigits::read(&claim.code)?;
    let ClaimNumbers { distance, rise, modulus, from, low } = numbers(claim, digits)?;
    meter.begin("values derived", Some(claim.computed));
    let sums = Sums::compute(digits, claim.computed as usize, meter)?;
    let (start, period) = (claim.preperiod.max(1) as usize, claim.period as usize);
    let check = ArithmeticCheck { digits, sums, start, period, distance, rise, modulus, from, low };
    range(claim, &check.sums.values, meter)?;
    check.high()?;
    check.weights(meter)?;
    check.cover(meter)?;
    least(claim, &check.sums.values, meter)?;
    Ok(verified(claim))
}

struct ClaimNumbers {
    distance: usize,
    rise: u64,
    modulus: u64,
    from: usize,
    low: u64,
}

/// The step "distance": the numbers of the certificate fit together.
fn numbers(claim: &NimPeriod, digits: &CodeDigits) -> Checked<ClaimNumbers> {
    let NimPeriod { preperiod, period, saltus, computed, .. } = *claim;
    let Theorem::Arithmetic { distance, bits, from, low } = claim.theorem else {
        return Err(another_theorem().into());
    };
    step!("saltus", saltus > 0, "this theorem is about a saltus above 0");
    let whole = distance > 0 && distance.is_multiple_of(period);
    step!("distance", whole, "{distance} is not a multiple of the period");
    let tail = digits.tail.len() as u64;
    let fits = distance.is_multiple_of(tail);
    step!("distance", fits, "the digits repeat after {tail}, which does not divide it");
    let ends = from.checked_add(distance) == Some(computed);
    step!("computed", ends, "it is not `from` and `distance` together");
    let longest = [preperiod, computed, saltus, low].into_iter().max().unwrap_or(0);
    if longest > LONGEST {
        let why =
            format!("numbers up to {longest} are out of reach; this checker goes to {LONGEST}");
        return Err(Verdict::Unknown(why).into());
    }
    let rise = saltus * (distance / period);
    let modulus = 1u64.checked_shl(bits).filter(|modulus| rise.is_multiple_of(*modulus));
    let Some(modulus) = modulus else {
        return Err(("bits", format!("2^{bits} does not divide {rise}")).into());
    };
    let cells = cells(distance, modulus);
    if cells > MOST_CELLS {
        return Err(Verdict::Unknown(format!("a table of {cells} weights is too large")).into());
    }
    let first = preperiod.max(1).checked_add(distance).is_some_and(|end| from >= end);
    step!("from", first, "{from} is less than the preperiod and the distance");
    Ok(ClaimNumbers { distance: distance as usize, rise, modulus, from: from as usize, low })
}

/// How many entries a table of weights has.
fn cells(distance: u64, modulus: u64) -> u64 {
    distance.saturating_mul(modulus).saturating_mul(3)
}

/// The steps "least preperiod" and "least period".
pub(crate) fn least(claim: &NimPeriod, values: &[u64], meter: &Meter<'_>) -> Checked<()> {
    let (e, p, s) = (claim.preperiod as usize, claim.period as usize, claim.saltus);
    let sooner = e > 0 && values[e - 1 + p] == values[e - 1] + s;
    step!("least preperiod", !sooner, "it holds already from {} on", e - 1);
    for prime in prime_factors(claim.period, meter)? {
        let shorter = p / prime as usize;
        let difference = |n: usize| i128::from(values[n + shorter]) - i128::from(values[n]);
        meter.tick(claim.period)?;
        let repeats = (e..e + p).all(|n| difference(n) == difference(e));
        step!("least period", !repeats, "{shorter} is a period as well");
    }
    Ok(())
}

/// The step "range": what is claimed holds as far as the values are derived.
pub(crate) fn range(claim: &NimPeriod, values: &[u64], meter: &Meter<'_>) -> Checked<()> {
    let (e, p, s) = (claim.preperiod as usize, claim.period as usize, claim.saltus);
    for n in e..values.len() - p {
        meter.tick(1)?;
        let (now, then) = (values[n], values[n + p]);
        step!("range", then == now + s, "G({n}) = {now} but G({}) = {then}", n + p);
    }
    Ok(())
}

impl ArithmeticCheck<'_> {
    fn value(&self, n: usize) -> u64 {
        self.sums.values[n]
    }

    fn window(&self) -> std::ops::Range<usize> {
        self.from..self.from + self.distance
    }

    /// I: from N on values exceed every nim-sum of the heaps below e + P.
    fn high(&self) -> Checked<()> {
        let first = (0..self.start + self.distance).map(|a| self.value(a)).max().unwrap_or(0);
        let power = (first + 1).next_power_of_two();
        for n in self.window() {
            let value = self.value(n);
            step!("high", value >= power, "G({n}) = {value} is less than {power}");
        }
        Ok(())
    }

    /// w(a) = P hi(G(a)) - S a.
    fn weight(&self, a: usize) -> i128 {
        let value = self.value(a);
        let high = i128::from(value - value % self.modulus);
        self.distance as i128 * high - i128::from(self.rise) * a as i128
    }

    /// W: the heaviest division of each kind is too light.
    fn weights(&self, meter: &Meter<'_>) -> Checked<()> {
        let levels = self.sums.levels;
        if levels.last < 2 {
            return Ok(());
        }
        let cells = cells(self.distance as u64, self.modulus);
        meter.charge(32 * cells * (levels.last as u64 + 2))?;
        let mut tables = vec![Heaviest::nothing(cells as usize)];
        for level in 1..=levels.last {
            let mut table = self.one_heap_more(&tables[level - 1], meter)?;
            if levels.open && level == levels.last {
                self.any_heaps_more(&mut table, meter)?;
            }
            tables.push(table);
        }
        let last = self.digits.head.len() + if self.digits.goes_on() { self.distance } else { 0 };
        for n in self.window() {
            for k in 0..last {
                meter.tick(1 + levels.last as u64)?;
                let digit = self.digits.at(k);
                let total = (n as i128 - k as i128).rem_euclid(self.distance as i128) as usize;
                let value = (self.value(n) % self.modulus) as usize;
                let place = self.place(2, total, value);
                let bound = self.weight(n) + i128::from(self.rise) * k as i128;
                for level in levels.allowed(digit).filter(|&level| level >= 2) {
                    let light = match tables[level].0[place] {
                        Weight::Never => true,
                        Weight::Most(weight) => weight < bound,
                        Weight::Endless => false,
                    };
                    step!("weights", light, "{level} heaps after taking {k} may be worth G({n})");
                }
            }
        }
        Ok(())
    }

    fn place(&self, large: usize, total: usize, value: usize) -> usize {
        (large * self.distance + total) * self.modulus as usize + value
    }

    fn one_heap_more(&self, table: &Heaviest, meter: &Meter<'_>) -> Result<Heaviest, Stopped> {
        let mut more = Heaviest(vec![Weight::Never; table.0.len()]);
        let modulus = self.modulus as usize;
        for (place, &weight) in table.0.iter().enumerate() {
            if weight == Weight::Never {
                meter.tick(1)?;
                continue;
            }
            meter.tick(4 * (self.start + self.distance) as u64)?;
            let (large, total, value) =
                (place / modulus / self.distance, place / modulus, place % modulus);
            for a in 1..self.start + self.distance {
                let tiny = a < self.start && self.value(a) < self.modulus;
                let large = (large + usize::from(!tiny)).min(2);
                let total = (total + a) % self.distance;
                let value = value ^ (self.value(a) % self.modulus) as usize;
                let entry = &mut more.0[self.place(large, total, value)];
                *entry = (*entry).max(weight.and(self.weight(a)));
            }
        }
        Ok(more)
    }

    /// Adds heaps until nothing becomes heavier; with a positive weight it would for ever.
    fn any_heaps_more(&self, table: &mut Heaviest, meter: &Meter<'_>) -> Result<(), Stopped> {
        if (1..self.start + self.distance).any(|a| self.weight(a) > 0) {
            table.0.iter_mut().filter(|w| **w != Weight::Never).for_each(|w| *w = Weight::Endless);
        }
        loop {
            meter.tick(table.0.len() as u64)?;
            let more = self.one_heap_more(table, meter)?;
            let mut grew = false;
            for (weight, other) in table.0.iter_mut().zip(more.0) {
                if other > *weight {
                    *weight = other;
                    grew = true;
                }
            }
            if !grew {
                return Ok(());
            }
        }
    }

    /// C: every smaller value is that of an option that climbs, stays, or does both.
    fn cover(&self, meter: &Meter<'_>) -> Checked<()> {
        let climbing = self.climbing(meter)?;
        let pairs = self.pairs(meter)?;
        let levels = self.sums.levels;
        for n in self.window() {
            let (mut climbs, mut stays, mut both) =
                (NimSet::default(), NimSet::default(), NimSet::default());
            for k in 0..=n {
                let tail = k >= self.digits.head.len();
                if tail && !self.digits.goes_on() {
                    break;
                }
                let left = n - k;
                meter.tick(1 + levels.last as u64)?;
                for level in levels.allowed(self.digits.at(k)) {
                    meter
                        .tick(climbing[level][left].work() + self.sums.sets[level][left].work())?;
                    climbs.add(&climbing[level][left]);
                    if tail {
                        stays.add(&self.sums.sets[level][left]);
                        both.add(&climbing[level][left]);
                        continue;
                    }
                    for rest in levels.without(level, 2) {
                        for (total, pair) in pairs.iter().enumerate().take(left + 1) {
                            meter.tick(pair.work())?;
                            for sum in pair.each() {
                                let (all, none) = (u64::MAX, left - total);
                                let (rests, climbing) =
                                    (&self.sums.sets[rest][none], &climbing[rest][none]);
                                meter.tick(rests.work() + climbing.work())?;
                                stays.add_moved(rests, sum, all);
                                both.add_moved(climbing, sum, all);
                            }
                        }
                    }
                }
            }
            let (low, value) = (self.low, self.value(n));
            let Some(high) = low.checked_add(self.rise).filter(|&high| high <= value) else {
                let reason = format!("G({n}) = {value} is less than `low` and the rise");
                return Err(("cover", reason).into());
            };
            meter.tick(value)?;
            for v in 0..value {
                let (set, what) = match v {
                    _ if v < low => (&stays, "stays"),
                    _ if v < high => (&both, "stays and climbs"),
                    _ => (&climbs, "climbs"),
                };
                step!("cover", set.contains(v), "no option of {n} worth {v} {what}");
            }
        }
        Ok(())
    }

    /// The values of divisions with a heap from e on whose companions are worth less than M.
    fn climbing(&self, meter: &Meter<'_>) -> Result<Vec<Vec<NimSet>>, Stopped> {
        let levels = self.sums.levels;
        let mut climbing = vec![Vec::new(); levels.last + 1];
        for (level, sets) in climbing.iter_mut().enumerate() {
            for tokens in 0..self.sums.values.len() {
                meter.tick(1)?;
                let mut set = NimSet::default();
                // A single heap has all tokens.
                let least = if level == 1 { tokens.max(self.start) } else { self.start };
                for a in least..=tokens {
                    for rest in levels.without(level, 1) {
                        let rest = &self.sums.sets[rest][tokens - a];
                        meter.tick(rest.work().min(1 + self.modulus))?;
                        set.add_moved(rest, self.value(a), self.modulus);
                    }
                }
                meter.charge(set.bytes())?;
                sets.push(set);
            }
        }
        Ok(climbing)
    }

    /// By tokens, the values of two heaps that can be raised by P/2 each with the same value.
    fn pairs(&self, meter: &Meter<'_>) -> Result<Vec<NimSet>, Stopped> {
        let mut pairs = vec![NimSet::default(); self.sums.values.len()];
        if !self.distance.is_multiple_of(2) {
            return Ok(pairs);
        }
        let halves = (self.distance / 2).is_multiple_of(self.period);
        for (total, set) in pairs.iter_mut().enumerate().skip(2) {
            meter.tick(1)?;
            if total % 2 == 0 {
                set.insert(0);
            }
            if halves {
                for b in self.start..=total / 2 {
                    meter.tick(1)?;
                    let sum = self.value(b) ^ self.value(total - b);
                    if sum < self.modulus / 2 {
                        set.insert(sum);
                    }
                }
            }
            meter.charge(set.bytes())?;
        }
        Ok(pairs)
    }
}

/// The largest weight of divisions of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// There is none.
    Never,
    Most(i128),
    /// There are divisions of any weight.
    Endless,
}

impl Weight {
    fn and(self, more: i128) -> Weight {
        match self {
            Weight::Most(weight) => Weight::Most(weight + more),
            other => other,
        }
    }
}

/// By the number of heaps that are not tiny (0, 1, more), the total and the nim-sum.
struct Heaviest(Vec<Weight>);

impl Heaviest {
    fn nothing(cells: usize) -> Heaviest {
        let mut table = vec![Weight::Never; cells];
        table[0] = Weight::Most(0);
        Heaviest(table)
    }
}

#[cfg(test)]
#[path = "../tests/private/arithmetic.rs"]
mod tests;
