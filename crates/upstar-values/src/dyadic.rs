//! Dyadic rationals of any size: the numbers that short games can be equal to.
//!
//! Invariant: the numerator is odd or the exponent is 0, and a numerator that fits an `i64` is
//! kept as one; so the derived equality and hash are those of the number.

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

/// `numerator / 2^exponent`, exactly.
///
/// ```
/// use upstar_values::Dyadic;
/// let x: Dyadic = "11/4".parse()?;
/// assert_eq!((&x + &x).to_string(), "11/2");
/// assert!(x > Dyadic::from(2) && !x.is_integer());
/// # Ok::<(), upstar_values::ParseDyadicError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: Numerator,
    exponent: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Numerator {
    Small(i64),
    Big(IBig),
}

/// The text is not a dyadic rational such as `-3`, `5/8` or `1/4`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an integer or a fraction whose denominator is a power of two, found `{0}`")]
pub struct ParseDyadicError(String);

impl Dyadic {
    /// The number 0.
    pub const fn zero() -> Dyadic {
        Dyadic { numerator: Numerator::Small(0), exponent: 0 }
    }

    /// The number 1.
    pub const fn one() -> Dyadic {
        Dyadic { numerator: Numerator::Small(1), exponent: 0 }
    }

    /// `numerator / 2^exponent` in lowest terms.
    pub fn new(numerator: impl Into<IBig>, exponent: u32) -> Dyadic {
        let numerator: IBig = numerator.into();
        let spare = numerator.trailing_zeros().map_or(u64::from(exponent), |z| z as u64);
        let shift = spare.min(u64::from(exponent)) as u32;
        let reduced = if shift == 0 { numerator } else { numerator >> shift as usize };
        let numerator = match i64::try_from(&reduced) {
            Ok(small) => Numerator::Small(small),
            Err(_) => Numerator::Big(reduced),
        };
        Dyadic { numerator, exponent: exponent - shift }
    }

    fn small(numerator: i128, exponent: u32) -> Dyadic {
        let shift =
            if numerator == 0 { exponent } else { numerator.trailing_zeros().min(exponent) };
        let reduced = if numerator == 0 { 0 } else { numerator >> shift };
        match i64::try_from(reduced) {
            Ok(n) => Dyadic { numerator: Numerator::Small(n), exponent: exponent - shift },
            Err(_) => Dyadic::new(IBig::from(reduced), exponent - shift),
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> IBig {
        match &self.numerator {
            Numerator::Small(n) => IBig::from(*n),
            Numerator::Big(n) => n.clone(),
        }
    }

    /// The denominator is two to this power.
    pub fn exponent(&self) -> u32 {
        self.exponent
    }

    /// The numerator and exponent, when the numerator fits.
    pub(crate) fn as_small(&self) -> Option<(i64, u32)> {
        match self.numerator {
            Numerator::Small(n) => Some((n, self.exponent)),
            Numerator::Big(_) => None,
        }
    }

    /// Is this an integer?
    pub fn is_integer(&self) -> bool {
        self.exponent == 0
    }

    /// The integer this is, if it is one.
    pub fn to_integer(&self) -> Option<IBig> {
        self.is_integer().then(|| self.numerator())
    }

    /// Is this 0?
    pub fn is_zero(&self) -> bool {
        self.numerator == Numerator::Small(0)
    }

    /// How it compares with 0.
    pub fn sign(&self) -> Ordering {
        match &self.numerator {
            Numerator::Small(n) => n.cmp(&0),
            Numerator::Big(n) => n.cmp(&IBig::ZERO),
        }
    }

    /// The largest integer that is not larger.
    pub fn floor(&self) -> IBig {
        // The shift of a negative integer rounds towards minus infinity.
        self.numerator() >> self.exponent as usize
    }

    /// The least integer that is not smaller.
    pub fn ceil(&self) -> IBig {
        -(-self).floor()
    }

    /// The absolute value.
    pub fn abs(&self) -> Dyadic {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// Half of it.
    pub fn half(&self) -> Dyadic {
        self.shr(1)
    }

    /// `2^k` times it.
    pub fn shl(&self, k: u32) -> Dyadic {
        let cancelled = k.min(self.exponent);
        let grown = self.numerator() << (k - cancelled) as usize;
        Dyadic::new(grown, self.exponent - cancelled)
    }

    /// It, divided by `2^k`.
    pub fn shr(&self, k: u32) -> Dyadic {
        if self.is_zero() {
            return Dyadic::zero();
        }
        Dyadic::new(self.numerator(), self.exponent.saturating_add(k))
    }

    /// The bits of numerator and denominator together: a measure of its size.
    pub fn bits(&self) -> u64 {
        self.numerator().bit_len() as u64 + u64::from(self.exponent)
    }

    /// The simplest number in an interval, if there is one: the integer of least absolute value,
    /// else the number of least exponent (Winning Ways ch. 2, the simplicity rule). A bound is
    /// the end point and whether it belongs to the interval; `None` is unbounded.
    ///
    /// ```
    /// use upstar_values::Dyadic;
    /// let (lo, hi) = (Dyadic::new(5, 2), Dyadic::from(2));
    /// let x = Dyadic::simplest_between(Some((&lo, false)), Some((&hi, false)));
    /// assert_eq!(x, Some(Dyadic::new(3, 1)));
    /// ```
    pub fn simplest_between(
        lo: Option<(&Dyadic, bool)>,
        hi: Option<(&Dyadic, bool)>,
    ) -> Option<Dyadic> {
        let above = |x: &Dyadic| lo.is_none_or(|(l, incl)| x > l || (incl && x == l));
        let below = |x: &Dyadic| hi.is_none_or(|(h, incl)| x < h || (incl && x == h));
        if let (Some((l, li)), Some((h, hi))) = (lo, hi)
            && (l > h || (l == h && !(li && hi)))
        {
            return None;
        }
        let zero = Dyadic::zero();
        if above(&zero) && below(&zero) {
            return Some(zero);
        }
        if above(&zero) {
            // All of the interval is negative: mirror it.
            let mirrored = |end: Option<(&Dyadic, bool)>| end.map(|(x, incl)| (-x, incl));
            let (lo, hi) = (mirrored(hi), mirrored(lo));
            let (lo, hi) = (lo.as_ref(), hi.as_ref());
            return Dyadic::simplest_between(lo.map(|e| (&e.0, e.1)), hi.map(|e| (&e.0, e.1)))
                .map(|x| -&x);
        }
        let (low, inclusive) = lo?;
        let finest = hi.map_or(low.exponent, |(h, _)| low.exponent.max(h.exponent)) + 1;
        (0..=finest).find_map(|exponent| {
            let scaled = low.shl(exponent);
            let first = scaled.ceil();
            let on_grid = scaled.is_integer();
            let first = if on_grid && !inclusive { first + IBig::ONE } else { first };
            let x = Dyadic::new(first, exponent);
            below(&x).then_some(x)
        })
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Dyadic {
        Dyadic { numerator: Numerator::Small(n), exponent: 0 }
    }
}

impl From<IBig> for Dyadic {
    fn from(n: IBig) -> Dyadic {
        Dyadic::new(n, 0)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.numerator {
            Numerator::Small(n) => Dyadic::small(-i128::from(*n), self.exponent),
            Numerator::Big(n) => Dyadic::new(-n.clone(), self.exponent),
        }
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        let exponent = self.exponent.max(other.exponent);
        let (by_a, by_b) = (exponent - self.exponent, exponent - other.exponent);
        match (self.as_small(), other.as_small()) {
            (Some((a, _)), Some((b, _))) if by_a.max(by_b) < 62 => {
                Dyadic::small((i128::from(a) << by_a) + (i128::from(b) << by_b), exponent)
            }
            _ => {
                let a = self.numerator() << by_a as usize;
                let b = other.numerator() << by_b as usize;
                Dyadic::new(a + b, exponent)
            }
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;

    fn mul(self, other: &Dyadic) -> Dyadic {
        let exponent = self.exponent.saturating_add(other.exponent);
        match (self.as_small(), other.as_small()) {
            (Some((a, _)), Some((b, _))) => Dyadic::small(i128::from(a) * i128::from(b), exponent),
            _ => Dyadic::new(self.numerator() * other.numerator(), exponent),
        }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.sign() != other.sign() {
            return self.sign().cmp(&other.sign());
        }
        let exponent = self.exponent.max(other.exponent);
        let (by_a, by_b) = (exponent - self.exponent, exponent - other.exponent);
        match (self.as_small(), other.as_small()) {
            (Some((a, _)), Some((b, _))) if by_a.max(by_b) < 63 => {
                (i128::from(a) << by_a).cmp(&(i128::from(b) << by_b))
            }
            _ => (self.numerator() << by_a as usize).cmp(&(other.numerator() << by_b as usize)),
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator())?;
        match self.exponent {
            0 => Ok(()),
            e => write!(f, "/{}", IBig::ONE << e as usize),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    fn from_str(text: &str) -> Result<Dyadic, ParseDyadicError> {
        let wrong = || ParseDyadicError(text.to_owned());
        // The integers would skip it: `1_2` is a tally and not 12.
        if text.contains('_') {
            return Err(wrong());
        }
        let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
        let numerator = IBig::from_str(top).map_err(|_| wrong())?;
        let denominator = IBig::from_str(bottom).map_err(|_| wrong())?;
        let exponent = denominator.trailing_zeros().ok_or_else(wrong)?;
        if denominator != IBig::ONE << exponent {
            return Err(wrong());
        }
        Ok(Dyadic::new(numerator, u32::try_from(exponent).map_err(|_| wrong())?))
    }
}
