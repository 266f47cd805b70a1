//! Sums of a game and a number that no short game equals: `ω + ^`, `2/3 + *`, `10^6 + over`.
//!
//! [`crate::Translator`] computes with them. Which values it is asked about follows from the
//! [`Role`] of each:
//!
//! | role | values | a sum needs a translate |
//! |---|---|---|
//! | `Needs` | `ω + ^`, ω, 2/3 | always |
//! | `Long` | a dyadic number with more than [`LONGEST_DRAWN`] signs | with a `Loopy` one |
//! | `Loopy` | `over`, `a & b` | with a `Long` one |
//! | `Fits` | other dyadic numbers, short games | with one that `Needs` it |
//! | `None` | nimbers, tallies, misère games and all others | never |

use super::error::both;
use super::number::to_dyadic;
use super::{Arranged, KindRow, Number, Stores, Value, ValueError, ValueKind, Why, arranged};
use crate::stopper::translation::length;
use crate::surreal::Surreal;
use crate::translate::LONGEST_DRAWN;
use crate::{Dyadic, Summand, Translate};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;

/// What a value is in a sum with a number that no short game equals.
#[derive(Clone, Copy)]
enum Role {
    /// Such a number, alone or in a sum.
    Needs,
    /// A dyadic number with too many signs to be drawn in a loopy game.
    Long,
    /// A loopy game.
    Loopy,
    /// A short game, numbers among them.
    Fits,
    /// A value that cannot be added to such numbers.
    None,
}

impl Role {
    fn of(value: &Value) -> Role {
        let of_dyadic =
            |x: &Dyadic| if length(x) > LONGEST_DRAWN { Role::Long } else { Role::Fits };
        match value {
            Value::Translate(_) | Value::Surreal(_) => Role::Needs,
            Value::Rational(x) => to_dyadic(x).map_or(Role::Needs, |x| of_dyadic(&x)),
            Value::Integer(n) => of_dyadic(&n.clone().into()),
            Value::Sided(_) => Role::Loopy,
            Value::Short(_) | Value::UpStar(_) => Role::Fits,
            _ => Role::None,
        }
    }
}

/// Whether a value is a number that no short game equals.
pub fn is_strange(value: &Value) -> bool {
    match value {
        Value::Surreal(_) => true,
        Value::Rational(x) => to_dyadic(x).is_none(),
        _ => false,
    }
}

/// Whether a sum or difference of two values needs a translate: a short game may hold a long
/// number, so one next to a loopy game counts too.
pub fn translate_together(a: &Value, b: &Value) -> bool {
    let pair = |a: &Value, b: &Value| {
        matches!((a, b), (Value::Sided(_), Value::Short(_) | Value::UpStar(_)))
    };
    pair(a, b) || pair(b, a) || need_translates([a, b])
}

/// Whether a game made of these values is a translate.
pub fn need_translates<'a>(values: impl IntoIterator<Item = &'a Value>) -> bool {
    let mut seen = [false; 5];
    for value in values {
        seen[Role::of(value) as usize] = true;
    }
    let [needs, long, loopy, _, none] = seen;
    !none && (needs || long && loopy)
}

pub(super) const ROW: KindRow = KindRow::game("Translate", 31);

impl ValueKind for Arc<Translate> {
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

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        let normal = stores.translator().normal(Translate::clone(self))?;
        Ok(Some(stores.translated(normal)))
    }

    fn negative(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let negative = stores.translator().neg(self)?;
        Ok(stores.translated(negative))
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.doubled(n, &Value::Translate(self.clone()))
    }
}

impl Stores<'_> {
    /// The value as a sum of a number and a game.
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
    let [a, b] = both(a, b, |value| stores.translate(value))?;
    let sum = stores.translator().add(&a, &b)?;
    Ok(stores.translated(sum))
}

pub(super) fn compare(
    a: &Value,
    b: &Value,
    stores: &mut Stores<'_>,
) -> Result<Option<Ordering>, ValueError> {
    let [a, b] = both(a, b, |value| stores.translate(value))?;
    Ok(stores.translator().compare(&a, &b)?)
}
