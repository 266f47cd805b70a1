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
//! Invariant of [`Element`]: no coefficient is zero.

use super::{GeneralizedOrdinal, SurrealError, Term, TransfiniteNimber, Work};
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
pub(super) type Element = BTreeMap<Exponent, UBig>;

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
    pub(super) alpha: Element,
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
    let mut alpha = Element::new();
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
fn digits(c: &UBig, p: u64, work: &mut Work) -> Result<Vec<u64>, TransfiniteNimError> {
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
    work: &mut Work,
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

fn accumulate(sum: &mut Element, exponent: Exponent, coefficient: UBig) {
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
    sum: &mut Element,
    (x, m): (&Exponent, &UBig),
    (y, n): (&Exponent, &UBig),
    work: &mut Work,
) -> Result<(), TransfiniteNimError> {
    let words = m.bit_len().max(n.bit_len()) as u64 / 64;
    work.spend(words.saturating_mul(words) / 8)?;
    let (exponent, factors) = product_of_powers(x, y, work)?;
    let mut product = Element::from([(exponent, nim_product(m, n)?)]);
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
    x: &Element,
    y: &Element,
    work: &mut Work,
) -> Result<Element, TransfiniteNimError> {
    upstar_base::deeper(|| {
        let mut product = Element::new();
        for x in x {
            for y in y {
                add_product(&mut product, x, y, work)?;
            }
        }
        Ok(product)
    })
}

/// The characteristic is two: the square of a sum is the sum of the squares.
pub(super) fn square(x: &Element, work: &mut Work) -> Result<Element, TransfiniteNimError> {
    let mut product = Element::new();
    for x in x {
        add_product(&mut product, x, x, work)?;
    }
    Ok(product)
}

/// The degree of a finite field that contains `x`.
pub(super) fn degree(x: &Element, work: &mut Work) -> Result<UBig, TransfiniteNimError> {
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
pub(super) fn invert(x: &Element, work: &mut Work) -> Result<Element, TransfiniteNimError> {
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

impl TransfiniteNimber {
    pub(super) fn element(&self) -> Result<Element, TransfiniteNimError> {
        let natural = |n: &IBig| n.clone().into_parts().1;
        let mut element = Element::new();
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

    pub(super) fn from_element(element: Element) -> Result<Self, TransfiniteNimError> {
        let mut terms = Vec::with_capacity(element.len());
        for (exponent, coefficient) in element {
            let powers = exponent
                .into_iter()
                .map(|(j, c)| Term { exponent: IBig::from(j).into(), coefficient: c.into() });
            let exponent = GeneralizedOrdinal::from_terms(powers.collect())?;
            terms.push(Term { exponent, coefficient: coefficient.into() });
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
        let product = multiply(&self.element()?, &other.element()?, &mut Work::new())?;
        Self::from_element(product)
    }

    /// The nimber whose nim-product with this one is `*1`.
    pub fn inverse(&self) -> Result<Self, TransfiniteNimError> {
        if self.heap().is_zero() {
            return Err(TransfiniteNimError::DivisionByZero);
        }
        Self::from_element(invert(&self.element()?, &mut Work::new())?)
    }

    /// The nim-power; negative powers are those of the inverse, and `0^0 = 1`.
    pub fn pow(&self, n: &IBig) -> Result<Self, TransfiniteNimError> {
        let mut work = Work::new();
        let base = if *n < IBig::ZERO { self.inverse()? } else { self.clone() };
        let base = base.element()?;
        let (_, n) = n.clone().into_parts();
        let mut power = Element::from([(Exponent::new(), UBig::ONE)]);
        for i in (0..n.bit_len()).rev() {
            power = square(&power, &mut work)?;
            work.spend(1)?;
            if n.bit(i) {
                power = multiply(&power, &base, &mut work)?;
            }
        }
        Self::from_element(power)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::surreal::Surreal;
    use proptest::prelude::*;

    fn int(n: i64) -> Surreal {
        n.into()
    }

    /// `ω^(ω^j · c)`
    fn generator(j: i64, c: i64) -> TransfiniteNimber {
        let exponent = int(j).omega_power().unwrap().mul(&int(c)).unwrap();
        TransfiniteNimber::new(exponent.omega_power().unwrap()).unwrap()
    }

    fn finite(n: i64) -> TransfiniteNimber {
        TransfiniteNimber::new(int(n)).unwrap()
    }

    #[test]
    fn known_products() {
        let omega = generator(0, 1);
        assert_eq!(omega.mul(&omega).unwrap(), generator(0, 2));
        assert_eq!(omega.pow(&3.into()).unwrap(), finite(2));
        assert_eq!(generator(1, 1).mul(&generator(1, 4)).unwrap(), finite(4));
        assert_eq!(generator(0, 27).pow(&81.into()).unwrap(), finite(2));
        let too_large = generator(1, 1).heap().clone();
        let too_large = Surreal::from(too_large).omega_power().unwrap();
        let too_large = TransfiniteNimber::new(too_large).unwrap();
        let refusal = too_large.mul(&finite(2));
        assert!(matches!(refusal, Err(TransfiniteNimError::TooLarge(_))), "{refusal:?}");
    }

    /// The table of *On Numbers and Games*, ch. 6, and some of Lenstra's continuation.
    #[test]
    fn constants_of_the_first_primes() {
        let table = [
            (3, "2"),
            (5, "4"),
            (7, "ω+1"),
            (11, "ω^ω+1"),
            (13, "ω+4"),
            (17, "16"),
            (19, "ω^3+4"),
            (23, "ω^ω^3+1"),
            (29, "ω^ω^2+4"),
            (31, "ω^ω+1"),
            (37, "ω^3+4"),
            (41, "ω^ω+1"),
            (43, "ω^ω^2+1"),
            (47, "ω^ω^7+1"),
            (53, "ω^ω^4+1"),
            (59, "ω^ω^8+1"),
            (61, "ω^ω+ω"),
            (67, "ω^ω^3+ω"),
        ];
        for ((prime, alpha), constant) in table.iter().zip(&*CONSTANTS) {
            assert_eq!(*prime, constant.prime);
            let ours = TransfiniteNimber::from_element(constant.alpha.clone()).unwrap();
            assert_eq!(ours.heap().to_string(), *alpha, "α({prime})");
        }
        assert_eq!(CONSTANTS.last().unwrap().prime, 281);
    }

    /// `α(p)` is the first of its form that is no `p`th power; checked where fields are small.
    #[test]
    fn constants_are_the_first_without_root() {
        let mut checked = 0;
        for (constant, &excess) in CONSTANTS.iter().zip(&EXCESS) {
            let Ok(degree) = usize::try_from(&constant.degree) else { continue };
            if degree > 42 {
                continue;
            }
            for less in 0..=excess {
                let mut element = constant.alpha.clone();
                accumulate(&mut element, Exponent::new(), UBig::from(excess ^ less));
                let candidate = TransfiniteNimber::from_element(element).unwrap();
                // A multiple of the degree for which p divides the order of the group.
                let exponent = UBig::ones(degree) / constant.prime;
                assert_eq!(UBig::ones(degree) % constant.prime, 0);
                let has_root = candidate.pow(&exponent.into()).unwrap() == finite(1);
                assert_eq!(has_root, less < excess, "α({}) - {less}", constant.prime);
            }
            checked += 1;
        }
        assert!(checked >= 10, "{checked}");
    }

    #[test]
    fn digits_of_large_numbers() {
        let number = UBig::from(10u8).pow(100);
        for p in [3, 5, 7, 281] {
            let digits = digits(&number, p, &mut Work::new()).unwrap();
            assert!(digits.iter().all(|&d| d < p) && digits.last() != Some(&0));
            assert_eq!(from_digits(&digits, p), number);
            let horner = digits.iter().rev().fold(UBig::ZERO, |value, &d| value * p + d);
            assert_eq!(horner, number);
        }
    }

    #[test]
    fn unknown_constants_are_refused() {
        let far = generator(59, 1);
        assert_eq!(far.mul(&finite(3)).unwrap().to_string(), "*(ω^ω^59×3)");
        assert_eq!(far.mul(&far), Err(TransfiniteNimError::UnknownConstant(283)));
        assert_eq!(finite(0).inverse(), Err(TransfiniteNimError::DivisionByZero));
        let deep = generator(58, 281);
        assert!(matches!(deep.inverse(), Err(TransfiniteNimError::Refused(_))));
    }

    fn nimber() -> impl Strategy<Value = TransfiniteNimber> {
        let term = (0i64..4, 0i64..3, 0i64..2, 0i64..20).prop_map(|(a, b, c, n)| {
            let product = generator(0, a).mul(&generator(1, b)).unwrap();
            product.mul(&generator(2, c)).unwrap().mul(&finite(n)).unwrap()
        });
        proptest::collection::vec(term, 0..4)
            .prop_map(|terms| terms.iter().fold(finite(0), |sum, term| sum.add(term).unwrap()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn field_laws(a in nimber(), b in nimber(), c in nimber()) {
            prop_assert_eq!(a.mul(&b).unwrap(), b.mul(&a).unwrap());
            let (ab, bc) = (a.mul(&b).unwrap(), b.mul(&c).unwrap());
            prop_assert_eq!(ab.mul(&c).unwrap(), a.mul(&bc).unwrap());
            let ac = a.mul(&c).unwrap();
            prop_assert_eq!(a.mul(&b.add(&c).unwrap()).unwrap(), ab.add(&ac).unwrap());
            prop_assert_eq!(a.pow(&5.into()).unwrap(), (0..5).fold(finite(1), |p, _| p.mul(&a).unwrap()));
        }

        #[test]
        fn inverses(a in 0i64..9, b in 0i64..5, m in 0i64..20, n in 0i64..20) {
            let x = generator(0, a).mul(&finite(m)).unwrap();
            let x = x.add(&generator(1, b).mul(&finite(n)).unwrap()).unwrap();
            prop_assume!(x != finite(0));
            let inverse = x.inverse().unwrap();
            prop_assert_eq!(x.mul(&inverse).unwrap(), finite(1));
            prop_assert_eq!(x.pow(&(-2).into()).unwrap(), inverse.mul(&inverse).unwrap());
        }

        #[test]
        fn finite_products(m in 0i64..1000, n in 0i64..1000) {
            let product = crate::nim::nim_product_u64(m as u64, n as u64) as i64;
            prop_assert_eq!(finite(m).mul(&finite(n)).unwrap(), finite(product));
        }
    }
}
