//! Games with all integers among their options, and those integers.
//!
//! A sum of superheavy atoms becomes a short game, or one simple atom, where it is equal to one.

use super::error::both;
use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, Why, arranged};
use crate::surreal::Surreal;
use crate::{Dyadic, MAX_NUMBER, Side, Superheavy};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::Player;

/// The most equal superheavy summands.
const MOST_COPIES: u32 = 64;

/// All integers, as options of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integers;

/// Does a game with this option need all integers?
pub fn is_superheavy(value: &Value) -> bool {
    matches!(value, Value::Integers | Value::Superheavy(_))
}

pub(super) const INTEGERS: KindRow = KindRow::new("Integers", 32);

impl ValueKind for Integers {}

pub(super) const ROW: KindRow =
    KindRow { rank: 6, sum, compare, ..KindRow::game("Superheavy", 33) };

impl ValueKind for Arc<Superheavy> {
    fn arrange(&self, other: &Value, stores: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Superheavy(other) = other else { return arranged(Ordering::Equal) };
        match self.atoms().cmp(other.atoms()) {
            Ordering::Equal => arranged(stores.calc.cmp_house(self.short(), other.short())?),
            order => arranged(order),
        }
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        stores.heavy_value(self).map(Some)
    }

    fn negative(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let negative = stores.heavy.neg(stores.calc, self)?;
        stores.heavy_value(&negative)
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let (negative, copies) = (*n < IBig::ZERO, n.clone().into_parts().1);
        let copies = u32::try_from(&copies).ok().filter(|&copies| copies <= MOST_COPIES);
        let Some(copies) = copies else {
            let message = format!("more than {MOST_COPIES} equal superheavy games are not added");
            return Err(Why::Size(message).into());
        };
        let mut total = Value::Integer(IBig::ZERO);
        let one = Value::Superheavy(self.clone());
        for _ in 0..copies {
            total = stores.sum(&total, &one)?;
        }
        if negative { stores.negative(&total) } else { Ok(total) }
    }
}

impl Stores<'_> {
    /// The value as a sum of superheavy atoms, perhaps of none.
    fn superheavy(&mut self, value: &Value) -> Result<Superheavy, Why> {
        if let Value::Superheavy(g) = value {
            return Ok(Superheavy::clone(g));
        }
        let g = self.short(value)?;
        let bound = Dyadic::from(MAX_NUMBER);
        for who in Player::BOTH {
            let stop = self.calc.stop(g, who);
            if stop > bound || stop < Dyadic::from(-MAX_NUMBER) {
                let message =
                    format!("numbers beside superheavy atoms are limited to {MAX_NUMBER}");
                return Err(Why::Size(message));
            }
        }
        Ok(g.into())
    }

    fn heavy_value(&mut self, g: &Superheavy) -> Result<Value, ValueError> {
        let simplest = self.heavy.simplest(self.calc, g)?;
        Ok(match simplest.as_short() {
            Some(short) => Value::of_short(self.calc, short),
            None => Value::Superheavy(Arc::new(simplest)),
        })
    }

    /// Are all integers among the options of a player, and is every other option dominated by one
    /// of them?
    fn is_all_integers(&mut self, side: &Side, who: Player) -> Result<bool, ValueError> {
        if !side.integers {
            return Ok(false);
        }
        // From some size on it does not matter which integer it is.
        let great = if who == Player::Left { MAX_NUMBER / 2 } else { -MAX_NUMBER / 2 };
        let great = Superheavy::from(self.calc.integer(great)?);
        for game in &side.games {
            if game.as_short().is_some() {
                continue;
            }
            let order = self.heavy.compare(self.calc, game, &great)?;
            let dominated = match who {
                Player::Left => order.is_some_and(Ordering::is_le),
                Player::Right => order.is_some_and(Ordering::is_ge),
            };
            if !dominated {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The game with these options, `Z` or a superheavy game among them.
    pub fn make_superheavy(&mut self, options: [&[Value]; 2]) -> Result<Value, ValueError> {
        let mut sides = [Side::default(), Side::default()];
        for (side, options) in sides.iter_mut().zip(options) {
            for option in options {
                match option {
                    Value::Integers => side.integers = true,
                    other => side.games.push(self.superheavy(other)?),
                }
            }
        }
        // A player who alone can move, to any integer and to nothing that is better than all of them,
        // is infinitely many moves ahead.
        let [left, right] = sides;
        let none = |side: &Side| !side.integers && side.games.is_empty();
        if none(&right) && self.is_all_integers(&left, Player::Left)? {
            return Ok(Value::Surreal(Arc::new(Surreal::omega())));
        }
        if none(&left) && self.is_all_integers(&right, Player::Right)? {
            return Ok(Value::Surreal(Arc::new(Surreal::omega().neg())));
        }
        let game = self.heavy.make(left, right);
        self.heavy_value(&game)
    }
}

fn sum(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
    let [g, h] = both(a, b, |value| stores.superheavy(value))?;
    let sum = stores.heavy.add(stores.calc, &g, &h)?;
    stores.heavy_value(&sum)
}

fn compare(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Option<Ordering>, ValueError> {
    let [g, h] = both(a, b, |value| stores.superheavy(value))?;
    Ok(stores.heavy.compare(stores.calc, &g, &h)?)
}
