//! The scalar engine first, then blocks: the fastest way to a sequence whatever its game does.
//!
//! Blocks pay as soon as rare positions are few and no longer arrive all the time; until then,
//! and for values that are too large for blocks, [`Sparse`] goes on. Both are exact, so it never
//! matters for the values which of them is at work.
//!
//! In constant memory a new rare position, or a proof longer than all before, may need values
//! that were forgotten. Then the whole sequence is computed again, and from there on as much is
//! kept as the new rare position or proof needs; only the budget can stop that.

use super::BlockEngine;
use super::engine::BlockSettings;
use crate::game::Breaks;
use crate::mask::{Mask, Rare};
use crate::sequence::{Engine, Snapshot, Statistics};
use crate::simd::SimdLevel;
use crate::sparse::Sparse;
use upstar_base::{Budget, Stopped};

/// The shortest beginning for blocks.
const FIRST: u64 = 1 << 14;
/// Blocks pay if new rare positions are this far apart: each costs a rollback.
const GAP: u64 = 1 << 11;
/// A run in constant memory keeps everything up to this length, so that blocks may take over.
const WHOLE: u64 = 1 << 22;

/// Computes a nim-sequence with the scalar engine or with blocks, as it fits.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::{Breaks, Engine, kernel::Fast};
/// let mut officers = Fast::new(Breaks::from_code(&"0.6".parse()?).unwrap());
/// officers.extend(100_000, &Budget::unlimited())?;
/// assert_eq!(officers.value(13), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Fast {
    game: Breaks,
    stage: Stage,
    settings: BlockSettings,
    constant: bool,
    /// How often everything was computed again.
    restarts: u32,
    /// The length at which blocks are tried (again).
    try_at: u64,
}

#[derive(Debug)]
enum Stage {
    Scalar(Box<Sparse>),
    Blocks(Box<BlockEngine>),
}

impl Fast {
    /// The sequence of this game, of which only G(0) = 0 is known yet.
    pub fn new(game: Breaks) -> Fast {
        let stage = Stage::Scalar(Box::new(Sparse::new(game.clone())));
        let settings = BlockSettings::default();
        Fast { game, stage, settings, constant: false, restarts: 0, try_at: FIRST }
    }

    /// Goes on from a snapshot of the same game. `None` when its pieces do not fit together.
    pub fn from_snapshot(game: Breaks, snapshot: &Snapshot) -> Option<Fast> {
        let mut fast = Fast::new(game);
        fast.stage = match BlockEngine::resume(&fast.game, snapshot) {
            Some(blocks) => Stage::Blocks(Box::new(blocks)),
            None => Stage::Scalar(Box::new(Sparse::from_snapshot(fast.game.clone(), snapshot)?)),
        };
        Some(fast)
    }

    /// Uses so many threads; more than two are no use.
    pub fn with_threads(mut self, threads: usize) -> Fast {
        self.settings.threads = threads;
        self.set()
    }

    /// Uses this instruction set.
    pub fn with_level(mut self, level: SimdLevel) -> Fast {
        self.settings.level = level;
        self.set()
    }

    /// Keeps at least this many positions on both sides in constant memory.
    pub fn with_kept(mut self, kept: u64) -> Fast {
        self.settings.kept = kept;
        self.set()
    }

    /// Hands the settings to the engine at work.
    fn set(mut self) -> Fast {
        match &mut self.stage {
            Stage::Scalar(sparse) => sparse.set_level(self.settings.level),
            Stage::Blocks(blocks) => blocks.set(self.settings),
        }
        self
    }

    /// Returns how often the whole sequence was computed again in constant memory.
    pub fn restarts(&self) -> u32 {
        self.restarts
    }

    fn engine(&self) -> &dyn Engine {
        match &self.stage {
            Stage::Scalar(sparse) => &**sparse,
            Stage::Blocks(blocks) => &**blocks,
        }
    }

    /// Blocks, if they pay now.
    fn blocks(&self, sparse: &Sparse) -> Option<BlockEngine> {
        let n = sparse.len();
        let (_, rares) = sparse.rares()?;
        let recent = rares.len() - rares.partition_point(|rare| rare.at < n / 8 * 7);
        let few = (rares.len() as u64) < n / 16 && recent as u64 * GAP < n / 8;
        if !few || sparse.values().is_none() {
            return None;
        }
        let mut blocks = BlockEngine::resume(&self.game, &sparse.snapshot()?)?;
        blocks.set(self.settings);
        Some(if self.constant { blocks.in_constant_memory() } else { blocks })
    }

    /// Has it forgotten values in the middle?
    fn has_forgotten(&self) -> bool {
        match &self.stage {
            Stage::Scalar(sparse) => sparse.values().is_none(),
            Stage::Blocks(blocks) => blocks.has_forgotten(),
        }
    }

    /// Computes everything again to one position further, all of it kept on the way.
    fn again(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let to = self.len() + 1;
        // Two bytes for a value in the scalar engine, and what growing takes.
        let bytes = to.saturating_mul(3).saturating_sub(self.bytes());
        let charged = budget.charge(bytes);
        if charged.is_err() {
            budget.refund(bytes);
            return charged;
        }
        let mut whole = Fast { settings: self.settings, ..Fast::new(self.game.clone()) }.set();
        let end = whole.extend(to, budget);
        budget.refund(bytes);
        end?;
        self.restarts += 1;
        self.try_at = whole.try_at;
        self.stage = whole.stage;
        if let Stage::Blocks(blocks) = &mut self.stage {
            blocks.forget();
        }
        Ok(())
    }
}

impl Fast {
    /// Goes on for a while, or changes the engine.
    fn advance(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        match &mut self.stage {
            Stage::Scalar(sparse) => {
                let next = if sparse.len() < self.try_at { to.min(self.try_at) } else { to };
                sparse.extend(next, budget)?;
                if sparse.len() >= self.try_at {
                    self.try_at = sparse.len().saturating_add(sparse.len() / 4);
                    let sparse =
                        std::mem::replace(sparse, Box::new(Sparse::new(self.game.clone())));
                    self.stage = match self.blocks(&sparse) {
                        Some(blocks) => Stage::Blocks(Box::new(blocks)),
                        None => Stage::Scalar(sparse),
                    };
                }
            }
            Stage::Blocks(blocks) => {
                let rares = blocks.statistics().rares;
                let n = blocks.len();
                let portion = to.min(n.saturating_add(n / 4).saturating_add(1 << 16));
                let large = match blocks.extend(portion, budget) {
                    Err(Stopped::Limit { .. }) if !blocks.has_forgotten() => true,
                    end => end.map(|()| false)?,
                };
                let new = blocks.statistics().rares.saturating_sub(rares);
                let crowded = new * GAP > blocks.len() - n + (1 << 17);
                if (large || crowded) && !blocks.has_forgotten() {
                    self.try_at = if large { u64::MAX } else { blocks.len().saturating_mul(2) };
                    let snapshot = blocks.snapshot();
                    let sparse = snapshot
                        .and_then(|s| Sparse::from_snapshot(self.game.clone(), &s))
                        .ok_or(Stopped::Limit { what: "a value in block kernels", limit: 495 })?;
                    self.stage = Stage::Scalar(Box::new(sparse.with_level(self.settings.level)));
                }
            }
        }
        Ok(())
    }
}

impl Engine for Fast {
    fn len(&self) -> u64 {
        self.engine().len()
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        while self.len() < to {
            match self.advance(to, budget) {
                Err(Stopped::Limit { .. }) if self.has_forgotten() => self.again(budget)?,
                end => end?,
            }
            if let Stage::Scalar(sparse) = &mut self.stage
                && self.constant
                && sparse.len() >= WHOLE
            {
                sparse.forget();
            }
        }
        Ok(())
    }

    fn value(&self, n: u64) -> Option<u32> {
        self.engine().value(n)
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        self.engine().read(from, out)
    }

    fn read_u16(&self, from: u64, out: &mut [u16]) -> bool {
        self.engine().read_u16(from, out)
    }

    fn bytes(&self) -> u64 {
        self.engine().bytes()
    }

    fn statistics(&self) -> Statistics {
        self.engine().statistics()
    }

    fn proof_length_since(&self, from: u64) -> u64 {
        self.engine().proof_length_since(from)
    }

    fn rares(&self) -> Option<(Mask, Vec<Rare>)> {
        self.engine().rares()
    }

    fn forget(&mut self) {
        self.constant = true;
        if let Stage::Blocks(blocks) = &mut self.stage {
            blocks.forget();
        }
    }

    fn restore(&mut self, values: &[u32]) -> bool {
        match &mut self.stage {
            Stage::Scalar(sparse) => sparse.restore(values),
            Stage::Blocks(_) => false,
        }
    }

    fn snapshot(&self) -> Option<Snapshot> {
        self.engine().snapshot()
    }
}
