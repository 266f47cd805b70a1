//! Marks: `*3`, `^^*`, `9/4^3*2`, `2Tiny(2)`.

use super::frame::Ran;
use super::{Interpreter, fail, loopy_error, operation, stopped};
use crate::code::{Expr, Node};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::value::{Game, Value};
use dashu_int::{IBig, UBig};
use std::sync::Arc;
use upstar_syntax::{NimPart, UpSize};

type EvaluatedMarks = upstar_syntax::Marks<Expr>;
type EvaluatedUps = upstar_syntax::Ups<Expr>;
use upstar_values::Short;
use upstar_values::stopper::{Sides, Stopper};
use upstar_values::surreal::{Surreal, SurrealError, TransfiniteNimber};

impl Interpreter {
    pub(super) fn marks(&mut self, marks: &EvaluatedMarks, span: Span) -> Ran {
        let mut total = Short::ZERO;
        if let Some(number) = &marks.number {
            let x = self.dyadic(&Value::rational(number.clone()), span)?;
            total = self.calc.number(&x).map_err(stopped(span))?;
        }
        // What is loopy among the marks.
        let mut loopy: Option<Value> = None;
        if let Some(ups) = &marks.ups {
            match self.endless_ups(ups)? {
                Some(value) => loopy = Some(value),
                None => {
                    let ups = self.ups(ups)?;
                    total = self.calc.add(total, ups).map_err(stopped(span))?;
                }
            }
        }
        if let Some((left, argument)) = &marks.tiny {
            let value = self.eval(argument)?;
            if let Value::Game(Game::Sided(_)) = value {
                let tiny = self.loopy_tiny(&value, *left, argument.span)?;
                let number = self.demote(total);
                return Ok(self.plus(&number, &tiny, span)?);
            }
            let tiny = self.tiny(&value, *left, argument.span)?;
            total = self.calc.add(total, tiny).map_err(stopped(span))?;
        }
        let nimber = match &marks.nim {
            None => Short::ZERO,
            Some(NimPart::One) => self.calc.nimber(1).map_err(stopped(span))?,
            Some(NimPart::Of(size)) => {
                let value = self.eval(size)?;
                let alone = marks.number.is_none() && marks.ups.is_none();
                if let Value::Game(Game::Surreal(x)) = &value {
                    let nimber = self.infinite_nimber(x, size.span)?;
                    if alone {
                        return Ok(nimber);
                    }
                    let message = "sums of infinite nimbers with other games are not available yet";
                    return Err(fail(ErrorKind::Unsupported, span, message).into());
                }
                if let Value::Game(Game::Integer(n)) = &value
                    && *n > IBig::from(u32::MAX)
                    && let Ok(heap) = UBig::try_from(n.clone())
                    && alone
                    && marks.tiny.is_none()
                {
                    let nimber = TransfiniteNimber::finite(heap);
                    return Ok(Value::Game(Game::OrdinalNimber(Arc::new(nimber))));
                }
                let misere = matches!(size.form(), Node::List(_) | Node::Comprehension(_));
                if let (Value::List(options), true) = (&value, misere) {
                    if alone {
                        return Ok(self.misere_game(options.as_slice(), size.span)?);
                    }
                    let message = "a misère game cannot be added to other games";
                    return Err(fail(ErrorKind::Kind, span, message).into());
                }
                self.nimber(&value, size.span)?
            }
        };
        total = self.calc.add(total, nimber).map_err(stopped(span))?;
        let total = self.demote(total);
        match loopy {
            Some(loopy) => Ok(self.plus(&total, &loopy, span)?),
            None => Ok(total),
        }
    }

    /// `^[on]`, the sum of all powers of up, `^<on>`, their limit, and other loopy powers.
    fn endless_ups(&mut self, ups: &EvaluatedUps) -> Ran<Option<Value>> {
        let (UpSize::Power(expr) | UpSize::PowerSum(expr)) = &ups.size else { return Ok(None) };
        let value = self.eval(expr)?;
        let Value::Game(Game::Sided(sides)) = value else { return Ok(None) };
        let span = ups.span;
        let Some(exponent) = sides.as_stopper() else {
            let message = "the exponent of a power of up must be a stopper";
            return Err(fail(ErrorKind::Domain, expr.span, message).into());
        };
        let star = self.stoppers.star().map_err(stopped(span))?;
        let up = self.stoppers.make(&[Stopper::ZERO], &[star]).map_err(stopped(span))?;
        let power = match ups.size {
            UpSize::Power(_) => self.stoppers.pow(up, exponent),
            _ => self.stoppers.pow_to(up, exponent).map(|power| [power, power]),
        };
        let mut sides = Vec::with_capacity(2);
        for side in power.map_err(loopy_error(expr.span))? {
            sides.push(self.sided(Sides::stopper(side), span)?);
        }
        let value = self.with_sides(&sides[0], &sides[1], span)?;
        if ups.negative { Ok(Some(self.negate(&value, span)?)) } else { Ok(Some(value)) }
    }

    /// Tiny of a loopy game, {0||0|-G}, or its negative.
    pub(crate) fn loopy_tiny(&mut self, value: &Value, left: bool, span: Span) -> Evaluated<Value> {
        let zero = Value::Game(Game::Integer(IBig::ZERO));
        let minus = self.negate(value, span)?;
        let threat = self.make_game(std::slice::from_ref(&zero), &[minus], span)?;
        let tiny = self.make_game(&[zero], &[threat], span)?;
        if left { Ok(tiny) } else { self.negate(&tiny, span) }
    }

    fn nimber(&mut self, value: &Value, span: Span) -> Evaluated<Short> {
        match value {
            Value::Game(Game::Integer(n)) => {
                let heap = u32::try_from(n).map_err(|_| {
                    let message = if *n < IBig::ZERO {
                        "a nimber cannot have a negative size".to_string()
                    } else {
                        format!("nimbers in sums with other games are limited to *{}", u32::MAX)
                    };
                    fail(ErrorKind::Domain, span, message)
                })?;
                self.calc.nimber(heap).map_err(stopped(span))
            }
            _ => Err(self.wrong_kind("the size of a nimber", value, span)),
        }
    }

    fn infinite_nimber(&mut self, x: &Surreal, span: Span) -> Evaluated<Value> {
        let nimber = TransfiniteNimber::new(x.clone()).map_err(|_| {
            let message = format!("{x} is not an ordinal: nimbers have ordinal sizes");
            fail(ErrorKind::Domain, span, message)
        })?;
        Ok(Value::Game(Game::OrdinalNimber(Arc::new(nimber))))
    }

    fn ups(&mut self, ups: &EvaluatedUps) -> Ran<Short> {
        let span = ups.span;
        let up = {
            let star = self.calc.nimber(1).map_err(stopped(span))?;
            self.calc.make(&[Short::ZERO], &[star]).map_err(stopped(span))?
        };
        let value = match &ups.size {
            UpSize::Count(n) => self.calc.multiple(up, &IBig::from(*n)).map_err(stopped(span))?,
            UpSize::Times(expr) => {
                let value = self.eval(expr)?;
                let n = self.integer(&value, expr.span)?;
                self.calc.multiple(up, &n).map_err(stopped(span))?
            }
            UpSize::Power(expr) | UpSize::PowerSum(expr) => {
                let value = self.eval(expr)?;
                let exponent = self.dyadic(&value, expr.span)?;
                let power = match ups.size {
                    UpSize::Power(_) => self.calc.pow(up, &exponent),
                    _ => self.calc.pow_to(up, &exponent),
                };
                power.map_err(operation(expr.span))?
            }
        };
        if ups.negative { Ok(self.calc.neg(value).map_err(stopped(span))?) } else { Ok(value) }
    }

    /// Tiny-G is {0||0|-G}; miny-G its negative.
    pub(crate) fn tiny(&mut self, value: &Value, left: bool, span: Span) -> Evaluated<Short> {
        let g = self.game(value, span)?;
        let tiny = self.calc.tiny(g).map_err(stopped(span))?;
        if left { Ok(tiny) } else { self.calc.neg(tiny).map_err(stopped(span)) }
    }
}

pub(crate) fn surreal(span: Span) -> impl Fn(SurrealError) -> Box<crate::Error> {
    move |error| fail(ErrorKind::Domain, span, error.to_string())
}
