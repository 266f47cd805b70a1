//! Short games; also the laws of whatever has none of its own.

use super::error::{about, both};
use super::number::to_dyadic;
use super::{
    Arranged, KindRow, Number, Stores, UpStar, Value, ValueError, ValueKind, Why, arranged,
};
use crate::{Calc, Dyadic, Short};
use dashu_int::IBig;
use std::cmp::Ordering;
use upstar_base::{Player, Stopped};

pub(super) const ROW: KindRow = KindRow::game("Game", 1);

impl ValueKind for Short {
    fn exact_name(&self, calc: &mut Calc) -> Result<Option<&'static str>, Stopped> {
        Ok(Some(match calc.as_number_up_star(*self) {
            Some(marks) if marks.up == 0 && marks.number.is_zero() => "Nimber",
            Some(_) => "NumberUpStar",
            None if calc.is_uptimal(*self)? => "Uptimal",
            None => "ShortGame",
        }))
    }

    fn arrange(&self, other: &Value, stores: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let h = stores.short(other)?;
        arranged(stores.calc.cmp_house(*self, h)?)
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        Ok(Some(Value::of_short(stores.calc, *self)))
    }

    fn negative(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let negative = stores.calc.neg(*self)?;
        Ok(Value::of_short(stores.calc, negative))
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.short_multiple(&Value::Short(*self), n)
    }

    fn nim_heap(&self, calc: &Calc) -> Option<u32> {
        let marks = calc.as_number_up_star(*self)?;
        (marks.up == 0 && marks.number.is_zero()).then_some(marks.nim)
    }
}

impl Value {
    /// A short game in normal form: a number if it is one.
    pub fn of_short(calc: &Calc, g: Short) -> Value {
        match calc.as_number_up_star(g) {
            Some(game) if game.up == 0 && game.nim == 0 => Value::dyadic(&game.number),
            Some(game) => UpStar::of(&game).map_or(Value::Short(g), Value::UpStar),
            None => Value::Short(g),
        }
    }

    /// Is it a short game or a dyadic number?
    pub fn is_short(&self) -> bool {
        match self {
            Value::Short(_) | Value::UpStar(_) | Value::Integer(_) => true,
            Value::Rational(x) => to_dyadic(x).is_some(),
            _ => false,
        }
    }

    /// The dyadic number that it is.
    pub fn as_dyadic(&self) -> Option<Dyadic> {
        match self {
            Value::Integer(n) => Some(Dyadic::from(n.clone())),
            Value::Rational(x) => to_dyadic(x),
            _ => None,
        }
    }
}

impl Stores<'_> {
    /// The value as a short game.
    pub fn short(&mut self, value: &Value) -> Result<Short, Why> {
        match value {
            Value::Short(g) => Ok(*g),
            Value::UpStar(game) => Ok(self.calc.number_up_star(&game.number_up_star())?),
            Value::Nimber(nimber) => {
                let nim = u32::try_from(nimber.size()).map_err(|_| Why::NotShort)?;
                Ok(self.calc.nimber(nim)?)
            }
            _ => {
                let x = value.as_dyadic().ok_or(Why::NotShort)?;
                Ok(self.calc.number(&x)?)
            }
        }
    }

    /// So many copies of a value that is a short game.
    pub(super) fn short_multiple(&mut self, value: &Value, n: &IBig) -> Result<Value, ValueError> {
        let g = self.short(value).map_err(about(0))?;
        let multiple = self.calc.multiple(g, n)?;
        Ok(Value::of_short(self.calc, multiple))
    }
}

/// The sum of two short games.
pub(super) fn sum(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
    let [g, h] = both(a, b, |value| {
        let is_term = matches!(value, Value::Short(_) | Value::UpStar(_)) || value.place() == 0;
        if is_term { stores.short(value) } else { Err(Why::NoSum) }
    })?;
    let sum = stores.calc.add(g, h)?;
    Ok(Value::of_short(stores.calc, sum))
}

/// The order of two short games, or of one and a number.
pub(super) fn compare(
    a: &Value,
    b: &Value,
    stores: &mut Stores<'_>,
) -> Result<Option<Ordering>, ValueError> {
    match (Number::from_value(a), Number::from_value(b)) {
        (Some(x), _) => {
            let g = stores.short(b).map_err(about(1))?;
            Ok(compare_number(g, &x, stores)?.map(Ordering::reverse))
        }
        (_, Some(y)) => {
            let g = stores.short(a).map_err(about(0))?;
            compare_number(g, &y, stores)
        }
        _ => {
            let [g, h] = both(a, b, |value| stores.short(value))?;
            Ok(stores.calc.compare(g, h)?)
        }
    }
}

/// How `g` compares with the number `x`.
///
/// A number that is not dyadic, or not finite, is never equal to a stop of a short game, so it
/// compares by the stops alone: G < x iff the Left stop is below x, G > x iff the Right stop is
/// above, otherwise they are confused (Conway, *On Numbers and Games*, ch. 9).
pub(super) fn compare_number(
    g: Short,
    x: &Number,
    stores: &mut Stores<'_>,
) -> Result<Option<Ordering>, ValueError> {
    if let Number::Finite(x) = x
        && let Some(x) = to_dyadic(x)
    {
        let h = stores.calc.number(&x)?;
        return Ok(stores.calc.compare(g, h)?);
    }
    let mut below = [false; 2];
    for (below, who) in below.iter_mut().zip(Player::BOTH) {
        if let Some(stop) = Number::from_value(&Value::dyadic(&stores.calc.stop(g, who))) {
            *below = stop.compare(x)?.is_lt();
        }
    }
    Ok(match below {
        [true, _] => Some(Ordering::Less),
        [false, false] => Some(Ordering::Greater),
        [false, true] => None,
    })
}
