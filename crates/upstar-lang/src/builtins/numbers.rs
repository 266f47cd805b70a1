//! Numbers: parts of fractions, rounding, functions of integers.

use super::{Builtin, Call, On, method};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Machine, fail, number_error};
use crate::numbers::{Number, to_dyadic};
use crate::value::{Game, Value};
use dashu_int::ops::PowerOfTwo;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::cmp::Ordering;
use upstar_values::integers::{self, DomainError};

fn number(m: &mut Machine, c: &Call<'_>) -> Evaluated<Number> {
    Number::from_value(c.arg(0)).ok_or_else(|| m.wrong_kind("a number", c.arg(0), c.at(0)))
}

/// A number that can be rounded.
fn finite(m: &mut Machine, c: &Call<'_>) -> Evaluated<RBig> {
    match number(m, c)? {
        Number::Finite(x) => Ok(x),
        _ => {
            let text = m.brief(c.arg(0));
            let message = format!("a finite rational number is needed here, not {text}");
            Err(fail(ErrorKind::Domain, c.at(0), message))
        }
    }
}

/// Numerator or denominator; those of ±inf are ±1 and 0.
fn part(m: &mut Machine, c: &Call<'_>, above: bool) -> Evaluated<Value> {
    match number(m, c)? {
        Number::Infinite { negative } if above => {
            Ok(Value::Game(Game::Integer(if negative { IBig::NEG_ONE } else { IBig::ONE })))
        }
        Number::Infinite { .. } => Ok(Value::Game(Game::Integer(IBig::ZERO))),
        Number::Finite(x) => {
            let (numerator, denominator) = x.into_parts();
            Ok(Value::Game(Game::Integer(if above { numerator } else { denominator.into() })))
        }
        Number::Surreal(x) => {
            let part = if above { x.numerator() } else { x.denominator() };
            let part = upstar_values::surreal::Surreal::from(part.clone());
            Ok(Number::Surreal(std::sync::Arc::new(part)).into_value())
        }
    }
}

fn extreme(m: &mut Machine, c: &Call<'_>, wanted: Ordering) -> Evaluated<Value> {
    match m.compare(c.arg(0), c.arg(1), c.span)? {
        Some(order) => Ok(c.arg(usize::from(order != wanted && order.is_ne())).clone()),
        None => {
            let (a, b) = (m.brief(c.arg(0)), m.brief(c.arg(1)));
            Err(fail(ErrorKind::Domain, c.span, format!("{a} and {b} are confused")))
        }
    }
}

fn integer(m: &mut Machine, c: &Call<'_>, i: usize) -> Evaluated<IBig> {
    m.integer(c.arg(i), c.at(i))
}

fn domain<T>(c: &Call<'_>, result: Result<T, DomainError>) -> Evaluated<T> {
    result.map_err(|error| fail(ErrorKind::Domain, c.at(0), error.to_string()))
}

fn natural(n: impl Into<UBig>) -> Value {
    Value::Game(Game::Integer(IBig::from(n.into())))
}

pub(super) static TABLE: &[Builtin] = &[
    method(
        "Numerator",
        On::Number,
        &[],
        "the part above the bar",
        ["(-6/4).Numerator", "-3"],
        |m, c| part(m, c, true),
    ),
    method(
        "Denominator",
        On::Number,
        &[],
        "the part below the bar",
        ["(-6/4).Denominator", "2"],
        |m, c| part(m, c, false),
    ),
    method(
        "Floor",
        On::Number,
        &[],
        "the largest whole number that is not larger",
        ["(-3/2).Floor", "-2"],
        |m, c| Ok(Value::Game(Game::Integer(finite(m, c)?.floor()))),
    ),
    method(
        "Ceiling",
        On::Number,
        &[],
        "the smallest whole number that is not smaller",
        ["(3/16).Ceiling", "1"],
        |m, c| Ok(Value::Game(Game::Integer(finite(m, c)?.ceil()))),
    ),
    method("Abs", On::Number, &[], "the absolute value", ["(-3/2).Abs", "3/2"], |m, c| {
        let x = number(m, c)?;
        Ok(if x.sign().is_lt() { -x } else { x }.into_value())
    }),
    method("Sign", On::Number, &[], "-1, 0 or 1", ["(5 - omega).Sign", "-1"], |m, c| {
        Ok(Value::Game(Game::Integer(IBig::from(number(m, c)?.sign() as i8))))
    }),
    method(
        "Reciprocal",
        On::Number,
        &[],
        "1 divided by the number",
        ["(3/16).Reciprocal", "16/3"],
        |m, c| {
            let one = Number::Finite(RBig::ONE);
            let x = number(m, c)?;
            let (result, by_zero) =
                one.div(&x, m.settings.max_bits).map_err(number_error(c.at(0)))?;
            if by_zero {
                m.warn(c.at(0), "division by zero");
            }
            Ok(result.into_value())
        },
    ),
    method(
        "IsDyadic",
        On::Number,
        &[],
        "is the denominator a power of 2?",
        ["(6/23).IsDyadic", "false"],
        |m, c| {
            let x = number(m, c)?;
            Ok(Value::Boolean(matches!(x, Number::Finite(x) if to_dyadic(&x).is_some())))
        },
    ),
    method("Min", On::Game, &["other"], "the smaller of two", ["(1/7).Min(0)", "0"], |m, c| {
        extreme(m, c, Ordering::Less)
    }),
    method("Max", On::Game, &["other"], "the larger of two", ["inf.Max(6)", "inf"], |m, c| {
        extreme(m, c, Ordering::Greater)
    }),
    method(
        "Div",
        On::Number,
        &["divisor"],
        "the quotient of integers, truncated toward zero",
        ["(-7).Div(2)", "-3"],
        |m, c| {
            let (a, b) = (integer(m, c, 0)?, integer(m, c, 1)?);
            domain(c, integers::div(&a, &b)).map(|it| Value::Game(Game::Integer(it)))
        },
    ),
    method(
        "Gcd",
        On::Number,
        &["other"],
        "the greatest common divisor of integers",
        ["12 Gcd 18", "6"],
        |m, c| {
            let (a, b) = (integer(m, c, 0)?, integer(m, c, 1)?);
            Ok(natural(integers::gcd(&a, &b)))
        },
    ),
    method(
        "Lb",
        On::Number,
        &[],
        "the whole part of the binary logarithm",
        ["1000.Lb", "9"],
        |m, c| {
            let n = integer(m, c, 0)?;
            domain(c, integers::lb(&n)).map(natural)
        },
    ),
    method(
        "Isqrt",
        On::Number,
        &[],
        "the whole part of the square root",
        ["99.Isqrt", "9"],
        |m, c| {
            let n = integer(m, c, 0)?;
            domain(c, integers::isqrt(&n)).map(natural)
        },
    ),
    method(
        "IsEvil",
        On::Number,
        &[],
        "is the number of binary ones even?",
        ["[n for n from 0 to 10 where n.IsEvil]", "[0,3,5,6,9,10]"],
        |m, c| {
            let n = integer(m, c, 0)?;
            domain(c, integers::is_evil(&n)).map(Value::Boolean)
        },
    ),
    method(
        "IsOdious",
        On::Number,
        &[],
        "is the number of binary ones odd?",
        ["[n for n from 0 to 10 where n.IsOdious]", "[1,2,4,7,8]"],
        |m, c| {
            let n = integer(m, c, 0)?;
            domain(c, integers::is_odious(&n)).map(Value::Boolean)
        },
    ),
    method(
        "IsTwoPower",
        On::Number,
        &[],
        "is it 1, 2, 4, 8, ...?",
        ["[12.IsTwoPower, 16.IsTwoPower]", "[false,true]"],
        |m, c| {
            let n = integer(m, c, 0)?;
            Ok(Value::Boolean(UBig::try_from(n).is_ok_and(|n| n.is_power_of_two())))
        },
    ),
    method(
        "UglyProduct",
        On::Number,
        &["other"],
        "the ugly product of Winning Ways, ch. 14",
        ["2 UglyProduct 3", "3"],
        |m, c| {
            let (a, b) = (integer(m, c, 0)?, integer(m, c, 1)?);
            domain(c, integers::ugly_product(&a, &b)).map(natural)
        },
    ),
];
