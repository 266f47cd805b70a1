//! Nim-multiplication of infinite ordinals below `ω^ω^ω`.
//!
//! There nim arithmetic is that of the algebraic closure of the field of two elements (Conway, *On
//! Numbers and Games*, ch. 6). Let `p` be the `j`th odd prime, counted from 0, and
//! `χ(j,k) = ω^(ω^j · p^k)`. Then
//!
//! - an ordinal `ω^e` with `e = Σ ω^j · c(j)` is the nim-product of the `χ(j,k)`, each as often as
//!   the digit of `p^k` says when `c(j)` is written in base `p`; and `ω^e ⊗ n = ω^e · n`;
//! - the `p`th nim-power of `χ(j,k)` is `χ(j,k-1)` if `k > 0`, and `α(p)` if `k = 0`.
//!
//! So multiplying is adding digits, with carries to the *lower* place and, off the end, a factor
//! `α(p)` made of smaller primes only. Lenstra ("Nim multiplication", 1978): `α(p)` is the sum of
//! the least generators whose degrees the order of 2 modulo `p` needs, plus a finite excess. The
//! excesses are known for all primes up to 281 (OEIS A380496: Conway, Lenstra, Le Bruyn, Siegel);
//! an operation that needs more is refused.
//!
//! Invariant of [`NimElement`]: no coefficient is zero.

use super::{GeneralizedOrdinal, PowerTerm, StepsLeft, SurrealError, TransfiniteNimber};
use crate::nim::{NimError, nim_product};
use dashu_int::{IBig, UBig, ops::BitTest, ops::Gcd};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What nim-multiplication of ordinals cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransfiniteNimError {
    /// Beyond the algebraic closure of the field of two elements.
    #[error("nim-products are known below ω^ω^ω only, not for {0}")]
    TooLarge(GeneralizedOrdinal),
    /// The product needs a constant that nobody has computed.
    #[error("this needs α({0}), and Lenstra's constants are known for primes up to 281 only")]
    UnknownConstant(u64),
    /// Zero has no nim-inverse.
    #[error("nim-division by zero")]
    DivisionByZero,
    /// The finite part is too large.
    #[error(transparent)]
    Finite(#[from] NimError),
    /// The result is too large, or takes too long.
    #[error(transparent)]
    Refused(#[from] SurrealError),
}

/// The exponent `e` of `ω^e`: the coefficient of `ω^j` for each `j` where it is not zero.
pub(super) type Exponent = BTreeMap<u32, UBig>;

/// A nim-sum of `ω^e · n`.
pub(super) type NimElement = BTreeMap<Exponent, UBig>;

/// The excesses of the odd primes up to 281.
const EXCESS: [u8; 59] = [
    0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0,
    1, //
    0, 1, 0, 1, 0, 1, 4, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0,
];

/// What is known of one odd prime.
pub(super) struct Constant {
    pub(super) prime: u64,
    /// `α(p)`
    pub(super) alpha: NimElement,
    /// The degree of the field that `α(p)` generates.
    pub(super) degree: UBig,
}

pub(super) static CONSTANTS: LazyLock<Vec<Constant>> = LazyLock::new(|| {
    let mut constants: Vec<Constant> = Vec::new();
    for excess in EXCESS {
        let prime = next_odd_prime(constants.last().map_or(2, |constant| constant.prime));
        let constant = constant(prime, excess, &constants);
        constants.push(constant);
    }
    constants
});

fn next_odd_prime(after: u64) -> u64 {
    let is_prime = |n: &u64| (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    (after + 1..).find(is_prime).unwrap_or(after)
}

/// `α(p)` from the constants of the smaller primes.
fn constant(prime: u64, excess: u8, smaller: &[Constant]) -> Constant {
    let mut order = 1;
    let mut power = 2 % prime;
    while power != 1 {
        power = 2 * power % prime;
        order += 1;
    }
    let mut alpha = NimElement::new();
    let mut degree = UBig::ONE;
    // From the largest prime down: a generator of higher degree may bring the lower one with it.
    let places = smaller.iter().enumerate().rev().map(|(j, c)| (Some((j as u32, c)), c.prime));
    for (place, divisor) in places.chain([(None, 2)]) {
        let mut part = 1;
        while order % (part * divisor) == 0 {
            part *= divisor;
        }
        if part == 1 || (&degree % UBig::from(part)).is_zero() {
            continue;
        }
        match place {
            Some((j, constant)) => {
                alpha.insert(Exponent::from([(j, UBig::from(part / divisor))]), UBig::ONE);
                degree = lcm(&degree, &(&constant.degree * UBig::from(part)));
            }
            None => {
                alpha.insert(Exponent::new(), UBig::ONE << (part / 2) as usize);
                degree = lcm(&degree, &part.into());
            }
        }
    }
    if excess > 0 {
        *alpha.entry(Exponent::new()).or_default() += UBig::from(excess);
        degree = lcm(&degree, &finite_degree(&excess.into()));
    }
    Constant { prime, alpha, degree }
}

pub(super) fn lcm(a: &UBig, b: &UBig) -> UBig {
    a / a.gcd(b) * b
}

/// The degree of the smallest field of the quadratic tower that contains a number.
fn finite_degree(n: &UBig) -> UBig {
    if n.bit_len() <= 1 { UBig::ONE } else { n.bit_len().next_power_of_two().into() }
}

pub(super) fn constant_at(j: u32) -> Result<&'static Constant, TransfiniteNimError> {
    CONSTANTS.get(j as usize).ok_or_else(|| {
        let mut prime = CONSTANTS.last().map_or(2, |constant| constant.prime);
        for _ in CONSTANTS.len()..=(j as usize).min(10_000) {
            prime = next_odd_prime(prime);
        }
        TransfiniteNimError::UnknownConstant(prime)
    })
}

/// The largest power of `p` in 32 bits, and its exponent: digits are taken that many at a time.
fn chunk(p: u64) -> (u64, usize) {
    let places = u64::from(u32::MAX).ilog(p);
    (p.pow(places), places as usize)
}

/// The digits of `c` in base `p`, lowest first, without zeros at the end.
fn digits(c: &UBig, p: u64, work: &mut StepsLeft) -> Result<Vec<u64>, TransfiniteNimError> {
    let words = 1 + c.bit_len() as u64 / 64;
    work.spend(words.saturating_mul(words).saturating_mul(2))?;
    let (size, places) = chunk(p);
    let mut digits = Vec::new();
    let mut rest = c.clone();
    while !rest.is_zero() {
        let mut few = &rest % size;
        rest /= size;
        for _ in 0..places {
            digits.push(few % p);
            few /= p;
        }
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    Ok(digits)
}

/// The inverse of [`digits`].
fn from_digits(digits: &[u64], p: u64) -> UBig {
    let (size, places) = chunk(p);
    digits.chunks(places).rev().fold(UBig::ZERO, |value, chunk| {
        value * size + chunk.iter().rev().fold(0, |few, digit| few * p + digit)
    })
}

/// The nim-product of two powers of ω is a power of ω times the `α` of some primes.
fn product_of_powers(
    x: &Exponent,
    y: &Exponent,
    work: &mut StepsLeft,
) -> Result<(Exponent, Vec<&'static Constant>), TransfiniteNimError> {
    work.spend(16)?;
    let mut product = x.clone();
    let mut factors = Vec::new();
    for (&j, c) in y {
        let Some(other) = product.remove(&j) else {
            product.insert(j, c.clone());
            continue;
        };
        let constant = constant_at(j)?;
        let prime = constant.prime;
        let (mut sums, addends) = (digits(&other, prime, work)?, digits(c, prime, work)?);
        sums.resize(sums.len().max(addends.len()), 0);
        for (sum, addend) in sums.iter_mut().zip(addends) {
            *sum += addend;
        }
        let mut carry = 0;
        for sum in sums.iter_mut().rev() {
            *sum += carry;
            carry = *sum / prime;
            *sum %= prime;
        }
        if carry > 0 {
            factors.push(constant);
        }
        let value = from_digits(&sums, prime);
        if !value.is_zero() {
            product.insert(j, value);
        }
    }
    Ok((product, factors))
}

fn accumulate(sum: &mut NimElement, exponent: Exponent, coefficient: UBig) {
    use std::collections::btree_map::Entry;
    match sum.entry(exponent) {
        Entry::Vacant(entry) => {
            if !coefficient.is_zero() {
                entry.insert(coefficient);
            }
        }
        Entry::Occupied(mut entry) => {
            *entry.get_mut() ^= coefficient;
            if entry.get().is_zero() {
                entry.remove();
            }
        }
    }
}

fn add_product(
    sum: &mut NimElement,
    (x, m): (&Exponent, &UBig),
    (y, n): (&Exponent, &UBig),
    work: &mut StepsLeft,
) -> Result<(), TransfiniteNimError> {
    let words = m.bit_len().max(n.bit_len()) as u64 / 64;
    work.spend(words.saturating_mul(words) / 8)?;
    let (exponent, factors) = product_of_powers(x, y, work)?;
    let mut product = NimElement::from([(exponent, nim_product(m, n)?)]);
    for factor in factors {
        product = multiply(&product, &factor.alpha, work)?;
    }
    for (exponent, coefficient) in product {
        accumulate(sum, exponent, coefficient);
    }
    Ok(())
}

/// Ends because an `α` is made of smaller primes than the one it stands for.
pub(super) fn multiply(
    x: &NimElement,
    y: &NimElement,
    work: &mut StepsLeft,
) -> Result<NimElement, TransfiniteNimError> {
    upstar_base::deeper(|| {
        let mut product = NimElement::new();
        for x in x {
            for y in y {
                add_product(&mut product, x, y, work)?;
            }
        }
        Ok(product)
    })
}

/// The characteristic is two: the square of a sum is the sum of the squares.
pub(super) fn square(
    x: &NimElement,
    work: &mut StepsLeft,
) -> Result<NimElement, TransfiniteNimError> {
    let mut product = NimElement::new();
    for x in x {
        add_product(&mut product, x, x, work)?;
    }
    Ok(product)
}

/// The degree of a finite field that contains `x`.
pub(super) fn degree(x: &NimElement, work: &mut StepsLeft) -> Result<UBig, TransfiniteNimError> {
    let mut degree = UBig::ONE;
    for (exponent, coefficient) in x {
        degree = lcm(&degree, &finite_degree(coefficient));
        for (&j, c) in exponent {
            let constant = constant_at(j)?;
            let places = digits(c, constant.prime, work)?.len();
            work.spend(degree.bit_len() as u64 + places as u64)?;
            let own = &constant.degree * UBig::from(constant.prime).pow(places);
            degree = lcm(&degree, &own);
        }
    }
    Ok(degree)
}

/// The nim-inverse of what is not zero, as the power `2^d - 2` (Itoh and Tsujii's way: with
/// `b(k) = x^(2^k - 1)` there is `b(k + l) = b(k)^(2^l) · b(l)`).
pub(super) fn invert(
    x: &NimElement,
    work: &mut StepsLeft,
) -> Result<NimElement, TransfiniteNimError> {
    let degree = degree(x, work)?;
    let steps = u64::try_from(&degree).map_err(|_| SurrealError::TooMuchWork)?;
    work.spend(steps)?;
    let last = steps - 1;
    if last == 0 {
        return Ok(x.clone());
    }
    let mut power = x.clone();
    let mut reached = 1;
    for i in (0..63 - last.leading_zeros()).rev() {
        let mut shifted = power.clone();
        for _ in 0..reached {
            shifted = square(&shifted, work)?;
        }
        power = multiply(&shifted, &power, work)?;
        reached *= 2;
        if last >> i & 1 == 1 {
            power = multiply(&square(&power, work)?, x, work)?;
            reached += 1;
        }
    }
    square(&power, work)
}

/// The nim-power, by squaring.
pub(super) fn power(
    x: &NimElement,
    n: &UBig,
    work: &mut StepsLeft,
) -> Result<NimElement, TransfiniteNimError> {
    let mut power = NimElement::from([(Exponent::new(), UBig::ONE)]);
    for i in (0..n.bit_len()).rev() {
        power = square(&power, work)?;
        work.spend(1)?;
        if n.bit(i) {
            power = multiply(&power, x, work)?;
        }
    }
    Ok(power)
}

impl TransfiniteNimber {
    pub(super) fn element(&self) -> Result<NimElement, TransfiniteNimError> {
        let natural = |n: &IBig| n.clone().into_parts().1;
        let mut element = NimElement::new();
        for term in self.heap().terms() {
            let mut exponent = Exponent::new();
            for power in term.exponent.terms() {
                let j = power.exponent.as_integer().and_then(|j| u32::try_from(j).ok());
                let j = j.ok_or_else(|| TransfiniteNimError::TooLarge(self.heap().clone()))?;
                exponent.insert(j, natural(&power.coefficient));
            }
            element.insert(exponent, natural(&term.coefficient));
        }
        Ok(element)
    }

    pub(super) fn from_element(element: NimElement) -> Result<Self, TransfiniteNimError> {
        let mut terms = Vec::with_capacity(element.len());
        for (exponent, coefficient) in element {
            let powers = exponent
                .into_iter()
                .map(|(j, c)| PowerTerm { exponent: IBig::from(j).into(), coefficient: c.into() });
            let exponent = GeneralizedOrdinal::from_terms(powers.collect())?;
            terms.push(PowerTerm { exponent, coefficient: coefficient.into() });
        }
        Ok(TransfiniteNimber::from_ordinal(GeneralizedOrdinal::from_terms(terms)?))
    }

    /// The nim-product.
    ///
    /// ```
    /// use upstar_values::surreal::{Surreal, TransfiniteNimber};
    /// let omega = TransfiniteNimber::new(Surreal::omega())?;
    /// let square = omega.mul(&omega)?;
    /// assert_eq!(square.to_string(), "*ω^2");
    /// assert_eq!(square.mul(&omega)?.to_string(), "*2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mul(&self, other: &Self) -> Result<Self, TransfiniteNimError> {
        let product = multiply(&self.element()?, &other.element()?, &mut StepsLeft::new())?;
        Self::from_element(product)
    }

    /// The nimber whose nim-product with this one is `*1`.
    pub fn inverse(&self) -> Result<Self, TransfiniteNimError> {
        if self.heap().is_zero() {
            return Err(TransfiniteNimError::DivisionByZero);
        }
        Self::from_element(invert(&self.element()?, &mut StepsLeft::new())?)
    }

    /// The nim-power; negative powers are those of the inverse, and `0^0 = 1`.
    pub fn pow(&self, n: &IBig) -> Result<Self, TransfiniteNimError> {
        let mut work = StepsLeft::new();
        let base = if *n < IBig::ZERO { self.inverse()? } else { self.clone() };
        let (_, n) = n.clone().into_parts();
        Self::from_element(power(&base.element()?, &n, &mut work)?)
    }
}
