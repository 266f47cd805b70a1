//! Loopy impartial games with infinite nim-heaps among their options.

use super::error::both;
use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, Why, arranged};
use crate::LoopyNimber;
use crate::surreal::{GeneralizedOrdinal, OrdinalLoopy, TransfiniteNimber};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;

pub(super) const ROW: KindRow = KindRow { rank: 5, sum, ..KindRow::impartial("LoopyNimber", 34) };

impl ValueKind for Arc<OrdinalLoopy> {
    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::OrdinalLoopy(other) = other else { return arranged(Ordering::Equal) };
        arranged(self.to_string().cmp(&other.to_string()))
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        stores.ordinal_loopy(OrdinalLoopy::clone(self)).map(Some)
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        if *n == IBig::ONE || *n == -IBig::ONE {
            return Ok(Value::OrdinalLoopy(self.clone()));
        }
        stores.loopy_multiple(&LoopyNimber::Loopy(Vec::new()), n)
    }
}

impl Stores<'_> {
    /// Its most specific kind: without infinite sizes it is one of the finite values.
    pub fn ordinal_loopy(&mut self, value: OrdinalLoopy) -> Result<Value, ValueError> {
        let subscripts = match value {
            OrdinalLoopy::Nim(heap) => return Ok(Value::OrdinalNimber(Arc::new(heap))),
            OrdinalLoopy::Loopy(subscripts) => subscripts,
        };
        let small = |size: &GeneralizedOrdinal| size.as_integer().and_then(|n| n.try_into().ok());
        match subscripts.iter().map(small).collect::<Option<Vec<u32>>>() {
            Some(finite) => self.loopy(LoopyNimber::Loopy(finite)),
            None => Ok(Value::OrdinalLoopy(Arc::new(OrdinalLoopy::Loopy(subscripts)))),
        }
    }

    /// A loopy game or a nimber, with ordinals for its sizes.
    fn with_ordinals(&mut self, value: &Value) -> Result<OrdinalLoopy, Why> {
        let ordinal = |n: u32| GeneralizedOrdinal::from(i64::from(n));
        match value {
            Value::OrdinalLoopy(value) => return Ok(OrdinalLoopy::clone(value)),
            Value::OrdinalNimber(heap) => {
                return Ok(OrdinalLoopy::Nim(TransfiniteNimber::clone(heap)));
            }
            Value::Loopy(value) => {
                if let LoopyNimber::Loopy(subscripts) = &***value {
                    let subscripts = subscripts.iter().map(|&n| ordinal(n)).collect();
                    return Ok(OrdinalLoopy::Loopy(subscripts));
                }
            }
            _ => {}
        }
        let heap = value.nim_heap(self.calc).map(|n| TransfiniteNimber::new(ordinal(n).into()));
        match heap {
            Some(Ok(heap)) => Ok(OrdinalLoopy::Nim(heap)),
            _ => Err(Why::Needs("a nimber")),
        }
    }
}

/// A sum in which one part is loopy and one infinite.
pub(super) fn sum(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
    let [a, b] = both(a, b, |value| stores.with_ordinals(value))?;
    if let (OrdinalLoopy::Nim(a), OrdinalLoopy::Nim(b)) = (&a, &b) {
        return stores.nimber_sum(a, b);
    }
    let sum = a.plus(&b).map_err(|why| Why::Size(why.to_string()))?;
    stores.ordinal_loopy(sum)
}
