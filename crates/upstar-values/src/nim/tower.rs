//! The tower of quadratic fields, on machine words.
//!
//! With `F = 2^(2^k)` the numbers below `F` are a field, `F ⊗ x = F·x` for `x < F`, and
//! `F ⊗ F = F ⊕ F/2`. So a number below `F²` is a pair of numbers below `F`, and every operation is
//! a recursion on halves that ends in tables of the field of 16 bits. Products take three
//! half-size products instead of four (Karatsuba).
//!
//! Invariant: all slices of one call have the same length, a power of two, and stand for numbers
//! of the field with that many words. Functions on one word take the level `k` of the field of
//! `2^k` bits.

use dashu_int::UBig;
use std::sync::LazyLock;

/// The words of `x` as an element of the field with `2^level` bits (at least one whole word).
pub(super) fn to_words(x: &UBig, level: u32) -> Vec<u64> {
    let mut words = vec![0; 1 << level.saturating_sub(6)];
    for (i, byte) in x.to_le_bytes().iter().enumerate() {
        words[i / 8] |= u64::from(*byte) << (8 * (i % 8));
    }
    words
}

pub(super) fn from_words(words: &[u64]) -> UBig {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

fn is_zero(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

pub(super) fn is_one(words: &[u64]) -> bool {
    words[0] == 1 && is_zero(&words[1..])
}

fn xor(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

fn join(low: Vec<u64>, high: &[u64]) -> Vec<u64> {
    let mut words = low;
    words.extend_from_slice(high);
    words
}

/// Logarithms and powers in the field of 16 bits, whose other elements than zero are the powers
/// of one of them.
struct Tables {
    logarithm: Vec<u16>,
    /// Twice around, so that sums of two logarithms need no reduction.
    power: Vec<u16>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    /// The least number all of whose powers up to the (2^16 - 1)th are different.
    const GENERATOR: u64 = 258;
    const ORDER: usize = (1 << 16) - 1;
    let mut tables = Tables { logarithm: vec![0; ORDER + 1], power: vec![0; 2 * ORDER] };
    // Multiplication by the generator is linear: it is enough to know it on the powers of two.
    let images: [u64; 16] = std::array::from_fn(|i| tower_product(4, 1 << i, GENERATOR));
    let mut power = 1u64;
    for exponent in 0..ORDER {
        tables.logarithm[power as usize] = exponent as u16;
        tables.power[exponent] = power as u16;
        tables.power[exponent + ORDER] = power as u16;
        let bits = images.iter().enumerate().filter(|(i, _)| power >> i & 1 == 1);
        power = bits.fold(0, |sum, (_, image)| sum ^ image);
    }
    tables
});

/// The product by the rules of the tower alone: what [`TABLES`] are made of.
fn tower_product(level: u32, a: u64, b: u64) -> u64 {
    if level == 0 || a <= 1 || b <= 1 {
        return a * b;
    }
    let ((a1, a0), (b1, b0)) = (halves(level, a), halves(level, b));
    let half = 1 << (level - 1);
    let low = tower_product(level - 1, a0, b0);
    let high = tower_product(level - 1, a1, b1);
    let cross = tower_product(level - 1, a0 ^ a1, b0 ^ b1);
    let folded = tower_product(level - 1, high, 1 << (half - 1));
    ((cross ^ low) << half) | (low ^ folded)
}

/// Splits an element of a field of at most 64 bits into its high and its low half.
fn halves(level: u32, a: u64) -> (u64, u64) {
    let half = 1 << (level - 1);
    (a >> half, a & ((1 << half) - 1))
}

pub(super) fn product_word(level: u32, a: u64, b: u64) -> u64 {
    TABLES.product(level, a, b)
}

fn fold_word(level: u32, a: u64) -> u64 {
    TABLES.fold(level, a)
}

impl Tables {
    fn product(&self, level: u32, a: u64, b: u64) -> u64 {
        if a == 0 || b == 0 {
            return 0;
        }
        if level <= 4 {
            let logarithm = |x: u64| usize::from(self.logarithm[x as usize]);
            return self.power[logarithm(a) + logarithm(b)].into();
        }
        let ((a1, a0), (b1, b0)) = (halves(level, a), halves(level, b));
        let low = self.product(level - 1, a0, b0);
        if a1 | b1 == 0 {
            return low;
        }
        let high = self.product(level - 1, a1, b1);
        let cross = self.product(level - 1, a0 ^ a1, b0 ^ b1);
        ((cross ^ low) << (1 << (level - 1))) | (low ^ self.fold(level - 1, high))
    }

    /// The product with half the order of the field, `2^(2^level - 1)`.
    fn fold(&self, level: u32, a: u64) -> u64 {
        if level <= 4 {
            return self.product(level, a, 1 << ((1 << level) - 1));
        }
        let (a1, a0) = halves(level, a);
        let high = self.fold(level - 1, a0 ^ a1);
        (high << (1 << (level - 1))) | self.fold(level - 1, self.fold(level - 1, a1))
    }
}

pub(super) fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    if let ([a], [b]) = (a, b) {
        return vec![product_word(6, *a, *b)];
    }
    if is_zero(a) || is_zero(b) {
        return vec![0; a.len()];
    }
    let ((a0, a1), (b0, b1)) = (a.split_at(a.len() / 2), b.split_at(b.len() / 2));
    let low = product(a0, b0);
    let high = product(a1, b1);
    let cross = product(&xor(a0, a1), &xor(b0, b1));
    let top = xor(&cross, &low);
    join(xor(&low, &fold(&high)), &top)
}

/// The product with half the order of the field; see [`fold_word`].
fn fold(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![fold_word(6, *a)];
    }
    if is_zero(a) {
        return vec![0; a.len()];
    }
    let (a0, a1) = a.split_at(a.len() / 2);
    join(fold(&fold(a1)), &fold(&xor(a0, a1)))
}

/// `(a1 F + a0)² = a1² F + a0² + a1² F/2`.
pub(super) fn square(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![product_word(6, *a, *a)];
    }
    let (a0, a1) = a.split_at(a.len() / 2);
    let high = square(a1);
    join(xor(&square(a0), &fold(&high)), &high)
}

/// `F = F² + F/2`, so the root of `a1 F + a0` is `√a1 F + √a1 √(F/2) + √a0`.
pub(super) fn square_root(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![square_root_word(6, *a)];
    }
    let (a0, a1) = a.split_at(a.len() / 2);
    let high = square_root(a1);
    let cross = product(&high, &root_of_half_order(a0.len()));
    join(xor(&cross, &square_root(a0)), &high)
}

fn square_root_word(level: u32, a: u64) -> u64 {
    if level == 0 {
        return a;
    }
    let (a1, a0) = halves(level, a);
    let high = square_root_word(level - 1, a1);
    let cross = product_word(level - 1, high, root_of_half_order_word(level - 1));
    (high << (1 << (level - 1))) | (cross ^ square_root_word(level - 1, a0))
}

/// With `G` the next lower Fermat power, `F/2 = (G/2) G` has the root `√(G/2) G + G/2`.
fn root_of_half_order(words: usize) -> Vec<u64> {
    let mut root = vec![0; words];
    root[0] = root_of_half_order_word(6);
    let mut known = 1;
    while known < words {
        let (low, high) = root.split_at_mut(known);
        high[..known].copy_from_slice(low);
        low.fill(0);
        low[known - 1] = 1 << 63;
        known *= 2;
    }
    root
}

fn root_of_half_order_word(level: u32) -> u64 {
    (0..level).fold(1, |root, k| root << (1 << k) | 1 << ((1 << k) - 1))
}

/// The conjugate of `a = a1 F + a0` is `a1 F + (a0 + a1)`; their product lies in the half field.
/// Expects `a` to be no zero.
pub(super) fn inverse(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        // a^(2^64 - 2)
        let mut result = 1;
        let mut square = *a;
        for _ in 1..64 {
            square = product_word(6, square, square);
            result = product_word(6, result, square);
        }
        return vec![result];
    }
    let (a0, a1) = a.split_at(a.len() / 2);
    let low = xor(a0, a1);
    let norm = xor(&product(a0, &low), &fold(&square(a1)));
    let scale = inverse(&norm);
    join(product(&low, &scale), &product(a1, &scale))
}
