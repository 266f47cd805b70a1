//! The sparse-space engine: exact for every mask, fast for a good one.
//!
//! With the classes of [`crate::mask`], a common value can be excluded from the mex at n only by
//! taking or by a pair with exactly one rare part. So (1) mark those options; (2) the least
//! unmarked common value c is the only common candidate; (3) every rare value below c must be
//! excluded too: mark pairs (a, n - m - a), a = 1, 2, ... until none is left. If some rare value
//! survives all pairs, the least one is G(n) and n joins the list of rare positions. No step
//! uses that the mask is good, so a change of mask needs nothing but a new list.
//! Source: Winning Ways ch. 4 (Grundy's Game, sparse space) for the idea; masks that look at the
//! parity of the position after A. Flammenkamp.
//!
//! Invariants: `rares` holds every rare position 1 <= r < len; XORs of values stay below
//! `1 << bits`, and `seen` is all zero below `2 << bits` between steps.

use crate::game::{Breaks, TwoHeaps};
use crate::mask::{Histogram, Mask, Rare};
use crate::sequence::{Engine, Snapshot, Statistics};
use crate::simd::{self, LANES, SimdLevel};
use crate::store::ValueStore;
use upstar_base::{Budget, Stopped};

/// The largest number of bits of a value; twice as many values must have an index in `u16`.
const MOST_BITS: u32 = 15;

/// So few values are looked for one by one.
const FEW: usize = 64;

/// Pairs that are marked before the next look at what is left to prove.
const CHUNK: usize = LANES;

/// A sparse-space computation of a nim-sequence.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::{Breaks, Engine, sparse::Sparse};
/// let mut grundy = Sparse::new(Breaks::from_code(&"grundy".parse()?).unwrap());
/// grundy.extend(10_000, &Budget::unlimited())?;
/// assert_eq!((8..=13).map(|n| grundy.value(n).unwrap()).collect::<Vec<_>>(), [2, 1, 0, 2, 1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sparse {
    rules: SparseMoves,
    store: ValueStore,
    mask: Mask,
    /// Nearly everything is rare: mark all pairs at once.
    dense: bool,
    rares: Vec<Rare>,
    histogram: Histogram,
    bits: u32,
    seen: Box<[u8; 1 << 16]>,
    /// 1 where v is rare, at positions where the classes are as they are and where they are
    /// exchanged.
    rare: [Vec<u8>; 2],
    /// Positions and values of `rares`, each side by side.
    places: Vec<usize>,
    rare_values: Vec<u16>,
    /// Scratch: values that are still to be excluded.
    open: Vec<u16>,
    proofs: Records,
    statistics: Statistics,
    rebuild_at: usize,
}

/// The moves in the form the engine wants them.
#[derive(Clone, Debug)]
struct SparseMoves {
    reach: u64,
    wholes: Vec<u64>,
    takes: Vec<u64>,
    /// Index, and whether the two parts must differ.
    breaks: Vec<(u64, bool)>,
    /// Indices that leave two equal heaps, which are worth 0.
    halves: Vec<u64>,
    parity: Option<u8>,
    /// The instruction set for proofs.
    level: SimdLevel,
}

/// For every n the length of its proof, as far as later lengths do not exceed it.
///
/// Invariant: positions increase, lengths strictly decrease.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records(pub(crate) Vec<(u64, u64)>);

impl Records {
    pub(crate) fn push(&mut self, n: u64, length: u64) {
        while self.0.last().is_some_and(|&(_, last)| last <= length) {
            self.0.pop();
        }
        self.0.push((n, length));
    }

    pub(crate) fn longest_since(&self, from: u64) -> u64 {
        let place = self.0.partition_point(|&(n, _)| n < from);
        self.0.get(place).map_or(0, |&(_, length)| length)
    }
}

impl SparseMoves {
    fn new(game: &Breaks) -> SparseMoves {
        let of = |wanted: &[TwoHeaps]| -> Vec<(u64, bool)> {
            let chosen = game.breaks().filter(|(_, two)| wanted.contains(two));
            chosen.map(|(i, two)| (i, two == TwoHeaps::Unequal)).collect()
        };
        let breaks = of(&[TwoHeaps::Any, TwoHeaps::Unequal]);
        let mut parities = breaks.iter().map(|&(i, _)| (i & 1) as u8);
        let parity = parities.next().filter(|&first| parities.all(|p| p == first));
        SparseMoves {
            reach: game.reach(),
            wholes: game.wholes().collect(),
            takes: game.takes().collect(),
            breaks,
            halves: of(&[TwoHeaps::Equal]).into_iter().map(|(i, _)| i).collect(),
            parity,
            level: SimdLevel::best(),
        }
    }
}

impl Sparse {
    /// The sequence of this game, of which only G(0) = 0 is known yet.
    pub fn new(game: Breaks) -> Sparse {
        let rules = SparseMoves::new(&game);
        let mut histogram = Histogram::new(rules.parity);
        histogram.add(0, 0);
        let mut sparse = Sparse {
            rules,
            store: ValueStore::new(),
            mask: Mask::default(),
            dense: true,
            rares: Vec::new(),
            histogram,
            bits: 1,
            seen: Box::new([0; 1 << 16]),
            rare: [Vec::new(), Vec::new()],
            places: Vec::new(),
            rare_values: Vec::new(),
            open: Vec::new(),
            proofs: Records::default(),
            statistics: Statistics::default(),
            rebuild_at: 0,
        };
        sparse.rebuild();
        sparse
    }

    /// Goes on from a snapshot of the same game. `None` when its pieces do not fit together.
    pub fn from_snapshot(game: Breaks, snapshot: &Snapshot) -> Option<Sparse> {
        let mut sparse = Sparse::new(game);
        sparse.store = ValueStore::from_pieces(snapshot.len, &snapshot.prefix, &snapshot.window)?;
        let parity_fits = snapshot.mask.position.is_none_or(|p| sparse.rules.parity == Some(p));
        let sorted = snapshot.rares.windows(2).all(|w| w[0].at < w[1].at);
        let inside = |rare: &Rare| {
            let known = sparse.store.value(rare.at).is_none_or(|v| v == rare.value);
            let class = snapshot.mask.is_rare(rare.at, u32::from(rare.value));
            (1..snapshot.len).contains(&rare.at) && known && class
        };
        if !parity_fits || !sorted || !snapshot.rares.iter().all(inside) {
            return None;
        }
        let largest = snapshot.prefix.iter().chain(&snapshot.window).copied().max();
        let largest = u32::from(largest.unwrap_or(0)).max(snapshot.statistics.largest);
        sparse.bits = (32 - (largest | snapshot.mask.bits).leading_zeros()).max(1);
        if sparse.bits > MOST_BITS {
            return None;
        }
        sparse.histogram = Histogram::new(sparse.rules.parity);
        for (n, value) in sparse.store.kept() {
            sparse.histogram.add(n, u32::from(value));
        }
        sparse.mask = snapshot.mask;
        sparse.rares = snapshot.rares.clone();
        sparse.dense = false;
        sparse.statistics = Statistics { largest, ..snapshot.statistics };
        let falling = snapshot.proofs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 > w[1].1);
        if !falling || snapshot.proofs.last().is_some_and(|&(n, _)| n >= snapshot.len) {
            return None;
        }
        sparse.proofs = Records(snapshot.proofs.clone());
        // The mask stays, for the lengths of proofs belong to it.
        sparse.tables();
        sparse.rebuild_at = if sparse.store.is_whole() {
            sparse.rares.len() + (sparse.rares.len() / 8).clamp(1, 1024)
        } else {
            usize::MAX
        };
        Some(sparse)
    }

    /// From now on keeps only the first `prefix` and at least the last `window` values; both are
    /// made large enough for the rare positions and proofs seen so far. The mask stays.
    pub fn forget_beyond(&mut self, prefix: usize, window: usize) {
        let needed = self.statistics.last_rare.max(self.statistics.longest_proof);
        let needed = usize::try_from(2 * needed + self.rules.reach + 64).unwrap_or(usize::MAX);
        if self.dense {
            return;
        }
        self.store.forget(prefix.max(needed), window.max(needed));
        self.rebuild_at = usize::MAX;
    }

    /// Uses this instruction set for proofs.
    pub fn with_level(mut self, level: SimdLevel) -> Sparse {
        self.set_level(level);
        self
    }

    /// Uses this instruction set for proofs from now on.
    pub(crate) fn set_level(&mut self, level: SimdLevel) {
        self.rules.level = level;
    }

    /// All values, if they are all kept.
    pub fn values(&self) -> Option<&[u16]> {
        self.store.whole()
    }

    /// The mask that is used at present.
    pub fn mask(&self) -> Mask {
        self.mask
    }

    /// Chooses the best mask for the values so far and lists the rare positions.
    fn rebuild(&mut self) {
        let (mask, rares) = self.histogram.best_mask(self.bits);
        self.dense = rares * 3 > self.store.len();
        self.mask = if self.dense { Mask::default() } else { mask };
        self.rares.clear();
        if !self.dense {
            let rare = |(at, value): (u64, u16)| {
                (at > 0 && mask.is_rare(at, u32::from(value))).then_some(Rare { at, value })
            };
            self.rares = self.store.kept().filter_map(rare).collect();
        }
        self.tables();
        self.rebuild_at = if self.dense {
            self.store.len() as usize * 2
        } else {
            self.rares.len() + (self.rares.len() / 8).clamp(1, 1024)
        };
        self.statistics.rebuilds += 1;
        self.statistics.rares = self.rares.len() as u64;
        self.statistics.last_rare = self.rares.last().map_or(0, |rare| rare.at);
    }

    fn tables(&mut self) {
        let (bits, range) = (self.mask.bits, 0..2u32 << self.bits);
        self.rare = [1, 0].map(|even| {
            let odd = |v: u32| (v & bits).count_ones() & 1;
            range.clone().map(|v| (odd(v) ^ even) as u8).collect()
        });
        self.places = self.rares.iter().map(|rare| rare.at as usize).collect();
        self.rare_values = self.rares.iter().map(|rare| rare.value).collect();
        self.seen.fill(0);
    }

    fn too_far(&self) -> Stopped {
        Stopped::Limit {
            what: "the number of values that are kept (a proof needs older ones)",
            limit: self.store.kept_len() as u64,
        }
    }

    /// Computes G(n) for n = len.
    fn step(&mut self) -> Result<(), Stopped> {
        let n = self.store.len();
        let (value, length) = match self.evaluate(n) {
            Some(answer) => answer,
            None => {
                self.seen.fill(0);
                return Err(self.too_far());
            }
        };
        self.seen[..2 << self.bits].fill(0);
        if value >> self.bits != 0 && self.bits == MOST_BITS {
            let limit = (1u64 << MOST_BITS) - 1;
            return Err(Stopped::Limit { what: "a nim-value in the sparse engine", limit });
        }
        self.store.push(value as u16);
        self.histogram.add(n, value);
        self.statistics.meet(n, value);
        if !self.dense {
            self.proofs.push(n, length);
            self.statistics.longest_proof = self.statistics.longest_proof.max(length);
        }
        let wider = value >> self.bits != 0;
        while value >> self.bits != 0 {
            self.bits += 1;
        }
        let rare = !self.dense && self.mask.is_rare(n, value);
        if rare {
            self.rares.push(Rare { at: n, value: value as u16 });
            self.places.push(n as usize);
            self.rare_values.push(value as u16);
            self.statistics.rares += 1;
            self.statistics.last_rare = n;
        }
        let due = if self.dense {
            self.store.len() as usize >= self.rebuild_at
        } else {
            rare && self.rares.len() >= self.rebuild_at
        };
        if self.store.is_whole() && (wider || due) {
            let before = self.mask;
            self.rebuild();
            if self.mask != before {
                // Proofs under another mask say nothing about this one.
                self.proofs = Records::default();
                self.proofs.push(n, n);
            }
        } else if wider {
            self.tables();
        }
        Ok(())
    }

    /// G(n) and the length of its proof; `None` when values are needed that were forgotten.
    fn evaluate(&mut self, n: u64) -> Option<(u32, u64)> {
        let seen = &mut self.seen;
        let (front, back, base) = self.store.pieces();
        let at = |position: u64| (position - base) as usize;
        for &i in self.rules.wholes.iter().filter(|&&i| i == n) {
            debug_assert_eq!(i, n);
            seen[0] = 1;
        }
        for &i in self.rules.takes.iter().take_while(|&&i| i < n) {
            seen[usize::from(*back.get(at(n - i))?)] = 1;
        }
        if self.rules.halves.iter().any(|&i| i < n && (n - i).is_multiple_of(2)) {
            seen[0] = 1;
        }
        for &(m, unequal) in self.rules.breaks.iter().take_while(|&&(m, _)| m + 1 < n) {
            let left = n - m;
            if self.dense {
                let half = ((left - u64::from(unequal)) / 2) as usize;
                let large = &back[at(left) - half..at(left)];
                for (&a, &b) in front[1..=half].iter().zip(large.iter().rev()) {
                    seen[usize::from(a ^ b)] = 1;
                }
                continue;
            }
            let count = match self.rares.last() {
                Some(rare) if rare.at >= left => self.rares.partition_point(|r| r.at < left),
                _ => self.rares.len(),
            };
            if self.rares[..count].last().is_some_and(|rare| left - rare.at < base) {
                return None;
            }
            // Two heaps of left / 2 are left out where they must differ.
            let half = if unequal && left.is_multiple_of(2) {
                self.rares.binary_search_by_key(&(left / 2), |rare| rare.at).ok()
            } else {
                None
            };
            let part = &back[..at(left)];
            let (before, after) = (half.unwrap_or(count), half.map_or(count, |i| i + 1));
            for range in [0..before, after..count] {
                let (places, values) = (&self.places[range.clone()], &self.rare_values[range]);
                for (&r, &value) in places.iter().zip(values) {
                    seen[usize::from(value ^ part[part.len() - r])] = 1;
                }
            }
        }
        if self.dense {
            let value = seen.iter().position(|&mark| mark == 0)?;
            return Some((value as u32, n));
        }
        let range = 2usize << self.bits;
        let candidate = least_common(&seen[..range], &self.rare[self.mask.flip(n) as usize]);
        if seen[..candidate].iter().fold(1, |all, &mark| all & mark) == 1 {
            return Some((candidate as u32, 0));
        }
        self.open.clear();
        let pieces = SparseStore { front, back, base };
        prove(&self.rules, seen, &mut self.open, candidate, n, pieces)
    }
}

/// The least value that is neither seen nor rare; the length if there is none.
fn least_common(seen: &[u8], rare: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let mut start = 0;
    for (seen, rare) in seen.chunks(BLOCK).zip(rare.chunks(BLOCK)) {
        // Without a branch for each value, for the compiler to work on many at a time.
        let all = seen.iter().zip(rare).fold(1, |all, (&mark, &rare)| all & (mark | rare));
        if all == 0 {
            let inside = seen.iter().zip(rare).position(|(&mark, &rare)| mark | rare == 0);
            return start + inside.unwrap_or(0);
        }
        start += seen.len();
    }
    start
}

/// The values that are kept: the first ones, and the last ones from `base` on.
struct SparseStore<'v> {
    front: &'v [u16],
    back: &'v [u16],
    base: u64,
}

/// Marks pairs until every value below `candidate` is excluded. The value and how far it went.
fn prove(
    rules: &SparseMoves,
    seen: &mut [u8; 1 << 16],
    open: &mut Vec<u16>,
    candidate: usize,
    n: u64,
    SparseStore { front, back, base }: SparseStore<'_>,
) -> Option<(u32, u64)> {
    let furthest = |&(m, unequal): &(u64, bool)| (n - m - u64::from(unequal)) / 2;
    let breaks = || rules.breaks.iter().filter(|&&(m, _)| m + 1 < n);
    let end = breaks().map(furthest).max().unwrap_or(0);
    let mut a = 1u64;
    let mut targeted = false;
    while a <= end {
        let stop = (a + CHUNK as u64 - 1).min(end);
        for entry in breaks() {
            let last = stop.min(furthest(entry));
            if last < a {
                continue;
            }
            let left = n - entry.0;
            let small = front.get(a as usize..=last as usize)?;
            let from = (left - last).checked_sub(base)? as usize;
            let large = back.get(from..from + small.len())?;
            if targeted {
                match (small.first_chunk::<CHUNK>(), large.first_chunk::<CHUNK>()) {
                    (Some(small), Some(large)) => simd::meet(rules.level, small, large, open),
                    _ => {
                        for (&x, &y) in small.iter().zip(large.iter().rev()) {
                            open.retain(|&v| v != x ^ y);
                        }
                    }
                }
            } else {
                for (&x, &y) in small.iter().zip(large.iter().rev()) {
                    seen[usize::from(x ^ y)] = 1;
                }
            }
        }
        if !targeted {
            if seen[..candidate].iter().fold(1, |all, &mark| all & mark) == 1 {
                return Some((candidate as u32, stop));
            }
            if a > 2 * CHUNK as u64 {
                let below = (0u16..).zip(&seen[..candidate]);
                open.clear();
                open.extend(below.filter(|&(_, &mark)| mark == 0).map(|(v, _)| v));
                targeted = open.len() <= FEW;
            }
        } else if open.is_empty() {
            return Some((candidate as u32, stop));
        }
        a = stop + 1;
    }
    let least = if targeted {
        open.first().map(|&v| u32::from(v))
    } else {
        seen[..candidate].iter().position(|&mark| mark == 0).map(|v| v as u32)
    };
    Some((least.unwrap_or(candidate as u32), end))
}

impl Engine for Sparse {
    fn len(&self) -> u64 {
        self.store.len()
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped> {
        while self.len() < to {
            if self.len().is_multiple_of(1024) {
                budget.check()?;
            }
            self.step()?;
        }
        Ok(())
    }

    fn value(&self, n: u64) -> Option<u32> {
        self.store.value(n).map(u32::from)
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        self.store.read(from, out)
    }

    fn read_u16(&self, from: u64, out: &mut [u16]) -> bool {
        self.store.read(from, out)
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + 16 * self.rares.capacity() as u64
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn forget(&mut self) {
        self.forget_beyond(1 << 20, 1 << 20);
    }

    fn restore(&mut self, values: &[u32]) -> bool {
        let fits = |v: &u32| v >> MOST_BITS == 0;
        if self.len() != 1 || values.first() != Some(&0) || !values.iter().all(fits) {
            return false;
        }
        for (n, &value) in (1u64..).zip(&values[1..]) {
            self.statistics.meet(n, value);
            self.store.push(value as u16);
            self.histogram.add(n, value);
        }
        self.bits = (32 - self.statistics.largest.leading_zeros()).max(1);
        self.rebuild();
        // How long the proofs were is not known any more.
        let last = self.len() - 1;
        self.proofs.push(last, last);
        self.statistics.longest_proof = last;
        true
    }

    fn proof_length_since(&self, from: u64) -> u64 {
        if self.dense { self.len() } else { self.proofs.longest_since(from) }
    }

    fn rares(&self) -> Option<(Mask, Vec<Rare>)> {
        (!self.dense).then(|| (self.mask, self.rares.clone()))
    }

    fn snapshot(&self) -> Option<Snapshot> {
        let (prefix, window) = self.store.to_pieces();
        (!self.dense).then(|| Snapshot {
            len: self.store.len(),
            prefix,
            window,
            mask: self.mask,
            rares: self.rares.clone(),
            proofs: self.proofs.0.clone(),
            statistics: self.statistics,
        })
    }
}
