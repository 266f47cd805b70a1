//! False periods of nim-sequences, with data that fit to the theorem they name.

use crate::code::Code;
use crate::judge::Judge;
use crate::tools::{changed, marked, neighbour, octal, start};
use upstar_base::Random;
use upstar_proof::{AnyClaim, Certificate, NimPeriod, Theorem};

/// Numbers of heaps that a random code takes its digits from.
const SEVERAL_HEAPS: [&str; 8] = ["0", "1", "3", "7", "8", "9", "C", "F"];
const TWO_HEAPS: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];
const ENDLESS: [&str; 22] = [
    "0.[3]",
    "4.[3]",
    "0.[1]",
    "0.3[1]",
    "0.1[3]",
    "0.[13]",
    "0.[31]",
    "0.7[3]",
    "4.[1]",
    "0.[7]",
    "0.[12]",
    "0.[2]",
    "0.{0,1,3+}",
    "0.*",
    "0.{1,2+}",
    "0.{2+}",
    "0.3{3+}",
    "{2+}.3",
    "0.{0,2+}",
    "0.[17]",
    "0.0[3]",
    "4.0[1]",
];

/// Which theorem a claim names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    BoundedHeaps,
    SparseSpace,
    Tails,
    Arithmetic,
}

impl By {
    pub fn of(theorem: &Theorem) -> By {
        match theorem {
            Theorem::BoundedHeaps { .. } => By::BoundedHeaps,
            Theorem::SparseSpace { .. } => By::SparseSpace,
            Theorem::Tails { .. } => By::Tails,
            Theorem::Arithmetic { .. } => By::Arithmetic,
        }
    }
}

fn random_code(by: By, random: &mut Random) -> String {
    match by {
        By::BoundedHeaps if random.one_in(4) => marked(random, &SEVERAL_HEAPS),
        By::BoundedHeaps => octal(random),
        By::SparseSpace => marked(random, &TWO_HEAPS),
        By::Tails | By::Arithmetic if random.one_in(2) => {
            random.pick(&ENDLESS).copied().unwrap_or("0.[3]").to_owned()
        }
        By::Tails => octal(random),
        By::Arithmetic => marked(random, &SEVERAL_HEAPS).replace(['!', '?', '='], ""),
    }
}

/// A claim that names this theorem.
pub fn claim(
    by: By,
    base: &[Certificate],
    judge: &mut Judge,
    random: &mut Random,
) -> Option<Certificate> {
    let known = random.pick(base)?;
    let AnyClaim::NimPeriod(claim) = &known.claim else { return None };
    let mut claim = claim.clone();
    match random.below(8) {
        0 => return changed(known, random),
        1 => {
            // The same data with other numbers.
            match random.below(7) {
                0 => claim.period *= 2,
                1 => claim.period = (claim.period / 2).max(1),
                2 => claim.preperiod = claim.preperiod.saturating_sub(1),
                3 => claim.preperiod += 1,
                4 => claim.period += 1,
                5 => claim.saltus += 1,
                _ => claim.computed = claim.computed.saturating_sub(1 + random.under(20)),
            }
            return Some(Certificate::new(claim));
        }
        2 => claim.code = neighbour(&claim.code, random),
        3 => {
            let (e, p) = (claim.preperiod, claim.period);
            (claim.preperiod, claim.period) = match random.below(7) {
                0 => (e, 2 * p),
                1 => (e, (p / 2).max(1)),
                2 => (e.saturating_sub(1), p),
                3 => (e + 1, p),
                4 => (e, p + 1),
                5 => (e, 3 * p),
                _ => (e + p, p),
            };
            claim.saltus = match random.below(4) {
                0 => claim.saltus * claim.period / p,
                1 => claim.saltus + 1,
                _ => claim.saltus,
            };
        }
        _ => {
            let code = random_code(by, random);
            let found = fitted(by, &code, judge, random)?;
            return Some(Certificate::new(found));
        }
    }
    let data = data(by, &claim, judge, random)?;
    Some(Certificate::new(data))
}

/// The claim with data that fit, nearly, to its numbers.
fn data(by: By, claim: &NimPeriod, judge: &mut Judge, random: &mut Random) -> Option<NimPeriod> {
    let NimPeriod { code, preperiod, period, saltus, .. } = claim.clone();
    let read = Code::read(&code)?;
    let values = judge.values(&code)?;
    let begin = preperiod.max(1);
    // Mostly as much as is asked for, sometimes a little less or more.
    let near = |needed: u64, random: &mut Random| {
        (needed + [0, 0, 0, 1, 7][random.below(5)])
            .saturating_sub([0, 0, 0, 0, 1, 2][random.below(6)])
    };
    let (computed, theorem) = match by {
        By::BoundedHeaps => {
            let (heaps, reach) = (read.most_heaps() as u64, read.reach() as u64);
            let needed = (heaps * (begin + period - 1) + reach + 1).max(period + reach + 1);
            (near(needed, random), Theorem::BoundedHeaps { heaps, reach })
        }
        By::Tails => {
            let (heaps, head, tail) = read.shape();
            let (heaps, head, tail) = (heaps as u64, head as u64, tail as u64);
            let mut distance = period * tail;
            if read.is_open() && distance % 2 == 1 {
                distance *= 2;
            }
            let longest = begin + distance - 1;
            let mut needed = heaps * longest;
            if let Some(from) = read.largest_from() {
                needed = needed.max(begin + (2 * distance + from as u64) * longest);
                let twice = |b: u64| {
                    (2..).step_by(2).find(|c| (c * b).is_multiple_of(distance)).unwrap_or(2)
                };
                needed = needed.max((1..=longest).map(|b| (twice(b) - 1) * b).sum());
            }
            (near(head + needed + distance, random), Theorem::Tails { heaps, head, tail, distance })
        }
        By::Arithmetic => {
            let tail = read.shape().2 as u64;
            let distance = period * tail * (1 << random.below(2));
            let rise = saltus * (distance / period);
            let bits = rise.trailing_zeros().min(random.below(12) as u32);
            let from = near(begin + distance + random.under(2 * distance), random);
            let low = random.under(2 + values.get(from as usize).copied().unwrap_or(4));
            (from + distance, Theorem::Arithmetic { distance, bits, from, low })
        }
        By::SparseSpace => return sparse(claim, &values, &read, random),
    };
    if computed > 3000 {
        return None;
    }
    Some(NimPeriod { code, preperiod, period, saltus, computed, theorem })
}

/// Whether a value is rare under the mask.
fn is_rare(n: usize, value: u64, mask: u32, position: Option<u8>) -> bool {
    let flipped = position.is_some_and(|parity| (n + usize::from(parity)) % 2 == 1);
    (value & u64::from(mask)).count_ones() % 2 == u32::from(flipped)
}

/// Data for the theorem on sparse spaces: windows as far left as they can be, or anywhere.
fn sparse(
    claim: &NimPeriod,
    values: &[u64],
    read: &Code,
    random: &mut Random,
) -> Option<NimPeriod> {
    let NimPeriod { code, preperiod, period, .. } = claim.clone();
    let parities: Vec<usize> = read.breaks().map(|taken| taken % 2).collect();
    let same = parities.windows(2).all(|pair| pair[0] == pair[1]);
    let parity = parities.first().map(|&parity| parity as u8).filter(|_| same);
    let prefix = values.len().min(150 + random.below(300));
    let last = |mask: u32, position: Option<u8>| {
        (0..prefix).rev().find(|&n| is_rare(n, values[n], mask, position)).unwrap_or(0)
    };
    let masks = (1..32).map(|mask| (mask, None));
    let masks = masks.chain((1..32).filter_map(|mask| Some((mask, Some(parity?)))));
    let masks: Vec<(u32, Option<u8>)> = masks.collect();
    let (mask, position) = if random.one_in(6) {
        *random.pick(&masks)?
    } else {
        *masks.iter().min_by_key(|&&(mask, position)| last(mask, position))?
    };
    let distance = period * [1, 1, 1, 2, 3][random.below(5)];
    let reach = read.reach() as u64;
    let last_rare = last(mask, position) as u64;
    let longest_proof = match random.below(4) {
        0 => random.under(8),
        1 => random.under(30),
        _ => last_rare + random.under(60),
    };
    let window = last_rare.max(longest_proof) + reach + random.under(2);
    let low = preperiod.max(last_rare.max(longest_proof) + 1) + random.under(2);
    let computed = low + window + distance;
    let theorem =
        Theorem::SparseSpace { reach, mask, position, last_rare, longest_proof, window, distance };
    (computed < 3000).then_some(NimPeriod { code, preperiod, period, saltus: 0, computed, theorem })
}

/// A claim that fits the first values of a code, with data that fit to it.
fn fitted(by: By, code: &str, judge: &mut Judge, random: &mut Random) -> Option<NimPeriod> {
    let values = judge.values(code)?;
    let len = (10 + random.below(90)).min(values.len());
    let prefix = &values[..len];
    let mut candidates: Vec<NimPeriod> = Vec::new();
    for period in 1..=(len / 3).min(40) {
        let saltus = match by {
            By::Arithmetic => prefix[len - 1].saturating_sub(prefix[len - 1 - period]),
            _ => 0,
        };
        let raised: Vec<i64> =
            (0..len).map(|n| prefix[n] as i64 * period as i64 - n as i64 * saltus as i64).collect();
        let from = start(&raised, period);
        if from + 2 * period <= len && (saltus > 0) == (by == By::Arithmetic) {
            let theorem = Theorem::BoundedHeaps { heaps: 0, reach: 0 };
            candidates.push(NimPeriod {
                code: code.to_owned(),
                preperiod: from as u64,
                period: period as u64,
                saltus,
                computed: 0,
                theorem,
            });
        }
    }
    let mut claim = match random.below(3) {
        0 => random.pick(&candidates)?.clone(),
        _ => candidates.into_iter().next()?,
    };
    if random.one_in(6) {
        claim.preperiod += 1;
    }
    data(by, &claim, judge, random)
}
