//! Speculation for codes of up to eight bits (values below 496), 64 positions at a time.
//!
//! 1. A few taps, chosen greedily ([`super::order`]), are marked in byte planes.
//! 2. For each position the first eight unmarked codes are its candidates.
//! 3. The other far taps strike candidates out ([`simd::candidates`] does all three steps).
//! 4. Taps less than 64 back reach into the block itself. Every position gets its first
//!    candidate; the lowest position that a near tap then excludes is certain, since all before
//!    it are final: it goes on to its next candidate, until nothing is excluded. A position
//!    that runs out of candidates is computed alone.
//!
//! Where taps would read rare positions without flags, [`super::serial`] takes over.

use super::codes::PositionCodes;
use super::coding::RARE;
use super::order;
use super::plan::SpeculationBase;
use super::serial::Serial;
use crate::simd::{self, CANDIDATES, LANES, SimdLevel, Survivors, Tap, Taps};

/// How to speculate with given rare positions.
#[derive(Clone, Debug)]
pub(crate) struct Mid {
    level: SimdLevel,
    near: Taps,
    marked: Taps,
    rest: Taps,
    planes: usize,
    serial: Serial,
    capacity: usize,
}

impl Mid {
    /// A plan for these taps.
    pub(crate) fn new(level: SimdLevel, ground: SpeculationBase<'_>, codes: &PositionCodes) -> Mid {
        let serial = Serial::new(&ground);
        let SpeculationBase { coding, taps, rares, .. } = ground;
        let (near, far): (Vec<Tap>, Vec<Tap>) =
            taps.into_iter().partition(|tap| (tap.back as usize) < LANES);
        let flagged = coding.flagged();
        let common = |n: u64| {
            n > 0
                && if flagged {
                    codes.get(n).is_some_and(|byte| byte & RARE == 0)
                } else {
                    rares.binary_search_by_key(&n, |r| r.at).is_err()
                }
        };
        let (marked, rest) = order::split(far, codes, common);
        let from = codes.len().saturating_sub(1 << 16).max(codes.base());
        let mut counts = [0usize; 256];
        for &byte in codes.slice(from, codes.len()).iter().filter(|&&b| !flagged || b & RARE == 0) {
            counts[usize::from(byte)] += 1;
        }
        // A position with a larger code is computed alone: that may happen now and then.
        let mut above = counts.iter().sum::<usize>();
        let few = above / 2048;
        let most = counts.iter().position(|count| {
            above -= count;
            above <= few
        });
        let planes = most.map_or(coding.capacity(), |most| most + 1).div_ceil(8);
        Mid {
            level,
            near: Taps::new(near),
            marked: Taps::new(marked),
            rest: Taps::new(rest),
            planes: simd::planes(planes.min(coding.capacity() / 8)),
            serial,
            capacity: coding.capacity(),
        }
    }

    /// Goes on with other taps under the same coding, keeping the order of the old ones.
    pub(crate) fn renew(&mut self, ground: SpeculationBase<'_>) {
        self.serial = Serial::new(&ground);
        let key = |tap: &Tap| (tap.back, tap.code);
        let (near, far): (Vec<Tap>, Vec<Tap>) =
            ground.taps.into_iter().partition(|tap| (tap.back as usize) < LANES);
        let there: std::collections::BTreeSet<_> = far.iter().map(key).collect();
        let marked: Vec<Tap> =
            self.marked.list().iter().copied().filter(|tap| there.contains(&key(tap))).collect();
        let old: std::collections::BTreeSet<_> = marked.iter().map(key).collect();
        let rest = far.into_iter().filter(|tap| !old.contains(&key(tap))).collect();
        self.near = Taps::new(near);
        self.marked = Taps::new(marked);
        self.rest = Taps::new(rest);
    }

    /// See [`super::plan::Plan::speculate`].
    pub(crate) fn speculate(&self, codes: &mut PositionCodes, count: usize) -> usize {
        codes.write_blocks(count, |bytes, at, position| {
            if self.serial.reads_rares(position) {
                self.serial.block(bytes, at, position)
            } else {
                self.block(bytes, at)
            }
        })
    }

    /// A block of 64 positions together; how many fit into the codes.
    fn block(&self, bytes: &mut [u8], at: usize) -> usize {
        let mut survivors = Survivors::default();
        simd::candidates(
            self.level,
            bytes,
            at,
            [&self.marked, &self.rest],
            self.planes,
            &mut survivors,
        );
        bytes[at..at + LANES].copy_from_slice(&survivors.first);
        let mut pending = survivors.none;
        loop {
            let bad = pending | simd::clashes(self.level, bytes, at, &self.near);
            if bad == 0 {
                return LANES;
            }
            let lane = bad.trailing_zeros() as usize;
            let next = if pending >> lane & 1 == 1 {
                None
            } else {
                self.next_candidate(bytes, at + lane, lane, &survivors)
            };
            bytes[at + lane] = match next {
                Some(code) => code,
                None => {
                    let code = self.serial.least(bytes, at + lane);
                    if code >= self.capacity {
                        return lane;
                    }
                    pending &= !(1 << lane);
                    code as u8
                }
            };
        }
    }

    /// The next candidate of a lane that no near tap excludes.
    fn next_candidate(
        &self,
        bytes: &[u8],
        at: usize,
        lane: usize,
        survivors: &Survivors,
    ) -> Option<u8> {
        let now = bytes[at];
        let alive = (0..CANDIDATES)
            .filter(|&j| survivors.alive[j] >> lane & 1 == 1)
            .map(|j| survivors.codes[j][lane]);
        alive.skip_while(|&code| code <= now).find(|&code| {
            let excludes = |tap: &Tap| bytes[at - tap.back as usize] ^ tap.code == code;
            !self.near.list().iter().any(excludes)
        })
    }
}
