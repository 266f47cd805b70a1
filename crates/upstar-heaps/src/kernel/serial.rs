//! Speculation for any codes, one position after the other: the portable kernel and the oracle
//! of the others.
//!
//! Codes of eight bits have no room for the class. There two rare parts must not mark anything,
//! so a block in which some tap reads a rare position needs a look at the list of them: that is
//! so just if r + r' = n - m for two rare positions (or 0) and some n of the block, and happens
//! only soon after a new rare position.

use super::codes::PositionCodes;
use super::plan::SpeculationBase;
use crate::simd::{LANES, Tap};

/// How to speculate with given rare positions.
#[derive(Clone, Debug)]
pub(crate) struct Serial {
    taps: Vec<Tap>,
    capacity: usize,
    /// Without flags in the bytes: where taps must not read.
    holes: Option<Holes>,
}

/// What decides whether a block reads rare positions.
#[derive(Clone, Debug)]
struct Holes {
    /// 0 and the rare positions.
    rares: Vec<u64>,
    /// Tokens taken in breaks.
    taken: Vec<u64>,
}

impl Serial {
    /// A plan for these taps.
    pub(crate) fn new(ground: &SpeculationBase<'_>) -> Serial {
        let holes = Holes::new(ground);
        Serial { taps: ground.taps.clone(), capacity: ground.coding.capacity(), holes }
    }

    /// Does a tap read a rare position without flag, or one before the first, in the block of 64
    /// positions from `n` on?
    pub(crate) fn reads_rares(&self, n: u64) -> bool {
        self.holes.as_ref().is_some_and(|holes| holes.meet(n))
    }

    /// The least code that no tap excludes at the position whose byte is at `at`, if no tap reads
    /// a rare position without flag.
    pub(crate) fn least(&self, bytes: &[u8], at: usize) -> usize {
        let mut seen = [false; 256];
        for tap in &self.taps {
            seen[usize::from(bytes[at - tap.back as usize] ^ tap.code)] = true;
        }
        self.first_clear(&seen)
    }

    /// The same where rare positions have to be left out.
    fn least_around(&self, bytes: &[u8], at: usize, position: u64, holes: &Holes) -> usize {
        let mut seen = [false; 256];
        for tap in &self.taps {
            let other = position.saturating_sub(u64::from(tap.back));
            if holes.rares.binary_search(&other).is_err() {
                seen[usize::from(bytes[at - tap.back as usize] ^ tap.code)] = true;
            }
        }
        self.first_clear(&seen)
    }

    fn first_clear(&self, seen: &[bool; 256]) -> usize {
        seen[..self.capacity].iter().position(|&s| !s).unwrap_or(self.capacity)
    }

    /// Writes the codes of 64 positions; how many fit.
    pub(crate) fn block(&self, bytes: &mut [u8], at: usize, position: u64) -> usize {
        let holes = self.holes.as_ref().filter(|holes| holes.meet(position));
        for lane in 0..LANES {
            let code = match holes {
                None => self.least(bytes, at + lane),
                Some(holes) => self.least_around(bytes, at + lane, position + lane as u64, holes),
            };
            if code >= self.capacity {
                return lane;
            }
            bytes[at + lane] = code as u8;
        }
        LANES
    }

    /// See [`super::plan::Plan::speculate`].
    pub(crate) fn speculate(&self, codes: &mut PositionCodes, count: usize) -> usize {
        codes.write_blocks(count, |bytes, at, position| self.block(bytes, at, position))
    }
}

impl Holes {
    fn new(ground: &SpeculationBase<'_>) -> Option<Holes> {
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
