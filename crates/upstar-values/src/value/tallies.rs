//! Tallies: what the components of a union are worth, and what is left when one player begins.

use super::number::bits;
use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, Why, arranged};
use crate::{Charged, Tallies, Tally, Toll};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::Player;

pub(super) const BOTH: KindRow = KindRow { is_signed: true, ..KindRow::new("Tallies", 26) };

impl ValueKind for Arc<Charged<Tallies>> {
    fn text(&self) -> Option<String> {
        Some((***self).to_string())
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Tallies(other) = other else { return arranged(Ordering::Equal) };
        arranged((***self).cmp(&***other))
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        stores.tallies((***self).clone()).map(Some)
    }

    fn negative(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.tallies(self.negated())
    }
}

impl Stores<'_> {
    /// Tallies in normal form: as a number if they are those of one.
    pub fn tallies(&mut self, tallies: Tallies) -> Result<Value, ValueError> {
        if let Some(x) = tallies.as_number() {
            return Ok(Value::dyadic(x));
        }
        let mut bytes = 0;
        for who in Player::BOTH {
            let tally = tallies.of(who);
            if !tally.is_possible(who) {
                let starts = if who == Player::Left { "Left" } else { "Right" };
                let message = format!(
                    "{tally} cannot be: {starts} starts, and whoever wins outright moves last"
                );
                return Err(Why::Domain(message).into());
            }
            if let Toll::Finite(x) = &tally.toll {
                bytes += (bits(&x.numerator()) / 8) as usize;
            }
        }
        Ok(Value::Tallies(Charged::new(tallies, bytes, self.calc.budget())?))
    }
}

pub(super) const ONE: KindRow = KindRow::new("Tally", 40);

impl ValueKind for Arc<Tally> {
    fn text(&self) -> Option<String> {
        Some((**self).to_string())
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Tally(other) = other else { return arranged(Ordering::Equal) };
        arranged(self.cmp(other))
    }
}
