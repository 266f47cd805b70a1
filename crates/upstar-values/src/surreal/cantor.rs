//! Cantor's arithmetic of ordinals: sum, product and power by order types, and their inverses.
//!
//! These are not the operations of numbers: `1 + ω = ω`, `2 · ω = ω`, `2^ω = ω`. In normal form,
//! with `ω^e · c` the first term of `a` and `r` the others:
//!
//! - `a + ω^f · k` drops the terms of `a` below `ω^f`;
//! - `a · ω^f · k = ω^(e+f) · k` for `f > 0`, and `a · k = ω^e · (c k) + r` for finite `k > 0`;
//! - `a^l = ω^(e · l)` for infinite `a` and limits `l`; `n^(ω · b) = ω^b` for finite `n > 1`.
//!
//! Subtraction and division are those from the left, the ones that always exist (Sierpiński,
//! *Cardinal and Ordinal Numbers*, ch. XIV). All operands must be ordinals.

use super::ordinal::PowerTerm;
use super::{GeneralizedOrdinal, MAX_SIZE, NotAnOrdinal, Surreal, SurrealError};
use dashu_int::{IBig, UBig, ops::BitTest};

/// What Cantor's arithmetic refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CantorError {
    /// An operand is not an ordinal.
    #[error(transparent)]
    NotAnOrdinal(#[from] NotAnOrdinal),
    /// There is no `x` with `b + x = a` if `b > a`.
    #[error("nothing added to {subtrahend} gives {minuend}, which is smaller")]
    Negative {
        /// What should be the sum.
        minuend: GeneralizedOrdinal,
        /// What should be its first part.
        subtrahend: GeneralizedOrdinal,
    },
    /// The result is too large, or division by zero.
    #[error(transparent)]
    Refused(#[from] SurrealError),
}

fn require(ordinals: [&GeneralizedOrdinal; 2]) -> Result<(), CantorError> {
    match ordinals.into_iter().find(|x| !x.is_ordinal()) {
        Some(x) => Err(NotAnOrdinal(Surreal::from(x.clone())).into()),
        None => Ok(()),
    }
}

fn single(exponent: GeneralizedOrdinal, coefficient: IBig) -> PowerTerm {
    PowerTerm { exponent, coefficient }
}

impl GeneralizedOrdinal {
    /// First `self`, then `other`: the order type of one after the other.
    ///
    /// ```
    /// use upstar_values::surreal::{CantorError, GeneralizedOrdinal};
    /// let (one, omega) = (GeneralizedOrdinal::from(1), GeneralizedOrdinal::omega());
    /// assert_eq!(one.cantor_sum(&omega)?, omega);
    /// assert_eq!(omega.cantor_sum(&one)?.to_string(), "ω+1");
    /// # Ok::<(), CantorError>(())
    /// ```
    pub fn cantor_sum(&self, other: &Self) -> Result<Self, CantorError> {
        require([self, other])?;
        Ok(sum(self, other)?)
    }

    /// `self` as often as `other` says, one after the other.
    ///
    /// ```
    /// use upstar_values::surreal::{CantorError, GeneralizedOrdinal};
    /// let (two, omega) = (GeneralizedOrdinal::from(2), GeneralizedOrdinal::omega());
    /// assert_eq!(two.cantor_product(&omega)?, omega);
    /// assert_eq!(omega.cantor_product(&two)?.to_string(), "ω×2");
    /// # Ok::<(), CantorError>(())
    /// ```
    pub fn cantor_product(&self, other: &Self) -> Result<Self, CantorError> {
        require([self, other])?;
        Ok(product(self, other)?)
    }

    /// The product of `exponent` factors `self`; a limit exponent gives the limit of the powers.
    ///
    /// ```
    /// use upstar_values::surreal::{CantorError, GeneralizedOrdinal};
    /// let (two, omega) = (GeneralizedOrdinal::from(2), GeneralizedOrdinal::omega());
    /// let square = omega.cantor_product(&omega)?;
    /// assert_eq!(two.cantor_power(&omega)?, omega);
    /// assert_eq!(two.cantor_power(&square)?, omega.cantor_power(&omega)?);
    /// # Ok::<(), CantorError>(())
    /// ```
    pub fn cantor_power(&self, exponent: &Self) -> Result<Self, CantorError> {
        require([self, exponent])?;
        Ok(power(self, exponent)?)
    }

    /// The one `x` with `other + x = self`.
    ///
    /// ```
    /// use upstar_values::surreal::{CantorError, GeneralizedOrdinal};
    /// let (one, omega) = (GeneralizedOrdinal::from(1), GeneralizedOrdinal::omega());
    /// assert_eq!(omega.cantor_difference(&one)?, omega);
    /// assert!(one.cantor_difference(&omega).is_err());
    /// # Ok::<(), CantorError>(())
    /// ```
    pub fn cantor_difference(&self, other: &Self) -> Result<Self, CantorError> {
        require([self, other])?;
        if self < other {
            return Err(CantorError::Negative { minuend: self.clone(), subtrahend: other.clone() });
        }
        Ok(difference(self, other)?)
    }

    /// The one pair `q`, `r` with `divisor · q + r = self` and `r < divisor`.
    ///
    /// ```
    /// use upstar_values::surreal::{CantorError, GeneralizedOrdinal};
    /// let (two, omega) = (GeneralizedOrdinal::from(2), GeneralizedOrdinal::omega());
    /// let (quotient, remainder) = omega.cantor_sum(&two)?.cantor_division(&two)?;
    /// assert_eq!(quotient.to_string(), "ω+1");
    /// assert!(remainder.is_zero());
    /// # Ok::<(), CantorError>(())
    /// ```
    pub fn cantor_division(&self, divisor: &Self) -> Result<(Self, Self), CantorError> {
        require([self, divisor])?;
        Ok(division(self, divisor)?)
    }

    /// Is this an ordinal without a predecessor, and not 0?
    pub fn is_limit(&self) -> bool {
        self.is_ordinal() && self.terms().last().is_some_and(|term| !term.exponent.is_zero())
    }

    /// The largest limit (or 0) that is not larger, and what comes after it.
    fn limit_and_rest(&self) -> Result<(Self, UBig), SurrealError> {
        match self.terms() {
            [limit @ .., last] if last.exponent.is_zero() => {
                let rest = last.coefficient.clone().into_parts().1;
                Ok((GeneralizedOrdinal::from_terms(limit.to_vec())?, rest))
            }
            _ => Ok((self.clone(), UBig::ZERO)),
        }
    }
}

fn sum(a: &GeneralizedOrdinal, b: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, SurrealError> {
    let Some(first) = b.terms().first() else { return Ok(a.clone()) };
    let kept = a.terms().iter().take_while(|term| term.exponent >= first.exponent);
    GeneralizedOrdinal::from_terms(kept.chain(b.terms()).cloned().collect())
}

fn product(
    a: &GeneralizedOrdinal,
    b: &GeneralizedOrdinal,
) -> Result<GeneralizedOrdinal, SurrealError> {
    let Some((lead, rest)) = a.terms().split_first() else { return Ok(a.clone()) };
    let mut terms = Vec::with_capacity(b.terms().len() + rest.len());
    let mut size = 0u64;
    for PowerTerm { exponent, coefficient } in b.terms() {
        if exponent.is_zero() {
            terms.push(single(lead.exponent.clone(), &lead.coefficient * coefficient));
            terms.extend_from_slice(rest);
        } else {
            let exponent = sum(&lead.exponent, exponent)?;
            size = size.saturating_add(exponent.terms().len() as u64);
            if size > MAX_SIZE {
                return Err(SurrealError::TooLarge);
            }
            terms.push(single(exponent, coefficient.clone()));
        }
    }
    GeneralizedOrdinal::from_terms(terms)
}

fn power(
    a: &GeneralizedOrdinal,
    b: &GeneralizedOrdinal,
) -> Result<GeneralizedOrdinal, SurrealError> {
    let one = GeneralizedOrdinal::from(1);
    if b.is_zero() || a.is_one() {
        return Ok(one);
    }
    let Some(lead) = a.terms().first() else { return Ok(a.clone()) };
    let (limit, rest) = b.limit_and_rest()?;
    let exponent = if lead.exponent.is_zero() {
        // n^(ω^f) = ω^(ω^g) with 1 + g = f.
        let mut terms = Vec::with_capacity(limit.terms().len());
        for term in limit.terms() {
            terms.push(single(difference(&term.exponent, &one)?, term.coefficient.clone()));
        }
        GeneralizedOrdinal::from_terms(terms)?
    } else {
        product(&lead.exponent, &limit)?
    };
    product(&exponent.omega_power_of_ordinal()?, &finite_power(a, &rest)?)
}

fn finite_power(a: &GeneralizedOrdinal, n: &UBig) -> Result<GeneralizedOrdinal, SurrealError> {
    if a.as_integer().is_some() {
        return a.pow(n);
    }
    if n.bit_len() as u64 > MAX_SIZE {
        return Err(SurrealError::TooLarge);
    }
    let mut power = GeneralizedOrdinal::from(1);
    for i in (0..n.bit_len()).rev() {
        power = product(&power, &power)?;
        if n.bit(i) {
            power = product(&power, a)?;
        }
    }
    Ok(power)
}

/// `x` with `b + x = a`; `b` is not larger than `a`.
fn difference(
    a: &GeneralizedOrdinal,
    b: &GeneralizedOrdinal,
) -> Result<GeneralizedOrdinal, SurrealError> {
    let common = a.terms().iter().zip(b.terms()).take_while(|(x, y)| x == y).count();
    let mut rest = a.terms()[common..].to_vec();
    if let (Some(x), Some(y)) = (rest.first_mut(), b.terms().get(common))
        && x.exponent == y.exponent
    {
        x.coefficient -= &y.coefficient;
    }
    GeneralizedOrdinal::from_terms(rest)
}

fn division(
    a: &GeneralizedOrdinal,
    b: &GeneralizedOrdinal,
) -> Result<(GeneralizedOrdinal, GeneralizedOrdinal), SurrealError> {
    let Some(divisor) = b.terms().first() else { return Err(SurrealError::DivisionByZero) };
    let above = a.terms().iter().take_while(|term| term.exponent > divisor.exponent).count();
    let mut quotient = Vec::with_capacity(above + 1);
    for term in &a.terms()[..above] {
        let exponent = difference(&term.exponent, &divisor.exponent)?;
        quotient.push(single(exponent, term.coefficient.clone()));
    }
    let mut rest = GeneralizedOrdinal::from_terms(a.terms()[above..].to_vec())?;
    if rest >= *b
        && let Some(lead) = rest.terms().first()
    {
        let mut times = &lead.coefficient / &divisor.coefficient;
        if product(b, &times.clone().into())? > rest {
            times -= IBig::ONE;
        }
        rest = difference(&rest, &product(b, &times.clone().into())?)?;
        quotient.push(single(GeneralizedOrdinal::default(), times));
    }
    Ok((GeneralizedOrdinal::from_terms(quotient)?, rest))
}
