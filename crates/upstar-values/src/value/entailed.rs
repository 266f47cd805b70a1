//! Positions of games with entailing moves: the nim-heaps that answer them.

use super::{Arranged, Kind, Laws, Stores, Value, ValueError, arranged, loopy, short};
use crate::{Charged, Entailed};
use std::cmp::Ordering;
use std::sync::Arc;

impl Kind for Arc<Charged<Entailed>> {
    fn name(&self) -> &'static str {
        "Entailed"
    }

    fn text(&self) -> Option<String> {
        Some((***self).to_string())
    }

    fn place(&self) -> u8 {
        28
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Entailed(other) = other else { return arranged(Ordering::Equal) };
        arranged((***self).cmp(&***other))
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.entailed((***self).clone())
    }

    fn negative(&self, _: &mut Stores<'_>) -> Result<Value, ValueError> {
        Ok(Value::Entailed(self.clone()))
    }

    fn laws(&self) -> Laws {
        Laws { rank: 3, sum: loopy::sum, compare: short::compare }
    }

    fn is_signed(&self) -> bool {
        true
    }
}

impl Stores<'_> {
    /// The set, counted in the budget.
    pub fn entailed(&mut self, set: Entailed) -> Result<Value, ValueError> {
        let bytes = set.bytes();
        Ok(Value::Entailed(Charged::new(set, bytes, self.calc.budget())?))
    }
}
