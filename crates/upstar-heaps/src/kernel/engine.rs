//! The engine: speculation, proof, and what to do when a proof fails.
//!
//! Invariants: `codes` holds exact values below its length, up to blocks under way inside
//! [`BlockEngine::extend`]; `rares` lists exactly the rare positions n >= 1 below that length
//! under the mask of `coding`. An event (a rare value, or a value too large for the codes) is
//! decided by the plain rule at that one position.
//!
//! Widening keeps the classes: no older value has the new top bit, so it may be added to
//! the mask or not, whichever makes the new value common.

use super::choose::best_mask;
use super::codes::Codes;
use super::coding::{Coding, RARE, WIDEST};
use super::lists::Measure;
use super::plan::{Ground, Plan};
use super::prove::{Break, Open, Prover, Setting};
use crate::game::{Breaks, TwoHeaps};
use crate::mask::{Mask, Rare};
use crate::sequence::{Engine, Snapshot, Statistics};
use crate::simd::{Level, SPAN, Tap};
use upstar_base::{Budget, Stopped};

/// The largest index of a digit: so many positions may be read before the first one.
pub(super) const REACH: u64 = 48;
/// Positions at the beginning that constant memory keeps.
const PREFIX: u64 = 1 << 18;
/// Positions at the end that constant memory keeps, at least.
const WINDOW: u64 = 1 << 18;
/// Longest part of the prefix that a search for pairs uses.
const SEARCH: u64 = 1 << 17;

/// Computes nim-sequences in blocks.
///
/// It continues a sequence that another engine began: the longer the beginning, the better the
/// choice of rare positions.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::{Breaks, Digit, Engine, TwoHeaps, kernel::BlockEngine};
/// // Kayles: take one or two tokens, and split what is left or not.
/// let digit = Digit { whole: true, one: true, two: TwoHeaps::Any };
/// let kayles = Breaks::new(vec![Digit::default(), digit, digit]).unwrap();
/// let mut engine = BlockEngine::new(&kayles, &[0, 1, 2, 3]).unwrap();
/// engine.extend(1000, &Budget::unlimited())?;
/// assert_eq!(engine.value(10), Some(2));
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockEngine {
    game: Breaks,
    breaks: Vec<Break>,
    level: Level,
    coding: Coding,
    codes: Codes,
    rares: Vec<Rare>,
    /// The first codes, when `codes` has forgotten them.
    prefix: Vec<u8>,
    constant: bool,
    tools: Option<Tools>,
    /// The length at which the mask is chosen anew while there are no tools.
    next_mask: u64,
    statistics: Statistics,
}

/// What is derived from the data and made anew when they drift.
#[derive(Clone, Debug)]
struct Tools {
    plan: Plan,
    prover: Prover,
    /// The length at which lists are chosen anew.
    expires: u64,
    /// The number of rare positions at which the mask is chosen anew.
    many: usize,
    /// Has something been added by the plain rule since?
    stale: bool,
}

impl BlockEngine {
    /// Continues the sequence that begins with `values`. `None` if the game is not for block
    /// kernels: without breaks, with breaks into equal heaps only, with digits beyond the 48th,
    /// or with values of 496 and more.
    pub fn new(game: &Breaks, values: &[u16]) -> Option<BlockEngine> {
        let mask = best_mask(values.iter().copied(), game.break_parity());
        let rares = rares_of(mask, values);
        let statistics = statistics_of(values);
        BlockEngine::assemble(game, mask, rares, statistics, 0, values)
    }

    /// Continues from a snapshot; in constant memory if it does not have the whole sequence.
    /// `None` for a game that is not for block kernels or a snapshot that contradicts itself.
    pub fn resume(game: &Breaks, snapshot: &Snapshot) -> Option<BlockEngine> {
        let base = snapshot.len.checked_sub(snapshot.window.len() as u64)?;
        let prefix = &snapshot.prefix;
        if let Some(overlap) = (prefix.len() as u64).checked_sub(base) {
            let mut values = prefix.clone();
            values.extend_from_slice(snapshot.window.get(overlap as usize..)?);
            let engine = BlockEngine::new(game, &values)?;
            return Some(engine);
        }
        let mut engine = BlockEngine::assemble(
            game,
            snapshot.mask,
            snapshot.rares.clone(),
            snapshot.statistics,
            base,
            &snapshot.window,
        )?;
        let coding = &engine.coding;
        engine.prefix =
            (0u64..).zip(prefix).map(|(n, &v)| coding.byte(n, v)).collect::<Option<_>>()?;
        *engine.prefix.first_mut()? = RARE;
        engine.constant = true;
        Some(engine)
    }

    fn assemble(
        game: &Breaks,
        mask: Mask,
        rares: Vec<Rare>,
        statistics: Statistics,
        base: u64,
        values: &[u16],
    ) -> Option<BlockEngine> {
        let breaks: Vec<Break> = game
            .breaks()
            .map(|(taken, two)| match two {
                TwoHeaps::Any => Some(Break { taken, unequal: false }),
                TwoHeaps::Unequal => Some(Break { taken, unequal: true }),
                TwoHeaps::Equal | TwoHeaps::No => None,
            })
            .collect::<Option<_>>()?;
        if breaks.is_empty() || game.reach() > REACH || values.is_empty() {
            return None;
        }
        let width = width_of(statistics.largest, mask)?;
        let coding = Coding::new(mask, width)?;
        let bytes: Vec<u8> =
            (base..).zip(values).map(|(n, &v)| coding.byte(n, v)).collect::<Option<_>>()?;
        Some(BlockEngine {
            game: game.clone(),
            breaks,
            level: Level::best(),
            codes: Codes::new(base, &bytes),
            coding,
            rares,
            prefix: Vec::new(),
            constant: false,
            tools: None,
            next_mask: 0,
            statistics,
        })
    }

    /// Uses this instruction set.
    pub fn with_level(mut self, level: Level) -> BlockEngine {
        self.level = level;
        self.tools = None;
        self
    }

    /// Forgets all values but a prefix and a window, whose sizes depend on the last rare
    /// position only. If a value turns out to need more, [`Engine::extend`] stops there.
    pub fn in_constant_memory(mut self) -> BlockEngine {
        self.constant = true;
        self
    }

    /// The mask that divides the values.
    pub fn mask(&self) -> Mask {
        self.coding.mask()
    }

    /// The rare positions from 1 on.
    pub fn rares(&self) -> &[Rare] {
        &self.rares
    }

    /// Writes the values from position `from` on; all of them must be kept.
    pub fn copy_values(&self, from: u64, out: &mut [u16]) -> bool {
        let end = from.saturating_add(out.len() as u64);
        if from < self.codes.base() || end > self.codes.len() {
            return false;
        }
        if self.coding.flagged() {
            for ((out, &byte), n) in out.iter_mut().zip(self.codes.slice(from, end)).zip(from..) {
                *out = self.coding.value(n, byte & !RARE, byte & RARE != 0);
            }
        } else {
            for ((out, &byte), n) in out.iter_mut().zip(self.codes.slice(from, end)).zip(from..) {
                *out = self.coding.value(n, byte, false);
            }
            let first = self.rares.partition_point(|r| r.at < from);
            for rare in self.rares[first..].iter().take_while(|r| r.at < end) {
                out[(rare.at - from) as usize] = rare.value;
            }
        }
        if from == 0
            && let Some(zero) = out.first_mut()
        {
            *zero = 0;
        }
        true
    }

    /// The code byte of a position, and whether it is rare.
    fn part(&self, n: u64) -> Option<(u8, bool)> {
        let byte = match self.codes.get(n) {
            Some(byte) => byte,
            None if n < self.codes.base() => *self.prefix.get(n as usize)?,
            None => return None,
        };
        Some(if self.coding.flagged() {
            (byte & !RARE, byte & RARE != 0)
        } else {
            (byte, self.rares.binary_search_by_key(&n, |r| r.at).is_ok())
        })
    }

    /// The rare parts and the single heaps left, as taps.
    fn taps(&self) -> Result<Vec<Tap>, Stopped> {
        let mut taps = Vec::with_capacity(self.rares.len() * self.breaks.len());
        for rule in &self.breaks {
            for rare in &self.rares {
                let back = u32::try_from(rare.at + rule.taken)
                    .map_err(|_| Stopped::Limit { what: "a rare position", limit: 1 << 32 })?;
                taps.extend(self.coding.code(rare.value).map(|code| Tap { back, code }));
            }
        }
        let takes = self.game.takes().filter(|&i| !self.coding.take_flips(i));
        taps.extend(takes.map(|i| Tap { back: i as u32, code: 0 }));
        taps.sort_unstable_by_key(|tap| (tap.back, tap.code));
        taps.dedup();
        Ok(taps)
    }

    fn ground(&self) -> Result<Ground<'_>, Stopped> {
        let taken = self.breaks.iter().map(|b| b.taken).collect();
        Ok(Ground { coding: &self.coding, taps: self.taps()?, rares: &self.rares, taken })
    }

    /// May a block start here? Heaps taken whole are behind, and so is every rare position that
    /// one heap left could make common again. Where rare positions are dense, blocks would be
    /// rolled back too often; so wait a little after the last one, as long as the plain rule is cheap.
    fn may_speculate(&self) -> bool {
        let n = self.codes.len();
        let last = self.rares.last().map_or(0, |r| r.at);
        n > last + self.game.reach() && n - last > (4_000_000 / n).min(128)
    }

    /// Chooses mask, plan and lists.
    fn derive(&mut self) -> Result<(), Stopped> {
        let n = self.codes.len();
        if self.codes.base() == 0 && self.tools.as_ref().is_none_or(|t| self.rares.len() >= t.many) {
            self.choose_mask(best_mask(self.all_values(), self.game.break_parity()));
        }
        let plan = Plan::new(self.level, self.ground()?, &self.codes);
        let farthest = self.breaks.iter().map(|b| b.half(n)).min().unwrap_or(0).saturating_sub(1);
        let prefix = if self.prefix.is_empty() {
            self.codes.slice(0, n.min(SEARCH))
        } else {
            &self.prefix[..self.prefix.len().min(SEARCH as usize)]
        };
        let setting = Setting {
            level: self.level,
            coding: self.coding.clone(),
            breaks: self.breaks.clone(),
            rares: self.rares.clone(),
            prefix: prefix.to_vec(),
            measure: Measure::new(self.coding.width(), farthest, n),
        };
        let prover = Prover::new(setting, &self.codes);
        self.statistics.rebuilds += 1;
        let many = self.rares.len() + self.rares.len() / 4 + 32;
        let expires = n.saturating_mul(4).max(1 << 12);
        self.tools = Some(Tools { plan, prover, expires, many, stale: false });
        Ok(())
    }

    /// Brings plan and lists up to date.
    fn prepare(&mut self) -> Result<(), Stopped> {
        let (n, rares) = (self.codes.len(), self.rares.len());
        match &self.tools {
            Some(tools) if n < tools.expires && rares < tools.many => {
                if tools.stale {
                    let taps = self.taps()?;
                    let taken = self.breaks.iter().map(|b| b.taken).collect();
                    if let Some(tools) = &mut self.tools {
                        let (coding, rares) = (&self.coding, &self.rares);
                        tools.plan.renew(Ground { coding, taps, rares, taken });
                        tools.prover.restart(&self.codes, rares);
                        tools.stale = false;
                    }
                }
                Ok(())
            }
            _ => self.derive(),
        }
    }

    fn all_values(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.codes.len()).map(|n| self.value(n).unwrap_or(0) as u16)
    }

    /// Divides all values anew. Only when all of them are kept.
    fn choose_mask(&mut self, mask: Mask) {
        if mask == self.coding.mask() {
            return;
        }
        let values: Vec<u16> = self.all_values().collect();
        if let Some(coding) = width_of(self.statistics.largest, mask)
            .and_then(|width| Coding::new(mask, width))
            && let Some(bytes) = encode(&coding, 0, &values)
        {
            self.codes = Codes::new(0, &bytes);
            self.rares = rares_of(mask, &values);
            self.coding = coding;
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
                let rare = if self.coding.flagged() {
                    byte & RARE != 0
                } else {
                    self.rares.binary_search_by_key(&n, |r| r.at).is_ok()
                };
                let code = if self.coding.flagged() { byte & !RARE } else { byte };
                coding.byte(n, self.coding.value(n, code, rare))
            };
            (base..).zip(bytes).map(value).collect()
        };
        let base = self.codes.base();
        let codes = recode(base, self.codes.slice(base, self.codes.len()));
        let prefix = recode(0, &self.prefix);
        let (codes, prefix) = codes.zip(prefix).ok_or(too_large)?;
        self.codes = Codes::new(base, &codes);
        self.prefix = prefix;
        if let Some(zero) = self.prefix.first_mut() {
            *zero = RARE;
        }
        self.coding = coding;
        Ok(())
    }

    /// Does some option of n have the rare value with this code?
    fn excluded(&self, n: u64, code: u8) -> Result<bool, Stopped> {
        for i in self.game.takes() {
            if let Some((x, rare)) = self.part(n - i)
                && x == code
                && rare != self.coding.take_flips(i)
            {
                return Ok(true);
            }
        }
        let mut unknown = false;
        for rule in &self.breaks {
            for a in 1..=rule.half(n) {
                match self.part(a).zip(self.part(n - rule.taken - a)) {
                    Some(((x, rx), (y, ry))) if x ^ y == code && rx == ry => return Ok(true),
                    Some(_) => {}
                    None => {
                        unknown = true;
                        break;
                    }
                }
            }
        }
        if unknown { Err(self.forgotten()) } else { Ok(false) }
    }

    fn forgotten(&self) -> Stopped {
        Stopped::Limit { what: "the part of the sequence kept in constant memory", limit: PREFIX }
    }

    /// G at the next position by the plain rule.
    fn plain_step(&mut self) -> Result<(), Stopped> {
        let n = self.codes.len();
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
        let value = seen.iter().position(|&s| !s).unwrap_or(seen.len()) as u16;
        if self.coding.byte(n, value).is_none() {
            self.widen(n, value)?;
            self.tools = None;
        }
        let byte = self.coding.byte(n, value).ok_or(self.forgotten())?;
        if let Some(tools) = &mut self.tools {
            tools.stale = true;
        }
        self.codes.push(byte);
        if self.coding.mask().is_rare(n, u32::from(value)) {
            self.rares.push(Rare { at: n, value });
        }
        if u32::from(value) > self.statistics.largest {
            self.statistics.largest = u32::from(value);
            self.statistics.largest_at = n;
        }
        Ok(())
    }

    /// One block: returns whether it went through.
    fn block(&mut self) -> Result<bool, Stopped> {
        let Some(tools) = &mut self.tools else { return Ok(false) };
        let from = self.codes.len();
        let count = tools.plan.speculate(&mut self.codes, SPAN);
        self.codes.advance(count);
        let mut open = tools.prover.prove(self.codes.slice(from, from + count as u64));
        self.statistics.longest_proof = self.statistics.longest_proof.max(tools.prover.longest());
        open.sort_unstable_by_key(|open| open.at);
        let mut end = from + count as u64;
        for Open { at, code } in open {
            match self.excluded(at, code) {
                Ok(true) => {
                    self.statistics.longest_proof = self.statistics.longest_proof.max(at / 2);
                }
                Ok(false) => {
                    end = at;
                    break;
                }
                Err(stopped) => {
                    self.codes.truncate(at);
                    self.tools = None;
                    return Err(stopped);
                }
            }
        }
        self.codes.truncate(end);
        self.note_largest(from, end);
        Ok(end == from + SPAN as u64)
    }

    /// Updates the statistics after the positions from `from` to `to`, all common.
    fn note_largest(&mut self, from: u64, to: u64) {
        let codes = self.codes.slice(from, to);
        let most = codes.iter().fold(0, |most, &code| most.max(code));
        let value = |n, code| u32::from(self.coding.value(n, code, false));
        if value(0, most).max(value(1, most)) > self.statistics.largest {
            let mut statistics = self.statistics;
            for (n, &code) in (from..).zip(codes) {
                if value(n, code) > statistics.largest {
                    statistics.largest = value(n, code);
                    statistics.largest_at = n;
                }
            }
            self.statistics = statistics;
        }
    }

    /// In constant memory: forgets what no longer matters.
    fn forget(&mut self) {
        let last = self.rares.last().map_or(0, |r| r.at);
        let keep = WINDOW.max(last + 2 * REACH + SPAN as u64);
        if self.constant && self.codes.len() - self.codes.base() > 4 * keep {
            if self.codes.base() == 0 {
                self.prefix = self.codes.slice(0, PREFIX).to_vec();
            }
            self.codes.slide(keep);
        }
    }
}

/// The bytes of values from a position on.
fn encode(coding: &Coding, base: u64, values: &[u16]) -> Option<Vec<u8>> {
    (base..).zip(values).map(|(n, &v)| coding.byte(n, v)).collect()
}

/// The rare positions from 1 on.
fn rares_of(mask: Mask, values: &[u16]) -> Vec<Rare> {
    let all = (0u64..).zip(values).skip(1);
    all.filter(|&(n, &value)| mask.is_rare(n, u32::from(value)))
        .map(|(at, &value)| Rare { at, value })
        .collect()
}

fn statistics_of(values: &[u16]) -> Statistics {
    let mut statistics = Statistics::default();
    for (n, &value) in (0u64..).zip(values) {
        if u32::from(value) > statistics.largest {
            statistics.largest = u32::from(value);
            statistics.largest_at = n;
        }
    }
    statistics
}

/// The width of codes for values up to `largest`; `None` if that is too much. At least 4, so
/// that small beginnings need no widening.
fn width_of(largest: u32, mask: Mask) -> Option<u32> {
    let bits = (u32::BITS - largest.leading_zeros()).max(u32::BITS - mask.bits.leading_zeros());
    let width = bits.saturating_sub(1).max(4);
    (width <= WIDEST && largest < 496).then_some(width)
}

impl Engine for BlockEngine {
    fn len(&self) -> u64 {
        self.codes.len()
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        while self.codes.len() < to {
            budget.check()?;
            if self.may_speculate() {
                self.prepare()?;
                if self.block()? {
                    self.forget();
                    continue;
                }
            }
            self.plain_step()?;
            if self.codes.base() == 0 && self.tools.is_none() && self.codes.len() >= self.next_mask {
                self.choose_mask(best_mask(self.all_values(), self.game.break_parity()));
                self.next_mask = self.codes.len() / 8 * 9 + 32;
            }
        }
        Ok(())
    }

    fn value(&self, n: u64) -> Option<u32> {
        if n == 0 {
            return Some(0);
        }
        let (code, rare) = self.part(n)?;
        Some(u32::from(self.coding.value(n, code, rare)))
    }

    fn statistics(&self) -> Statistics {
        let last_rare = self.rares.last().map_or(0, |r| r.at);
        Statistics { rares: self.rares.len() as u64, last_rare, ..self.statistics }
    }

    fn snapshot(&self) -> Option<Snapshot> {
        let values = |from: u64, to: u64| -> Option<Vec<u16>> {
            (from..to).map(|n| self.value(n).map(|v| v as u16)).collect()
        };
        let prefix = self.prefix.len() as u64;
        Some(Snapshot {
            len: self.codes.len(),
            prefix: values(0, prefix)?,
            window: values(self.codes.base(), self.codes.len())?,
            mask: self.coding.mask(),
            rares: self.rares.clone(),
            statistics: self.statistics(),
        })
    }
}
