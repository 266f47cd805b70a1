//! Speculation for any codes, one position after the other: the portable kernel and the oracle
//! of the others.

use super::codes::Codes;
use super::plan::Ground;
use crate::simd::Tap;

/// How to speculate with given rare positions.
#[derive(Clone, Debug)]
pub(crate) struct Serial {
    taps: Vec<Tap>,
    capacity: usize,
    /// Without flags in the bytes: the rare positions.
    rares: Option<Vec<u64>>,
}

impl Serial {
    /// A plan for these taps.
    pub(crate) fn new(ground: &Ground<'_>) -> Serial {
        let flagged = ground.coding.flagged();
        let rares = (!flagged).then(|| ground.rares.iter().map(|r| r.at).collect());
        Serial { taps: ground.taps.clone(), capacity: ground.coding.capacity(), rares }
    }

    /// The least code that no tap excludes at the position whose byte is at `at`. Positions that
    /// are not there (before the first) count as rare. `clean` says that no tap reads a rare
    /// position, or that rare bytes have flags.
    pub(crate) fn least(&self, bytes: &[u8], at: usize, position: u64, clean: bool) -> usize {
        let mut seen = [false; 256];
        match self.rares.as_ref().filter(|_| !clean) {
            None => {
                for tap in &self.taps {
                    seen[usize::from(bytes[at - tap.back as usize] ^ tap.code)] = true;
                }
            }
            Some(rares) => {
                for tap in &self.taps {
                    let other = position.saturating_sub(u64::from(tap.back));
                    let common = other > 0 && rares.binary_search(&other).is_err();
                    if common {
                        seen[usize::from(bytes[at - tap.back as usize] ^ tap.code)] = true;
                    }
                }
            }
        }
        seen[..self.capacity].iter().position(|&s| !s).unwrap_or(self.capacity)
    }

    /// See [`super::plan::Plan::speculate`].
    pub(crate) fn speculate(&self, codes: &mut Codes, count: usize) -> usize {
        codes.reserve(count);
        let start = codes.len();
        let first = codes.index(start);
        for i in 0..count {
            let code = self.least(codes.bytes(), first + i, start + i as u64, false);
            if code >= self.capacity {
                return i;
            }
            codes.bytes_mut()[first + i] = code as u8;
        }
        count
    }
}
