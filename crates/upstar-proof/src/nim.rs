//! Nim-values, computed in the two ways a certificate may ask for.
//!
//! [`plain`] is the mex rule. [`SparseArgument`] goes through the sparse-space argument value by
//! value: it marks what taking and rare heaps exclude, takes the least common value that is left,
//! and then looks for a pair that excludes each rare value below it, in the order a = 1, 2, ...
//!
//! Theorem: `docs/heaps.md#sparse-space`.

use crate::meter::Meter;
use crate::rules::{DigitRule, HeapSizes, Rules};
use std::collections::BTreeSet;
use upstar_base::Stopped;

/// The longest sequence that is computed here with all values kept.
pub(crate) const LONGEST: u64 = u32::MAX as u64;

/// G(0), ..., G(len - 1) by the mex rule, up to [`LONGEST`] of them; heaps may have any sizes.
pub(crate) fn plain(rules: &Rules, len: u64, meter: &Meter<'_>) -> Result<Vec<u32>, Stopped> {
    let most = rules.most_heaps() as usize;
    meter.charge(4 * len)?;
    let mut values = vec![0u32];
    // sums[k - 3][s]: values of s tokens in exactly k heaps, k >= 3.
    let mut sums: Vec<Vec<BTreeSet<u32>>> = vec![Vec::new(); most.saturating_sub(2)];
    let mut seen: Vec<u32> = Vec::new();
    for n in 1..len as u32 {
        meter.tick(1)?;
        meter.advance(1);
        let size = n as usize;
        for k in 3..=most {
            // Divisions into k heaps, each smaller than n: a move adds at most k - 2 tokens to them.
            while sums[k - 3].len() <= size + rules.adding.len().min(k - 2) {
                let set = all_sums(&values, &sums, k, meter)?;
                meter.charge(SET + 8 * set.len() as u64)?;
                sums[k - 3].push(set);
            }
        }
        let mut exclude = |value: u32| {
            let place = value as usize;
            if place >= seen.len() {
                seen.resize(place + 1, 0);
            }
            seen[place] = n;
        };
        let taking = rules.taking.iter().zip(0..).take_while(|&(_, i)| i <= size);
        let adding = rules.adding.iter().zip(1..).map(|(rule, i)| (rule, size + i));
        for (rule, left) in taking.map(|(rule, i)| (rule, size - i)).chain(adding) {
            meter.tick(1)?;
            if rule.bits & 1 != 0 && left == 0 {
                exclude(0);
            }
            if rule.bits & 2 != 0 && left > 0 {
                exclude(values[left]);
            }
            if rule.bits & 4 != 0 {
                meter.tick(left as u64 / 2)?;
                (1..=left / 2).for_each(|a| exclude(values[a] ^ values[left - a]));
            }
            for k in (3..=most).filter(|k| (rule.bits >> k) & 1 == 1) {
                meter.tick(sums[k - 3][left].len() as u64)?;
                sums[k - 3][left].iter().for_each(|&value| exclude(value));
            }
        }
        let mex = (0..).find(|&v: &u32| seen.get(v as usize) != Some(&n)).unwrap_or(0);
        meter.tick(u64::from(mex))?;
        values.push(mex);
    }
    values.truncate(len as usize);
    Ok(values)
}

/// What an empty set of sums takes in memory.
const SET: u64 = 32;

/// The values of the next number of tokens in exactly k >= 3 heaps, from those in k - 1.
fn all_sums(
    values: &[u32],
    sums: &[Vec<BTreeSet<u32>>],
    k: usize,
    meter: &Meter<'_>,
) -> Result<BTreeSet<u32>, Stopped> {
    let s = sums[k - 3].len();
    let mut set = BTreeSet::new();
    // The other k - 1 heaps have a token each.
    for a in 1..(s + 2).saturating_sub(k) {
        let rest = s - a;
        if k > 3 {
            let others = &sums[k - 4][rest];
            meter.tick(1 + 4 * others.len() as u64)?;
            set.extend(others.iter().map(|v| v ^ values[a]));
        } else {
            meter.tick(4 * rest as u64)?;
            set.extend((1..rest).map(|b| values[a] ^ values[b] ^ values[rest - b]));
        }
    }
    Ok(set)
}

/// The values of a sequence: all of them, or the first ones and the last ones.
#[derive(Debug)]
pub(crate) struct SequenceValues {
    front: Vec<u16>,
    /// From `base` on, when `front` is full.
    back: Vec<u16>,
    base: usize,
    /// How many the front holds, and how many are kept at the end at least.
    kept: Option<(usize, usize)>,
}

impl SequenceValues {
    fn new(kept: Option<(usize, usize)>) -> SequenceValues {
        let base = kept.map_or(0, |(front, _)| front.max(1));
        SequenceValues { front: vec![0], back: Vec::new(), base, kept }
    }

    /// How many values are known.
    pub(crate) fn len(&self) -> usize {
        if self.back.is_empty() { self.front.len() } else { self.base + self.back.len() }
    }

    /// G(n), if it is known and kept.
    #[inline]
    pub(crate) fn get(&self, n: usize) -> Option<u16> {
        match self.front.get(n) {
            Some(&value) => Some(value),
            None => self.back.get(n.checked_sub(self.base)?).copied(),
        }
    }

    fn push(&mut self, value: u16) {
        match self.kept {
            Some((front, back)) if self.front.len() >= front => {
                if self.back.len() >= 2 * back.max(1) {
                    self.back.drain(..back.max(1));
                    self.base += back.max(1);
                }
                self.back.push(value);
            }
            _ => self.front.push(value),
        }
    }
}

/// The largest nim-value in the sparse-space argument.
const MOST: u16 = i16::MAX as u16;

/// The sparse-space argument for a game that leaves at most two heaps.
#[derive(Debug)]
pub(crate) struct SparseArgument {
    takes: Vec<usize>,
    wholes: Vec<usize>,
    halves: Vec<usize>,
    /// Tokens taken, and 1 if the two heaps must differ, else 0.
    breaks: Vec<(usize, usize)>,
    mask: u32,
    position: Option<u8>,
    pub(crate) values: SequenceValues,
    /// Rare positions and their values.
    pub(crate) rares: Vec<(usize, u16)>,
    /// By values: the last n for which the value was excluded.
    stamp: Vec<u64>,
}

impl SparseArgument {
    /// The sequence with G(0) = 0, of which all values are kept or so many at both ends; the
    /// error says why the argument does not apply.
    pub(crate) fn new(
        rules: &Rules,
        mask: u32,
        position: Option<u8>,
        kept: Option<(usize, usize)>,
    ) -> Result<SparseArgument, String> {
        if rules.most_heaps() > 2 {
            return Err("a move may leave more than two heaps".to_owned());
        }
        let taking = &rules.taking;
        let with = |bit: u64| -> Vec<usize> {
            (0..taking.len()).filter(|&i| taking[i].bits & bit != 0).collect()
        };
        let (halves, rest): (Vec<usize>, Vec<usize>) =
            with(4).into_iter().partition(|&i| taking[i].heaps == HeapSizes::Same);
        let breaks: Vec<(usize, usize)> =
            rest.into_iter().map(|i| (i, usize::from(taking[i].heaps != HeapSizes::Any))).collect();
        if let Some(parity) = position
            && breaks.iter().any(|&(m, _)| m % 2 != usize::from(parity))
        {
            return Err("the breaking digits do not all have the parity of the mask".to_owned());
        }
        Ok(SparseArgument {
            takes: with(2),
            wholes: with(1),
            halves,
            breaks,
            mask,
            position,
            values: SequenceValues::new(kept),
            rares: Vec::new(),
            stamp: vec![0; 1 << 16],
        })
    }

    /// Whether windows must be an even distance apart: the class of a value looks at the parity of
    /// its position, or a heap may be halved, which depends on the parity of its size.
    pub(crate) fn needs_even_distance(rules: &Rules, position: Option<u8>) -> bool {
        let halves = |rule: &DigitRule| rule.bits & 4 != 0 && rule.heaps == HeapSizes::Same;
        position.is_some() || rules.taking.iter().any(halves)
    }

    fn is_rare(&self, n: usize, value: usize) -> bool {
        let flipped = self.position.is_some_and(|parity| n % 2 != usize::from(parity));
        (value as u32 & self.mask).count_ones() % 2 == u32::from(flipped)
    }

    /// Computes the next value. How large the smaller heap of a pair had to be to exclude every
    /// rare value below it.
    pub(crate) fn step(&mut self, meter: &Meter<'_>) -> Result<usize, Stopped> {
        let n = self.values.len();
        let now = n as u64;
        let values = &self.values;
        let forgotten = || Stopped::Limit {
            what: "the number of values kept in a long check",
            limit: values.back.len() as u64,
        };
        let value = |n: usize| values.get(n).ok_or_else(forgotten);
        let mut half = self.halves.iter().take_while(|&&i| i < n);
        if self.wholes.binary_search(&n).is_ok() || half.any(|&i| i % 2 == n % 2) {
            self.stamp[0] = now;
        }
        meter.tick(1 + (self.halves.len() / 8) as u64)?;
        for &i in self.takes.iter().take_while(|&&i| i < n) {
            meter.tick(1)?;
            self.stamp[usize::from(value(n - i)?)] = now;
        }
        for &(m, differ) in self.breaks.iter().take_while(|&&(m, _)| m < n) {
            let left = n - m;
            let rares = &self.rares[..self.rares.partition_point(|&(r, _)| r < left)];
            meter.tick(1 + rares.len() as u64)?;
            for &(r, rare) in rares {
                if differ == 0 || 2 * r != left {
                    self.stamp[usize::from(rare ^ value(left - r)?)] = now;
                }
            }
        }
        // Pairs of two common heaps have rare sums, so this is the only common candidate.
        let mut open = 0;
        let mut candidate = 0;
        while candidate < self.stamp.len() {
            if self.stamp[candidate] != now {
                if !self.is_rare(n, candidate) {
                    break;
                }
                open += 1;
            }
            candidate += 1;
        }
        meter.tick((candidate / 4 + self.breaks.len()) as u64)?;
        let furthest = |&(m, differ): &(usize, usize)| (n.saturating_sub(m + differ)) / 2;
        let end = self.breaks.iter().map(furthest).max().unwrap_or(0);
        let mut a = 0;
        while open > 0 && a < end {
            a += 1;
            meter.tick(self.breaks.len() as u64)?;
            for &(m, differ) in self.breaks.iter().filter(|entry| a <= furthest(entry)) {
                debug_assert!(differ == 0 || 2 * a != n - m);
                let sum = usize::from(value(a)? ^ value(n - m - a)?);
                if self.stamp[sum] != now {
                    self.stamp[sum] = now;
                    open -= usize::from(sum < candidate);
                }
            }
        }
        let value = match open {
            0 => candidate,
            _ => (0..candidate).find(|&v| self.stamp[v] != now).unwrap_or(candidate),
        };
        let too_large = Stopped::Limit { what: "a nim-value in the checker", limit: MOST.into() };
        let value = u16::try_from(value).ok().filter(|&v| v <= MOST);
        let value = value.ok_or(too_large)?;
        self.values.push(value);
        if self.is_rare(n, usize::from(value)) {
            meter.charge(16)?;
            self.rares.push((n, value));
        }
        Ok(a)
    }
}

#[cfg(test)]
#[path = "../tests/private/nim.rs"]
mod tests;
