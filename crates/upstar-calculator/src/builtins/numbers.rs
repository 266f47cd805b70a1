//! Numbers: parts of fractions, rounding, functions of integers.

use super::Call;
use super::rows::{Arg, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail};
use crate::numbers::{Number, to_dyadic};
use crate::value::{Game, Value};
use dashu_int::ops::PowerOfTwo;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::cmp::Ordering;
use upstar_values::integers;

/// A number that can be rounded.
impl Arg<'_> for RBig {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        match Number::get(m, c, i)? {
            Number::Finite(x) => Ok(x),
            _ => {
                let text = m.brief(c.arg(i));
                let message = format!("a finite rational number is needed here, not {text}");
                Err(fail(ErrorKind::Domain, c.at(i), message))
            }
        }
    }
}

/// Numerator or denominator; those of ±inf are ±1 and 0.
fn part(m: &mut Interpreter, c: &Call<'_>, above: bool) -> Evaluated<Value> {
    match Number::get(m, c, 0)? {
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

fn extreme(m: &mut Interpreter, c: &Call<'_>, wanted: Ordering) -> Evaluated<Value> {
    match m.compare(c.arg(0), c.arg(1), c.span)? {
        Some(order) => Ok(c.arg(usize::from(order != wanted && order.is_ne())).clone()),
        None => {
            let (a, b) = (m.brief(c.arg(0)), m.brief(c.arg(1)));
            Err(fail(ErrorKind::Domain, c.span, format!("{a} and {b} are confused")))
        }
    }
}

rows! { pub(super) TABLE |m, c|
    Number.Numerator(_) "the part above the bar"
        ["(-6/4).Numerator", "-3"] part(m, c, true);
    Number.Denominator(_) "the part below the bar"
        ["(-6/4).Denominator", "2"] part(m, c, false);
    Number.Floor(x: RBig) "the largest whole number that is not larger"
        ["(-3/2).Floor", "-2"] x.floor();
    Number.Ceiling(x: RBig) "the smallest whole number that is not smaller"
        ["(3/16).Ceiling", "1"] x.ceil();
    Number.Abs(x: Number) "the absolute value"
        ["(-3/2).Abs", "3/2"] if x.sign().is_lt() { -x } else { x };
    Number.Sign(x: Number) "-1, 0 or 1"
        ["(5 - omega).Sign", "-1"] x.sign() as i8;
    Number.Reciprocal(x: Number) "1 divided by the number"
        ["(3/16).Reciprocal", "16/3"] {
            let one = Number::Finite(RBig::ONE);
            let (result, by_zero) = one.div(&x, m.settings.max_bits)?;
            if by_zero {
                m.warn(c.at(0), "division by zero");
            }
            result
        };
    Number.IsDyadic(x: Number) "is the denominator a power of 2?"
        ["(6/23).IsDyadic", "false"] matches!(x, Number::Finite(x) if to_dyadic(&x).is_some());
    Game.Min(_, other) "the smaller of two"
        ["(1/7).Min(0)", "0"] extreme(m, c, Ordering::Less);
    Game.Max(_, other) "the larger of two"
        ["inf.Max(6)", "inf"] extreme(m, c, Ordering::Greater);
    Number.Div(a: IBig, divisor: IBig) "the quotient of integers, truncated toward zero"
        ["(-7).Div(2)", "-3"] integers::div(&a, &divisor);
    Number.Gcd(a: IBig, other: IBig) "the greatest common divisor of integers"
        ["12 Gcd 18", "6"] integers::gcd(&a, &other);
    Number.Lb(n: IBig) "the whole part of the binary logarithm"
        ["1000.Lb", "9"] integers::lb(&n);
    Number.Isqrt(n: IBig) "the whole part of the square root"
        ["99.Isqrt", "9"] integers::isqrt(&n);
    Number.IsEvil(n: IBig) "is the number of binary ones even?"
        ["[n for n from 0 to 10 where n.IsEvil]", "[0,3,5,6,9,10]"]
            integers::is_evil(&n);
    Number.IsOdious(n: IBig) "is the number of binary ones odd?"
        ["[n for n from 0 to 10 where n.IsOdious]", "[1,2,4,7,8]"]
            integers::is_odious(&n);
    Number.IsTwoPower(n: IBig) "is it 1, 2, 4, 8, ...?"
        ["[12.IsTwoPower, 16.IsTwoPower]", "[false,true]"]
            UBig::try_from(n).is_ok_and(|n| n.is_power_of_two());
    Number.UglyProduct(a: IBig, other: IBig) "the ugly product of Winning Ways, ch. 14"
        ["2 UglyProduct 3", "3"] integers::ugly_product(&a, &other);
}
