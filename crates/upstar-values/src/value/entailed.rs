//! Positions of games with entailing moves: the nim-heaps that answer them.

use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, arranged, loopy};
use crate::{Charged, Entailed};
use std::cmp::Ordering;
use std::sync::Arc;

pub(super) const ROW: KindRow =
    KindRow { rank: 3, sum: loopy::sum, ..KindRow::impartial("Entailed", 28) };

impl ValueKind for Arc<Charged<Entailed>> {
    fn text(&self) -> Option<String> {
        Some((***self).to_string())
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Entailed(other) = other else { return arranged(Ordering::Equal) };
        arranged((***self).cmp(&***other))
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        stores.entailed((***self).clone()).map(Some)
    }
}

impl Stores<'_> {
    /// The set, counted in the budget.
    pub fn entailed(&mut self, set: Entailed) -> Result<Value, ValueError> {
        let bytes = set.bytes();
        Ok(Value::Entailed(Charged::new(set, bytes, self.calc.budget())?))
    }
}
