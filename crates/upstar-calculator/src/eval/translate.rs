//! Numbers that no short game is, beside games: `ω + ^`, `2/3 + *`, `10^6 + over`.
//!
//! What they are worth is said by [`upstar_values::Translator`]; here is only which values go there
//! and which kind comes back.

use super::{Interpreter, fail, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::numbers::Number;
use crate::value::Value;
use std::sync::Arc;
use upstar_values::surreal::{Surreal, SurrealError};
use upstar_values::value::is_strange;
use upstar_values::{Summand, Translate, TranslateError, Translator};

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

impl Interpreter {
    pub(crate) fn translator(&mut self) -> Translator<'_> {
        Translator::new(&mut self.calc, &mut self.stoppers)
    }

    /// The value as a number beside a game.
    pub(crate) fn translate(&mut self, value: &Value, span: Span) -> Evaluated<Translate> {
        let game = match value {
            Value::Game(game) => self.stores().translate(game),
            _ => return Ok(Summand::Short(self.game(value, span)?).into()),
        };
        game.map_err(|why| self.unary_error(why.into(), value, span))
    }

    /// A normal form as a value of its most specific kind.
    pub(crate) fn translated(&mut self, value: Translate) -> Value {
        Value::Game(self.stores().translated(value))
    }

    /// The game with these options.
    pub(super) fn make_translate(&mut self, sides: [&[Value]; 2], span: Span) -> Evaluated<Value> {
        let [left, right] = self.both_sides(sides, |m, option| m.translate(option, span))?;
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
        let strange = |value: &Value| matches!(value, Value::Game(game) if is_strange(game));
        if !strange(a) && !strange(b) {
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
}
