#![allow(unsafe_code)]
//! Vectors of bytes: the few operations that the block loops need, for each instruction set.
//!
//! Every method is `unsafe` for one reason: the processor must have the instructions named at
//! the implementation. `load` and `store` also need [`Lanes::COUNT`] bytes at the pointer.
//! Methods are inlined into functions that enable the instructions.
//!
//! SAFETY of every block here without a word of its own: the caller has promised the
//! instructions, and the intrinsic works on registers only.

use std::arch::x86_64::*;

/// A vector of [`Lanes::COUNT`] bytes.
pub(super) trait Lanes: Copy {
    /// How many bytes.
    const COUNT: usize;
    /// A truth value for each lane.
    type Mask: Copy;

    unsafe fn load(from: *const u8) -> Self;
    unsafe fn store(self, to: *mut u8);
    unsafe fn splat(byte: u8) -> Self;
    /// Four bytes, again and again.
    unsafe fn splat_word(word: u32) -> Self;
    /// Sixteen bytes, again and again.
    unsafe fn table(bytes: [u8; 16]) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// Sum, at most 255.
    unsafe fn add_saturating(self, other: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    /// For each lane the entry of a [`Lanes::table`] at its low four bits; 0 if bit 7 is set.
    unsafe fn lookup(self, table: Self) -> Self;
    /// The lowest clear bit alone, and its number; 0 and anything for the byte 255.
    unsafe fn lowest_clear(self) -> (Self, Self);
    /// `self | (x & y)`.
    unsafe fn or_and(self, x: Self, y: Self) -> Self;
    /// Each byte divided by 8.
    unsafe fn eighth(self) -> Self;
    unsafe fn equal(self, other: Self) -> Self::Mask;
    /// Where `mask` holds and the lanes differ.
    unsafe fn and_differ(mask: Self::Mask, x: Self, y: Self) -> Self::Mask;
    /// `self` where the mask holds, else `other`.
    unsafe fn select(self, mask: Self::Mask, other: Self) -> Self;
    unsafe fn mask_or(x: Self::Mask, y: Self::Mask) -> Self::Mask;
    /// `x` and not `y`.
    unsafe fn mask_without(x: Self::Mask, y: Self::Mask) -> Self::Mask;
    unsafe fn everywhere() -> Self::Mask;
    /// Lane i is bit i.
    unsafe fn bits(mask: Self::Mask) -> u64;
}

/// Implements methods by one expression each.
macro_rules! methods {
    ($($name:ident($($x:ident: $X:ty),*) $(-> $Out:ty)? = $body:expr;)*) => {
        $(#[inline(always)]
        #[allow(unused_unsafe)]
        unsafe fn $name($($x: $X),*) $(-> $Out)? {
            unsafe { $body }
        })*
    };
}

/// Needs AVX-512 F, BW and BITALG.
impl Lanes for __m512i {
    const COUNT: usize = 64;
    type Mask = __mmask64;

    methods! {
        // SAFETY: the caller gives 64 readable bytes; no alignment is needed.
        load(from: *const u8) -> Self = _mm512_loadu_si512(from.cast());
        // SAFETY: the caller gives 64 writable bytes; no alignment is needed.
        store(self: Self, to: *mut u8) = _mm512_storeu_si512(to.cast(), self);
        splat(byte: u8) -> Self = _mm512_set1_epi8(byte as i8);
        splat_word(word: u32) -> Self = _mm512_set1_epi32(word as i32);
        // SAFETY: the array has the 16 bytes that are read.
        table(bytes: [u8; 16]) -> Self =
            _mm512_broadcast_i32x4(_mm_loadu_si128(bytes.as_ptr().cast()));
        xor(self: Self, other: Self) -> Self = _mm512_xor_si512(self, other);
        or(self: Self, other: Self) -> Self = _mm512_or_si512(self, other);
        and(self: Self, other: Self) -> Self = _mm512_and_si512(self, other);
        add_saturating(self: Self, other: Self) -> Self = _mm512_adds_epu8(self, other);
        add(self: Self, other: Self) -> Self = _mm512_add_epi8(self, other);
        min(self: Self, other: Self) -> Self = _mm512_min_epu8(self, other);
        lookup(self: Self, table: Self) -> Self = _mm512_shuffle_epi8(table, self);
        lowest_clear(self: Self) -> (Self, Self) = {
        let one = _mm512_set1_epi8(1);
        let bit = _mm512_andnot_si512(self, _mm512_add_epi8(self, one));
        (bit, _mm512_popcnt_epi8(_mm512_sub_epi8(bit, one)))
        };
        or_and(self: Self, x: Self, y: Self) -> Self =
            _mm512_ternarylogic_epi64::<0xf8>(self, x, y);
        eighth(self: Self) -> Self =
            _mm512_and_si512(_mm512_srli_epi16::<3>(self), _mm512_set1_epi8(0x1f));
        equal(self: Self, other: Self) -> Self::Mask = _mm512_cmpeq_epi8_mask(self, other);
        and_differ(mask: Self::Mask, x: Self, y: Self) -> Self::Mask =
            _mm512_mask_cmpneq_epi8_mask(mask, x, y);
        select(self: Self, mask: Self::Mask, other: Self) -> Self =
            _mm512_mask_mov_epi8(other, mask, self);
        mask_or(x: Self::Mask, y: Self::Mask) -> Self::Mask = x | y;
        mask_without(x: Self::Mask, y: Self::Mask) -> Self::Mask = x & !y;
        everywhere() -> Self::Mask = !0;
        bits(mask: Self::Mask) -> u64 = mask;
    }
}

/// Needs AVX2.
impl Lanes for __m256i {
    const COUNT: usize = 32;
    type Mask = __m256i;

    methods! {
        // SAFETY: the caller gives 32 readable bytes; no alignment is needed.
        load(from: *const u8) -> Self = _mm256_loadu_si256(from.cast());
        // SAFETY: the caller gives 32 writable bytes; no alignment is needed.
        store(self: Self, to: *mut u8) = _mm256_storeu_si256(to.cast(), self);
        splat(byte: u8) -> Self = _mm256_set1_epi8(byte as i8);
        splat_word(word: u32) -> Self = _mm256_set1_epi32(word as i32);
        // SAFETY: the array has the 16 bytes that are read.
        table(bytes: [u8; 16]) -> Self =
            _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()));
        xor(self: Self, other: Self) -> Self = _mm256_xor_si256(self, other);
        or(self: Self, other: Self) -> Self = _mm256_or_si256(self, other);
        and(self: Self, other: Self) -> Self = _mm256_and_si256(self, other);
        add_saturating(self: Self, other: Self) -> Self = _mm256_adds_epu8(self, other);
        add(self: Self, other: Self) -> Self = _mm256_add_epi8(self, other);
        min(self: Self, other: Self) -> Self = _mm256_min_epu8(self, other);
        lookup(self: Self, table: Self) -> Self = _mm256_shuffle_epi8(table, self);
        lowest_clear(self: Self) -> (Self, Self) = {
        let bit = _mm256_andnot_si256(self, _mm256_add_epi8(self, Self::splat(1)));
        let low = Self::table([0, 0, 1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
        let high = Self::table([0, 4, 5, 0, 6, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]);
        let nibble = Self::splat(15);
        let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(bit), nibble);
        let lower = _mm256_and_si256(bit, nibble);
        (bit, lower.lookup(low).or(upper.lookup(high)))
        };
        or_and(self: Self, x: Self, y: Self) -> Self =
            _mm256_or_si256(self, _mm256_and_si256(x, y));
        eighth(self: Self) -> Self =
            _mm256_and_si256(_mm256_srli_epi16::<3>(self), _mm256_set1_epi8(0x1f));
        equal(self: Self, other: Self) -> Self::Mask = _mm256_cmpeq_epi8(self, other);
        and_differ(mask: Self::Mask, x: Self, y: Self) -> Self::Mask =
            _mm256_andnot_si256(_mm256_cmpeq_epi8(x, y), mask);
        select(self: Self, mask: Self::Mask, other: Self) -> Self =
            _mm256_blendv_epi8(other, self, mask);
        mask_or(x: Self::Mask, y: Self::Mask) -> Self::Mask = _mm256_or_si256(x, y);
        mask_without(x: Self::Mask, y: Self::Mask) -> Self::Mask = _mm256_andnot_si256(y, x);
        everywhere() -> Self::Mask = _mm256_set1_epi8(-1);
        bits(mask: Self::Mask) -> u64 = u64::from(_mm256_movemask_epi8(mask) as u32);
    }
}
