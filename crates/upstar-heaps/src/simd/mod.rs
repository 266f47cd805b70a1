#![allow(unsafe_code)]
//! Inner loops of the block kernels, for several instruction sets.
//!
//! Every loop exists in three forms with the same result: portable Rust (`portable`), AVX2 and
//! AVX-512 (both from `blocks`, which is written once for vectors of any length, see
//! `lanes`). [`SimdLevel`] says which one runs; [`SimdLevel::best`] asks the processor.
//!
//! This folder is the only place of the crate with `unsafe`. Two facts make it sound:
//! 1. an AVX loop is called only for a [`SimdLevel`] that was detected: [`SimdLevel::available`] is
//!    the only way to get one other than `Portable`;
//! 2. every pointer comes from a slice whose bounds were compared, in the calling function, with
//!    the farthest access; `Taps` and `Windows` know how far their entries reach.

#[cfg(target_arch = "x86_64")]
mod blocks;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub(crate) mod portable;

use std::fmt;

/// Lanes of a block: so many consecutive positions are worked on together.
pub const LANES: usize = 64;

/// Positions in a block of proofs.
pub const SPAN: usize = 512;

/// Bytes of a bitmap over the positions of a block of proofs.
pub const SPAN_BYTES: usize = SPAN / 8;

/// One bit for every position in a block of proofs.
pub type BlockBits = [u64; SPAN / 64];

/// Candidates that are extracted for each position.
pub const CANDIDATES: usize = 8;

/// The instruction set that the block kernels use.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SimdLevel(InstructionSet);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum InstructionSet {
    Portable,
    Avx2,
    Avx512,
}

impl SimdLevel {
    /// Plain Rust: runs everywhere.
    pub const PORTABLE: SimdLevel = SimdLevel(InstructionSet::Portable);

    /// What this processor can run, slowest first; the first is always [`SimdLevel::PORTABLE`].
    ///
    /// ```
    /// use upstar_heaps::simd::SimdLevel;
    /// assert_eq!(SimdLevel::available().next(), Some(SimdLevel::PORTABLE));
    /// assert_eq!(SimdLevel::available().last(), Some(SimdLevel::best()));
    /// ```
    pub fn available() -> impl Iterator<Item = SimdLevel> {
        #[cfg(target_arch = "x86_64")]
        let (avx2, avx512) = {
            let avx2 = std::is_x86_feature_detected!("avx2")
                && std::is_x86_feature_detected!("bmi1")
                && std::is_x86_feature_detected!("popcnt");
            let avx512 = avx2
                && std::is_x86_feature_detected!("avx512f")
                && std::is_x86_feature_detected!("avx512bw")
                && std::is_x86_feature_detected!("avx512bitalg")
                && std::is_x86_feature_detected!("avx512vpopcntdq");
            (avx2, avx512)
        };
        #[cfg(not(target_arch = "x86_64"))]
        let (avx2, avx512) = (false, false);
        let sets = [
            (true, InstructionSet::Portable),
            (avx2, InstructionSet::Avx2),
            (avx512, InstructionSet::Avx512),
        ];
        sets.into_iter().filter(|&(there, _)| there).map(|(_, set)| SimdLevel(set))
    }

    /// The fastest set that this processor has.
    pub fn best() -> SimdLevel {
        SimdLevel::available().last().unwrap_or(SimdLevel::PORTABLE)
    }

    /// Its name: `portable`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Portable => "portable",
            InstructionSet::Avx2 => "avx2",
            InstructionSet::Avx512 => "avx512",
        }
    }
}

impl fmt::Debug for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rare part (or one heap left): position n excludes the code `code ^ bytes[n - back]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tap {
    /// How far back the other part is: the rare part and the tokens taken.
    pub back: u32,
    /// The code of the rare part.
    pub code: u8,
}

/// A list of taps that knows the farthest one.
#[derive(Clone, Debug, Default)]
pub struct Taps {
    taps: Vec<Tap>,
    /// By tap how far back it is and its code in all four bytes: vectors are filled with a word
    /// at less cost than with a byte.
    words: Vec<(u32, u32)>,
    reach: usize,
}

impl Taps {
    /// A list with these taps.
    pub fn new(taps: Vec<Tap>) -> Taps {
        let reach = taps.iter().map(|t| t.back as usize).max().unwrap_or(0);
        let words = taps.iter().map(|t| (t.back, u32::from_le_bytes([t.code; 4]))).collect();
        Taps { taps, words, reach }
    }

    /// The taps in order.
    pub fn list(&self) -> &[Tap] {
        &self.taps
    }

    fn check(&self, bytes: &[u8], at: usize) {
        assert!(at >= self.reach && bytes.len() >= LANES && at <= bytes.len() - LANES);
    }
}

/// Offsets of windows of [`SPAN_BYTES`] bytes that knows the last one.
#[derive(Clone, Debug, Default)]
pub struct Windows {
    starts: Vec<u32>,
    last: usize,
}

impl Windows {
    /// Windows at these offsets.
    pub fn new(starts: Vec<u32>) -> Windows {
        let last = starts.iter().map(|&s| s as usize).max().unwrap_or(0);
        Windows { starts, last }
    }

    /// The offsets in order.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    fn check(&self, bits: &[u8], at: usize) {
        let room = bits.len().checked_sub(SPAN_BYTES).and_then(|room| room.checked_sub(at));
        assert!(room.is_some_and(|room| self.last <= room));
    }
}

macro_rules! dispatch {
    ($level:expr, $name:ident ( $($arg:expr),* )) => {
        match $level.0 {
            InstructionSet::Portable => portable::$name($($arg),*),
            // SAFETY: the level was detected, and each caller compares the bounds first.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { blocks::avx2::$name($($arg),*) },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { blocks::avx512::$name($($arg),*) },
            #[cfg(not(target_arch = "x86_64"))]
            _ => portable::$name($($arg),*),
        }
    };
}

/// Codes of four bits, or five if `wide`: the set of codes that the taps exclude at each of the
/// positions `at..at + 64`, one bit for each code. Bytes with bit 7 exclude nothing.
pub fn mark_small(
    level: SimdLevel,
    bytes: &[u8],
    at: usize,
    taps: &Taps,
    wide: bool,
    out: &mut [u32; LANES],
) {
    taps.check(bytes, at);
    dispatch!(level, mark_small(bytes, at, taps, wide, out));
}

/// The lanes with a byte of at least `limits[0]` (even lanes) or `limits[1]` (odd lanes).
pub fn at_least(level: SimdLevel, block: &[u8; SPAN], limits: [u8; 2]) -> BlockBits {
    dispatch!(level, at_least(block, limits))
}

/// The union of the windows of `bits` that start at `at` plus each offset.
pub fn unite(level: SimdLevel, bits: &[u8], at: usize, windows: &Windows) -> BlockBits {
    windows.check(bits, at);
    dispatch!(level, unite(bits, at, windows))
}

/// Bitmaps of a block: for each symbol which of the 512 bytes are equal to it.
/// Bitmap number i starts at `bits[i * stride + at]`.
pub fn bitmaps(
    level: SimdLevel,
    block: &[u8; SPAN],
    symbols: &[u8],
    bits: &mut [u8],
    stride: usize,
    at: usize,
) {
    if let Some(last) = symbols.len().checked_sub(1) {
        assert!(bits.len() >= SPAN_BYTES && last * stride + at <= bits.len() - SPAN_BYTES);
        dispatch!(level, bitmaps(block, symbols, bits, stride, at));
    }
}

/// The number of the first block b < `blocks` in which `front[front_end - 64 b - 64..][..64]` and
/// `back[back_end - 64 b - 64..][..64]` have bytes at the same place whose XOR is `code`; only
/// places with a bit in `allowed[b]` count, if it is given.
pub fn find_pair(
    level: SimdLevel,
    front: (&[u8], usize),
    back: (&[u8], usize),
    allowed: Option<&[u64]>,
    blocks: usize,
    code: u8,
) -> Option<usize> {
    assert!(front.1 <= front.0.len() && front.1 / LANES >= blocks);
    assert!(back.1 <= back.0.len() && back.1 / LANES >= blocks);
    dispatch!(level, find_pair(front, back, allowed, blocks, code))
}

/// How many of the bits in `need` the windows of `bits` at `at + start` have, summed up.
pub fn overlap(
    level: SimdLevel,
    bits: &[u8],
    at: usize,
    starts: &[u32],
    need: &[BlockBits],
) -> u32 {
    dispatch!(level, overlap(bits, at, starts, need))
}

/// Clears the bits in `left` that the windows of `bits` at `at + start` have.
pub fn strike(level: SimdLevel, bits: &[u8], at: usize, starts: &[u32], left: &mut [BlockBits]) {
    dispatch!(level, strike(bits, at, starts, left));
}

/// The first candidates of 64 positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivors {
    /// The first unmarked codes of each lane in increasing order; some may be missing.
    pub codes: [[u8; LANES]; CANDIDATES],
    /// Which of them are there and not struck out.
    pub alive: [u64; CANDIDATES],
    /// The first one alive in each lane, or 0.
    pub first: [u8; LANES],
    /// Lanes without any.
    pub none: u64,
}

impl Default for Survivors {
    fn default() -> Survivors {
        Survivors {
            codes: [[0; LANES]; CANDIDATES],
            alive: [0; CANDIDATES],
            first: [0; LANES],
            none: 0,
        }
    }
}

/// The number of byte planes that [`candidates`] offers for at least so many.
pub fn planes(least: usize) -> usize {
    [8, 12, 14, 16, 18, 20, 24].into_iter().find(|&p| p >= least).unwrap_or(31)
}

/// For the positions `at..at + 64`: the first eight codes below `8 * planes` that the first list
/// of taps does not exclude, and which of them the second list does not exclude either.
pub fn candidates(
    level: SimdLevel,
    bytes: &[u8],
    at: usize,
    taps: [&Taps; 2],
    planes: usize,
    out: &mut Survivors,
) {
    taps[0].check(bytes, at);
    taps[1].check(bytes, at);
    dispatch!(level, candidates(bytes, at, taps, planes, out));
}

/// The lanes of `at..at + 64` whose byte one of the taps excludes.
pub fn clashes(level: SimdLevel, bytes: &[u8], at: usize, taps: &Taps) -> u64 {
    taps.check(bytes, at);
    dispatch!(level, clashes(bytes, at, taps))
}

/// Removes from `open` the XORs of pairs: the first of `small` with the last of `large`, and so on.
pub fn meet(level: SimdLevel, small: &[u16; LANES], large: &[u16; LANES], open: &mut Vec<u16>) {
    dispatch!(level, meet(small, large, open));
}
