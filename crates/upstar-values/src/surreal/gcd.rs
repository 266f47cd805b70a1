//! Greatest common divisors of polynomials in several variables over the integers.
//!
//! Euclid's algorithm with primitive parts (Knuth, *The Art of Computer Programming* 2, 4.6.1;
//! Geddes, Czapor, Labahn, *Algorithms for Computer Algebra*, ch. 7), after the cheap cases. The
//! most frequent is that there is nothing in common, and it is recognised without Euclid: put
//! numbers modulo a prime for all variables but one; as long as a leading coefficient does not
//! vanish, the degree of the common divisor does not fall, so the degree of the common divisor of
//! what is left bounds it from above. Next comes evaluation at an integer, and Euclid last.

use super::polynomial::{Monomial, Polynomial};
use super::{StepsLeft, SurrealError, evaluation};
use crate::integers;
use dashu_int::IBig;
use smallvec::SmallVec;
use upstar_base::Random;

/// The greatest common divisor, with a positive leading coefficient; that of 0 and 0 is 0.
pub(super) fn gcd(
    a: &Polynomial,
    b: &Polynomial,
    work: &mut StepsLeft,
) -> Result<Polynomial, SurrealError> {
    upstar_base::deeper(|| common_divisor(a, b, work))
}

fn common_divisor(
    a: &Polynomial,
    b: &Polynomial,
    work: &mut StepsLeft,
) -> Result<Polynomial, SurrealError> {
    let (Some(a_monomial), Some(b_monomial)) = (a.monomial_content(), b.monomial_content()) else {
        let sum = if a.is_zero() { b } else { a };
        return Ok(with_positive_lead(sum.clone()));
    };
    work.spend(a.steps() + b.steps())?;
    let (a_content, b_content) = (a.integer_content(), b.integer_content());
    let content = IBig::from(integers::gcd(a_content.as_ibig(), b_content.as_ibig()));
    let monomial: Monomial = a_monomial.iter().zip(&b_monomial).map(|(x, y)| *x.min(y)).collect();

    let (mut a, mut b) = (a.clone(), b.clone());
    a.divide_by_integer(&a_content);
    a.divide_by_monomial(&a_monomial);
    b.divide_by_integer(&b_content);
    b.divide_by_monomial(&b_monomial);
    let rest = common_divisor_of_primitives(a, b, work)?;
    with_positive_lead(rest).scale(&monomial, &content, work)
}

fn with_positive_lead(mut a: Polynomial) -> Polynomial {
    if a.terms.first().is_some_and(|(_, n)| *n < IBig::ZERO) {
        for (_, n) in &mut a.terms {
            *n = -std::mem::take(n);
        }
    }
    a
}

/// Here no integer but 1, and no variable, divides `a` or `b`; neither is zero.
fn common_divisor_of_primitives(
    a: Polynomial,
    b: Polynomial,
    work: &mut StepsLeft,
) -> Result<Polynomial, SurrealError> {
    let variables = a.terms.first().map_or(0, |(monomial, _)| monomial.len());
    let one = Polynomial::constant(variables, IBig::ONE);
    if a.is_constant() || b.is_constant() {
        return Ok(one);
    }
    if a == b {
        return Ok(a);
    }

    // A variable that the common divisor does not have can be split off at once.
    let mut main = None;
    for variable in 0..variables {
        let (m, n) = (a.degree(variable), b.degree(variable));
        if m == 0 && n == 0 {
            continue;
        }
        let bound = if m == 0 || n == 0 { 0 } else { degree_bound(&a, &b, variable, work)? };
        if bound == 0 {
            return content([&a, &b], variable, work);
        }
        if main.is_none_or(|(least, _)| bound < least) {
            main = Some((bound, variable));
        }
    }
    let Some((bound, main)) = main else { return Ok(one) };
    if let Some(divisor) = evaluation::common_divisor(&a, &b, main, bound, work)? {
        return Ok(divisor);
    }

    euclid(a, b, main, work)
}

/// Euclid's algorithm on polynomials in one variable with polynomials for coefficients.
fn euclid(
    a: Polynomial,
    b: Polynomial,
    main: usize,
    work: &mut StepsLeft,
) -> Result<Polynomial, SurrealError> {
    let (mut a, mut b) = if a.degree(main) < b.degree(main) { (b, a) } else { (a, b) };
    if a.exact_quotient(&b, work)?.is_some() {
        return Ok(b);
    }
    let content = gcd(&content([&a], main, work)?, &content([&b], main, work)?, work)?;
    a = primitive_part(a, main, work)?;
    b = primitive_part(b, main, work)?;
    while b.degree(main) > 0 {
        let remainder = pseudo_remainder(a, &b, main, work)?;
        if remainder.is_zero() {
            return content.mul(&b, work);
        }
        a = b;
        b = primitive_part(remainder, main, work)?;
    }
    Ok(content)
}

/// The greatest common divisor of all coefficients of the powers of one variable.
fn content<'p>(
    polynomials: impl IntoIterator<Item = &'p Polynomial>,
    variable: usize,
    work: &mut StepsLeft,
) -> Result<Polynomial, SurrealError> {
    let mut content = Polynomial { terms: Vec::new() };
    for (_, coefficient) in polynomials.into_iter().flat_map(|a| a.coefficients(variable)) {
        content = gcd(&content, &coefficient, work)?;
        if content.is_unit() {
            break;
        }
    }
    Ok(content)
}

fn primitive_part(
    a: Polynomial,
    variable: usize,
    work: &mut StepsLeft,
) -> Result<Polynomial, SurrealError> {
    let content = content([&a], variable, work)?;
    if content.is_unit() {
        return Ok(a);
    }
    Ok(a.exact_quotient(&content, work)?.unwrap_or(a))
}

/// The remainder of a multiple of `a` on division by `b` as polynomials in one variable.
fn pseudo_remainder(
    mut a: Polynomial,
    b: &Polynomial,
    variable: usize,
    work: &mut StepsLeft,
) -> Result<Polynomial, SurrealError> {
    let degree = b.degree(variable);
    let b_lead = b.leading_coefficient(variable);
    while !a.is_zero() && a.degree(variable) >= degree {
        let shift = a.degree(variable) - degree;
        let a_lead = a.leading_coefficient(variable);
        let mut monomial: Monomial = SmallVec::from_elem(0, b.terms[0].0.len());
        monomial[variable] = shift;
        let shifted = b.scale(&monomial, &IBig::ONE, work)?;
        a = a.mul(&b_lead, work)?.sub(&shifted.mul(&a_lead, work)?, work)?;
        let content = a.integer_content();
        a.divide_by_integer(&content);
    }
    Ok(a)
}

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

fn mul_mod(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    ((product as u64 & PRIME) + (product >> 61) as u64) % PRIME
}

fn pow_mod(base: u64, exponent: u64) -> u64 {
    let mut power = 1;
    for i in (0..64 - exponent.leading_zeros()).rev() {
        power = mul_mod(power, power);
        if exponent >> i & 1 == 1 {
            power = mul_mod(power, base);
        }
    }
    power
}

/// Modulo the prime, with the given values for all variables but one; lowest power first.
fn image(
    a: &Polynomial,
    variable: usize,
    values: &[u64],
    work: &mut StepsLeft,
) -> Result<Vec<u64>, SurrealError> {
    let degree = a.degree(variable);
    work.spend(4 * u64::from(degree) + a.terms.len() as u64)?;
    let mut coefficients = vec![0; degree as usize + 1];
    for (monomial, n) in &a.terms {
        let residue = n % IBig::from(PRIME);
        let residue = if residue < IBig::ZERO { residue + IBig::from(PRIME) } else { residue };
        let mut value = u64::try_from(residue).unwrap_or(0);
        for (other, &e) in monomial.iter().enumerate() {
            if other != variable {
                value = mul_mod(value, pow_mod(values[other], e.into()));
            }
        }
        let coefficient = &mut coefficients[monomial[variable] as usize];
        *coefficient = (*coefficient + value) % PRIME;
    }
    Ok(coefficients)
}

/// An upper bound for the degree of the common divisor in one variable.
fn degree_bound(
    a: &Polynomial,
    b: &Polynomial,
    variable: usize,
    work: &mut StepsLeft,
) -> Result<u32, SurrealError> {
    let (m, n) = (a.degree(variable), b.degree(variable));
    let mut random = Random::new(0);
    let mut values = vec![0; a.terms[0].0.len()];
    for _ in 0..4 {
        for value in &mut values {
            *value = random.under(PRIME);
        }
        let mut x = image(a, variable, &values, work)?;
        let mut y = image(b, variable, &values, work)?;
        if x[m as usize] == 0 && y[n as usize] == 0 {
            continue;
        }
        work.spend(u64::from(m).saturating_mul(n.into()) / 8)?;
        trim(&mut x);
        trim(&mut y);
        while !y.is_empty() {
            reduce(&mut x, &y);
            std::mem::swap(&mut x, &mut y);
        }
        return Ok(u32::try_from(x.len().saturating_sub(1)).unwrap_or(m.min(n)).min(m.min(n)));
    }
    Ok(m.min(n))
}

fn trim(x: &mut Vec<u64>) {
    while x.last() == Some(&0) {
        x.pop();
    }
}

/// Replaces `x` by its remainder on division by `y`; `y` has no leading zero.
fn reduce(x: &mut Vec<u64>, y: &[u64]) {
    let Some(&lead) = y.last() else { return };
    let inverse = pow_mod(lead, PRIME - 2);
    while x.len() >= y.len() {
        let factor = mul_mod(x[x.len() - 1], inverse);
        let shift = x.len() - y.len();
        for (i, &c) in y.iter().enumerate() {
            let product = mul_mod(factor, c);
            x[shift + i] = (x[shift + i] + PRIME - product) % PRIME;
        }
        trim(x);
    }
}
