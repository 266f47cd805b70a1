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
//! Codes of eight bits have no room for the class. Then a block is computed position by position
//! if some tap would read a rare position in it: r + r' = n - m for two rare positions (or 0)
//! and some n of the block. That happens only soon after a new rare position.

use super::codes::Codes;
use super::coding::RARE;
use super::order;
use super::plan::Ground;
use super::serial::Serial;
use crate::simd::{self, CANDIDATES, LANES, Level, Survivors, Tap, Taps};

/// How to speculate with given rare positions.
#[derive(Clone, Debug)]
pub(crate) struct Mid {
    level: Level,
    near: Taps,
    marked: Taps,
    rest: Taps,
    planes: usize,
    serial: Serial,
    capacity: usize,
    /// Without flags: where taps must not read.
    holes: Option<Holes>,
}

/// What decides whether a block would read rare positions.
#[derive(Clone, Debug)]
struct Holes {
    /// 0 and the rare positions.
    rares: Vec<u64>,
    /// Tokens taken in breaks.
    taken: Vec<u64>,
}

impl Mid {
    /// A plan for these taps.
    pub(crate) fn new(level: Level, ground: Ground<'_>, codes: &Codes) -> Mid {
        let (serial, holes) = (Serial::new(&ground), Holes::new(&ground));
        let Ground { coding, taps, rares, .. } = ground;
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
        let known = codes.slice(from, codes.len()).iter();
        let most = known.filter(|&&b| !flagged || b & RARE == 0).fold(0, |most, &b| most.max(b));
        let planes = (usize::from(most) + 12).div_ceil(8);
        Mid {
            level,
            near: Taps::new(near),
            marked: Taps::new(marked),
            rest: Taps::new(rest),
            planes: simd::planes(planes.min(coding.capacity() / 8)),
            serial,
            capacity: coding.capacity(),
            holes,
        }
    }

    /// Goes on with other taps under the same coding, keeping the order of the old ones.
    pub(crate) fn renew(&mut self, ground: Ground<'_>) {
        self.serial = Serial::new(&ground);
        self.holes = Holes::new(&ground);
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
    pub(crate) fn speculate(&self, codes: &mut Codes, count: usize) -> usize {
        codes.reserve(count);
        let start = codes.len();
        let first = codes.index(start);
        for block in (0..count).step_by(LANES) {
            let position = start + block as u64;
            let done = if self.holes.as_ref().is_some_and(|holes| holes.meet(position)) {
                self.one_by_one(codes.bytes_mut(), first + block, position)
            } else {
                self.block(codes.bytes_mut(), first + block, position)
            };
            if done < LANES {
                return block + done;
            }
        }
        count
    }

    /// A block of 64 positions, one after the other; how many fit into the codes.
    fn one_by_one(&self, bytes: &mut [u8], at: usize, position: u64) -> usize {
        for lane in 0..LANES {
            let code = self.serial.least(bytes, at + lane, position + lane as u64, false);
            if code >= self.capacity {
                return lane;
            }
            bytes[at + lane] = code as u8;
        }
        LANES
    }

    /// A block of 64 positions together; how many fit into the codes.
    fn block(&self, bytes: &mut [u8], at: usize, position: u64) -> usize {
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
                    let code = self.serial.least(bytes, at + lane, position + lane as u64, true);
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

impl Holes {
    fn new(ground: &Ground<'_>) -> Option<Holes> {
        let rares = std::iter::once(0).chain(ground.rares.iter().map(|r| r.at)).collect();
        (!ground.coding.flagged()).then(|| Holes { rares, taken: ground.taken.clone() })
    }

    /// Would some tap read a rare position, or one before the first, in the block from `n` on?
    fn meet(&self, n: u64) -> bool {
        let Some(&last) = self.rares.last() else { return false };
        self.taken.iter().any(|&m| {
            let Some(low) = n.checked_sub(m) else { return true };
            if low > 2 * last {
                return false;
            }
            // Two pointers: for each r the largest r' with r + r' < low + 64.
            let mut j = self.rares.len();
            self.rares.iter().any(|r| {
                while j > 0 && r + self.rares[j - 1] >= low + LANES as u64 {
                    j -= 1;
                }
                j > 0 && r + self.rares[j - 1] >= low
            })
        })
    }
}
