//! Nim arithmetic: the field whose elements are the non-negative integers.
//!
//! Addition is exclusive or, multiplication that of a tower of quadratic extensions. The numbers
//! below `2^(2^k)` are a field for each `k`, and every number but zero has an inverse, every number
//! one square root.
//!
//! Sources: Conway, *On Numbers and Games*, ch. 6; Lenstra, "Nim multiplication" (1978).

mod tower;

use crate::integers::prime_factors;
use dashu_int::{IBig, UBig, ops::BitTest, ops::ExtendedGcd, ops::Gcd};
use std::cmp::Ordering;
use tower::{from_words, inverse, is_one, product, product_word, square, square_root, to_words};
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
    let mut primes = prime_factors(count);
    primes.dedup();
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
