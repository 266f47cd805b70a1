//! Superheavy atoms, and loopy nimbers with infinite subscripts: how they are made and added.
//!
//! A sum of superheavy atoms becomes a short game, or one simple atom, where it is equal to one.

use super::arithmetic::Operands;
use super::{Machine, fail, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::value::Value;
use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::Player;
use upstar_values::surreal::{GeneralizedOrdinal, OrdinalLoopy, Surreal, TransfiniteNimber};
use upstar_values::{Dyadic, LoopyNimber, MAX_NUMBER, Side, Superheavy};

/// The most equal superheavy summands.
const MOST_COPIES: u32 = 64;

/// Does a game with this option need all integers?
pub(super) fn is_superheavy(value: &Value) -> bool {
    matches!(value, Value::Integers | Value::Superheavy(_))
}

impl Machine {
    /// The value as a sum of superheavy atoms, perhaps of none.
    fn superheavy(&mut self, value: &Value, span: Span) -> Evaluated<Superheavy> {
        if let Value::Superheavy(g) = value {
            return Ok(Superheavy::clone(g));
        }
        let g = self.game(value, span)?;
        let bound = Dyadic::from(MAX_NUMBER);
        for who in Player::BOTH {
            let stop = self.calc.stop(g, who);
            if stop > bound || stop < Dyadic::from(-MAX_NUMBER) {
                let message =
                    format!("numbers beside superheavy atoms are limited to {MAX_NUMBER}");
                return Err(fail(ErrorKind::Size, span, message));
            }
        }
        Ok(g.into())
    }

    fn superheavy_value(&mut self, g: &Superheavy, span: Span) -> Evaluated<Value> {
        let simplest = self.heavy.simplest(&mut self.calc, g).map_err(stopped(span))?;
        Ok(match simplest.as_short() {
            Some(short) => self.demote(short),
            None => Value::Superheavy(Arc::new(simplest)),
        })
    }

    /// A game with `Z` or a superheavy game among its options.
    pub(super) fn make_superheavy(
        &mut self,
        left: &[Value],
        right: &[Value],
        span: Span,
    ) -> Evaluated<Value> {
        let mut sides = [Side::default(), Side::default()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            for option in options {
                match option {
                    Value::Integers => side.integers = true,
                    other => side.games.push(self.superheavy(other, span)?),
                }
            }
        }
        // Who alone can move, and to any integer, is infinitely many moves ahead.
        let [left, right] = sides;
        let only = |side: &Side| side.integers && side.games.is_empty();
        let none = |side: &Side| !side.integers && side.games.is_empty();
        if only(&left) && none(&right) {
            return Ok(Value::Surreal(Arc::new(Surreal::omega())));
        }
        if none(&left) && only(&right) {
            return Ok(Value::Surreal(Arc::new(Surreal::omega().neg())));
        }
        let game = self.heavy.make(left, right);
        self.superheavy_value(&game, span)
    }

    pub(super) fn add_superheavy(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let g = self.superheavy(operands.left, operands.spans[0])?;
        let h = self.superheavy(operands.right, operands.spans[1])?;
        let sum = self.heavy.add(&mut self.calc, &g, &h).map_err(stopped(operands.at))?;
        self.superheavy_value(&sum, operands.at)
    }

    pub(super) fn negate_superheavy(&mut self, g: &Superheavy, span: Span) -> Evaluated<Value> {
        let negative = self.heavy.neg(&mut self.calc, g).map_err(stopped(span))?;
        self.superheavy_value(&negative, span)
    }

    /// Many copies of a superheavy game.
    pub(super) fn multiple_superheavy(
        &mut self,
        g: &Superheavy,
        n: &IBig,
        span: Span,
    ) -> Evaluated<Value> {
        let (negative, copies) = (*n < IBig::ZERO, n.clone().into_parts().1);
        let copies = u32::try_from(&copies).ok().filter(|&copies| copies <= MOST_COPIES);
        let Some(copies) = copies else {
            let message = format!("more than {MOST_COPIES} equal superheavy games are not added");
            return Err(fail(ErrorKind::Size, span, message));
        };
        let mut total = Value::Integer(IBig::ZERO);
        let one = Value::Superheavy(Arc::new(g.clone()));
        for _ in 0..copies {
            total = self.plus(&total, &one, span)?;
        }
        if negative { self.negate(&total, span) } else { Ok(total) }
    }

    pub(super) fn compare_superheavy(
        &mut self,
        a: &Value,
        b: &Value,
        span: Span,
    ) -> Evaluated<Option<Ordering>> {
        let (g, h) = (self.superheavy(a, span)?, self.superheavy(b, span)?);
        self.heavy.compare(&mut self.calc, &g, &h).map_err(stopped(span))
    }

    /// A loopy game or a nimber, with ordinals for its sizes.
    fn ordinal_loopy(&mut self, value: &Value, span: Span) -> Evaluated<OrdinalLoopy> {
        let ordinal = |n: u32| GeneralizedOrdinal::from(i64::from(n));
        match value {
            Value::OrdinalLoopy(value) => return Ok(OrdinalLoopy::clone(value)),
            Value::OrdinalNimber(heap) => {
                return Ok(OrdinalLoopy::Nim(TransfiniteNimber::clone(heap)));
            }
            Value::Loopy(value) => {
                if let LoopyNimber::Loopy(subscripts) = &***value {
                    let subscripts = subscripts.iter().map(|&n| ordinal(n)).collect();
                    return Ok(OrdinalLoopy::Loopy(subscripts));
                }
            }
            _ => {}
        }
        let heap = self.nim_heap(value).map(|n| TransfiniteNimber::new(ordinal(n).into()));
        match heap {
            Some(Ok(heap)) => Ok(OrdinalLoopy::Nim(heap)),
            _ => Err(self.wrong_kind("a nimber", value, span)),
        }
    }

    /// Its most specific kind: without infinite sizes it is one of the finite values.
    pub(crate) fn ordinal_loopy_value(
        &mut self,
        value: OrdinalLoopy,
        span: Span,
    ) -> Evaluated<Value> {
        let OrdinalLoopy::Loopy(subscripts) = &value else {
            let OrdinalLoopy::Nim(heap) = value else { return Ok(Value::Nothing) };
            return Ok(Value::OrdinalNimber(Arc::new(heap)));
        };
        let small = |size: &GeneralizedOrdinal| size.as_integer().and_then(|n| n.try_into().ok());
        match subscripts.iter().map(small).collect::<Option<Vec<u32>>>() {
            Some(finite) => self.loopy_nimber(LoopyNimber::Loopy(finite), span),
            None => Ok(Value::OrdinalLoopy(Arc::new(value))),
        }
    }

    /// A sum in which one part is loopy and one infinite.
    pub(super) fn ordinal_loopy_sum(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let a = self.ordinal_loopy(operands.left, operands.spans[0])?;
        let b = self.ordinal_loopy(operands.right, operands.spans[1])?;
        match (&a, &b) {
            (OrdinalLoopy::Nim(a), OrdinalLoopy::Nim(b)) => self.nimber_sum(a, b, operands.at),
            _ => {
                let sum = a.plus(&b);
                let refused = |why: upstar_values::surreal::SurrealError| {
                    fail(ErrorKind::Size, operands.at, why.to_string())
                };
                self.ordinal_loopy_value(sum.map_err(refused)?, operands.at)
            }
        }
    }
}
