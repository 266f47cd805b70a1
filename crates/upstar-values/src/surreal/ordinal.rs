//! Generalized ordinals: finite sums of `ω^e · n`, as in Cantor's normal form but of either sign.
//!
//! Invariant: exponents strictly decrease, are ordinals, and no coefficient is zero. So equal
//! numbers are equal as data, and the first terms in which two numbers differ tell their order.

use super::{MAX_DEPTH, MAX_SIZE, MAX_WORK, SurrealError};
use dashu_int::{IBig, ops::Abs, ops::BitTest};
use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

/// One summand `ω^exponent · coefficient`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PowerTerm {
    /// An ordinal.
    pub exponent: GeneralizedOrdinal,
    /// Not zero.
    pub coefficient: IBig,
}

/// A finite sum of powers of ω with integer coefficients.
///
/// ```
/// use upstar_values::surreal::GeneralizedOrdinal;
/// let omega = GeneralizedOrdinal::omega();
/// let five = GeneralizedOrdinal::from(5);
/// assert_eq!(five.sub(&omega)?.to_string(), "-ω+5");
/// assert_eq!(omega.add(&five)?, five.add(&omega)?);
/// assert!(five < omega);
/// # Ok::<(), upstar_values::surreal::SurrealError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct GeneralizedOrdinal {
    size: u64,
    depth: u32,
    terms: Arc<[PowerTerm]>,
}

impl Default for GeneralizedOrdinal {
    fn default() -> Self {
        static ZERO: LazyLock<GeneralizedOrdinal> =
            LazyLock::new(|| GeneralizedOrdinal { terms: Arc::new([]), size: 0, depth: 0 });
        ZERO.clone()
    }
}

impl From<IBig> for GeneralizedOrdinal {
    fn from(n: IBig) -> Self {
        if n.is_zero() {
            return GeneralizedOrdinal::default();
        }
        let size = size_of(&n);
        let term = PowerTerm { exponent: GeneralizedOrdinal::default(), coefficient: n };
        GeneralizedOrdinal { terms: Arc::new([term]), size, depth: 0 }
    }
}

impl From<i64> for GeneralizedOrdinal {
    fn from(n: i64) -> Self {
        IBig::from(n).into()
    }
}

/// The size of a term without its exponent.
fn size_of(coefficient: &IBig) -> u64 {
    1 + coefficient.bit_len() as u64 / 64
}

impl GeneralizedOrdinal {
    /// The first infinite ordinal.
    pub fn omega() -> Self {
        static OMEGA: LazyLock<GeneralizedOrdinal> = LazyLock::new(|| {
            let term = PowerTerm { exponent: IBig::ONE.into(), coefficient: IBig::ONE };
            GeneralizedOrdinal { terms: Arc::new([term]), size: 2, depth: 1 }
        });
        OMEGA.clone()
    }

    /// The terms, largest first.
    pub fn terms(&self) -> &[PowerTerm] {
        &self.terms
    }

    /// Takes terms in any order, adds up those of equal exponents.
    pub(super) fn from_terms(mut terms: Vec<PowerTerm>) -> Result<Self, SurrealError> {
        terms.sort_unstable_by(|a, b| b.exponent.cmp(&a.exponent));
        terms.dedup_by(|next, kept| {
            let same = next.exponent == kept.exponent;
            if same {
                kept.coefficient += &next.coefficient;
            }
            same
        });
        terms.retain(|term| !term.coefficient.is_zero());
        Self::from_sorted(terms)
    }

    /// Takes terms that already obey the invariant.
    fn from_sorted(terms: Vec<PowerTerm>) -> Result<Self, SurrealError> {
        let mut size = 0u64;
        let mut depth = 0;
        for PowerTerm { exponent, coefficient } in &terms {
            debug_assert!(exponent.is_ordinal() && !coefficient.is_zero());
            size += size_of(coefficient) + exponent.size;
            depth = depth.max(if exponent.is_zero() { 0 } else { exponent.depth + 1 });
        }
        if size > MAX_SIZE {
            return Err(SurrealError::TooLarge);
        }
        if depth > MAX_DEPTH {
            return Err(SurrealError::TooDeep);
        }
        Ok(GeneralizedOrdinal { terms: terms.into(), size, depth })
    }

    /// Is this 0?
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The integer that this is, if it is one.
    pub fn as_integer(&self) -> Option<IBig> {
        match &*self.terms {
            [] => Some(IBig::ZERO),
            [term] if term.exponent.is_zero() => Some(term.coefficient.clone()),
            _ => None,
        }
    }

    /// Is this 1?
    pub fn is_one(&self) -> bool {
        self.as_integer().is_some_and(|n| n.is_one())
    }

    /// An ordinal has no negative coefficients.
    pub fn is_ordinal(&self) -> bool {
        self.terms.iter().all(|term| term.coefficient > IBig::ZERO)
    }

    /// Its order relative to zero.
    pub fn sign(&self) -> Ordering {
        self.terms.first().map_or(Ordering::Equal, |term| term.coefficient.cmp(&IBig::ZERO))
    }

    /// `-self`
    #[must_use]
    pub fn neg(&self) -> Self {
        self.map(|n| -n)
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.sign() == Ordering::Less { self.neg() } else { self.clone() }
    }

    /// The birthday: in the sign expansion of the sum each `ω^e · n` stands for a run of
    /// `ω^e · |n|` equal signs, and the runs follow each other in order (Gonshor, ch. 5).
    #[must_use]
    pub fn birthday(&self) -> Self {
        self.map(|n| n.abs())
    }

    /// Applies a function that keeps the absolute value to each coefficient.
    fn map(&self, f: impl Fn(IBig) -> IBig) -> Self {
        let terms = self.terms.iter().map(|term| PowerTerm {
            exponent: term.exponent.clone(),
            coefficient: f(term.coefficient.clone()),
        });
        GeneralizedOrdinal { terms: terms.collect(), ..*self }
    }

    /// `self + other`
    pub fn add(&self, other: &Self) -> Result<Self, SurrealError> {
        self.merge(other, |x, y| x + y)
    }

    /// Puts the terms of two sums together, those of equal exponents by `combine`.
    pub(super) fn merge(
        &self,
        other: &Self,
        combine: impl Fn(&IBig, &IBig) -> IBig,
    ) -> Result<Self, SurrealError> {
        let mut sum = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut xs, mut ys) = (&*self.terms, &*other.terms);
        while let ([x, x_rest @ ..], [y, y_rest @ ..]) = (xs, ys) {
            let order = x.exponent.cmp(&y.exponent);
            match order {
                Ordering::Greater => sum.push(x.clone()),
                Ordering::Less => sum.push(y.clone()),
                Ordering::Equal => {
                    let coefficient = combine(&x.coefficient, &y.coefficient);
                    if !coefficient.is_zero() {
                        sum.push(PowerTerm { exponent: x.exponent.clone(), coefficient });
                    }
                }
            }
            xs = if order.is_ge() { x_rest } else { xs };
            ys = if order.is_le() { y_rest } else { ys };
        }
        sum.extend_from_slice(xs);
        sum.extend_from_slice(ys);
        Self::from_sorted(sum)
    }

    /// `self - other`
    pub fn sub(&self, other: &Self) -> Result<Self, SurrealError> {
        self.add(&other.neg())
    }

    /// `self · other`
    pub fn mul(&self, other: &Self) -> Result<Self, SurrealError> {
        let (m, n) = (self.terms.len() as u64, other.terms.len() as u64);
        let work = m.saturating_mul(other.size).saturating_add(n.saturating_mul(self.size));
        if work > MAX_WORK {
            return Err(SurrealError::TooLarge);
        }
        let mut products = Vec::with_capacity(self.terms.len() * other.terms.len());
        for x in &*self.terms {
            for y in &*other.terms {
                products.push(PowerTerm {
                    exponent: x.exponent.add(&y.exponent)?,
                    coefficient: &x.coefficient * &y.coefficient,
                });
            }
        }
        Self::from_terms(products)
    }

    /// `self^n`
    ///
    /// ```
    /// use upstar_values::surreal::{GeneralizedOrdinal, SurrealError};
    /// let x = GeneralizedOrdinal::omega().add(&1.into())?;
    /// assert_eq!(x.pow(&3u8.into())?.to_string(), "ω^3+ω^2×3+ω×3+1");
    /// assert_eq!(x.pow(&1_000_000_000u32.into()), Err(SurrealError::TooLarge));
    /// # Ok::<(), SurrealError>(())
    /// ```
    pub fn pow(&self, n: &dashu_int::UBig) -> Result<Self, SurrealError> {
        if let [term] = &*self.terms {
            let coefficient = power_of_integer(&term.coefficient, n)?;
            let exponent = term.exponent.mul(&IBig::from(n.clone()).into())?;
            return Self::from_sorted(vec![PowerTerm { exponent, coefficient }]);
        }
        if self.is_zero() {
            return Ok(IBig::from(u8::from(n.is_zero())).into());
        }
        if *n > dashu_int::UBig::from(MAX_SIZE) {
            return Err(SurrealError::TooLarge);
        }
        let mut power = GeneralizedOrdinal::from(1);
        for i in (0..n.bit_len()).rev() {
            power = power.mul(&power)?;
            if n.bit(i) {
                power = power.mul(self)?;
            }
        }
        Ok(power)
    }

    /// `ω^self` for an ordinal.
    pub(super) fn omega_power_of_ordinal(self) -> Result<Self, SurrealError> {
        Self::from_sorted(vec![PowerTerm { exponent: self, coefficient: IBig::ONE }])
    }
}

fn power_of_integer(base: &IBig, n: &dashu_int::UBig) -> Result<IBig, SurrealError> {
    if base.bit_len() <= 1 {
        // Here the base is 1 or -1, of which only the parity of `n` matters.
        return Ok(base.pow(usize::from(n.bit(0)) + 2));
    }
    let n = u64::try_from(n).map_err(|_| SurrealError::TooLarge)?;
    let bits = n.checked_mul(base.bit_len() as u64).filter(|&bits| bits / 64 <= MAX_SIZE);
    match (bits, usize::try_from(n)) {
        (Some(_), Ok(n)) => Ok(base.pow(n)),
        _ => Err(SurrealError::TooLarge),
    }
}

impl Ord for GeneralizedOrdinal {
    fn cmp(&self, other: &Self) -> Ordering {
        for (x, y) in self.terms.iter().zip(&*other.terms) {
            let order = match x.exponent.cmp(&y.exponent) {
                Ordering::Greater => x.coefficient.cmp(&IBig::ZERO),
                Ordering::Less => IBig::ZERO.cmp(&y.coefficient),
                Ordering::Equal => x.coefficient.cmp(&y.coefficient),
            };
            if order.is_ne() {
                return order;
            }
        }
        let common = self.terms.len().min(other.terms.len());
        match (self.terms.get(common), other.terms.get(common)) {
            (Some(x), _) => x.coefficient.cmp(&IBig::ZERO),
            (_, Some(y)) => IBig::ZERO.cmp(&y.coefficient),
            _ => Ordering::Equal,
        }
    }
}

impl PartialOrd for GeneralizedOrdinal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
