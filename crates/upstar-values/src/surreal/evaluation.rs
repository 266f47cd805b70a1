//! Common divisors by putting a large integer for a variable.
//!
//! Let `a` and `b` be polynomials without a common integer factor of their coefficients, none of
//! them in one of the two larger than `m`, and `ξ ≥ 2m + 2`. Take the common divisor of `a` and `b`
//! at `x = ξ`, write it in base `ξ` with digits between `-ξ/2` and `ξ/2`, read the digits as
//! coefficients of powers of `x` and remove their common factor. If the result divides `a` and `b`,
//! it is their greatest common divisor (Char, Geddes, Gonnet, "GCDHEU", 1989). Should it not
//! divide them, other `ξ` are tried, a few times.

use super::polynomial::{Monomial, Polynomial};
use super::{StepsLeft, SurrealError, gcd};
use dashu_int::{IBig, UBig, ops::BitTest, ops::DivEuclid, ops::RemEuclid};

/// How many values of a variable are tried.
const TRIALS: usize = 5;

/// Larger numbers than of this many bits are not made.
const MAX_BITS: u64 = 1 << 17;

/// The greatest common divisor if it is found. The coefficients of `a`, and those of `b`, have no
/// common factor; the divisor has at most degree `bound` in the variable.
pub(super) fn common_divisor(
    a: &Polynomial,
    b: &Polynomial,
    variable: usize,
    bound: u32,
    work: &mut StepsLeft,
) -> Result<Option<Polynomial>, SurrealError> {
    let mut point = IBig::from(a.height().min(b.height())) * IBig::from(2) + IBig::from(29);
    for _ in 0..TRIALS {
        let degree = u64::from(a.degree(variable).max(b.degree(variable)));
        if degree.saturating_mul(point.bit_len() as u64) > MAX_BITS {
            return Ok(None);
        }
        let x = at(a, variable, &point, work)?;
        let y = at(b, variable, &point, work)?;
        let divisor = gcd::gcd(&x, &y, work)?;
        if let Some(mut candidate) = expand(&divisor, variable, bound, &point, work)? {
            let content = candidate.integer_content();
            candidate.divide_by_integer(&content);
            if a.exact_quotient(&candidate, work)?.is_some()
                && b.exact_quotient(&candidate, work)?.is_some()
            {
                return Ok(Some(candidate));
            }
        }
        // Any growth would do; this ratio keeps the points from sharing factors.
        point = point * IBig::from(73_794) / IBig::from(27_011);
    }
    Ok(None)
}

/// The polynomial with `point` put for a variable.
fn at(
    a: &Polynomial,
    variable: usize,
    point: &IBig,
    work: &mut StepsLeft,
) -> Result<Polynomial, SurrealError> {
    let words = u64::from(a.degree(variable)) * point.bit_len() as u64 / 64;
    work.spend((a.terms.len() as u64).saturating_mul(1 + words))?;
    let mut power = IBig::ONE;
    let mut reached = 0;
    let mut terms = Vec::new();
    for (exponent, coefficient) in a.coefficients(variable).into_iter().rev() {
        power *= point.pow((exponent - reached) as usize);
        reached = exponent;
        terms.extend(coefficient.terms.into_iter().map(|(monomial, n)| (monomial, n * &power)));
    }
    Ok(Polynomial::from_terms(terms))
}

/// Reads each coefficient in base `point`; nothing if a power above `bound` is needed.
fn expand(
    a: &Polynomial,
    variable: usize,
    bound: u32,
    point: &IBig,
    work: &mut StepsLeft,
) -> Result<Option<Polynomial>, SurrealError> {
    let half = point / IBig::from(2);
    let mut terms: Vec<(Monomial, IBig)> = Vec::new();
    for (monomial, coefficient) in &a.terms {
        let mut rest = coefficient.clone();
        let mut exponent = 0;
        while !rest.is_zero() {
            if exponent > bound {
                return Ok(None);
            }
            work.spend(1 + rest.bit_len() as u64 / 64)?;
            let mut digit = IBig::from((&rest).rem_euclid(point));
            if digit > half {
                digit -= point;
            }
            rest = (rest - &digit).div_euclid(point);
            if !digit.is_zero() {
                let mut monomial = monomial.clone();
                monomial[variable] = exponent;
                terms.push((monomial, digit));
            }
            exponent += 1;
        }
    }
    Ok(Some(Polynomial::from_terms(terms)))
}

impl Polynomial {
    /// The largest absolute value of a coefficient.
    fn height(&self) -> UBig {
        let magnitudes = self.terms.iter().map(|(_, n)| n.clone().into_parts().1);
        magnitudes.max().unwrap_or(UBig::ZERO)
    }
}
