//! Arithmetic on numbers: integers and fractions of any size, the two infinities, and numbers
//! with ω.
//!
//! Every operation bounds the size of its result *before* computing it. The infinities stand for
//! the results of dividing by zero; an operation on them that has no sensible answer is refused.

use crate::value::{Value, bits};
use dashu_int::ops::{BitTest, PowerOfTwo};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_syntax::{Infix, Relation};
use upstar_values::Dyadic;
use upstar_values::surreal::{Surreal, SurrealError};

/// A whole number that fits into a machine word.
pub(crate) fn small(value: &Value) -> Option<i64> {
    let Value::Integer(n) = value else { return None };
    let (sign, words) = n.as_sign_words();
    let magnitude = match words {
        [] => 0,
        [word] => i64::try_from(*word).ok()?,
        _ => return None,
    };
    Some(if sign == Sign::Negative { -magnitude } else { magnitude })
}

/// `a op b` for small whole numbers, if it is one too.
#[inline]
pub(crate) fn small_infix(operator: Infix, a: i64, b: i64) -> Option<i64> {
    Some(match operator {
        Infix::Add => a.checked_add(b)?,
        Infix::Subtract => a.checked_sub(b)?,
        Infix::Multiply => a.checked_mul(b)?,
        // With the sign of the divisor.
        Infix::Remainder => {
            let rest = a.checked_rem(b)?;
            if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
        }
        Infix::Divide if b != 0 && a.checked_rem(b)? == 0 => a / b,
        _ => return None,
    })
}

/// `a^b` for small whole numbers, if it is one too.
pub(crate) fn small_power(a: i64, b: i64) -> Option<i64> {
    a.checked_pow(u32::try_from(b).ok()?)
}

/// `a op b` for whole numbers of any size.
pub(crate) fn whole_chain(operator: Infix, a: &IBig, b: &IBig, max: u64) -> Option<Value> {
    let result = match operator {
        Infix::Add => a + b,
        Infix::Subtract => a - b,
        Infix::Multiply if bits(a).saturating_add(bits(b)) <= max => a * b,
        _ => return None,
    };
    (bits(&result) <= max).then_some(Value::Integer(result))
}

/// How small whole numbers compare.
#[inline]
pub(crate) fn small_order(relation: Relation, a: i64, b: i64) -> Option<bool> {
    let order = a.cmp(&b);
    Some(match relation {
        Relation::Equal | Relation::Same => order.is_eq(),
        Relation::NotEqual | Relation::NotSame => order.is_ne(),
        Relation::Less | Relation::LessFuzzy => order.is_lt(),
        Relation::Greater | Relation::GreaterFuzzy => order.is_gt(),
        Relation::LessEqual => order.is_le(),
        Relation::GreaterEqual => order.is_ge(),
        Relation::Fuzzy => false,
        Relation::Compare => return None,
    })
}

/// A number of any kind.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Finite(RBig),
    Infinite { negative: bool },
    Surreal(Arc<Surreal>),
}

/// What the arithmetic refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NumberError {
    #[error("{0} has no value")]
    Undefined(String),
    #[error("the result would be too large: numbers are limited to {0} binary digits")]
    TooLarge(u64),
    #[error("{0}")]
    Surreal(#[from] SurrealError),
}

/// A result, and whether something nonzero was divided by zero on the way.
pub(crate) type Quotient = Result<(Number, bool), NumberError>;

type Result1 = Result<Number, NumberError>;

impl Number {
    pub(crate) fn from_value(value: &Value) -> Option<Number> {
        Some(match value {
            Value::Integer(n) => Number::Finite(RBig::from(n.clone())),
            Value::Rational(x) => Number::Finite(RBig::clone(x)),
            Value::Infinity { negative } => Number::Infinite { negative: *negative },
            Value::Surreal(x) => Number::Surreal(x.clone()),
            _ => return None,
        })
    }

    pub(crate) fn into_value(self) -> Value {
        match self {
            Number::Finite(x) => Value::rational(x),
            Number::Infinite { negative } => Value::Infinity { negative },
            Number::Surreal(x) => match x.as_rational() {
                Some(x) => Value::rational(x),
                None => Value::Surreal(x),
            },
        }
    }

    pub(crate) fn sign(&self) -> Ordering {
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

    pub(crate) fn neg(self) -> Number {
        match self {
            Number::Finite(x) => Number::Finite(-x),
            Number::Infinite { negative } => Number::Infinite { negative: !negative },
            Number::Surreal(x) => Number::Surreal(Arc::new(x.neg())),
        }
    }

    pub(crate) fn compare(&self, other: &Number) -> Result<Ordering, NumberError> {
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

    pub(crate) fn add(&self, other: &Number, max: u64) -> Result1 {
        match (self, other) {
            (Number::Finite(a), Number::Finite(b)) => {
                // The common denominator is at most the product of both.
                let size = weight(a).max(weight(b)) + denominator(a).min(denominator(b)) + 1;
                check(size, max)?;
                checked(a + b, max)
            }
            (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => match a == b {
                true => Ok(self.clone()),
                false => undefined(self, "+", other),
            },
            (Number::Infinite { .. }, _) => Ok(self.clone()),
            (_, Number::Infinite { .. }) => Ok(other.clone()),
            _ => self.with_surreal(other, Surreal::add, "+"),
        }
    }

    pub(crate) fn mul(&self, other: &Number, max: u64) -> Result1 {
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

    pub(crate) fn div(&self, other: &Number, max: u64) -> Quotient {
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
    pub(crate) fn rem(&self, other: &Number, max: u64) -> Result1 {
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

    pub(crate) fn pow(&self, exponent: &Number, max: u64) -> Quotient {
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
pub(crate) fn magnitude(n: IBig) -> UBig {
    n.into_parts().1
}

/// `x` as a dyadic number, if it is one.
pub(crate) fn to_dyadic(x: &RBig) -> Option<Dyadic> {
    let below = x.denominator();
    let exponent = u32::try_from(BitTest::bit_len(below) - 1).ok()?;
    below.is_power_of_two().then(|| Dyadic::new(x.numerator().clone(), exponent))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// What is computed in a machine word is what rationals give.
    #[test]
    fn small_numbers_are_computed_as_large_ones_are() {
        let edges = [0, 1, 2, 3, 7, 63, 64, 1 << 31, 1 << 32, (1 << 62) - 1, i64::MAX];
        let all: Vec<i64> = edges.into_iter().flat_map(|n| [n, -n]).collect();
        let value = |n: i64| Value::Integer(IBig::from(n));
        let max = 1 << 20;
        let mut answered = 0;
        for &a in &all {
            for &b in &all {
                let (x, y) = (value(a), value(b));
                let [p, q] = [&x, &y].map(|v| Number::from_value(v).unwrap());
                let slow = |operator| match operator {
                    Infix::Add => p.add(&q, max).ok(),
                    Infix::Subtract => p.add(&q.clone().neg(), max).ok(),
                    Infix::Multiply => p.mul(&q, max).ok(),
                    Infix::Divide => p.div(&q, max).ok().map(|(quotient, _)| quotient),
                    _ => p.rem(&q, max).ok(),
                };
                for operator in
                    [Infix::Add, Infix::Subtract, Infix::Multiply, Infix::Divide, Infix::Remainder]
                {
                    let (Value::Integer(m), Value::Integer(n)) = (&x, &y) else { continue };
                    let whole = whole_chain(operator, m, n, max);
                    let word = small_infix(operator, a, b).map(value);
                    for found in [word, whole].into_iter().flatten() {
                        answered += 1;
                        let Value::Integer(found) = found else { panic!("not whole") };
                        let slow = slow(operator).unwrap().into_value();
                        let Value::Integer(slow) = slow else { panic!("{a} {operator:?} {b}") };
                        assert_eq!(found, slow, "{a} {operator:?} {b}");
                    }
                }
                if let Some(power) = small_power(a, b) {
                    answered += 1;
                    let (slow, _) = p.pow(&q, max).unwrap();
                    let Value::Integer(slow) = slow.into_value() else { panic!("{a}^{b}") };
                    assert_eq!(IBig::from(power), slow, "{a}^{b}");
                }
                assert_eq!(small_order(Relation::Less, a, b), Some(a < b));
                assert_eq!(small_order(Relation::GreaterEqual, a, b), Some(a >= b));
                assert_eq!(small_order(Relation::Fuzzy, a, b), Some(false));
            }
        }
        assert!(answered > 2000, "{answered}");
        assert_eq!(small(&Value::Integer(IBig::from(i64::MIN))), None);
    }
}
