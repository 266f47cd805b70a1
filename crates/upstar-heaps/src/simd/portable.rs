//! The loops in plain Rust: the fallback, and the oracle for the others.

use super::{BlockBits, CANDIDATES, LANES, SPAN, SPAN_BYTES, Survivors, Taps, Windows};

/// See [`super::mark_small`].
pub(crate) fn mark_small(
    bytes: &[u8],
    at: usize,
    taps: &Taps,
    _wide: bool,
    out: &mut [u32; LANES],
) {
    *out = [0; LANES];
    for tap in taps.list() {
        let from = at - tap.back as usize;
        for (set, &byte) in out.iter_mut().zip(&bytes[from..from + LANES]) {
            *set |= 1u32.checked_shl(u32::from(byte ^ tap.code)).unwrap_or(0);
        }
    }
}

/// The 64-bit words of a window. Loops over indices, here and where it is used: they are compiled
/// again for each instruction set, and iterators would stay calls there.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn window(bits: &[u8], at: usize) -> BlockBits {
    let mut span = [0; SPAN / 64];
    let bytes = &bits[at..at + SPAN_BYTES];
    for w in 0..SPAN / 64 {
        let b = &bytes[8 * w..8 * w + 8];
        span[w] = u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]);
    }
    span
}

/// See [`super::at_least`].
pub(crate) fn at_least(block: &[u8; SPAN], limits: [u8; 2]) -> BlockBits {
    let mut span = [0; SPAN / 64];
    for (word, bytes) in span.iter_mut().zip(block.chunks_exact(64)) {
        for (i, &byte) in bytes.iter().enumerate() {
            *word |= u64::from(byte >= limits[i % 2]) << i;
        }
    }
    span
}

/// See [`super::unite`].
pub(crate) fn unite(bits: &[u8], at: usize, windows: &Windows) -> BlockBits {
    let mut union = [0; SPAN / 64];
    for &start in windows.starts() {
        for (u, w) in union.iter_mut().zip(window(bits, at + start as usize)) {
            *u |= w;
        }
    }
    union
}

/// See [`super::bitmaps`].
pub(crate) fn bitmaps(
    block: &[u8; SPAN],
    symbols: &[u8],
    bits: &mut [u8],
    stride: usize,
    at: usize,
) {
    let mut place = [usize::MAX; 256];
    for (i, &symbol) in symbols.iter().enumerate() {
        place[usize::from(symbol)] = i * stride + at;
        bits[i * stride + at..][..SPAN_BYTES].fill(0);
    }
    for (i, &byte) in block.iter().enumerate() {
        let start = place[usize::from(byte)];
        if start != usize::MAX {
            bits[start + i / 8] |= 1 << (i % 8);
        }
    }
}

/// See [`super::find_pair`].
pub(crate) fn find_pair(
    front: (&[u8], usize),
    back: (&[u8], usize),
    allowed: Option<&[u64]>,
    blocks: usize,
    code: u8,
) -> Option<usize> {
    (0..blocks).find(|&b| {
        let start = (b + 1) * LANES;
        let front = &front.0[front.1 - start..][..LANES];
        let back = &back.0[back.1 - start..][..LANES];
        let hit = |(x, y): (&u8, &u8)| x ^ y == code;
        match allowed {
            None => front.iter().zip(back).fold(false, |any, pair| any | hit(pair)),
            Some(allowed) => {
                let pairs = front.iter().zip(back).enumerate();
                pairs.fold(0, |bits, (i, pair)| bits | u64::from(hit(pair)) << i) & allowed[b] != 0
            }
        }
    })
}

/// See [`super::overlap`].
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub(crate) fn overlap(bits: &[u8], at: usize, starts: &[u32], need: &[BlockBits]) -> u32 {
    let mut sums = [0u64; SPAN / 64];
    for i in 0..starts.len().min(need.len()) {
        let window = window(bits, at + starts[i] as usize);
        for w in 0..SPAN / 64 {
            sums[w] += u64::from((window[w] & need[i][w]).count_ones());
        }
    }
    sums.iter().sum::<u64>() as u32
}

/// See [`super::strike`].
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub(crate) fn strike(bits: &[u8], at: usize, starts: &[u32], left: &mut [BlockBits]) {
    for i in 0..starts.len().min(left.len()) {
        let window = window(bits, at + starts[i] as usize);
        for w in 0..SPAN / 64 {
            left[i][w] &= !window[w];
        }
    }
}

/// See [`super::candidates`].
pub(crate) fn candidates(
    bytes: &[u8],
    at: usize,
    taps: [&Taps; 2],
    planes: usize,
    out: &mut Survivors,
) {
    *out = Survivors::default();
    for lane in 0..LANES {
        let excluded = |taps: &Taps| {
            let mut set = [false; 256];
            for tap in taps.list() {
                set[usize::from(bytes[at + lane - tap.back as usize] ^ tap.code)] = true;
            }
            set
        };
        let (marked, struck) = (excluded(taps[0]), excluded(taps[1]));
        let open = (0..planes * 8).filter(|&code| !marked[code]).take(CANDIDATES);
        let mut none = true;
        for (j, code) in open.enumerate() {
            out.codes[j][lane] = code as u8;
            if !struck[code] {
                out.alive[j] |= 1 << lane;
                if std::mem::take(&mut none) {
                    out.first[lane] = code as u8;
                }
            }
        }
        out.none |= u64::from(none) << lane;
    }
}

/// See [`super::clashes`].
pub(crate) fn clashes(bytes: &[u8], at: usize, taps: &Taps) -> u64 {
    let mut bad = 0;
    for tap in taps.list() {
        for lane in 0..LANES {
            let excluded = bytes[at + lane - tap.back as usize] ^ tap.code;
            bad |= u64::from(excluded == bytes[at + lane]) << lane;
        }
    }
    bad
}

/// See [`super::meet`].
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub(crate) fn meet(small: &[u16; LANES], large: &[u16; LANES], open: &mut Vec<u16>) {
    let mut sums = [0u16; LANES];
    for i in 0..LANES {
        sums[i] = small[i] ^ large[LANES - 1 - i];
    }
    let mut kept = 0;
    for i in 0..open.len() {
        let value = open[i];
        let mut found = 0u16;
        for j in 0..LANES {
            found |= u16::from(sums[j] == value);
        }
        open[kept] = value;
        kept += usize::from(found == 0);
    }
    open.truncate(kept);
}
