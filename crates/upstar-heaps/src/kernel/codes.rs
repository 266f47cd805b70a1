//! The codes of a stretch of positions that ends where the computation stands.
//!
//! Position n is kept at index n - base + [`PAD`]; before it lie [`PAD`] bytes and the codes go on
//! for at least [`PAD`] more, so that kernels may read and write whole blocks near the ends.
//! Invariant: bytes for positions <= 0, and for what was never known, are [`RARE`]: such a byte
//! marks nothing, because there is no empty part in a break.

use super::coding::RARE;
use crate::simd::LANES;

/// Bytes kept free on both sides.
pub(crate) const PAD: usize = 128;

/// Codes of the positions from `base` to `len`.
#[derive(Clone, Debug)]
pub(crate) struct PositionCodes {
    bytes: Vec<u8>,
    base: u64,
    len: u64,
}

impl PositionCodes {
    /// The codes of the positions from `base` on.
    pub(crate) fn new(base: u64, codes: &[u8]) -> PositionCodes {
        let mut bytes = vec![RARE; PAD];
        bytes.extend_from_slice(codes);
        if base == 0
            && let Some(zero) = bytes.get_mut(PAD)
        {
            *zero = RARE;
        }
        let mut codes = PositionCodes { len: base + codes.len() as u64, bytes, base };
        codes.reserve(0);
        codes
    }

    /// The first position that is kept.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// The first position that is not known.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// All bytes, those of the padding included.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All bytes, to write blocks at and after [`PositionCodes::len`].
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Where the byte of a position is; `n >= base`.
    pub(crate) fn index(&self, n: u64) -> usize {
        debug_assert!(n >= self.base);
        (n - self.base) as usize + PAD
    }

    /// The byte of a position that is kept.
    pub(crate) fn get(&self, n: u64) -> Option<u8> {
        (n >= self.base && n < self.len).then(|| self.bytes[self.index(n)])
    }

    /// The bytes of known positions from `from` to `to`.
    pub(crate) fn slice(&self, from: u64, to: u64) -> &[u8] {
        debug_assert!(to <= self.len);
        &self.bytes[self.index(from)..self.index(to)]
    }

    /// Makes room for `more` codes and the padding.
    pub(crate) fn reserve(&mut self, more: usize) {
        let end = self.index(self.len) + more + PAD;
        if self.bytes.len() < end {
            if self.bytes.capacity() < end {
                self.bytes.reserve(self.bytes.len() / 2 + more + PAD);
            }
            let all = self.bytes.capacity().max(end);
            self.bytes.resize(all, RARE);
        }
    }

    /// Counts the next `count` bytes as known; they were written with [`PositionCodes::bytes_mut`].
    pub(crate) fn advance(&mut self, count: usize) {
        self.len += count as u64;
        self.reserve(0);
    }

    /// Writes `count` codes after those that are known, 64 at a time: `block` writes them at an index,
    /// for the positions from one on, and says how many fit. Returns how many fit in all; they are not
    /// counted as known.
    pub(crate) fn write_blocks(
        &mut self,
        count: usize,
        mut block: impl FnMut(&mut [u8], usize, u64) -> usize,
    ) -> usize {
        self.reserve(count);
        let (start, first) = (self.len, self.index(self.len));
        for from in (0..count).step_by(LANES) {
            let done = block(&mut self.bytes, first + from, start + from as u64);
            if done < LANES {
                return from + done;
            }
        }
        count
    }

    /// Appends one byte.
    pub(crate) fn push(&mut self, byte: u8) {
        self.reserve(1);
        let at = self.index(self.len);
        self.bytes[at] = byte;
        self.len += 1;
    }

    /// Forgets everything from position `len` on.
    pub(crate) fn truncate(&mut self, len: u64) {
        debug_assert!(len >= self.base && len <= self.len);
        self.len = len;
    }

    /// Forgets all but the last `keep` positions; gives their number back if there are fewer.
    pub(crate) fn slide(&mut self, keep: u64) {
        let base = self.len.saturating_sub(keep).max(self.base);
        let (from, to) = (self.index(base) - PAD, self.index(self.len));
        self.bytes.copy_within(from..to, 0);
        self.base = base;
    }
}
