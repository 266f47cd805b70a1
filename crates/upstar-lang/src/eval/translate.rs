//! Numbers that no short game is, beside games: `ω + ^`, `2/3 + *`, `10^6 + over`.
//!
//! What they are worth is said by [`upstar_values::Translator`]; here is only which values go there
//! and which kind comes back.

use super::{Machine, fail, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::numbers::{Number, to_dyadic};
use crate::value::Value;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_values::stopper::translation::length;
use upstar_values::surreal::{Surreal, SurrealError};
use upstar_values::{Summand, Translate, TranslateError, Translator};

/// Numbers with more signs stand beside a loopy game.
const LONGEST: u64 = 512;

/// Is it a number that is not drawn beside a loopy game?
fn is_far(value: &Value) -> bool {
    match value {
        Value::Surreal(_) => true,
        Value::Integer(n) => length(&n.clone().into()) > LONGEST,
        Value::Rational(x) => to_dyadic(x).is_none_or(|x| length(&x) > LONGEST),
        _ => false,
    }
}

/// Is it a number that is no short game?
fn is_strange(value: &Value) -> bool {
    match value {
        Value::Surreal(_) => true,
        Value::Rational(x) => to_dyadic(x).is_none(),
        _ => false,
    }
}

/// Are these a sum or a difference that only a number beside a game can be? A short game beside a
/// loopy one may hold a long number.
pub(super) fn need_translates_together(a: &Value, b: &Value) -> bool {
    let pair = |a: &Value, b: &Value| {
        matches!((a, b), (Value::Sided(_), Value::Game(_) | Value::UpStar(_)))
    };
    pair(a, b) || pair(b, a) || need_translates([a, b])
}

/// Do these make a game that only a number beside a game can be?
pub(super) fn need_translates<'a>(values: impl IntoIterator<Item = &'a Value>) -> bool {
    let (mut translate, mut strange, mut far, mut sided, mut other) = <[bool; 5]>::default().into();
    for value in values {
        translate |= matches!(value, Value::Translate(_));
        strange |= is_strange(value);
        far |= is_far(value);
        sided |= matches!(value, Value::Sided(_));
        other |= !matches!(
            value,
            Value::Translate(_)
                | Value::Surreal(_)
                | Value::Rational(_)
                | Value::Integer(_)
                | Value::Sided(_)
                | Value::Game(_)
                | Value::UpStar(_)
                | Value::Form(_)
        );
    }
    !other && (translate || strange || (far && sided))
}

/// An error at its place.
pub(crate) fn translate_error(span: Span) -> impl Fn(TranslateError) -> Box<crate::Error> {
    move |error| match error {
        TranslateError::Stopped(why) => stopped(span)(why),
        TranslateError::Surreal(why @ (SurrealError::NotSimple | SurrealError::NoSigns(_))) => {
            fail(ErrorKind::Unsupported, span, why.to_string())
        }
        TranslateError::Surreal(why) => fail(ErrorKind::Size, span, why.to_string()),
        other => fail(ErrorKind::Unsupported, span, other.to_string()),
    }
}

impl Machine {
    pub(crate) fn translator(&mut self) -> Translator<'_> {
        Translator::new(&mut self.calc, &mut self.stoppers)
    }

    /// The value as a number beside a game.
    pub(crate) fn translate(&mut self, value: &Value, span: Span) -> Evaluated<Translate> {
        match value {
            Value::Translate(value) => Ok(Translate::clone(value)),
            Value::Sided(sides) => Ok(Summand::Sided(*sides).into()),
            Value::Surreal(x) => Ok(Surreal::clone(x).into()),
            _ => match Number::from_value(value) {
                Some(Number::Finite(x)) => Ok(Surreal::from(x).into()),
                _ => Ok(Summand::Short(self.game(value, span)?).into()),
            },
        }
    }

    /// A normal form as a value of its most specific kind.
    pub(crate) fn translated(&mut self, value: Translate) -> Value {
        match value.game {
            Summand::ZERO => Number::Surreal(Arc::new(value.number)).into_value(),
            Summand::Short(g) if value.number.sign().is_eq() => self.demote(g),
            Summand::Sided(sides) if value.number.sign().is_eq() => Value::Sided(sides),
            _ => Value::Translate(Arc::new(value)),
        }
    }

    pub(super) fn add_translates(
        &mut self,
        a: &Value,
        b: &Value,
        spans: [Span; 2],
        at: Span,
    ) -> Evaluated<Value> {
        let (a, b) = (self.translate(a, spans[0])?, self.translate(b, spans[1])?);
        let sum = self.translator().add(&a, &b).map_err(translate_error(at))?;
        Ok(self.translated(sum))
    }

    pub(super) fn negate_translate(&mut self, a: &Translate, span: Span) -> Evaluated<Value> {
        let negative = self.translator().neg(a).map_err(translate_error(span))?;
        Ok(self.translated(negative))
    }

    pub(super) fn compare_translates(
        &mut self,
        a: &Value,
        b: &Value,
        span: Span,
    ) -> Evaluated<Option<Ordering>> {
        let (a, b) = (self.translate(a, span)?, self.translate(b, span)?);
        self.translator().compare(&a, &b).map_err(translate_error(span))
    }

    /// The game with these options.
    pub(super) fn make_translate(
        &mut self,
        left: &[Value],
        right: &[Value],
        span: Span,
    ) -> Evaluated<Value> {
        let [left, right] =
            self.both_sides(left, right, |machine, option| machine.translate(option, span))?;
        let game = self.translator().make([&left, &right]).map_err(translate_error(span))?;
        Ok(self.translated(game))
    }

    /// `a : b` of numbers that no short games are.
    pub(super) fn ordinal_sum_of_numbers(
        &mut self,
        a: &Value,
        b: &Value,
        at: Span,
    ) -> Option<Evaluated<Value>> {
        if !is_strange(a) && !is_strange(b) {
            return None;
        }
        let [Some(x), Some(y)] = [a, b].map(|value| match Number::from_value(value) {
            Some(Number::Finite(x)) => Some(Surreal::from(x)),
            Some(Number::Surreal(x)) => Some(Surreal::clone(&x)),
            _ => None,
        }) else {
            return None;
        };
        let sum = x.ordinal_sum(&y).map_err(|why| translate_error(at)(why.into()));
        Some(sum.map(|sum| Number::Surreal(Arc::new(sum)).into_value()))
    }

    /// How sets keep translates: by their numbers, then by the texts of the games.
    pub(super) fn arrange_translates(
        &mut self,
        a: &Translate,
        b: &Translate,
        span: Span,
    ) -> Evaluated<Ordering> {
        let order = a.number.compare(&b.number);
        let order = order.map_err(|why| translate_error(span)(why.into()))?;
        if order.is_ne() {
            return Ok(order);
        }
        let mut texts = Vec::with_capacity(2);
        for value in [a, b] {
            let game = self.translated(value.game.into());
            let text = self.plain(&game, span)?;
            texts.push((text.len(), text));
        }
        Ok(texts[0].cmp(&texts[1]))
    }
}
