//! The engine: speculation, proof, and what to do when a proof fails.
//!
//! [`BlockEngine::extend`] walks through these phases, from one block to the next:
//!
//! | phase | in | leads to |
//! |---|---|---|
//! | rebuild | [`BlockEngine::prepare`] | speculate, with mask, plan and lists brought up to date |
//! | speculate | [`KernelPlan::speculate`] | prove, the block as far as the codes can hold it |
//! | prove | [`Prover::prove`], [`BlockEngine::settle`] | rebuild if the block holds, else roll back |
//! | roll back | [`PositionCodes::truncate`] | event, at the position whose proof failed |
//! | event | [`BlockEngine::single_step`] | rebuild, or event again where no block may start |
//!
//! With two threads [`BlockEngine::pipeline`] takes the place of speculate and prove: the first
//! speculates some batches ahead of the second.
//!
//! Invariants: `codes` holds exact values below its length, up to blocks under way inside
//! [`BlockEngine::extend`]; `rares` lists exactly the rare positions n >= 1 below that length
//! under the mask of `coding`. An event (a rare value, or a value too large for the codes) is
//! decided by the plain rule at that one position ([`super::events`]).

use super::codes::PositionCodes;
use super::coding::{Coding, RARE};
use super::events::{best_mask, encode, rares_of, statistics_of, width_of};
use super::lists::ListWork;
use super::plan::{KernelPlan, SpeculationBase};
use super::prove::{Break, OpenCode, Prover, Setting};
use crate::game::{Breaks, TwoHeaps};
use crate::mask::{Mask, Rare};
use crate::sequence::{Engine, Snapshot, Statistics};
use crate::simd::{SPAN, SimdLevel, Tap};
use crate::sparse::Records;
use upstar_base::{Budget, Stopped};

/// The largest index of a digit: so many positions may be read before the first one.
pub(super) const REACH: u64 = 48;
/// Positions at the beginning, and at the end, that constant memory keeps at least.
const KEPT: u64 = 1 << 18;
/// For fewer positions a second thread is not worth it.
const PIPELINED: u64 = 1 << 16;
/// Longest part of the prefix that a search for pairs uses.
const SEARCH: u64 = 1 << 17;

/// Computes nim-sequences in blocks.
///
/// It continues a sequence that another engine began: the longer the beginning, the better the
/// choice of rare positions.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::{Breaks, HeapDigit, Engine, TwoHeaps, kernel::BlockEngine};
/// // Kayles: take one or two tokens, and split what is left or not.
/// let digit = HeapDigit { whole: true, one: true, two: TwoHeaps::Any };
/// let kayles = Breaks::new(vec![HeapDigit::default(), digit, digit]).unwrap();
/// let mut engine = BlockEngine::new(&kayles, &[0, 1, 2, 3]).unwrap();
/// engine.extend(1000, &Budget::unlimited())?;
/// assert_eq!(engine.value(10), Some(2));
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockEngine {
    pub(super) game: Breaks,
    pub(super) breaks: Vec<Break>,
    settings: BlockSettings,
    pub(super) coding: Coding,
    pub(super) codes: PositionCodes,
    pub(super) rares: Vec<Rare>,
    /// The first codes, when `codes` has forgotten them.
    pub(super) prefix: Vec<u8>,
    constant: bool,
    /// The largest part that a proof needed when lists and prefixes were not enough.
    pub(super) farthest: u64,
    pub(super) tools: Option<Tools>,
    /// The length at which the mask is chosen anew while there are no tools.
    next_mask: u64,
    /// The number of rare positions at which it is chosen anew otherwise.
    many: usize,
    /// How long proofs were.
    pub(super) proofs: Records,
    pub(super) statistics: Statistics,
}

/// How an engine works, whatever its game.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockSettings {
    /// The instruction set.
    pub(super) level: SimdLevel,
    /// With two or more one speculates while another proves.
    pub(super) threads: usize,
    /// Positions that constant memory keeps on both sides, at least.
    pub(super) kept: u64,
}

impl Default for BlockSettings {
    fn default() -> BlockSettings {
        BlockSettings { level: SimdLevel::best(), threads: 1, kept: KEPT }
    }
}

/// What is derived from the data and made anew when they drift.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    pub(super) plan: KernelPlan,
    pub(super) prover: Prover,
    /// The length at which they were made.
    derived: u64,
    /// The length at which they are made anew in any case.
    pub(super) expires: u64,
    /// Has something been added by a single step since?
    pub(super) stale: bool,
}

impl Tools {
    /// Should they be made anew at length `n`? When their time is over, or when the data have
    /// drifted so that proofs take longer, but not again and again.
    fn outdated(&self, n: u64) -> bool {
        n >= self.expires || (self.prover.drifted() && n >= self.derived + self.derived / 8)
    }
}

impl BlockEngine {
    /// Continues the sequence that begins with `values`. `None` if the game is not for block
    /// kernels: without breaks, with breaks into equal heaps only, with digits beyond the 48th,
    /// or with values of 496 and more.
    pub fn new(game: &Breaks, values: &[u16]) -> Option<BlockEngine> {
        let mask = best_mask(values.iter().copied(), game);
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
            let mut engine = BlockEngine::new(game, &values)?;
            let rares = rares_of(snapshot.mask, &values);
            let statistics = engine.statistics;
            if let Some(same) =
                BlockEngine::assemble(game, snapshot.mask, rares, statistics, 0, &values)
                && snapshot.mask.position.is_none_or(|p| game.break_parity() == Some(p.into()))
            {
                engine = same;
                engine.proofs = Records(snapshot.proofs.clone());
                engine.statistics.longest_proof = snapshot.statistics.longest_proof;
            }
            return Some(engine);
        }
        let (mask, rares) = (snapshot.mask, &snapshot.rares);
        let listed = |n: u64| rares.binary_search_by_key(&n, |r| r.at).is_ok();
        let known = (1..).zip(prefix.iter().skip(1)).chain((base..).zip(&snapshot.window));
        let sound = mask.position.is_none_or(|p| game.break_parity() == Some(u64::from(p)))
            && rares.windows(2).all(|pair| pair[0].at < pair[1].at)
            && rares.iter().all(|r| r.at < snapshot.len && mask.is_rare(r.at, r.value.into()))
            && known.into_iter().all(|(n, &v)| mask.is_rare(n, v.into()) == listed(n))
            && rares.last().is_none_or(|r| r.at + 2 * REACH + (SPAN as u64) < snapshot.len - base);
        if !sound || prefix.is_empty() {
            return None;
        }
        let mut engine = BlockEngine::assemble(
            game,
            snapshot.mask,
            snapshot.rares.clone(),
            snapshot.statistics,
            base,
            &snapshot.window,
        )?;
        engine.prefix = encode(&engine.coding, 0, prefix)?;
        *engine.prefix.first_mut()? = RARE;
        engine.constant = true;
        engine.proofs = Records(snapshot.proofs.clone());
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
        let allowed = |two| matches!(two, TwoHeaps::Any | TwoHeaps::Unequal);
        let rule = |(taken, two)| {
            allowed(two).then_some(Break { taken, unequal: two == TwoHeaps::Unequal })
        };
        let breaks: Vec<Break> = game.breaks().map(rule).collect::<Option<_>>()?;
        if breaks.is_empty() || game.reach() > REACH || values.is_empty() {
            return None;
        }
        let many = rares.len() + rares.len() / 4 + 32;
        let width = width_of(statistics.largest, mask)?;
        let coding = Coding::new(mask, width)?;
        let bytes = encode(&coding, base, values)?;
        Some(BlockEngine {
            game: game.clone(),
            breaks,
            settings: BlockSettings::default(),
            codes: PositionCodes::new(base, &bytes),
            coding,
            rares,
            prefix: Vec::new(),
            constant: false,
            farthest: 0,
            tools: None,
            next_mask: values.len() as u64 / 8 * 9 + 32,
            many,
            proofs: Records(vec![(base + values.len() as u64 - 1, base + values.len() as u64 - 1)]),
            statistics,
        })
    }

    /// Uses this instruction set.
    pub fn with_level(mut self, level: SimdLevel) -> BlockEngine {
        self.set(BlockSettings { level, ..self.settings });
        self
    }

    /// Works in this way from now on.
    pub(super) fn set(&mut self, settings: BlockSettings) {
        if settings.level != self.settings.level {
            self.tools = None;
        }
        self.settings = settings;
    }

    /// Forgets all values but a prefix and a window, whose sizes depend on the last rare position
    /// and on the longest proof. If a value turns out to need more, [`Engine::extend`] stops
    /// there; [`Fast`](super::Fast) then goes on all the same.
    pub fn in_constant_memory(mut self) -> BlockEngine {
        self.constant = true;
        self
    }

    /// Have values been forgotten?
    pub(super) fn has_forgotten(&self) -> bool {
        self.codes.base() > 0
    }

    /// Uses so many threads: with two or more one speculates while another proves.
    pub fn with_threads(mut self, threads: usize) -> BlockEngine {
        self.settings.threads = threads;
        self
    }

    /// The mask that divides the values.
    pub fn mask(&self) -> Mask {
        self.coding.mask()
    }

    /// Writes the values from position `from` on; all of them must be kept.
    pub fn copy_values(&self, from: u64, out: &mut [u16]) -> bool {
        self.copy(from, out)
    }

    fn copy<T: From<u16>>(&self, from: u64, out: &mut [T]) -> bool {
        let end = from.saturating_add(out.len() as u64);
        if from < self.codes.base() || end > self.codes.len() {
            return false;
        }
        self.coding.values(from, self.codes.slice(from, end), out);
        if !self.coding.flagged() {
            let first = self.rares.partition_point(|r| r.at < from);
            for rare in self.rares[first..].iter().take_while(|r| r.at < end) {
                out[(rare.at - from) as usize] = rare.value.into();
            }
        }
        if from == 0
            && let Some(zero) = out.first_mut()
        {
            *zero = 0u16.into();
        }
        true
    }

    /// The same where only a prefix of the beginning may be kept.
    fn copy_kept<T: From<u16>>(&self, from: u64, out: &mut [T]) -> bool {
        self.copy(from, out)
            || (from..).zip(out).all(|(n, place)| {
                self.value(n).map(|value| *place = (value as u16).into()).is_some()
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

    fn ground(&self) -> Result<SpeculationBase<'_>, Stopped> {
        let taken = self.breaks.iter().map(|b| b.taken).collect();
        Ok(SpeculationBase { coding: &self.coding, taps: self.taps()?, rares: &self.rares, taken })
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
        if self.codes.base() == 0 && self.rares.len() >= self.many {
            self.choose_mask();
            self.many = self.rares.len() + self.rares.len() / 4 + 32;
        }
        let plan = KernelPlan::new(self.settings.level, self.ground()?, &self.codes);
        let farthest = self.breaks.iter().map(|b| b.half(n)).min().unwrap_or(0).saturating_sub(1);
        let prefix = if self.prefix.is_empty() {
            self.codes.slice(0, n.min(SEARCH))
        } else {
            &self.prefix[..self.prefix.len().min(SEARCH as usize)]
        };
        let setting = Setting {
            level: self.settings.level,
            coding: self.coding.clone(),
            breaks: self.breaks.clone(),
            rares: self.rares.clone(),
            prefix: prefix.to_vec(),
            measure: ListWork::new(self.coding.width(), farthest, n),
            threads: self.settings.threads,
        };
        let prover = Prover::new(setting, &self.codes);
        self.statistics.rebuilds += 1;
        let expires = n.saturating_mul(4).max(1 << 12);
        self.tools = Some(Tools { plan, prover, derived: n, expires, stale: false });
        Ok(())
    }

    /// Brings plan and lists up to date.
    fn prepare(&mut self) -> Result<(), Stopped> {
        let (n, rares) = (self.codes.len(), self.rares.len());
        match &self.tools {
            Some(tools) if rares < self.many && !tools.outdated(n) => {
                if tools.stale {
                    let taps = self.taps()?;
                    let taken = self.breaks.iter().map(|b| b.taken).collect();
                    if let Some(tools) = &mut self.tools {
                        let (coding, rares) = (&self.coding, &self.rares);
                        tools.plan.renew(SpeculationBase { coding, taps, rares, taken });
                        tools.prover.restart(&self.codes, rares);
                        tools.stale = false;
                    }
                }
                Ok(())
            }
            _ => self.derive(),
        }
    }

    /// One block, not beyond `to`: returns whether it went through.
    fn block(&mut self, to: u64) -> Result<bool, Stopped> {
        let Some(tools) = &mut self.tools else { return Ok(false) };
        let from = self.codes.len();
        let wanted = (to - from).min(SPAN as u64) as usize;
        let count = tools.plan.speculate(&mut self.codes, SPAN).min(wanted);
        self.codes.advance(count);
        tools.stale = count < SPAN;
        let open = tools.prover.prove(self.codes.slice(from, self.codes.len()));
        let longest = tools.prover.longest();
        let settled = self.settle(open);
        match settled {
            Ok(None) => {}
            Ok(Some(at)) | Err((at, _)) => self.codes.truncate(at),
        }
        self.note(from, self.codes.len(), longest);
        match settled {
            Ok(failed) => Ok(failed.is_none() && count == wanted),
            Err((_, stopped)) => {
                self.tools = None;
                Err(stopped)
            }
        }
    }

    /// Decides what a prover left open: the first position whose proof fails, if any. An error
    /// comes with the position that could not be decided.
    pub(super) fn settle(
        &mut self,
        mut open: Vec<OpenCode>,
    ) -> Result<Option<u64>, (u64, Stopped)> {
        open.sort_unstable_by_key(|open| open.at);
        for OpenCode { at, code } in open {
            match self.excluded(at, code) {
                Ok(Some(part)) => {
                    self.farthest = self.farthest.max(part);
                    self.proofs.push(at, part);
                    self.statistics.longest_proof = self.statistics.longest_proof.max(part);
                }
                Ok(None) => return Ok(Some(at)),
                Err(stopped) => return Err((at, stopped)),
            }
        }
        Ok(None)
    }

    /// Updates the statistics after the positions from `from` to `to`, all common and proved with
    /// parts up to `longest`.
    pub(super) fn note(&mut self, from: u64, to: u64, longest: u64) {
        if to > from {
            self.proofs.push(to - 1, longest);
            self.statistics.longest_proof = self.statistics.longest_proof.max(longest);
        }
        let codes = self.codes.slice(from, to);
        let most = codes.iter().fold(0, |most, &code| most.max(code));
        let value = |n, code| u32::from(self.coding.value(n, code, false));
        if value(0, most).max(value(1, most)) > self.statistics.largest {
            let mut statistics = self.statistics;
            for (n, &code) in (from..).zip(codes) {
                statistics.meet(n, value(n, code));
            }
            self.statistics = statistics;
        }
    }

    /// In constant memory: forgets what no longer matters.
    pub(super) fn slide(&mut self) {
        let last = self.rares.last().map_or(0, |r| r.at);
        let least = self.settings.kept.max(2 * self.farthest);
        let keep = least.max(last + 2 * REACH + SPAN as u64);
        if self.constant && self.codes.len() - self.codes.base() > 4 * keep {
            if self.codes.base() == 0 {
                self.prefix = self.codes.slice(0, least).to_vec();
            }
            self.codes.slide(keep);
        }
    }
}

impl Engine for BlockEngine {
    fn len(&self) -> u64 {
        self.codes.len()
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        for step in 0u64.. {
            if self.codes.len() >= to {
                break;
            }
            // Not before the first blocks: even after long preparations a run gets on.
            if step % 64 == 63 {
                budget.check()?;
            }
            if self.may_speculate() {
                self.prepare()?;
                let through = if self.settings.threads > 1 && to - self.codes.len() > PIPELINED {
                    self.pipeline(to, budget)?
                } else {
                    self.block(to)?
                };
                if through {
                    self.slide();
                    continue;
                }
            }
            self.single_step()?;
            if self.codes.base() == 0 && self.tools.is_none() && self.codes.len() >= self.next_mask
            {
                self.choose_mask();
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

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        self.copy_kept(from, out)
    }

    fn read_u16(&self, from: u64, out: &mut [u16]) -> bool {
        self.copy_kept(from, out)
    }

    fn bytes(&self) -> u64 {
        let tools = self.tools.as_ref().map_or(0, |tools| tools.prover.bytes());
        let rares = size_of::<Rare>() * self.rares.capacity();
        (self.codes.bytes().len() + self.prefix.len() + rares + tools) as u64
    }

    fn forget(&mut self) {
        self.constant = true;
    }

    fn proof_length_since(&self, from: u64) -> u64 {
        self.proofs.longest_since(from)
    }

    fn rares(&self) -> Option<(Mask, Vec<Rare>)> {
        Some((self.coding.mask(), self.rares.clone()))
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
            proofs: self.proofs.0.clone(),
            statistics: self.statistics(),
        })
    }
}
