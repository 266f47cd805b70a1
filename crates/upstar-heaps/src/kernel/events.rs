//! Events: a rare value, a value too large for the codes, a mask that is no longer the best.
//!
//! What blocks cannot decide is decided here, one position at a time: by the plain rule where all
//! values are kept. In constant memory the rule of the sparse space needs less: the values at
//! all distances r + m from n, r rare, which are kept, and for each smaller rare value one pair.
//!
//! Widening keeps the classes: no older value has the new top bit, so it may be added to
//! the mask or not, whichever makes the new value common.

use super::codes::PositionCodes;
use super::coding::{Coding, RARE, WIDEST};
use super::engine::BlockEngine;
use crate::game::Breaks;
use crate::mask::{Histogram, Mask, Rare};
use crate::sequence::{Engine, Statistics};
use upstar_base::Stopped;

impl BlockEngine {
    /// The code byte of a position, and whether it is rare.
    pub(super) fn part(&self, n: u64) -> Option<(u8, bool)> {
        let byte = match self.codes.get(n) {
            Some(byte) => byte,
            None if n < self.codes.base() => *self.prefix.get(n as usize)?,
            None => return None,
        };
        Some(self.read_byte(n, byte))
    }

    /// The code in a byte kept for a position, and whether the position is rare.
    fn read_byte(&self, n: u64, byte: u8) -> (u8, bool) {
        if self.coding.flagged() {
            (byte & !RARE, byte & RARE != 0)
        } else {
            (byte, self.rares.binary_search_by_key(&n, |r| r.at).is_ok())
        }
    }

    fn all_values(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.codes.len()).map(|n| self.value(n).unwrap_or(0) as u16)
    }

    /// Divides all values anew. Only when all of them are kept.
    pub(super) fn choose_mask(&mut self) {
        let mask = best_mask(self.all_values(), &self.game);
        if mask == self.coding.mask() {
            return;
        }
        let values: Vec<u16> = self.all_values().collect();
        if let Some(coding) =
            width_of(self.statistics.largest, mask).and_then(|width| Coding::new(mask, width))
            && let Some(bytes) = encode(&coding, 0, &values)
        {
            self.codes = PositionCodes::new(0, &bytes);
            self.rares = rares_of(mask, &values);
            self.coding = coding;
            // How long proofs are under the new mask is not known.
            let last = self.codes.len() - 1;
            self.proofs.push(last, last);
            self.statistics.longest_proof = last;
        }
    }

    /// Makes room for a value that is too large for the codes. The classes stay.
    fn widen(&mut self, n: u64, value: u16) -> Result<(), Stopped> {
        let old = self.coding.mask();
        let top = 1 << (15 - value.leading_zeros());
        let bits = if old.is_rare(n, u32::from(value)) { old.bits | top } else { old.bits };
        let mask = Mask { bits, position: old.position };
        let too_large = Stopped::Limit { what: "a value in block kernels", limit: 495 };
        let coding = width_of(u32::from(value), mask)
            .and_then(|width| Coding::new(mask, width))
            .ok_or(too_large.clone())?;
        let recode = |base: u64, bytes: &[u8]| -> Option<Vec<u8>> {
            let value = |(n, &byte): (u64, &u8)| {
                let (code, rare) = self.read_byte(n, byte);
                coding.byte(n, self.coding.value(n, code, rare))
            };
            (base..).zip(bytes).map(value).collect()
        };
        let base = self.codes.base();
        let codes = recode(base, self.codes.slice(base, self.codes.len()));
        let prefix = recode(0, &self.prefix);
        let (codes, prefix) = codes.zip(prefix).ok_or(too_large)?;
        self.codes = PositionCodes::new(base, &codes);
        self.prefix = prefix;
        if let Some(zero) = self.prefix.first_mut() {
            *zero = RARE;
        }
        self.coding = coding;
        Ok(())
    }

    /// Does some option of n have the rare value with this code? If so, the smaller part of such
    /// an option; 0 for one heap left.
    pub(super) fn excluded(&self, n: u64, code: u8) -> Result<Option<u64>, Stopped> {
        for i in self.game.takes() {
            if let Some((x, rare)) = self.part(n - i)
                && x == code
                && rare != self.coding.take_flips(i)
            {
                return Ok(Some(0));
            }
        }
        self.pair(n, |a, b| {
            let ((x, rx), (y, ry)) = self.part(a).zip(self.part(b))?;
            Some(x ^ y == code && rx == ry)
        })
    }

    fn forgotten(&self) -> Stopped {
        let limit = self.codes.len() - self.codes.base();
        Stopped::Limit { what: "the part of the sequence kept in constant memory", limit }
    }

    /// G at the next position, and the longest part of a pair that was looked at, by the rule of
    /// the sparse space ([`crate::sparse`]).
    fn sparse_rule(&self, n: u64) -> Result<(u16, u64), Stopped> {
        let value = |n: u64| self.value(n).ok_or(self.forgotten());
        // Values of all options are below half of this.
        let mut seen = vec![false; 4 << self.coding.width()];
        for i in self.game.takes().take_while(|&i| i < n) {
            seen[value(n - i)? as usize] = true;
        }
        for rule in &self.breaks {
            let left = n - rule.taken;
            for rare in self.rares.iter().take_while(|rare| rare.at < left) {
                if !(rule.unequal && 2 * rare.at == left) {
                    seen[(u32::from(rare.value) ^ value(left - rare.at)?) as usize] = true;
                }
            }
        }
        let rare = |v: usize| self.coding.mask().is_rare(n, v as u32);
        let common = (0..seen.len()).find(|&v| !seen[v] && !rare(v)).unwrap_or(seen.len());
        let mut longest = 0;
        for open in (0..common).filter(|&v| !seen[v]) {
            let fits = |a, b| Some(self.value(a)? ^ self.value(b)? == open as u32);
            match self.pair(n, fits)? {
                Some(part) => longest = longest.max(part),
                None => return Ok((open as u16, n / 2)),
            }
        }
        Ok((common as u16, longest))
    }

    /// The smaller part of a pair that fits; nothing is known of pairs whose parts are not kept.
    fn pair(
        &self,
        n: u64,
        fits: impl Fn(u64, u64) -> Option<bool>,
    ) -> Result<Option<u64>, Stopped> {
        let mut unknown = false;
        for rule in &self.breaks {
            for a in 1..=rule.half(n) {
                match fits(a, n - rule.taken - a) {
                    Some(true) => return Ok(Some(a)),
                    Some(false) => {}
                    None => {
                        unknown = true;
                        break;
                    }
                }
            }
        }
        if unknown { Err(self.forgotten()) } else { Ok(None) }
    }

    /// G at the next position, and n / 2, by the plain rule.
    fn plain_rule(&self, n: u64) -> Result<(u16, u64), Stopped> {
        let mut seen = vec![false; 1 << (self.coding.width() + 1)];
        if self.game.wholes().any(|i| i == n) {
            seen[0] = true;
        }
        for i in self.game.takes().take_while(|&i| i < n) {
            seen[self.value(n - i).ok_or(self.forgotten())? as usize] = true;
        }
        for rule in &self.breaks {
            for a in 1..=rule.half(n) {
                let parts = self.value(a).zip(self.value(n - rule.taken - a));
                let (x, y) = parts.ok_or(self.forgotten())?;
                seen[(x ^ y) as usize] = true;
            }
        }
        Ok((seen.iter().position(|&s| !s).unwrap_or(seen.len()) as u16, n / 2))
    }

    /// Computes one value without blocks.
    pub(super) fn single_step(&mut self) -> Result<(), Stopped> {
        let n = self.codes.len();
        let (value, part) =
            if self.has_forgotten() { self.sparse_rule(n)? } else { self.plain_rule(n)? };
        if self.coding.byte(n, value).is_none() {
            self.widen(n, value)?;
            self.tools = None;
        }
        let byte = self.coding.byte(n, value).ok_or(self.forgotten())?;
        if let Some(tools) = &mut self.tools {
            tools.stale = true;
        }
        self.codes.push(byte);
        self.proofs.push(n, part);
        self.statistics.longest_proof = self.statistics.longest_proof.max(part);
        if self.coding.mask().is_rare(n, u32::from(value)) {
            self.rares.push(Rare { at: n, value });
        }
        self.statistics.meet(n, value.into());
        Ok(())
    }
}

/// The mask with the fewest rare values, with at least one bit.
pub(super) fn best_mask(values: impl Iterator<Item = u16>, game: &Breaks) -> Mask {
    let mut histogram = Histogram::new(game.break_parity().map(|p| p as u8));
    let mut all = 0;
    for (n, value) in (0u64..).zip(values) {
        histogram.add(n, u32::from(value));
        all |= u32::from(value);
    }
    let (mask, _) = histogram.best_mask((u32::BITS - all.leading_zeros()).max(1));
    Mask { bits: mask.bits.max(1), position: mask.position }
}

/// The bytes of values from a position on.
pub(super) fn encode(coding: &Coding, base: u64, values: &[u16]) -> Option<Vec<u8>> {
    (base..).zip(values).map(|(n, &v)| coding.byte(n, v)).collect()
}

/// The rare positions from 1 on.
pub(super) fn rares_of(mask: Mask, values: &[u16]) -> Vec<Rare> {
    let all = (0u64..).zip(values).skip(1);
    all.filter(|&(n, &value)| mask.is_rare(n, u32::from(value)))
        .map(|(at, &value)| Rare { at, value })
        .collect()
}

pub(super) fn statistics_of(values: &[u16]) -> Statistics {
    let mut statistics = Statistics::default();
    (0..).zip(values).for_each(|(n, &value)| statistics.meet(n, value.into()));
    statistics
}

/// The width of codes for values up to `largest`; `None` if that is too much. At least 4, so
/// that small beginnings need no widening.
pub(super) fn width_of(largest: u32, mask: Mask) -> Option<u32> {
    let bits = (u32::BITS - largest.leading_zeros()).max(u32::BITS - mask.bits.leading_zeros());
    let width = bits.saturating_sub(1).max(4);
    (width <= WIDEST && largest < 496).then_some(width)
}
