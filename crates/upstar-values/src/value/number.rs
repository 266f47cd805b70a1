//! Numbers: integers and fractions of any size, the two infinities, and numbers with ω.
//!
//! Every operation bounds the size of its result *before* computing it. The infinities stand for
//! the results of dividing by zero; an operation on them that has no sensible answer is refused.

use super::{KindRow, Stores, Value, ValueError, ValueKind};
use crate::surreal::{Surreal, SurrealError};
use crate::{Calc, Dyadic};
use dashu_int::ops::{BitTest, PowerOfTwo};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::Stopped;

impl Value {
    /// The number `x`, as an integer if it is one.
    pub fn rational(x: RBig) -> Value {
        if x.denominator() == &UBig::ONE {
            Value::Integer(x.into_parts().0)
        } else {
            Value::Rational(Arc::new(x))
        }
    }

    /// The number `x`, as an integer if it is one.
    pub fn dyadic(x: &Dyadic) -> Value {
        match x.to_integer() {
            Some(n) => Value::Integer(n),
            None => {
                let below = UBig::ONE << x.exponent() as usize;
                Value::Rational(Arc::new(RBig::from_parts(x.numerator(), below)))
            }
        }
    }
}

/// `inf` or `-inf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infinity {
    /// Is it `-inf`?
    pub negative: bool,
}

pub(super) const INTEGER: KindRow = KindRow::game("Integer", 0);

impl ValueKind for IBig {
    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.short_multiple(&Value::Integer(self.clone()), n)
    }

    fn nim_heap(&self, _: &Calc) -> Option<u32> {
        (*self == IBig::ZERO).then_some(0)
    }
}

pub(super) const RATIONAL: KindRow = KindRow::game("Rational", 0);

impl ValueKind for Arc<RBig> {
    fn exact_name(&self, _: &mut Calc) -> Result<Option<&'static str>, Stopped> {
        Ok(to_dyadic(self).map(|_| "Dyadic"))
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.short_multiple(&Value::Rational(self.clone()), n)
    }
}

impl ValueKind for Infinity {
    fn text(&self) -> Option<String> {
        Some(if self.negative { "-inf" } else { "inf" }.to_owned())
    }
}

pub(super) const SURREAL: KindRow = KindRow::game("Surreal", 0);

impl ValueKind for Arc<Surreal> {
    fn exact_name(&self, _: &mut Calc) -> Result<Option<&'static str>, Stopped> {
        Ok(self.is_ordinal().then_some("Ordinal"))
    }
}

/// A number of any kind.
#[derive(Clone, Debug)]
pub enum Number {
    /// A fraction.
    Finite(RBig),
    /// `inf` or `-inf`.
    Infinite {
        /// Is it `-inf`?
        negative: bool,
    },
    /// One with ω.
    Surreal(Arc<Surreal>),
}

/// What the arithmetic refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// An operation on an infinity without a sensible answer.
    #[error("{0} has no value")]
    Undefined(String),
    /// More binary digits than are allowed.
    #[error("the result would be too large: numbers are limited to {0} binary digits")]
    TooLarge(u64),
    /// Arithmetic with ω refuses.
    #[error("{0}")]
    Surreal(#[from] SurrealError),
}

/// A result, and whether something nonzero was divided by zero on the way.
pub type Divided = Result<(Number, bool), NumberError>;

type Result1 = Result<Number, NumberError>;

impl std::ops::Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        match self {
            Number::Finite(x) => Number::Finite(-x),
            Number::Infinite { negative } => Number::Infinite { negative: !negative },
            Number::Surreal(x) => Number::Surreal(Arc::new(x.neg())),
        }
    }
}

impl Number {
    /// The number that a value is.
    pub fn from_value<'v>(value: impl Into<Option<&'v Value>>) -> Option<Number> {
        Some(match value.into()? {
            Value::Integer(n) => Number::Finite(RBig::from(n.clone())),
            Value::Rational(x) => Number::Finite(RBig::clone(x)),
            Value::Infinity { negative } => Number::Infinite { negative: *negative },
            Value::Surreal(x) => Number::Surreal(x.clone()),
            _ => return None,
        })
    }

    /// The number as a value, an integer or a fraction if it is one.
    pub fn into_value<V: From<Value>>(self) -> V {
        V::from(match self {
            Number::Finite(x) => Value::rational(x),
            Number::Infinite { negative } => Value::Infinity { negative },
            Number::Surreal(x) => match x.as_rational() {
                Some(x) => Value::rational(x),
                None => Value::Surreal(x),
            },
        })
    }

    /// How it compares with 0.
    pub fn sign(&self) -> Ordering {
        match self {
            Number::Finite(x) => x.cmp(&RBig::ZERO),
            Number::Infinite { negative: true } => Ordering::Less,
            Number::Infinite { negative: false } => Ordering::Greater,
            Number::Surreal(x) => x.sign(),
        }
    }

    fn is_zero(&self) -> bool {
        self.sign().is_eq()
    }

    fn surreal(&self) -> Option<Surreal> {
        match self {
            Number::Finite(x) => Some(Surreal::from(x.clone())),
            Number::Infinite { .. } => None,
            Number::Surreal(x) => Some(Surreal::clone(x)),
        }
    }

    fn text(&self) -> String {
        match self {
            Number::Finite(x) => x.to_string(),
            Number::Infinite { negative: true } => "-inf".to_string(),
            Number::Infinite { negative: false } => "inf".to_string(),
            Number::Surreal(x) => x.to_string(),
        }
    }

    /// The order of two numbers.
    pub fn compare(&self, other: &Number) -> Result<Ordering, NumberError> {
        match (self, other) {
            (Number::Finite(a), Number::Finite(b)) => Ok(a.cmp(b)),
            (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => Ok(b.cmp(a)),
            (Number::Infinite { .. }, _) => Ok(self.sign()),
            (_, Number::Infinite { .. }) => Ok(other.sign().reverse()),
            _ => match (self.surreal(), other.surreal()) {
                (Some(a), Some(b)) => Ok(a.compare(&b)?),
                _ => Ok(Ordering::Equal),
            },
        }
    }

    /// `a + b` with a limited number of binary digits.
    pub fn add(&self, other: &Number, max: u64) -> Result1 {
        match (self, other) {
            (Number::Finite(a), Number::Finite(b)) => {
                // The common denominator is at most the product of both.
                let size = weight(a).max(weight(b)) + denominator(a).min(denominator(b)) + 1;
                check(size, max)?;
                checked(a + b, max)
            }
            (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => {
                if a == b {
                    Ok(self.clone())
                } else {
                    undefined(self, "+", other)
                }
            }
            (Number::Infinite { .. }, _) => Ok(self.clone()),
            (_, Number::Infinite { .. }) => Ok(other.clone()),
            _ => self.with_surreal(other, Surreal::add, "+"),
        }
    }

    /// `a * b`.
    pub fn mul(&self, other: &Number, max: u64) -> Result1 {
        match (self, other) {
            (Number::Finite(a), Number::Finite(b)) => {
                check(weight(a).saturating_add(weight(b)).saturating_sub(2), max)?;
                Ok(Number::Finite(a * b))
            }
            (Number::Infinite { .. }, _) | (_, Number::Infinite { .. }) => {
                if self.is_zero() || other.is_zero() {
                    return undefined(self, "*", other);
                }
                Ok(Number::Infinite { negative: self.sign() != other.sign() })
            }
            _ => self.with_surreal(other, Surreal::mul, "*"),
        }
    }

    /// `a / b`; something nonzero by zero is infinite.
    pub fn div(&self, other: &Number, max: u64) -> Divided {
        match (self, other) {
            (Number::Infinite { .. }, Number::Infinite { .. }) => {
                undefined(self, "/", other).map(|x| (x, false))
            }
            _ if other.is_zero() => match self.sign() {
                Ordering::Equal => undefined(self, "/", other).map(|x| (x, true)),
                sign => Ok((Number::Infinite { negative: sign.is_lt() }, true)),
            },
            (Number::Infinite { .. }, _) => {
                Ok((Number::Infinite { negative: self.sign() != other.sign() }, false))
            }
            (_, Number::Infinite { .. }) => Ok((Number::Finite(RBig::ZERO), false)),
            (Number::Finite(a), Number::Finite(b)) => {
                check(weight(a).saturating_add(weight(b)).saturating_sub(2), max)?;
                Ok((Number::Finite(a / b), false))
            }
            _ => self.with_surreal(other, Surreal::div, "/").map(|x| (x, false)),
        }
    }

    /// The remainder with the sign of the divisor: `a - b * floor(a / b)`.
    pub fn rem(&self, other: &Number, max: u64) -> Result1 {
        match (self, other) {
            (Number::Finite(a), Number::Finite(b)) if !b.is_zero() => {
                check(
                    weight(a).saturating_add(weight(b)).saturating_mul(2),
                    max.saturating_mul(4),
                )?;
                let quotient = (a / b).floor();
                checked(a - b * RBig::from(quotient), max)
            }
            _ => undefined(self, "%", other),
        }
    }

    /// `a ^ b`.
    pub fn pow(&self, exponent: &Number, max: u64) -> Divided {
        let whole = match exponent {
            Number::Finite(n) if n.is_int() => Some(n.numerator().clone()),
            _ => None,
        };
        match (self, whole) {
            (Number::Finite(base), Some(n)) => {
                let base = base.clone();
                if n == IBig::ZERO || base == RBig::ONE {
                    return Ok((Number::Finite(RBig::ONE), false));
                }
                if n < IBig::ZERO {
                    if base.is_zero() {
                        return Ok((Number::Infinite { negative: false }, true));
                    }
                    let (above, below) = base.into_parts();
                    let negative = above < IBig::ZERO;
                    let flipped = RBig::from_parts(IBig::from(below), magnitude(above));
                    let base = if negative { -flipped } else { flipped };
                    return Ok((finite_power(base, &-n, max)?, false));
                }
                Ok((finite_power(base, &n, max)?, false))
            }
            (Number::Surreal(base), Some(n)) => {
                Ok((Number::Surreal(Arc::new(base.pow(&n)?)), false))
            }
            (Number::Surreal(base), None) if **base == Surreal::omega() => match exponent.surreal()
            {
                Some(x) => Ok((Number::Surreal(Arc::new(x.omega_power()?)), false)),
                None => undefined(self, "^", exponent).map(|x| (x, false)),
            },
            _ => undefined(self, "^", exponent).map(|x| (x, false)),
        }
    }

    fn with_surreal(
        &self,
        other: &Number,
        operation: fn(&Surreal, &Surreal) -> Result<Surreal, SurrealError>,
        sign: &str,
    ) -> Result1 {
        match (self.surreal(), other.surreal()) {
            (Some(a), Some(b)) => Ok(Number::Surreal(Arc::new(operation(&a, &b)?))),
            _ => undefined(self, sign, other),
        }
    }
}

fn undefined(a: &Number, sign: &str, b: &Number) -> Result1 {
    Err(NumberError::Undefined(format!("{} {sign} {}", a.text(), b.text())))
}

fn finite_power(base: RBig, n: &IBig, max: u64) -> Result1 {
    if base.is_zero() {
        return Ok(Number::Finite(base));
    }
    if base == -RBig::ONE {
        let odd = n.clone() % IBig::from(2) != IBig::ZERO;
        return Ok(Number::Finite(if odd { base } else { RBig::ONE }));
    }
    // |base| or its inverse is at least 2 in one of its parts, so the power has n digits or more.
    let n = u64::try_from(n).map_err(|_| NumberError::TooLarge(max))?;
    check(weight(&base).saturating_sub(2).max(1).saturating_mul(n), max)?;
    let n = isize::try_from(n).map_err(|_| NumberError::TooLarge(max))?;
    checked(base.pow(n), max)
}

fn checked(x: RBig, max: u64) -> Result1 {
    check(bits(x.numerator()).max(denominator(&x)), max)?;
    Ok(Number::Finite(x))
}

fn check(size: u64, max: u64) -> Result<(), NumberError> {
    // Estimates may be twice too large; the exact size is checked afterwards.
    if size / 2 > max { Err(NumberError::TooLarge(max)) } else { Ok(()) }
}

/// Binary digits above and below the bar.
fn weight(x: &RBig) -> u64 {
    bits(x.numerator()).saturating_add(denominator(x))
}

fn denominator(x: &RBig) -> u64 {
    BitTest::bit_len(x.denominator()) as u64
}

/// The absolute value.
pub fn magnitude(n: IBig) -> UBig {
    n.into_parts().1
}

/// `x` as a dyadic number, if it is one.
pub fn to_dyadic(x: &RBig) -> Option<Dyadic> {
    let below = x.denominator();
    let exponent = u32::try_from(BitTest::bit_len(below) - 1).ok()?;
    below.is_power_of_two().then(|| Dyadic::new(x.numerator().clone(), exponent))
}

/// The length of the absolute value in binary.
pub fn bits(n: &IBig) -> u64 {
    BitTest::bit_len(n) as u64
}
