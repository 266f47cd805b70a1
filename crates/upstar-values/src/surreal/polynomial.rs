//! Sparse polynomials in several variables with integer coefficients.
//!
//! Invariant: monomials strictly decrease in lexicographic order, all have as many exponents as
//! there are variables, and no coefficient is zero. Lexicographic order respects products, so the
//! first term of a product is the product of the first terms; that makes exact division simple.

use super::{StepsLeft, SurrealError};
use crate::integers::gcd;
use dashu_int::{IBig, UBig, ops::BitTest, ops::DivRem};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The exponents of the variables.
pub(super) type Monomial = SmallVec<[u32; 4]>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial {
    pub(super) terms: Vec<(Monomial, IBig)>,
}

/// `x·y`, or nothing when an exponent leaves the machine's range.
fn monomial_product(x: &Monomial, y: &Monomial) -> Option<Monomial> {
    x.iter().zip(y).map(|(a, b)| a.checked_add(*b)).collect()
}

/// `x/y` if that is a monomial.
fn monomial_quotient(x: &Monomial, y: &Monomial) -> Option<Monomial> {
    x.iter().zip(y).map(|(a, b)| a.checked_sub(*b)).collect()
}

impl Polynomial {
    /// Takes terms in any order, adds up those of equal monomials.
    pub(super) fn from_terms(mut terms: Vec<(Monomial, IBig)>) -> Polynomial {
        terms.sort_unstable_by(|x, y| y.0.cmp(&x.0));
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        Polynomial { terms }
    }

    pub(super) fn constant(variables: usize, n: IBig) -> Polynomial {
        Polynomial::from_terms(vec![(SmallVec::from_elem(0, variables), n)])
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub(super) fn is_constant(&self) -> bool {
        self.terms.iter().all(|(monomial, _)| monomial.iter().all(|&e| e == 0))
    }

    /// Is this 1 or -1?
    pub(super) fn is_unit(&self) -> bool {
        self.is_constant() && matches!(&*self.terms, [(_, n)] if n.bit_len() == 1)
    }

    /// The largest exponent of a variable.
    pub(super) fn degree(&self, variable: usize) -> u32 {
        self.terms.iter().map(|(monomial, _)| monomial[variable]).max().unwrap_or(0)
    }

    /// The greatest common divisor of the coefficients.
    pub(super) fn integer_content(&self) -> UBig {
        let mut content = UBig::ZERO;
        for (_, coefficient) in &self.terms {
            content = gcd(content.as_ibig(), coefficient);
            if content.is_one() {
                break;
            }
        }
        content
    }

    /// The greatest monomial that divides all terms.
    pub(super) fn monomial_content(&self) -> Option<Monomial> {
        let (first, rest) = self.terms.split_first()?;
        let mut content = first.0.clone();
        for (monomial, _) in rest {
            for (c, e) in content.iter_mut().zip(monomial) {
                *c = (*c).min(*e);
            }
        }
        Some(content)
    }

    /// The coefficients of the powers of one variable, by decreasing power; they are free of it.
    pub(super) fn coefficients(&self, variable: usize) -> Vec<(u32, Polynomial)> {
        let mut terms: Vec<(u32, Monomial, IBig)> = Vec::with_capacity(self.terms.len());
        for (monomial, coefficient) in &self.terms {
            let mut rest = monomial.clone();
            let power = std::mem::take(&mut rest[variable]);
            terms.push((power, rest, coefficient.clone()));
        }
        // Stable: within one power the monomials stay in order.
        terms.sort_by_key(|term| std::cmp::Reverse(term.0));
        let mut coefficients: Vec<(u32, Polynomial)> = Vec::new();
        for (power, monomial, coefficient) in terms {
            match coefficients.last_mut() {
                Some((last, polynomial)) if *last == power => {
                    polynomial.terms.push((monomial, coefficient));
                }
                _ => {
                    let polynomial = Polynomial { terms: vec![(monomial, coefficient)] };
                    coefficients.push((power, polynomial));
                }
            }
        }
        coefficients
    }

    /// The coefficient of the highest power of one variable.
    pub(super) fn leading_coefficient(&self, variable: usize) -> Polynomial {
        let degree = self.degree(variable);
        let terms = self.terms.iter().filter(|(monomial, _)| monomial[variable] == degree);
        let mut terms: Vec<(Monomial, IBig)> = terms.cloned().collect();
        for (monomial, _) in &mut terms {
            monomial[variable] = 0;
        }
        Polynomial { terms }
    }

    /// What a pass over the terms costs.
    pub(super) fn steps(&self) -> u64 {
        self.terms.iter().map(|(_, n)| 1 + n.bit_len() as u64 / 64).sum()
    }

    /// `self · monomial · coefficient`
    pub(super) fn scale(
        &self,
        monomial: &Monomial,
        coefficient: &IBig,
        work: &mut StepsLeft,
    ) -> Result<Polynomial, SurrealError> {
        work.spend(self.steps())?;
        let scaled =
            |(m, n): &(Monomial, IBig)| monomial_product(m, monomial).map(|m| (m, n * coefficient));
        let terms: Option<Vec<_>> = self.terms.iter().map(scaled).collect();
        Ok(Polynomial { terms: terms.ok_or(SurrealError::TooLarge)? })
    }

    /// `self - other`
    pub(super) fn sub(
        &self,
        other: &Polynomial,
        work: &mut StepsLeft,
    ) -> Result<Polynomial, SurrealError> {
        work.spend(self.steps() + other.steps())?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut xs, mut ys) = (&*self.terms, &*other.terms);
        while let ([x, x_rest @ ..], [y, y_rest @ ..]) = (xs, ys) {
            let order = x.0.cmp(&y.0);
            match order {
                Ordering::Greater => terms.push(x.clone()),
                Ordering::Less => terms.push((y.0.clone(), -&y.1)),
                Ordering::Equal => {
                    let difference = &x.1 - &y.1;
                    if !difference.is_zero() {
                        terms.push((x.0.clone(), difference));
                    }
                }
            }
            xs = if order.is_ge() { x_rest } else { xs };
            ys = if order.is_le() { y_rest } else { ys };
        }
        terms.extend_from_slice(xs);
        terms.extend(ys.iter().map(|(m, n)| (m.clone(), -n)));
        Ok(Polynomial { terms })
    }

    /// `self · other`
    pub(super) fn mul(
        &self,
        other: &Polynomial,
        work: &mut StepsLeft,
    ) -> Result<Polynomial, SurrealError> {
        let mut terms = Vec::new();
        for (monomial, coefficient) in &other.terms {
            terms.append(&mut self.scale(monomial, coefficient, work)?.terms);
        }
        Ok(Polynomial::from_terms(terms))
    }

    /// `self / other` if that is a polynomial; `other` is not zero.
    pub(super) fn exact_quotient(
        &self,
        other: &Polynomial,
        work: &mut StepsLeft,
    ) -> Result<Option<Polynomial>, SurrealError> {
        let Some((lead, lead_coefficient)) = other.terms.first() else { return Ok(None) };
        let mut rest = self.clone();
        let mut terms = Vec::new();
        while let Some((monomial, coefficient)) = rest.terms.first() {
            let Some(monomial) = monomial_quotient(monomial, lead) else { return Ok(None) };
            let (quotient, remainder) = coefficient.div_rem(lead_coefficient);
            if !remainder.is_zero() {
                return Ok(None);
            }
            rest = rest.sub(&other.scale(&monomial, &quotient, work)?, work)?;
            terms.push((monomial, quotient));
        }
        Ok(Some(Polynomial { terms }))
    }

    /// Divides all coefficients by an integer that divides them.
    pub(super) fn divide_by_integer(&mut self, n: &UBig) {
        if !n.is_one() && !n.is_zero() {
            for (_, coefficient) in &mut self.terms {
                *coefficient /= n;
            }
        }
    }

    /// Divides by a monomial that divides every term.
    pub(super) fn divide_by_monomial(&mut self, divisor: &Monomial) {
        for (monomial, _) in &mut self.terms {
            for (e, d) in monomial.iter_mut().zip(divisor) {
                *e -= d;
            }
        }
    }
}
