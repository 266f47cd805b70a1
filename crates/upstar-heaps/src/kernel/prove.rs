//! Deferred proofs: 512 speculated values at a time.
//!
//! A speculated G(n) is the least common value that no option excludes. It is right unless some
//! rare value below it is not excluded either. For a rare code u and a pair (a, n - m - a) of
//! common positions the pair excludes u just if code(n - m - a) = f with f = code(a) ^ u, so one
//! window of the bitmap "where is code f", shifted by m + a, says for which of 512 consecutive
//! n the number a does it. For each u a short list of such a, chosen greedily on samples
//! ([`super::lists`]), excludes u nearly everywhere; what is left is looked for with 64
//! consecutive a at a time, and what is still left is handed back as [`OpenCode`].
//!
//! Invariant: a pair counts only if it is a legal break with both parts of the same class. Parts
//! of bitmaps and prefixes that were never filled count for nothing, so an error of omission can
//! only cost time.

use super::codes::PositionCodes;
use super::coding::{Coding, RARE};
use super::lists::{self, ListWork};
use crate::mask::Rare;
use crate::simd::{self, LANES, SPAN, SPAN_BYTES, SimdLevel, Windows};

/// A break: tokens taken, and whether the two parts must differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Break {
    pub(crate) taken: u64,
    pub(crate) unequal: bool,
}

impl Break {
    /// The largest smaller part of heap n.
    pub(crate) fn half(self, n: u64) -> u64 {
        n.saturating_sub(self.taken).saturating_sub(u64::from(self.unequal)) / 2
    }
}

/// A rare code below the speculated value of a position that no pair was found to exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenCode {
    pub(crate) at: u64,
    pub(crate) code: u8,
}

/// What a prover needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) level: SimdLevel,
    pub(crate) coding: Coding,
    pub(crate) breaks: Vec<Break>,
    /// Rare positions in increasing order.
    pub(crate) rares: Vec<Rare>,
    /// The codes of the positions 0, 1, ...
    pub(crate) prefix: Vec<u8>,
    pub(crate) measure: ListWork,
    /// How many threads may choose the lists.
    pub(crate) threads: usize,
}

/// Proves speculated blocks in order.
#[derive(Clone, Debug)]
pub(crate) struct Prover {
    setting: Setting,
    codes: PositionCodes,
    /// One bitmap after the other, each `stride` bytes long: `front` empty bytes, then one bit
    /// for each position from `origin` on.
    bits: Vec<u8>,
    stride: usize,
    front: usize,
    origin: u64,
    /// The codes with a bitmap.
    symbols: Vec<u8>,
    /// By rare code and parity of the position: from which code on it must be excluded.
    limits: Vec<[u8; 2]>,
    /// By code u.
    lists: Vec<Windows>,
    /// The prefix backwards: position a is at `prefix.len() - 1 - a`.
    backwards: Vec<u8>,
    /// Without flags: by block of 64 parts, which of them (backwards too) are common.
    common: Option<Vec<u64>>,
    /// The largest a that any proof has used.
    longest: u64,
    drift: Drift,
}

/// How often lists were not enough, by stretches of [`STRETCH`] positions.
#[derive(Clone, Copy, Debug, Default)]
struct Drift {
    positions: u64,
    searches: u64,
    /// In the first stretch.
    first: Option<u64>,
    drifted: bool,
}

/// Positions over which searches are counted.
const STRETCH: u64 = 1 << 16;

impl Drift {
    fn count(&mut self, positions: u64, searches: u64) {
        self.positions += positions;
        self.searches += searches;
        if self.positions >= STRETCH {
            // Twice as many, and enough of them to matter.
            let first = *self.first.get_or_insert(self.searches);
            self.drifted |= self.searches > 2 * first + STRETCH / 16;
            (self.positions, self.searches) = (0, 0);
        }
    }
}

/// Positions that stay in the window when it is moved on.
const KEEP: u64 = 1 << 17;
/// Positions that a window can hold.
const ROOM: u64 = 1 << 19;

impl Prover {
    /// A prover that goes on after the positions in `codes`.
    pub(crate) fn new(setting: Setting, codes: &PositionCodes) -> Prover {
        let farthest = setting.breaks.iter().map(|b| b.taken).max().unwrap_or(0);
        let reach = (setting.measure.farthest + farthest + 8) as usize;
        let front = reach / 8 + SPAN_BYTES;
        let stride = front + (ROOM / 8) as usize + 2 * SPAN_BYTES;
        let mut prover = Prover {
            symbols: Vec::new(),
            bits: Vec::new(),
            stride,
            front,
            origin: 0,
            limits: (0..=255).map(|u| [0, 1].map(|n| setting.coding.limit(n, u))).collect(),
            lists: Vec::new(),
            backwards: setting.prefix.iter().rev().copied().collect(),
            common: common_parts(&setting),
            longest: setting.measure.farthest,
            drift: Drift::default(),
            setting,
            codes: PositionCodes::new(0, &[]),
        };
        prover.take_window(codes);
        prover.choose_symbols();
        prover.fill();
        prover.lists = lists::choose(&prover.setting, &prover.view());
        prover
    }

    /// Goes on after the positions in `codes` with other rare positions but the same lists.
    pub(crate) fn restart(&mut self, codes: &PositionCodes, rares: &[Rare]) {
        self.setting.rares.clear();
        self.setting.rares.extend_from_slice(rares);
        self.common = common_parts(&self.setting);
        self.take_window(codes);
        self.fill();
    }

    /// Copies the last codes; the next position is a multiple of 8 after the origin.
    fn take_window(&mut self, codes: &PositionCodes) {
        let n = codes.len();
        let base = codes.base().max(n.saturating_sub(KEEP));
        self.codes = PositionCodes::new(base, codes.slice(base, n));
        self.origin = base + (n - base) % 8;
    }

    /// The codes that get a bitmap: those that occur, the most frequent ones if there are many.
    fn choose_symbols(&mut self) {
        let mut count = [0u64; 256];
        for &byte in self.codes.slice(self.codes.base(), self.codes.len()) {
            count[usize::from(byte)] += 1;
        }
        let capacity = self.setting.coding.capacity().min(256);
        let mut order: Vec<u8> = (0..capacity).map(|c| c as u8).collect();
        order.sort_by_key(|&c| std::cmp::Reverse(count[usize::from(c)]));
        if capacity > 32 {
            order.retain(|&c| count[usize::from(c)] > 0);
            order.truncate(self.setting.measure.symbols);
        }
        self.symbols = order;
    }

    /// Builds the bitmaps of everything in the window.
    fn fill(&mut self) {
        self.bits.clear();
        self.bits.resize(self.symbols.len() * self.stride + SPAN_BYTES, 0);
        let mut at = self.front;
        let mut position = self.origin;
        while position < self.codes.len() {
            let end = (position + SPAN as u64).min(self.codes.len());
            let mut block = [RARE; SPAN];
            block[..(end - position) as usize].copy_from_slice(self.codes.slice(position, end));
            simd::bitmaps(
                self.setting.level,
                &block,
                &self.symbols,
                &mut self.bits,
                self.stride,
                at,
            );
            at += SPAN_BYTES;
            position = end;
        }
        if !self.setting.coding.flagged() {
            let first = self.setting.rares.partition_point(|r| r.at < self.origin);
            for i in first..self.setting.rares.len() {
                self.clear(self.setting.rares[i].at);
            }
        }
    }

    fn clear(&mut self, position: u64) {
        let bit = position - self.origin;
        for i in 0..self.symbols.len() {
            let at = i * self.stride + self.front + (bit / 8) as usize;
            if let Some(byte) = self.bits.get_mut(at) {
                *byte &= !(1 << (bit % 8));
            }
        }
    }

    /// What the choice of lists looks at.
    fn view(&self) -> lists::View<'_> {
        lists::View {
            codes: &self.codes,
            bits: &self.bits,
            stride: self.stride,
            front: self.front,
            origin: self.origin,
            symbols: &self.symbols,
            limits: &self.limits,
        }
    }

    /// The largest a that any proof has used.
    pub(crate) fn longest(&self) -> u64 {
        self.longest
    }

    /// Do proofs need many more searches than when the lists were new?
    pub(crate) fn drifted(&self) -> bool {
        self.drift.drifted
    }

    /// About how many bytes it keeps.
    pub(crate) fn bytes(&self) -> usize {
        let prefix = self.backwards.len() + self.setting.prefix.len();
        self.bits.len() + self.codes.bytes().len() + prefix
    }

    /// Proves the next block of speculated codes, at most 512. After a shorter block the prover
    /// has to be restarted.
    pub(crate) fn prove(&mut self, speculated: &[u8]) -> Vec<OpenCode> {
        let from = self.codes.len();
        let speculated = &speculated[..speculated.len().min(SPAN)];
        let count = speculated.len();
        let mut block = [RARE; SPAN];
        block[..count].copy_from_slice(speculated);
        self.make_room();
        let at = self.codes.index(from);
        self.codes.bytes_mut()[at..at + count].copy_from_slice(&block[..count]);
        self.codes.advance(count);

        let level = self.setting.level;
        let at = self.front + ((from - self.origin) / 8) as usize;
        simd::bitmaps(level, &block, &self.symbols, &mut self.bits, self.stride, at);

        let highest = usize::from(speculated.iter().fold(0, |most, &code| most.max(code)));
        let parity = (from & 1) as usize;
        let need = |n| self.setting.coding.need(n)[highest];
        let mut open = Vec::new();
        let mut searches = 0;
        for code in 0..need(0).max(need(1)) {
            let limits = self.limits[usize::from(code)];
            let mut left = simd::at_least(level, &block, [limits[parity], limits[1 - parity]]);
            if count < SPAN {
                // Only the last block before an event is shorter.
                for (w, left) in left.iter_mut().enumerate() {
                    *left &= u64::MAX
                        .checked_shr((64 * w + 64).saturating_sub(count) as u32)
                        .unwrap_or(0);
                }
            }
            if let Some(list) = self.lists.get(usize::from(code)) {
                let excluded = simd::unite(level, &self.bits, at - self.front, list);
                for (l, e) in left.iter_mut().zip(excluded) {
                    *l &= !e;
                }
            }
            for (w, mut left) in (0u64..).zip(left) {
                while left != 0 {
                    let position = from + 64 * w + u64::from(left.trailing_zeros());
                    left &= left - 1;
                    searches += 1;
                    if !self.search(position, code) {
                        open.push(OpenCode { at: position, code });
                    }
                }
            }
        }
        self.drift.count(count as u64, searches);
        open
    }

    /// Looks for a pair that excludes the rare code, with its smaller part in the prefix.
    fn search(&mut self, position: u64, code: u8) -> bool {
        let level = self.setting.level;
        for i in 0..self.setting.breaks.len() {
            let rule = self.setting.breaks[i];
            let window = position - rule.taken - self.codes.base();
            let largest = rule.half(position).min(window).min(self.setting.prefix.len() as u64 - 1);
            let blocks = (largest / LANES as u64) as usize;
            let back = self.codes.index(position - rule.taken);
            let front = self.backwards.len() - 1;
            // Without flags the other part must be common as well; far from rare positions it is.
            let first = position - rule.taken - (blocks * LANES) as u64;
            let sure = self.common.is_none()
                || self.setting.rares.last().is_none_or(|rare| rare.at < first);
            let mut from = 0;
            while let Some(b) = simd::find_pair(
                level,
                (&self.backwards, front - from * LANES),
                (self.codes.bytes(), back - from * LANES),
                self.common.as_ref().map(|common| &common[from..]),
                blocks - from,
                code,
            ) {
                from += b + 1;
                if sure || self.confirm(position, rule, code, from) {
                    self.longest = self.longest.max((from * LANES) as u64);
                    return true;
                }
            }
        }
        false
    }

    /// Is there a pair of common parts among the 64 that end at a = 64 `blocks`?
    fn confirm(&self, position: u64, rule: Break, code: u8, blocks: usize) -> bool {
        let last = (blocks * LANES) as u64;
        let rare = |n| self.setting.rares.binary_search_by_key(&n, |r| r.at).is_ok();
        (last - 63..=last).any(|a| {
            let other = position - rule.taken - a;
            let parts = self.setting.prefix.get(a as usize).zip(self.codes.get(other));
            parts.is_some_and(|(x, y)| x ^ y == code) && !rare(a) && !rare(other)
        })
    }

    /// Moves the window on when there is no room for another block.
    fn make_room(&mut self) {
        let used = self.codes.len() - self.origin;
        if used + SPAN as u64 > ROOM {
            let cut = (used - KEEP) / 8;
            let keep = (used / 8 - cut) as usize;
            for i in 0..self.symbols.len() {
                let at = i * self.stride + self.front;
                let from = at + cut as usize;
                self.bits.copy_within(from..from + keep, at);
            }
            self.origin += cut * 8;
            self.codes.slide(KEEP);
        }
        self.codes.reserve(SPAN);
    }
}

/// Bit l of word b: is 64 b + 64 - l a common position? `None` where bytes have flags.
fn common_parts(setting: &Setting) -> Option<Vec<u64>> {
    if setting.coding.flagged() {
        return None;
    }
    let mut common = vec![u64::MAX; setting.prefix.len().div_ceil(LANES)];
    for rare in &setting.rares {
        let before = rare.at as usize - 1;
        if let Some(word) = common.get_mut(before / LANES) {
            *word &= !(1 << (LANES - 1 - before % LANES));
        }
    }
    Some(common)
}
