//! Canonical forms of impartial games in misère play.

use super::error::both;
use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, Why, arranged};
use crate::misere::form::Form;
use dashu_int::IBig;
use std::cmp::Ordering;

pub(super) const ROW: KindRow = KindRow { rank: 4, sum, ..KindRow::impartial("MisereGame", 23) };

impl ValueKind for Form {
    fn arrange(&self, other: &Value, stores: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Misere(other) = other else { return arranged(Ordering::Equal) };
        arranged(stores.misere.compare(*self, *other))
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let Ok(times) = u32::try_from(n) else {
            let message = "a misère game can be multiplied only by a number that is not negative";
            return Err(Why::Domain(message.to_owned()).into());
        };
        Ok(Value::Misere(stores.misere.multiple(*self, times)?))
    }
}

/// A sum of misère games; a nimber added to one is a nim-heap.
fn sum(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
    let [g, h] = both(a, b, |value| match value {
        Value::Misere(form) => Ok(*form),
        _ => {
            let heap = value.nim_heap(stores.calc);
            Ok(stores.misere.nim_heap(heap.ok_or(Why::Needs("a misère game or a nimber"))?)?)
        }
    })?;
    Ok(Value::Misere(stores.misere.add(g, h)?))
}
