//! Loopy games by their sides.

use super::error::both;
use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, Why, arranged};
use crate::Summand;
use crate::stopper::{Sides, Stopper, Stoppers};
use dashu_int::IBig;
use std::cmp::Ordering;

const fn row(name: &'static str) -> KindRow {
    KindRow { rank: 7, sum, compare, ..KindRow::game(name, 30) }
}

pub(super) const STOPPER: KindRow = row("Stopper");
pub(super) const SIDED: KindRow = row("SidedGame");

impl ValueKind for Sides {
    /// Pseudonumbers by size, then the rest by their texts; handles depend on what was asked
    /// before.
    fn arrange(&self, other: &Value, stores: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Sided(other) = other else { return arranged(Ordering::Equal) };
        let number = |store: &Stoppers, sides: &Sides| -> Option<Stopper> {
            sides.as_stopper().filter(|&g| store.as_pseudonumber(g).is_some())
        };
        let store = &mut *stores.stoppers;
        match (number(store, self), number(store, other)) {
            (Some(g), Some(h)) if g == h => arranged(Ordering::Equal),
            (Some(g), Some(h)) => {
                arranged(if store.ge(g, h)? { Ordering::Greater } else { Ordering::Less })
            }
            (Some(_), None) => arranged(Ordering::Less),
            (None, Some(_)) => arranged(Ordering::Greater),
            (None, None) => Ok(Arranged::Texts([*self, *other].map(Value::Sided))),
        }
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        stores.sided(*self).map(Some)
    }

    fn negative(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let negative = stores.stoppers.neg_sides(*self)?;
        stores.sided(negative)
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.doubled(n, &Value::Sided(*self))
    }
}

impl Stores<'_> {
    /// A game with sides in normal form: a short game if it is one.
    pub fn sided(&mut self, sides: Sides) -> Result<Value, ValueError> {
        if let Some(g) = sides.as_stopper()
            && let Some(short) = self.stoppers.to_short(self.calc, g)?
        {
            return Ok(Value::of_short(self.calc, short));
        }
        let normal = self.translator().normal(Summand::Sided(sides).into())?;
        Ok(self.translated(normal))
    }

    /// The sides of a game, loopy or not.
    pub fn sides(&mut self, value: &Value) -> Result<Sides, Why> {
        if let Value::Sided(sides) = value {
            return Ok(*sides);
        }
        let g = self.short(value)?;
        Ok(Sides::stopper(self.stoppers.of_short(self.calc, g)?))
    }

    /// `n` copies, by doubling.
    pub(super) fn doubled(&mut self, n: &IBig, value: &Value) -> Result<Value, ValueError> {
        let zero = IBig::ZERO;
        let mut power = if *n < zero { self.negative(value)? } else { value.clone() };
        let mut rest = if *n < zero { -n } else { n.clone() };
        let mut total = Value::Integer(IBig::ZERO);
        while rest > zero {
            self.calc.step()?;
            if &rest % IBig::from(2) != zero {
                total = self.sum(&total, &power)?;
            }
            rest /= IBig::from(2);
            if rest > zero {
                power = self.sum(&power, &power)?;
            }
        }
        Ok(total)
    }
}

fn sum(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
    let [g, h] = both(a, b, |value| stores.sides(value))?;
    let sum = stores.stoppers.add_sides(g, h).map_err(Why::Sidled)?;
    stores.sided(sum)
}

/// Side by side.
fn compare(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Option<Ordering>, ValueError> {
    let [g, h] = both(a, b, |value| stores.sides(value))?;
    Ok(match (stores.stoppers.sides_ge(g, h)?, stores.stoppers.sides_ge(h, g)?) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Greater),
        (false, true) => Some(Ordering::Less),
        (false, false) => None,
    })
}
