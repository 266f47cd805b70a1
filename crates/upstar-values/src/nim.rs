//! Nim arithmetic: the field whose elements are the non-negative integers.
//!
//! Addition is exclusive or. The field is a tower of quadratic extensions: with `F = 2^(2^k)` the
//! numbers below `F` are a field, `F ⊗ x = F·x` for `x < F`, and `F ⊗ F = F ⊕ F/2`. So a number
//! below `F²` is a pair of numbers below `F`, and every operation here is a recursion on halves
//! that ends in tables of the field of 16 bits. Products take three half-size products instead of
//! four (Karatsuba).
//!
//! Sources: Conway, *On Numbers and Games*, ch. 6; Lenstra, "Nim multiplication" (1978).
//!
//! Invariant of the private functions on words: all slices of one call have the same length, a
//! power of two, and stand for numbers of the field with that many bits.

use dashu_int::{IBig, UBig, ops::BitTest, ops::ExtendedGcd, ops::Gcd};
use std::cmp::Ordering;
use std::sync::LazyLock;
use upstar_base::{Budget, Stopped};

/// Nim products are made of numbers of at most this many bits.
pub const MAX_NIM_BITS: usize = 1 << 18;

/// At most this many roots are listed.
pub const MAX_NIM_ROOTS: u64 = 1 << 16;

/// What nim arithmetic cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NimError {
    /// Zero has no nim-inverse.
    #[error("nim-division by zero")]
    DivisionByZero,
    /// Every number but zero has nim-power one: there is no zeroth root.
    #[error("the zeroth nim-root is not defined")]
    ZerothRoot,
    /// Too large, or out of time.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The nim-sum: binary addition without carrying.
pub fn nim_sum(a: &UBig, b: &UBig) -> UBig {
    a ^ b
}

/// The nim-product of two words.
///
/// ```
/// assert_eq!(upstar_values::nim::nim_product_u64(13, 7), 2);
/// ```
pub fn nim_product_u64(a: u64, b: u64) -> u64 {
    product_word(6, a, b)
}

/// The nim-product.
///
/// ```
/// use dashu_int::UBig;
/// use upstar_values::nim::nim_product;
/// let fermat = UBig::ONE << 128;
/// assert_eq!(nim_product(&fermat, &fermat)?, (UBig::ONE << 128) + (UBig::ONE << 127));
/// # Ok::<(), upstar_values::nim::NimError>(())
/// ```
pub fn nim_product(a: &UBig, b: &UBig) -> Result<UBig, NimError> {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return Ok(nim_product_u64(a, b).into());
    }
    let level = level_of(a)?.max(level_of(b)?);
    Ok(from_words(&product(&to_words(a, level), &to_words(b, level))))
}

/// The number whose nim-product with `a` is one.
pub fn nim_inverse(a: &UBig) -> Result<UBig, NimError> {
    if a.is_zero() {
        return Err(NimError::DivisionByZero);
    }
    Ok(from_words(&inverse(&to_words(a, level_of(a)?))))
}

/// The nim-quotient `a ⊘ b`.
pub fn nim_quotient(a: &UBig, b: &UBig) -> Result<UBig, NimError> {
    nim_product(a, &nim_inverse(b)?)
}

/// The only number with nim-square `a`.
pub fn nim_square_root(a: &UBig) -> Result<UBig, NimError> {
    Ok(from_words(&square_root(&to_words(a, level_of(a)?))))
}

/// The nim-power `a^n`; negative powers are those of the inverse, and `0^0 = 1`.
///
/// The exponent may be of any size: in the field with `q` elements `a^(q-1) = 1`.
pub fn nim_power(a: &UBig, n: &IBig, budget: &Budget) -> Result<UBig, NimError> {
    if a.is_zero() {
        return match n.cmp(&IBig::ZERO) {
            Ordering::Less => Err(NimError::DivisionByZero),
            Ordering::Equal => Ok(UBig::ONE),
            Ordering::Greater => Ok(UBig::ZERO),
        };
    }
    let level = level_of(a)?;
    let order = IBig::from(UBig::ones(1 << level));
    let exponent = reduce(n, &order);
    Ok(from_words(&power(&to_words(a, level), &exponent, budget)?))
}

/// All finite numbers whose `n`th nim-power is `a`, in increasing order.
///
/// The finite nimbers are not algebraically closed, so there may be none: the cube roots of 2
/// are `ω` and its companions. No others exist beyond the field that is searched: an odd prime
/// `p` divides at most one Fermat number `2^(2^j)+1`, so the elements of order `p` all lie in
/// the field of `2^(2^(j+1))` numbers.
///
/// ```
/// use dashu_int::UBig;
/// let roots = upstar_values::nim::nim_roots(&UBig::ONE, &5u8.into(), &Default::default())?;
/// assert_eq!(roots, [1u8, 8, 10, 13, 14].map(UBig::from));
/// # Ok::<(), upstar_values::nim::NimError>(())
/// ```
pub fn nim_roots(a: &UBig, n: &UBig, budget: &Budget) -> Result<Vec<UBig>, NimError> {
    let Some(twos) = n.trailing_zeros() else { return Err(NimError::ZerothRoot) };
    if a.is_zero() {
        return Ok(vec![UBig::ZERO]);
    }
    let degree = n >> twos;
    let level = root_level(level_of(a)?, &degree)?;
    let bits = 1usize << level;

    // Squaring is an automorphism of order `bits`, so the power of two in `n` is soon dealt with.
    let mut target = to_words(a, level);
    for _ in 0..twos % bits {
        budget.check()?;
        target = square_root(&target);
    }

    // Below 2^16 no prime has its square dividing a Fermat number (it would be a Wieferich prime,
    // and those are 1093 and 3511, which divide none). So the group of order q-1 splits into one
    // of order g, which the power `degree` annihilates, and one of order (q-1)/g, which it permutes.
    let order = UBig::ones(bits);
    let common = (&order).gcd(&degree);
    let count = u64::try_from(&common).ok().filter(|&count| count <= MAX_NIM_ROOTS);
    let Some(count) = count else {
        return Err(Stopped::Limit { what: "the number of nim-roots", limit: MAX_NIM_ROOTS }.into());
    };
    let cofactor = &order / &common;
    if !is_one(&power(&target, &cofactor, budget)?) {
        return Ok(Vec::new());
    }
    let (_, inverse_degree, _) = (&degree % &cofactor).gcd_ext(cofactor.clone());
    let exponent = reduce(&inverse_degree, &IBig::from(cofactor.clone()));
    let mut root = power(&target, &exponent, budget)?;

    let unity = root_of_unity(count, level, &cofactor, budget)?;
    let mut roots = Vec::new();
    for _ in 0..count {
        budget.check()?;
        roots.push(from_words(&root));
        root = product(&root, &unity);
    }
    roots.sort_unstable();
    Ok(roots)
}

/// The level of the smallest field of the tower that holds `level` and all `degree`th roots of one.
fn root_level(mut level: u32, degree: &UBig) -> Result<u32, NimError> {
    const MAX_DEGREE_BITS: usize = 4096;
    if degree.bit_len() > MAX_DEGREE_BITS {
        let limit = MAX_DEGREE_BITS as u64;
        return Err(Stopped::Limit { what: "the number of bits of a root's degree", limit }.into());
    }
    // A prime factor of 2^(2^j)+1 is one more than a multiple of 2^(j+1).
    let mut fermat_power = UBig::from(2u8) % degree;
    for j in 0..degree.bit_len() {
        let common = (&fermat_power + UBig::ONE).gcd(degree);
        if !common.is_one() {
            level = level.max(j as u32 + 1);
        }
        fermat_power = fermat_power.sqr() % degree;
    }
    if level > MAX_NIM_BITS.trailing_zeros() { Err(too_large()) } else { Ok(level) }
}

/// An element of order exactly `count`, where `cofactor` is the order of the group over `count`.
fn root_of_unity(
    count: u64,
    level: u32,
    cofactor: &UBig,
    budget: &Budget,
) -> Result<Vec<u64>, NimError> {
    let one = to_words(&UBig::ONE, level);
    if count == 1 {
        return Ok(one);
    }
    let primes: Vec<u64> = prime_factors(count);
    // Numbers from the largest Fermat power of the field on are in no proper subfield.
    let first = UBig::ONE << (1usize << (level - 1));
    let mut candidate = to_words(&first, level);
    loop {
        budget.check()?;
        let unity = power(&candidate, cofactor, budget)?;
        let mut exact = true;
        for prime in &primes {
            exact &= power(&unity, &UBig::from(count / prime), budget)? != one;
        }
        if exact {
            return Ok(unity);
        }
        candidate[0] += 1;
    }
}

fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut p = 2;
    while p * p <= n {
        if n.is_multiple_of(p) {
            primes.push(p);
            while n.is_multiple_of(p) {
                n /= p;
            }
        }
        p += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

/// The remainder of `n` that lies between 0 and `modulus - 1`.
fn reduce(n: &IBig, modulus: &IBig) -> UBig {
    let remainder = n % modulus;
    let remainder = if remainder < IBig::ZERO { remainder + modulus } else { remainder };
    remainder.into_parts().1
}

fn too_large() -> NimError {
    let limit = MAX_NIM_BITS as u64;
    Stopped::Limit { what: "the number of bits of a nim-product", limit }.into()
}

/// The least `k` for which `x` has at most `2^k` bits.
fn level_of(x: &UBig) -> Result<u32, NimError> {
    let bits = x.bit_len();
    if bits > MAX_NIM_BITS {
        return Err(too_large());
    }
    Ok(bits.max(1).next_power_of_two().trailing_zeros())
}

/// The words of `x` as an element of the field with `2^level` bits (at least one whole word).
fn to_words(x: &UBig, level: u32) -> Vec<u64> {
    let mut words = vec![0; 1 << level.saturating_sub(6)];
    for (i, byte) in x.to_le_bytes().iter().enumerate() {
        words[i / 8] |= u64::from(*byte) << (8 * (i % 8));
    }
    words
}

fn from_words(words: &[u64]) -> UBig {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

fn is_zero(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

fn is_one(words: &[u64]) -> bool {
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

fn product_word(level: u32, a: u64, b: u64) -> u64 {
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

fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
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
fn square(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![product_word(6, *a, *a)];
    }
    let (a0, a1) = a.split_at(a.len() / 2);
    let high = square(a1);
    join(xor(&square(a0), &fold(&high)), &high)
}

/// `F = F² + F/2`, so the root of `a1 F + a0` is `√a1 F + √a1 √(F/2) + √a0`.
fn square_root(a: &[u64]) -> Vec<u64> {
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
fn inverse(a: &[u64]) -> Vec<u64> {
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

fn power(a: &[u64], exponent: &UBig, budget: &Budget) -> Result<Vec<u64>, NimError> {
    let mut result = vec![0; a.len()];
    result[0] = 1;
    for i in (0..exponent.bit_len()).rev() {
        budget.check()?;
        result = square(&result);
        if exponent.bit(i) {
            result = product(&result, a);
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    /// The definition: the least number that is no `a'b ⊕ ab' ⊕ a'b'`.
    fn products_by_mex(n: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0u64; n]; n];
        for a in 0..n {
            for b in 0..n {
                let mut seen = vec![false; 2 * n * n];
                for x in 0..a {
                    for y in 0..b {
                        seen[(table[x][b] ^ table[a][y] ^ table[x][y]) as usize] = true;
                    }
                }
                table[a][b] = seen.iter().position(|&s| !s).unwrap() as u64;
            }
        }
        table
    }

    #[test]
    fn products_are_those_of_the_definition() {
        let table = products_by_mex(64);
        for (a, row) in table.iter().enumerate() {
            for (b, &product) in row.iter().enumerate() {
                assert_eq!(nim_product_u64(a as u64, b as u64), product, "{a} x {b}");
            }
        }
    }

    #[test]
    fn tables_hold_the_whole_field() {
        let mut powers = TABLES.power.clone();
        powers.truncate((1 << 16) - 1);
        powers.sort_unstable();
        assert!(powers.iter().copied().eq(1..=u16::MAX));
    }

    #[test]
    fn fermat_powers() {
        for k in 0..12u32 {
            let fermat = UBig::ONE << (1usize << k);
            let half_more = &fermat + (&fermat >> 1);
            assert_eq!(nim_product(&fermat, &fermat).unwrap(), half_more);
            let below = &fermat - UBig::ONE;
            assert_eq!(nim_product(&fermat, &below).unwrap(), &fermat * &below);
        }
    }

    #[test]
    fn roots() {
        let budget = Budget::unlimited();
        let roots = |a: u64, n: u64| -> Vec<u64> {
            let roots = nim_roots(&a.into(), &n.into(), &budget).unwrap();
            roots.iter().map(|r| u64::try_from(r).unwrap()).collect()
        };
        assert_eq!(roots(1, 3), [1, 2, 3]);
        assert_eq!(roots(1, 5), [1, 8, 10, 13, 14]);
        assert_eq!(roots(2, 3), []);
        assert_eq!(roots(1, 7), [1]);
        assert_eq!(roots(1, 17).len(), 17);
        assert_eq!(roots(1, 257).len(), 257);
        assert_eq!(nim_roots(&UBig::ONE, &641u32.into(), &budget).unwrap().len(), 641);
        for n in 1..40u64 {
            for a in 0..32u64 {
                let brute: Vec<u64> = (0..256)
                    .filter(|&x: &u64| {
                        let x = nim_power(&x.into(), &n.into(), &budget).unwrap();
                        x == a.into()
                    })
                    .collect();
                assert_eq!(roots(a, n), brute, "{n}th roots of {a}");
            }
        }
        assert_eq!(nim_roots(&UBig::ONE, &UBig::ZERO, &budget), Err(NimError::ZerothRoot));
        assert!(nim_roots(&UBig::ONE, &65537u32.into(), &budget).is_err());
    }

    #[test]
    fn refusals() {
        let budget = Budget::unlimited();
        let huge = UBig::ONE << MAX_NIM_BITS;
        assert!(matches!(nim_product(&huge, &huge), Err(NimError::Stopped(_))));
        assert_eq!(nim_inverse(&UBig::ZERO), Err(NimError::DivisionByZero));
        let power = nim_power(&UBig::ZERO, &IBig::NEG_ONE, &budget);
        assert_eq!(power, Err(NimError::DivisionByZero));
        budget.interrupt();
        let power = nim_power(&UBig::from(5u8), &IBig::from(5), &budget);
        assert_eq!(power, Err(NimError::Stopped(Stopped::Interrupted)));
    }

    fn number() -> impl Strategy<Value = UBig> {
        prop_oneof![
            (0u64..256).prop_map(UBig::from),
            any::<u64>().prop_map(UBig::from),
            proptest::collection::vec(any::<u8>(), 0..80).prop_map(|b| UBig::from_le_bytes(&b)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn field_laws(a in number(), b in number(), c in number()) {
            let mul = |a: &UBig, b: &UBig| nim_product(a, b).unwrap();
            prop_assert_eq!(mul(&a, &b), mul(&b, &a));
            prop_assert_eq!(mul(&a, &mul(&b, &c)), mul(&mul(&a, &b), &c));
            prop_assert_eq!(mul(&a, &nim_sum(&b, &c)), nim_sum(&mul(&a, &b), &mul(&a, &c)));
            prop_assert_eq!(mul(&a, &UBig::ONE), a.clone());
            if !a.is_zero() {
                prop_assert_eq!(mul(&a, &nim_inverse(&a).unwrap()), UBig::ONE);
                prop_assert_eq!(mul(&nim_quotient(&b, &a).unwrap(), &a), b);
            }
            let root = nim_square_root(&a).unwrap();
            prop_assert_eq!(mul(&root, &root), a);
        }

        #[test]
        fn fields_are_closed(a in any::<u32>(), b in any::<u32>(), k in 0u32..6) {
            let mask = if k == 5 { u32::MAX } else { (1 << (1 << k)) - 1 };
            let product = nim_product_u64((a & mask).into(), (b & mask).into());
            prop_assert!(product <= mask.into());
        }

        #[test]
        fn powers(a in number(), m in -30i64..30, n in -30i64..30) {
            let budget = Budget::unlimited();
            prop_assume!(!a.is_zero());
            let pow = |n: i64| nim_power(&a, &n.into(), &budget).unwrap();
            prop_assert_eq!(nim_product(&pow(m), &pow(n)).unwrap(), pow(m + n));
            prop_assert_eq!(pow(1), a.clone());
        }

        #[test]
        fn roots_are_roots(a in any::<u64>(), n in 1u64..100) {
            let budget = Budget::unlimited();
            let (a, n) = (UBig::from(a), UBig::from(n));
            let power = nim_power(&a, n.as_ibig(), &budget).unwrap();
            let roots = nim_roots(&power, &n, &budget).unwrap();
            prop_assert!(roots.contains(&a));
            for root in roots {
                prop_assert_eq!(&nim_power(&root, n.as_ibig(), &budget).unwrap(), &power);
            }
        }
    }
}
