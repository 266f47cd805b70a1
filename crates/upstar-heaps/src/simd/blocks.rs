#![allow(unsafe_code, clippy::needless_range_loop)]
//! The loops over vectors, written once for every vector length.
//!
//! Every function is `unsafe`, for two reasons: the processor must have the instructions, of the
//! [`Lanes`] of a generic function or of the modules [`avx2`] and [`avx512`], which enable them;
//! and pointers are not checked, so that the bounds stated at each generic function must hold. The
//! parent module is the only caller: it compares the bounds and has a detected [`super::Level`]. Arrays of vectors are walked with indices: iterators over
//! them are not always compiled into the function that enables the instructions.

use super::lanes::Lanes;
use super::{BlockBits, CANDIDATES, LANES, SPAN, SPAN_BYTES, Survivors, Taps, Windows, portable};

/// See [`super::mark_small`]. Bounds: `at >= taps.reach()`, `at + 64 <= bytes.len()`.
#[inline(always)]
unsafe fn mark_small<L: Lanes>(
    bytes: &[u8],
    at: usize,
    taps: &Taps,
    wide: bool,
    out: &mut [u32; LANES],
) {
    let mut planes = [[0u8; LANES]; 4];
    // SAFETY: instructions by contract. Each load reads `COUNT` bytes from at - back + part, and
    // part + COUNT <= 64, so it stays between at - reach >= 0 and at + 64 <= bytes.len(). The
    // stores write planes[p][part..part + COUNT].
    unsafe {
        let low = L::table([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
        let high = L::table([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128]);
        // Adding 0x70 carries into bit 7 unless the code is below 16, so a lookup sees only those.
        let lift = L::splat(0x70);
        let upper = L::splat(0x10);
        for part in (0..LANES).step_by(L::COUNT) {
            let from = bytes.as_ptr().add(at + part);
            let mut p = [L::splat(0); 4];
            if wide {
                for &(back, code) in &taps.words {
                    let x = L::load(from.sub(back as usize)).xor(L::splat_word(code));
                    let y = x.xor(upper).add_saturating(lift);
                    let x = x.add_saturating(lift);
                    p[0] = p[0].or(x.lookup(low));
                    p[1] = p[1].or(x.lookup(high));
                    p[2] = p[2].or(y.lookup(low));
                    p[3] = p[3].or(y.lookup(high));
                }
            } else {
                for &(back, code) in &taps.words {
                    let x = L::load(from.sub(back as usize)).xor(L::splat_word(code));
                    p[0] = p[0].or(x.lookup(low));
                    p[1] = p[1].or(x.lookup(high));
                }
            }
            for i in 0..4 {
                p[i].store(planes[i].as_mut_ptr().add(part));
            }
        }
    }
    let [p0, p1, p2, p3] = planes;
    for l in 0..LANES {
        out[l] = u32::from_le_bytes([p0[l], p1[l], p2[l], p3[l]]);
    }
}

/// See [`super::at_least`]. Bounds: none.
#[inline(always)]
unsafe fn at_least<L: Lanes>(block: &[u8; SPAN], limits: [u8; 2]) -> BlockBits {
    let mut span = [0; SPAN / 64];
    for (i, part) in (0..SPAN).step_by(L::COUNT).enumerate() {
        // SAFETY: instructions by contract; the load reads block[part..part + COUNT].
        let bits = unsafe {
            let [x, y] = limits;
            let least = L::table([x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y]);
            L::bits(L::load(block.as_ptr().add(part)).min(least).equal(least))
        };
        span[i * L::COUNT / 64] |= bits << (i * L::COUNT % 64);
    }
    span
}

/// See [`super::unite`]. Bounds: `at + start + 64 <= bits.len()` for every window.
#[inline(always)]
unsafe fn unite<L: Lanes>(bits: &[u8], at: usize, windows: &Windows) -> BlockBits {
    let mut union = [0u8; SPAN_BYTES];
    // SAFETY: instructions by contract. A load reads `COUNT` bytes from at + start + part with
    // part + COUNT <= 64; the store writes union[part..part + COUNT].
    unsafe {
        for part in (0..SPAN_BYTES).step_by(L::COUNT) {
            let from = bits.as_ptr().add(at + part);
            let mut acc = [L::splat(0); 4];
            let (fours, rest) = windows.starts().as_chunks::<4>();
            for starts in fours {
                for i in 0..4 {
                    acc[i] = acc[i].or(L::load(from.add(starts[i] as usize)));
                }
            }
            for &start in rest {
                acc[0] = acc[0].or(L::load(from.add(start as usize)));
            }
            let all = acc[0].or(acc[1]).or(acc[2].or(acc[3]));
            all.store(union.as_mut_ptr().add(part));
        }
    }
    let mut span = [0; SPAN / 64];
    let words = union.as_chunks::<8>().0;
    for w in 0..SPAN / 64 {
        span[w] = u64::from_le_bytes(words[w]);
    }
    span
}

/// See [`super::bitmaps`]. Bounds: each bitmap has 64 bytes inside `bits`.
#[inline(always)]
unsafe fn bitmaps<L: Lanes>(
    block: &[u8; SPAN],
    symbols: &[u8],
    bits: &mut [u8],
    stride: usize,
    at: usize,
) {
    for (i, &symbol) in symbols.iter().enumerate() {
        let out = &mut bits[i * stride + at..][..SPAN_BYTES];
        let width = L::COUNT / 8;
        for (part, out) in out.chunks_exact_mut(width).enumerate() {
            // SAFETY: instructions by contract; the load reads block[part * COUNT..][..COUNT],
            // and there are 512 / COUNT parts.
            let mask = unsafe {
                let x = L::load(block.as_ptr().add(part * L::COUNT));
                L::bits(x.equal(L::splat(symbol)))
            };
            out.copy_from_slice(&mask.to_le_bytes()[..width]);
        }
    }
}

/// See [`super::find_pair`]. Bounds: `blocks * 64 <= end <= len` on both sides.
#[inline(always)]
unsafe fn find_pair<L: Lanes>(
    front: (&[u8], usize),
    back: (&[u8], usize),
    allowed: Option<&[u64]>,
    blocks: usize,
    code: u8,
) -> Option<usize> {
    // SAFETY: instructions by contract. Loads read `COUNT` bytes from end - 64 (b + 1) + part
    // with part + COUNT <= 64 and b < blocks, inside both slices.
    unsafe {
        let code = L::splat(code);
        for b in 0..blocks {
            let start = (b + 1) * LANES;
            let mut any = 0;
            for part in (0..LANES).step_by(L::COUNT) {
                let x = L::load(front.0.as_ptr().add(front.1 - start + part));
                let y = L::load(back.0.as_ptr().add(back.1 - start + part));
                any |= L::bits(x.xor(y).equal(code)) << part;
            }
            if any != 0 && allowed.is_none_or(|allowed| allowed[b] & any != 0) {
                return Some(b);
            }
        }
    }
    None
}

/// Candidates that are struck out by comparing; for the others the least difference is kept.
const BY_MASK: usize = 5;

/// See [`super::candidates`], with `P` byte planes. Bounds: for both lists `at >= reach` and
/// `at + 64 <= bytes.len()`.
#[inline(always)]
unsafe fn candidates<L: Lanes, const P: usize>(
    bytes: &[u8],
    at: usize,
    taps: [&Taps; 2],
    out: &mut Survivors,
) {
    out.alive = [0; CANDIDATES];
    out.none = 0;
    for part in (0..LANES).step_by(L::COUNT) {
        // SAFETY: instructions by contract. Loads read `COUNT` bytes from at + part - back with
        // part + COUNT <= 64, inside `bytes`; stores write `COUNT` bytes from `part` on into arrays
        // of 64.
        unsafe {
            let from = bytes.as_ptr().add(at + part);
            let zero = L::splat(0);
            let full = L::splat(0xff);
            let bit_of = L::table([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
            let seven = L::splat(7);
            // Codes 8p to 8p + 7 belong to plane p. A lookup knows 16 planes and gives 0 if bit 7
            // is set: that is so for planes 16 to 31 in `x`, for the others in `y`.
            let mut chosen = [zero; P];
            for p in 0..P {
                let mut bytes = [0; 16];
                bytes[p % 16] = 0xff;
                chosen[p] = L::table(bytes);
            }
            let top = L::splat(0x80);
            let mut planes = [zero; P];
            for &(back, code) in &taps[0].words {
                let x = L::load(from.sub(back as usize)).xor(L::splat_word(code));
                if P <= 16 {
                    // Codes from 128 on have no plane: the lookup gives no bit for them.
                    let bit = x.lookup(bit_of);
                    let x = x.eighth();
                    for p in 0..P {
                        planes[p] = planes[p].or_and(x.lookup(chosen[p]), bit);
                    }
                } else {
                    let bit = x.and(seven).lookup(bit_of);
                    let x = x.eighth().or(x.and(top));
                    let y = x.xor(top);
                    for p in 0..P {
                        let here = if p < 16 { x } else { y }.lookup(chosen[p]);
                        planes[p] = planes[p].or_and(here, bit);
                    }
                }
            }
            let mut codes = [zero; CANDIDATES];
            let mut there = [L::everywhere(); CANDIDATES];
            for j in 0..CANDIDATES {
                let mut lacking = L::everywhere();
                let (mut byte, mut base) = (full, zero);
                let mut found = [lacking; P];
                for p in 0..P {
                    let here = L::and_differ(lacking, planes[p], full);
                    lacking = L::mask_without(lacking, here);
                    byte = planes[p].select(here, byte);
                    base = L::splat(8 * p as u8).select(here, base);
                    found[p] = here;
                }
                let (bit, index) = byte.lowest_clear();
                codes[j] = base.add(index);
                there[j] = L::mask_without(L::everywhere(), lacking);
                for p in 0..P {
                    planes[p] = planes[p].or(bit).select(found[p], planes[p]);
                }
            }
            let mut least = [full; CANDIDATES - BY_MASK];
            for &(back, code) in &taps[1].words {
                let x = L::load(from.sub(back as usize)).xor(L::splat_word(code));
                // Two ways to the same, so that different units share the work.
                for j in 0..BY_MASK {
                    there[j] = L::and_differ(there[j], x, codes[j]);
                }
                for j in BY_MASK..CANDIDATES {
                    least[j - BY_MASK] = least[j - BY_MASK].min(x.xor(codes[j]));
                }
            }
            for j in BY_MASK..CANDIDATES {
                there[j] = L::and_differ(there[j], least[j - BY_MASK], zero);
            }
            let mut first = zero;
            let mut lacking = L::everywhere();
            for j in (0..CANDIDATES).rev() {
                first = codes[j].select(there[j], first);
                lacking = L::mask_without(lacking, there[j]);
                codes[j].store(out.codes[j].as_mut_ptr().add(part));
                out.alive[j] |= L::bits(there[j]) << part;
            }
            first.store(out.first.as_mut_ptr().add(part));
            out.none |= L::bits(lacking) << part;
        }
    }
}

/// See [`super::clashes`]. Bounds: `at >= reach` and `at + 64 <= bytes.len()`.
#[inline(always)]
unsafe fn clashes<L: Lanes>(bytes: &[u8], at: usize, taps: &Taps) -> u64 {
    let mut bad = 0;
    for part in (0..LANES).step_by(L::COUNT) {
        // SAFETY: instructions by contract. Loads read `COUNT` bytes from at + part - back with
        // part + COUNT <= 64, inside `bytes`.
        unsafe {
            let from = bytes.as_ptr().add(at + part);
            let own = L::load(from);
            let mut mask = L::mask_without(L::everywhere(), L::everywhere());
            for &(back, code) in &taps.words {
                let x = L::load(from.sub(back as usize)).xor(L::splat_word(code));
                mask = L::mask_or(mask, x.equal(own));
            }
            bad |= L::bits(mask) << part;
        }
    }
    bad
}

/// Functions whose body is compiled with instructions that the baseline lacks. A caller must know
/// that the processor has them, and keep to the bounds of the generic function of the same name.
macro_rules! enabled {
    ($features:literal: $(fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {
        $(
            #[target_feature(enable = $features)]
            #[allow(unused_unsafe)]
            pub(in super::super) unsafe fn $name($($arg: $type),*) $(-> $result)? {
                // SAFETY: the instructions are enabled; the bounds hold by contract.
                unsafe { $body }
            }
        )*
    };
}

macro_rules! for_instruction_set {
    ($module:ident, $lanes:ty, $features:literal) => {
        /// The loops with one instruction set.
        pub(super) mod $module {
            use super::*;

            enabled! { $features:
                fn mark_small(
                    bytes: &[u8], at: usize, taps: &Taps, wide: bool, out: &mut [u32; LANES]
                ) {
                    super::mark_small::<$lanes>(bytes, at, taps, wide, out)
                }
                fn at_least(block: &[u8; SPAN], limits: [u8; 2]) -> BlockBits {
                    super::at_least::<$lanes>(block, limits)
                }
                fn unite(bits: &[u8], at: usize, windows: &Windows) -> BlockBits {
                    super::unite::<$lanes>(bits, at, windows)
                }
                fn bitmaps(
                    block: &[u8; SPAN], symbols: &[u8], bits: &mut [u8], stride: usize, at: usize
                ) {
                    super::bitmaps::<$lanes>(block, symbols, bits, stride, at)
                }
                fn find_pair(
                    front: (&[u8], usize), back: (&[u8], usize), allowed: Option<&[u64]>,
                    blocks: usize, code: u8
                ) -> Option<usize> {
                    super::find_pair::<$lanes>(front, back, allowed, blocks, code)
                }
                fn clashes(bytes: &[u8], at: usize, taps: &Taps) -> u64 {
                    super::clashes::<$lanes>(bytes, at, taps)
                }
                fn overlap(bits: &[u8], at: usize, starts: &[u32], need: &[BlockBits]) -> u32 {
                    portable::overlap(bits, at, starts, need)
                }
                fn strike(bits: &[u8], at: usize, starts: &[u32], left: &mut [BlockBits]) {
                    portable::strike(bits, at, starts, left)
                }
                fn meet(small: &[u16; LANES], large: &[u16; LANES], open: &mut Vec<u16>) {
                    portable::meet(small, large, open)
                }
            }

            #[target_feature(enable = $features)]
            pub(in super::super) unsafe fn candidates(
                bytes: &[u8],
                at: usize,
                taps: [&Taps; 2],
                planes: usize,
                out: &mut Survivors,
            ) {
                #[target_feature(enable = $features)]
                unsafe fn run<const P: usize>(
                    bytes: &[u8],
                    at: usize,
                    taps: [&Taps; 2],
                    out: &mut Survivors,
                ) {
                    // SAFETY: the instructions are enabled; the bounds hold by contract.
                    unsafe { super::candidates::<$lanes, P>(bytes, at, taps, out) }
                }
                // SAFETY: the instructions are enabled; the bounds hold by contract.
                unsafe {
                    match planes {
                        0..=8 => run::<8>(bytes, at, taps, out),
                        9..=12 => run::<12>(bytes, at, taps, out),
                        13..=14 => run::<14>(bytes, at, taps, out),
                        15..=16 => run::<16>(bytes, at, taps, out),
                        17..=18 => run::<18>(bytes, at, taps, out),
                        19..=20 => run::<20>(bytes, at, taps, out),
                        21..=24 => run::<24>(bytes, at, taps, out),
                        _ => run::<31>(bytes, at, taps, out),
                    }
                }
            }
        }
    };
}

for_instruction_set!(avx2, std::arch::x86_64::__m256i, "avx2,bmi1,popcnt");
for_instruction_set!(
    avx512,
    std::arch::x86_64::__m512i,
    "avx512f,avx512bw,avx512bitalg,avx512vpopcntdq,avx2,bmi1,popcnt"
);
