//! Tallies: what the components of a union are worth, and what is left when one player begins.

use super::number::bits;
use super::{Arranged, Kind, Stores, Value, ValueError, Why, arranged};
use crate::{Charged, Tallies, Tally, Toll};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::Player;

impl Kind for Arc<Charged<Tallies>> {
    fn name(&self) -> &'static str {
        "Tallies"
    }

    fn text(&self) -> Option<String> {
        Some((***self).to_string())
    }

    fn place(&self) -> u8 {
        26
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Tallies(other) = other else { return arranged(Ordering::Equal) };
        arranged((***self).cmp(&***other))
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.tallies((***self).clone())
    }

    fn negative(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.tallies(self.negated())
    }

    fn is_signed(&self) -> bool {
        true
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

impl Kind for Arc<Tally> {
    fn name(&self) -> &'static str {
        "Tally"
    }

    fn text(&self) -> Option<String> {
        Some((**self).to_string())
    }

    fn place(&self) -> u8 {
        40
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Tally(other) = other else { return arranged(Ordering::Equal) };
        arranged(self.cmp(other))
    }

    fn normal(&self, _: &mut Stores<'_>) -> Result<Value, ValueError> {
        Ok(Value::Tally(self.clone()))
    }
}
