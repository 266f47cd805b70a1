//! Numbers that no short game is, beside games: `ω + ^`, `2/3 + *`, `10^6 + over`.
//!
//! What they are worth is said by [`crate::Translator`]; here is only which values go there and
//! which kind comes back.

use super::error::about;
use super::number::to_dyadic;
use super::{Arranged, Kind, Number, Stores, Value, ValueError, Why, arranged};
use crate::stopper::translation::length;
use crate::surreal::Surreal;
use crate::{Summand, Translate};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;

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
pub fn is_strange(value: &Value) -> bool {
    match value {
        Value::Surreal(_) => true,
        Value::Rational(x) => to_dyadic(x).is_none(),
        _ => false,
    }
}

/// Are these a sum or a difference that only a number beside a game can be? A short game beside a
/// loopy one may hold a long number.
pub fn translate_together(a: &Value, b: &Value) -> bool {
    let pair = |a: &Value, b: &Value| {
        matches!((a, b), (Value::Sided(_), Value::Short(_) | Value::UpStar(_)))
    };
    pair(a, b) || pair(b, a) || need_translates([a, b])
}

/// Do these make a game that only a number beside a game can be?
pub fn need_translates<'a>(values: impl IntoIterator<Item = &'a Value>) -> bool {
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
                | Value::Short(_)
                | Value::UpStar(_)
        );
    }
    !other && (translate || strange || (far && sided))
}

impl Kind for Arc<Translate> {
    fn name(&self) -> &'static str {
        "Translate"
    }

    fn place(&self) -> u8 {
        31
    }

    /// By their numbers, then by the texts of the games.
    fn arrange(&self, other: &Value, stores: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Translate(other) = other else { return arranged(Ordering::Equal) };
        let order = self.number.compare(&other.number).map_err(crate::TranslateError::from)?;
        if order.is_ne() {
            return arranged(order);
        }
        let games = [self.game, other.game];
        Ok(Arranged::Texts(games.map(|game| stores.translated(game.into()))))
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let normal = stores.translator().normal(Translate::clone(self))?;
        Ok(stores.translated(normal))
    }

    fn negative(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let negative = stores.translator().neg(self)?;
        Ok(stores.translated(negative))
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.doubled(n, &Value::Translate(self.clone()))
    }

    fn is_game(&self) -> bool {
        true
    }
}

impl Stores<'_> {
    /// The value as a number beside a game.
    pub fn translate(&mut self, value: &Value) -> Result<Translate, Why> {
        match value {
            Value::Translate(value) => Ok(Translate::clone(value)),
            Value::Sided(sides) => Ok(Summand::Sided(*sides).into()),
            Value::Surreal(x) => Ok(Surreal::clone(x).into()),
            _ => match Number::from_value(value) {
                Some(Number::Finite(x)) => Ok(Surreal::from(x).into()),
                _ => Ok(Summand::Short(self.short(value)?).into()),
            },
        }
    }

    /// A normal form as a value of its most specific kind.
    pub fn translated(&self, value: Translate) -> Value {
        match value.game {
            Summand::ZERO => Number::Surreal(Arc::new(value.number)).into_value(),
            Summand::Short(g) if value.number.sign().is_eq() => Value::of_short(self.calc, g),
            Summand::Sided(sides) if value.number.sign().is_eq() => Value::Sided(sides),
            _ => Value::Translate(Arc::new(value)),
        }
    }
}

pub(super) fn sum(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
    let a = stores.translate(a).map_err(about(0))?;
    let b = stores.translate(b).map_err(about(1))?;
    let sum = stores.translator().add(&a, &b)?;
    Ok(stores.translated(sum))
}

pub(super) fn compare(
    a: &Value,
    b: &Value,
    stores: &mut Stores<'_>,
) -> Result<Option<Ordering>, ValueError> {
    let a = stores.translate(a).map_err(about(0))?;
    let b = stores.translate(b).map_err(about(1))?;
    Ok(stores.translator().compare(&a, &b)?)
}
