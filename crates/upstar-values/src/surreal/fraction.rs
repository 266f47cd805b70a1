//! Quotients of generalized ordinals: a field of surreal numbers around ω.
//!
//! Invariant: numerator and denominator have no common divisor, and the denominator is positive.
//! Common divisors are found among polynomials: `ω^(Σ ω^b · k)` is the monomial `Π x_b^k`. The
//! variables are sorted by decreasing `b`, so that monomials are ordered as their ordinals are.
//! Exponents may be huge; what counts is their size after the powers that divide everything are
//! split off and the rest is divided by its greatest common divisor, variable by variable.

use super::ordinal::PowerTerm;
use super::polynomial::{Monomial, Polynomial};
use super::{GeneralizedOrdinal, StepsLeft, SurrealError, gcd};
use crate::{Dyadic, integers};
use dashu_int::{IBig, UBig, ops::BitTest, ops::PowerOfTwo};
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use upstar_base::Outcome;

/// A quotient of two generalized ordinals in lowest terms.
///
/// ```
/// use upstar_values::surreal::Surreal;
/// let omega = Surreal::omega();
/// let one = Surreal::from(1);
/// let x = omega.omega_power()?.add(&one.div(&omega.add(&one)?)?)?;
/// assert_eq!(x.to_string(), "(ω^(ω+1)+ω^ω+1)/(ω+1)");
/// assert_eq!(format!("{:#}", one.div(&omega)?), "1/omega");
/// # Ok::<(), upstar_values::surreal::SurrealError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Surreal {
    numerator: GeneralizedOrdinal,
    denominator: GeneralizedOrdinal,
}

impl From<GeneralizedOrdinal> for Surreal {
    fn from(numerator: GeneralizedOrdinal) -> Self {
        Surreal { numerator, denominator: 1.into() }
    }
}

impl From<IBig> for Surreal {
    fn from(n: IBig) -> Self {
        GeneralizedOrdinal::from(n).into()
    }
}

impl From<i64> for Surreal {
    fn from(n: i64) -> Self {
        GeneralizedOrdinal::from(n).into()
    }
}

impl From<RBig> for Surreal {
    fn from(x: RBig) -> Self {
        let (numerator, denominator) = x.into_parts();
        Surreal { numerator: numerator.into(), denominator: IBig::from(denominator).into() }
    }
}

impl From<&Dyadic> for Surreal {
    fn from(x: &Dyadic) -> Self {
        let denominator = IBig::ONE << x.exponent() as usize;
        Surreal { numerator: x.numerator().clone().into(), denominator: denominator.into() }
    }
}

impl Surreal {
    /// The first infinite ordinal.
    pub fn omega() -> Self {
        GeneralizedOrdinal::omega().into()
    }

    /// The quotient in lowest terms.
    pub fn new(
        numerator: GeneralizedOrdinal,
        denominator: GeneralizedOrdinal,
    ) -> Result<Self, SurrealError> {
        let (numerator, denominator) = match denominator.sign() {
            Ordering::Equal => return Err(SurrealError::DivisionByZero),
            Ordering::Less => (numerator.neg(), denominator.neg()),
            Ordering::Greater => (numerator, denominator),
        };
        if numerator.is_zero() || denominator.is_one() {
            return Ok(numerator.into());
        }
        lowest_terms(&numerator, &denominator)
    }

    /// What is above the line.
    pub fn numerator(&self) -> &GeneralizedOrdinal {
        &self.numerator
    }

    /// What is below the line; positive.
    pub fn denominator(&self) -> &GeneralizedOrdinal {
        &self.denominator
    }

    /// The sum of powers of ω that this is, if it is one.
    pub fn as_generalized_ordinal(&self) -> Option<&GeneralizedOrdinal> {
        self.denominator.is_one().then_some(&self.numerator)
    }

    /// The integer that this is, if it is one.
    pub fn as_integer(&self) -> Option<IBig> {
        self.as_generalized_ordinal()?.as_integer()
    }

    /// The rational number that this is, if it is one.
    pub fn as_rational(&self) -> Option<RBig> {
        let (n, d) = (self.numerator.as_integer()?, self.denominator.as_integer()?);
        Some(RBig::from_parts_signed(n, d))
    }

    /// Is this 0, 1, 2, ..., ω, ω+1, ...?
    pub fn is_ordinal(&self) -> bool {
        self.as_generalized_ordinal().is_some_and(GeneralizedOrdinal::is_ordinal)
    }

    /// Its order relative to zero.
    pub fn sign(&self) -> Ordering {
        self.numerator.sign()
    }

    /// Who wins it as a game.
    pub fn outcome(&self) -> Outcome {
        match self.sign() {
            Ordering::Less => Outcome::R,
            Ordering::Equal => Outcome::P,
            Ordering::Greater => Outcome::L,
        }
    }

    /// `-self`
    #[must_use]
    pub fn neg(&self) -> Self {
        Surreal { numerator: self.numerator.neg(), denominator: self.denominator.clone() }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        Surreal { numerator: self.numerator.abs(), denominator: self.denominator.clone() }
    }

    /// `self + other`
    pub fn add(&self, other: &Self) -> Result<Self, SurrealError> {
        if self.denominator == other.denominator {
            let numerator = self.numerator.add(&other.numerator)?;
            return Surreal::new(numerator, self.denominator.clone());
        }
        // With g = gcd(d, d') the sum is (n d'/g + n' d/g) / (d d'/g). Its numerator has no
        // divisor in common with d/g or d'/g, so what can be cancelled divides d'.
        let cofactors = Surreal::new(self.denominator.clone(), other.denominator.clone())?;
        let left = self.numerator.mul(&cofactors.denominator)?;
        let right = other.numerator.mul(&cofactors.numerator)?;
        let rest = Surreal::new(left.add(&right)?, other.denominator.clone())?;
        let denominator = rest.denominator.mul(&cofactors.numerator)?;
        Ok(Surreal { numerator: rest.numerator, denominator })
    }

    /// `self - other`
    pub fn sub(&self, other: &Self) -> Result<Self, SurrealError> {
        self.add(&other.neg())
    }

    /// `self · other`
    pub fn mul(&self, other: &Self) -> Result<Self, SurrealError> {
        // Only one's numerator and the other's denominator can have a divisor in common.
        let first = Surreal::new(self.numerator.clone(), other.denominator.clone())?;
        let second = Surreal::new(other.numerator.clone(), self.denominator.clone())?;
        Ok(Surreal {
            numerator: first.numerator.mul(&second.numerator)?,
            denominator: first.denominator.mul(&second.denominator)?,
        })
    }

    /// `self / other`
    pub fn div(&self, other: &Self) -> Result<Self, SurrealError> {
        self.mul(&other.reciprocal()?)
    }

    /// `1 / self`
    pub fn reciprocal(&self) -> Result<Self, SurrealError> {
        let (numerator, denominator) = match self.sign() {
            Ordering::Equal => return Err(SurrealError::DivisionByZero),
            Ordering::Less => (self.denominator.neg(), self.numerator.neg()),
            Ordering::Greater => (self.denominator.clone(), self.numerator.clone()),
        };
        Ok(Surreal { numerator, denominator })
    }

    /// `self^n`; `0^0 = 1`.
    pub fn pow(&self, n: &IBig) -> Result<Self, SurrealError> {
        let base = if *n < IBig::ZERO { self.reciprocal()? } else { self.clone() };
        let (_, n) = n.clone().into_parts();
        Ok(Surreal { numerator: base.numerator.pow(&n)?, denominator: base.denominator.pow(&n)? })
    }

    /// `ω^self`, where `self` is a sum of powers of ω; a negative part goes below the line.
    pub fn omega_power(&self) -> Result<Self, SurrealError> {
        let Some(exponent) = self.as_generalized_ordinal() else {
            return Err(SurrealError::FractionalExponent(self.clone()));
        };
        let (positive, negative): (Vec<PowerTerm>, Vec<PowerTerm>) =
            exponent.terms().iter().cloned().partition(|term| term.coefficient > IBig::ZERO);
        let power = |terms| GeneralizedOrdinal::from_terms(terms)?.omega_power_of_ordinal();
        let negative = negative.into_iter().map(|t| PowerTerm { coefficient: -t.coefficient, ..t });
        // No power of ω^ω^b is on both sides, so these are lowest terms.
        Ok(Surreal { numerator: power(positive)?, denominator: power(negative.collect())? })
    }

    /// `self^exponent` as far as it is a quotient of sums of powers of ω: for integer exponents,
    /// and for the base ω.
    ///
    /// ```
    /// use upstar_values::surreal::Surreal;
    /// let omega = Surreal::omega();
    /// assert_eq!(omega.power(&omega.power(&2.into())?)?.to_string(), "ω^ω^2");
    /// assert!(Surreal::from(2).power(&omega).is_err());
    /// # Ok::<(), upstar_values::surreal::SurrealError>(())
    /// ```
    pub fn power(&self, exponent: &Self) -> Result<Self, SurrealError> {
        match exponent.as_integer() {
            Some(n) => self.pow(&n),
            None if *self == Surreal::omega() => exponent.omega_power(),
            None => Err(SurrealError::InfinitePower(self.clone())),
        }
    }

    /// The order of the surreal numbers.
    pub fn compare(&self, other: &Self) -> Result<Ordering, SurrealError> {
        if self.denominator == other.denominator {
            return Ok(self.numerator.cmp(&other.numerator));
        }
        if self.sign() != other.sign() {
            return Ok(self.sign().cmp(&other.sign()));
        }
        let left = self.numerator.mul(&other.denominator)?;
        Ok(left.cmp(&other.numerator.mul(&self.denominator)?))
    }

    /// The birthday of a sum of powers of ω or of a rational number. A rational that is no dyadic
    /// fraction is born on day ω.
    pub fn birthday(&self) -> Result<GeneralizedOrdinal, SurrealError> {
        if let Some(number) = self.as_generalized_ordinal() {
            return Ok(number.birthday());
        }
        let Some(number) = self.as_rational() else {
            return Err(SurrealError::UnknownBirthday(self.clone()));
        };
        let denominator = number.denominator();
        if !denominator.is_power_of_two() {
            return Ok(GeneralizedOrdinal::omega());
        }
        let (_, numerator) = number.numerator().clone().into_parts();
        let whole = numerator / denominator;
        Ok(IBig::from(whole + UBig::from(denominator.bit_len())).into())
    }
}

/// One variable `ω^ω^b` of the polynomials: the power of it that divides each of the two, and the
/// greatest common divisor of the other exponents.
struct PowerVariable {
    base: GeneralizedOrdinal,
    common: [IBig; 2],
    unit: UBig,
}

/// Both are positive or negative but not zero, the denominator is positive.
fn lowest_terms(
    numerator: &GeneralizedOrdinal,
    denominator: &GeneralizedOrdinal,
) -> Result<Surreal, SurrealError> {
    let mut work = StepsLeft::new();
    let both = [numerator, denominator];
    let variables = variables(both, &mut work)?;
    let n = to_polynomial(numerator, 0, &variables)?;
    let d = to_polynomial(denominator, 1, &variables)?;
    let divisor = gcd::gcd(&n, &d, &mut work)?;
    let (Some(n), Some(d)) =
        (n.exact_quotient(&divisor, &mut work)?, d.exact_quotient(&divisor, &mut work)?)
    else {
        unreachable!("a common divisor divides both");
    };
    // What was split off is cancelled as well, up to the smaller power.
    let shared: Vec<IBig> =
        variables.iter().map(|v| v.common[0].clone().min(v.common[1].clone())).collect();
    Ok(Surreal {
        numerator: from_polynomial(&n, 0, &variables, &shared)?,
        denominator: from_polynomial(&d, 1, &variables, &shared)?,
    })
}

fn variables(
    both: [&GeneralizedOrdinal; 2],
    work: &mut StepsLeft,
) -> Result<Vec<PowerVariable>, SurrealError> {
    let mut bases: BTreeSet<&GeneralizedOrdinal> = BTreeSet::new();
    for term in both.iter().flat_map(|number| number.terms()) {
        bases.extend(term.exponent.terms().iter().map(|power| &power.exponent));
    }
    let terms: usize = both.iter().map(|number| number.terms().len()).sum();
    work.spend((bases.len() as u64).saturating_mul(terms as u64))?;

    let variable = |base: &GeneralizedOrdinal| {
        let exponents = both.map(|number| -> Vec<IBig> {
            number.terms().iter().map(|term| exponent_of(&term.exponent, base)).collect()
        });
        let common = exponents
            .each_ref()
            .map(|exponents| exponents.iter().min().cloned().unwrap_or(IBig::ZERO));
        let mut unit = UBig::ZERO;
        for (exponents, common) in exponents.iter().zip(&common) {
            for exponent in exponents {
                unit = integers::gcd(unit.as_ibig(), &(exponent - common));
            }
        }
        PowerVariable { base: base.clone(), common, unit }
    };
    Ok(bases.into_iter().rev().map(variable).collect())
}

/// The coefficient of `ω^base` in an ordinal.
fn exponent_of(ordinal: &GeneralizedOrdinal, base: &GeneralizedOrdinal) -> IBig {
    let terms = ordinal.terms();
    match terms.binary_search_by(|term| base.cmp(&term.exponent)) {
        Ok(i) => terms[i].coefficient.clone(),
        Err(_) => IBig::ZERO,
    }
}

fn to_polynomial(
    number: &GeneralizedOrdinal,
    side: usize,
    variables: &[PowerVariable],
) -> Result<Polynomial, SurrealError> {
    let mut terms = Vec::with_capacity(number.terms().len());
    for term in number.terms() {
        let exponent = |v: &PowerVariable| -> Option<u32> {
            if v.unit.is_zero() {
                return Some(0);
            }
            let exponent = exponent_of(&term.exponent, &v.base) - &v.common[side];
            u32::try_from(exponent / &v.unit).ok()
        };
        let monomial: Option<Monomial> = variables.iter().map(exponent).collect();
        let monomial = monomial.ok_or(SurrealError::TooMuchWork)?;
        terms.push((monomial, term.coefficient.clone()));
    }
    Ok(Polynomial::from_terms(terms))
}

fn from_polynomial(
    polynomial: &Polynomial,
    side: usize,
    variables: &[PowerVariable],
    shared: &[IBig],
) -> Result<GeneralizedOrdinal, SurrealError> {
    let mut terms = Vec::with_capacity(polynomial.terms.len());
    for (monomial, coefficient) in &polynomial.terms {
        let mut exponent = Vec::new();
        for ((v, shared), power) in variables.iter().zip(shared).zip(monomial) {
            let k = IBig::from(*power) * &v.unit + &v.common[side] - shared;
            if !k.is_zero() {
                exponent.push(PowerTerm { exponent: v.base.clone(), coefficient: k });
            }
        }
        let exponent = GeneralizedOrdinal::from_terms(exponent)?;
        terms.push(PowerTerm { exponent, coefficient: coefficient.clone() });
    }
    GeneralizedOrdinal::from_terms(terms)
}
