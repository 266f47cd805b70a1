//! The scalar engine first, then blocks: the fastest way to a sequence whatever its game does.
//!
//! Blocks pay as soon as rare positions are few and no longer arrive all the time; until then,
//! and for values that are too large for blocks, [`Sparse`] goes on. Both are exact, so it never
//! matters for the values which of them is at work.

use super::BlockEngine;
use crate::game::Breaks;
use crate::mask::{Mask, Rare};
use crate::sequence::{Engine, Snapshot, Statistics};
use crate::simd::Level;
use crate::sparse::Sparse;
use upstar_base::{Budget, Stopped};

/// The shortest beginning for blocks.
const FIRST: u64 = 1 << 14;
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
    level: Level,
    threads: usize,
    constant: bool,
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
        let level = Level::best();
        Fast { game, stage, level, threads: 1, constant: false, try_at: FIRST }
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
        self.threads = threads;
        self.stage = match self.stage {
            Stage::Blocks(blocks) => Stage::Blocks(Box::new(blocks.with_threads(threads))),
            scalar => scalar,
        };
        self
    }

    /// Uses this instruction set.
    pub fn with_level(mut self, level: Level) -> Fast {
        self.level = level;
        self.stage = match self.stage {
            Stage::Blocks(blocks) => Stage::Blocks(Box::new(blocks.with_level(level))),
            scalar => scalar,
        };
        self
    }

    fn engine(&self) -> &dyn Engine {
        match &self.stage {
            Stage::Scalar(sparse) => &**sparse,
            Stage::Blocks(blocks) => &**blocks,
        }
    }

    /// Blocks, if they pay now.
    fn blocks(&self, sparse: &Sparse) -> Option<BlockEngine> {
        let statistics = sparse.statistics();
        let n = sparse.len();
        let few = statistics.rares < n / 16 && statistics.last_rare < n / 8 * 7;
        if !few || sparse.values().is_none() {
            return None;
        }
        let blocks = BlockEngine::resume(&self.game, &sparse.snapshot()?)?;
        let blocks = blocks.with_level(self.level).with_threads(self.threads);
        Some(if self.constant { blocks.in_constant_memory() } else { blocks })
    }
}

impl Engine for Fast {
    fn len(&self) -> u64 {
        self.engine().len()
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        while self.len() < to {
            let next = match &mut self.stage {
                Stage::Scalar(sparse) => {
                    let next = if sparse.len() < self.try_at { to.min(self.try_at) } else { to };
                    sparse.extend(next, budget)?;
                    if sparse.len() < self.try_at {
                        continue;
                    }
                    self.try_at = sparse.len().saturating_mul(2);
                    None
                }
                Stage::Blocks(blocks) => {
                    let rares = blocks.statistics().rares;
                    let n = blocks.len();
                    let portion = to.min(n.saturating_add(n / 4).saturating_add(1 << 16));
                    let large = match blocks.extend(portion, budget) {
                        Err(Stopped::Limit { .. }) if blocks.value(n / 2).is_some() => true,
                        Err(stopped) => return Err(stopped),
                        Ok(()) => false,
                    };
                    // Too many rare positions: every one of them costs a rollback.
                    let crowded = blocks.statistics().rares > rares + 256 + rares / 4;
                    let back = (large || crowded) && blocks.value(blocks.len() / 2).is_some();
                    if !back {
                        continue;
                    }
                    self.try_at = if large { u64::MAX } else { blocks.len().saturating_mul(2) };
                    let snapshot = blocks.snapshot();
                    snapshot.and_then(|s| Sparse::from_snapshot(self.game.clone(), &s))
                }
            };
            match (next, &mut self.stage) {
                (Some(sparse), _) => self.stage = Stage::Scalar(Box::new(sparse)),
                (None, Stage::Scalar(sparse)) => {
                    let sparse =
                        std::mem::replace(sparse, Box::new(Sparse::new(self.game.clone())));
                    self.stage = match self.blocks(&sparse) {
                        Some(blocks) => Stage::Blocks(Box::new(blocks)),
                        None => Stage::Scalar(sparse),
                    };
                }
                (None, Stage::Blocks(_)) => {
                    return Err(Stopped::Limit { what: "a value in block kernels", limit: 495 });
                }
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
