//! Functions of integers that games need: logarithms, roots, odious and evil numbers, mex.
//!
//! Each function says for which integers it is defined and answers a [`DomainError`] elsewhere.
//! The signs follow one rule: quotients are truncated toward zero.

use dashu_int::{IBig, UBig, ops::BitTest, ops::Gcd, ops::SquareRoot, ops::UnsignedAbs};

/// A function of integers was asked outside its domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DomainError {
    /// A function of positive integers was given this.
    #[error("{0} is defined for positive integers only, not for {1}")]
    NotPositive(&'static str, IBig),
    /// A function of non-negative integers was given this.
    #[error("{0} is defined for non-negative integers only, not for {1}")]
    Negative(&'static str, IBig),
    /// The divisor of a function is zero.
    #[error("{0}: division by zero")]
    DivisionByZero(&'static str),
    /// The numbers have more bits than this and are too large for the function.
    #[error("{0}: numbers of more than {1} bits are refused")]
    TooLarge(&'static str, usize),
}

/// `n` as a natural number, on behalf of `function`.
///
/// ```
/// use upstar_values::integers::natural;
/// assert!(natural("NimSum", &(-1).into()).is_err());
/// ```
pub fn natural(function: &'static str, n: &IBig) -> Result<UBig, DomainError> {
    match n.as_ubig() {
        Some(n) => Ok(n.clone()),
        None => Err(DomainError::Negative(function, n.clone())),
    }
}

fn positive(function: &'static str, n: &IBig) -> Result<UBig, DomainError> {
    match n.as_ubig() {
        Some(n) if !n.is_zero() => Ok(n.clone()),
        _ => Err(DomainError::NotPositive(function, n.clone())),
    }
}

/// The binary logarithm of a positive integer, rounded down.
pub fn lb(n: &IBig) -> Result<usize, DomainError> {
    Ok(positive("Lb", n)?.bit_len() - 1)
}

/// The greatest common divisor, never negative; that of 0 and 0 is 0.
pub fn gcd(a: &IBig, b: &IBig) -> UBig {
    match (a.is_zero(), b.is_zero()) {
        (true, _) => b.unsigned_abs(),
        (_, true) => a.unsigned_abs(),
        _ => a.gcd(b),
    }
}

/// The square root of a non-negative integer, rounded down.
pub fn isqrt(n: &IBig) -> Result<UBig, DomainError> {
    Ok(natural("Isqrt", n)?.sqrt())
}

/// `a/b` rounded toward zero.
pub fn div(a: &IBig, b: &IBig) -> Result<IBig, DomainError> {
    if b.is_zero() {
        return Err(DomainError::DivisionByZero("Div"));
    }
    Ok(a / b)
}

/// The prime factors in increasing order, each as often as it divides; found by trial.
///
/// ```
/// assert_eq!(upstar_values::integers::prime_factors(360), [2, 2, 2, 3, 3, 5]);
/// ```
pub fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut p = 2;
    while p * p <= n {
        while n.is_multiple_of(p) {
            factors.push(p);
            n /= p;
        }
        p += 1;
    }
    factors.extend((n > 1).then_some(n));
    factors
}

/// Is the number of ones in binary odd? The values of Mock Turtles are such numbers.
///
/// ```
/// use upstar_values::integers::is_odious;
/// let odious: Vec<i64> = (0..16).filter(|&n| is_odious(&n.into()) == Ok(true)).collect();
/// assert_eq!(odious, [1, 2, 4, 7, 8, 11, 13, 14]);
/// ```
pub fn is_odious(n: &IBig) -> Result<bool, DomainError> {
    Ok(natural("IsOdious", n)?.count_ones() % 2 == 1)
}

/// Is the number of ones in binary even?
pub fn is_evil(n: &IBig) -> Result<bool, DomainError> {
    Ok(natural("IsEvil", n)?.count_ones().is_multiple_of(2))
}

/// The least natural number that is not among `values`; negative ones do not matter.
///
/// ```
/// use upstar_values::integers::mex;
/// let values = [0, 1, -2, 3, 1].map(dashu_int::IBig::from);
/// assert_eq!(mex(&values), 2u8.into());
/// ```
pub fn mex<'a>(values: impl IntoIterator<Item = &'a IBig>) -> UBig {
    let mut naturals: Vec<&UBig> = values.into_iter().filter_map(IBig::as_ubig).collect();
    naturals.sort_unstable();
    let mut least = UBig::ZERO;
    for n in naturals {
        if *n > least {
            break;
        }
        if *n == least {
            least += UBig::ONE;
        }
    }
    least
}

/// The ugly product of coin-turning (*Winning Ways*, ch. 14).
///
/// It distributes over nim-sums, has 1 as its unit and for `m > n > 0`
/// `2^m × 2^n = 2^m ⊕ 2^(n-1)`, `2^m × 2^m = 2^(m-1)`.
///
/// ```
/// use upstar_values::integers::ugly_product;
/// assert_eq!(ugly_product(&4.into(), &2.into()), Ok(5u8.into()));
/// ```
pub fn ugly_product(a: &IBig, b: &IBig) -> Result<UBig, DomainError> {
    const NAME: &str = "UglyProduct";
    const LIMIT: usize = 1 << 20;
    let (a, b) = (natural(NAME, a)?, natural(NAME, b)?);
    let length = a.bit_len().max(b.bit_len());
    if length > LIMIT {
        return Err(DomainError::TooLarge(NAME, LIMIT));
    }
    // Bit m of the result is met by 2^m × 2^n for n < m, once for every bit of the other number
    // below m; and bit n-1 by 2^n times any higher power. So two running parities are enough.
    let parity_from = |x: &UBig| {
        let mut above = vec![false; length + 1];
        for i in (0..length).rev() {
            above[i] = above[i + 1] ^ x.bit(i);
        }
        above
    };
    let (above_a, above_b) = (parity_from(&a), parity_from(&b));
    let mut result = UBig::ZERO;
    for i in 0..length {
        let (has_a, has_b) = (a.bit(i), b.bit(i));
        let below_a = above_a[0] ^ above_a[i];
        let below_b = above_b[0] ^ above_b[i];
        let mut bit = (has_a && below_b) ^ (has_b && below_a);
        if i == 0 {
            bit ^= has_a && has_b;
        }
        if i + 1 < length {
            let (next_a, next_b) = (a.bit(i + 1), b.bit(i + 1));
            bit ^= (next_a && above_b[i + 2]) ^ (next_b && above_a[i + 2]) ^ (next_a && next_b);
        }
        if bit {
            result.set_bit(i);
        }
    }
    Ok(result)
}
