//! Loopy impartial games: nim-heaps with a stage, and those that go on for ever.

use super::error::about;
use super::{
    Arranged, KindRow, Stores, Value, ValueError, ValueKind, Why, arranged, ordinal_loopy,
};
use crate::{Calc, Charged, Entailed, LoopyNimber};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;

pub(super) const ROW: KindRow = KindRow { rank: 3, sum, ..KindRow::impartial("LoopyNimber", 27) };

impl ValueKind for Arc<Charged<LoopyNimber>> {
    fn text(&self) -> Option<String> {
        Some((***self).to_string())
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Loopy(other) = other else { return arranged(Ordering::Equal) };
        arranged((***self).cmp(&***other))
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        stores.loopy((***self).clone()).map(Some)
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.loopy_multiple(self, n)
    }

    fn nim_heap(&self, _: &Calc) -> Option<u32> {
        match ***self {
            LoopyNimber::Nim { size, .. } => Some(size),
            _ => None,
        }
    }
}

impl Stores<'_> {
    /// A loopy nimber in normal form: without a stage a nim-heap is a nimber, and whoever loses by
    /// moving on is loony.
    pub fn loopy(&mut self, value: LoopyNimber) -> Result<Value, ValueError> {
        let bytes = match &value {
            LoopyNimber::Nim { size, stage: None } => return Ok(self.nimber((*size).into())?),
            LoopyNimber::Loony => return self.entailed(Entailed::loony()),
            LoopyNimber::Nim { .. } => 0,
            LoopyNimber::Loopy(subscripts) => size_of_val(&subscripts[..]),
        };
        Ok(Value::Loopy(Charged::new(value, bytes, self.calc.budget())?))
    }

    /// Many copies of a loopy game.
    pub(super) fn loopy_multiple(
        &mut self,
        value: &LoopyNimber,
        n: &IBig,
    ) -> Result<Value, ValueError> {
        let single = *n == IBig::ONE || *n == -IBig::ONE;
        let odd = n % IBig::from(2) != IBig::ZERO;
        self.loopy(match value {
            _ if *n == IBig::ZERO => LoopyNimber::nim(0),
            _ if single => value.clone(),
            LoopyNimber::Nim { size, .. } => LoopyNimber::nim(if odd { *size } else { 0 }),
            LoopyNimber::Loopy(_) => LoopyNimber::Loopy(Vec::new()),
            LoopyNimber::Loony => LoopyNimber::Loony,
        })
    }
}

/// A sum in which one part is loopy or entailed. The other must be such a part or a nimber.
pub(super) fn sum(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
    let heap = |value: &Value, i: usize, calc: &Calc| {
        value.nim_heap(calc).ok_or(Why::Needs("a nimber")).map_err(about(i))
    };
    match (a, b) {
        (Value::Loopy(_), Value::OrdinalNimber(_)) | (Value::OrdinalNimber(_), Value::Loopy(_)) => {
            ordinal_loopy::sum(a, b, stores)
        }
        (Value::Entailed(_), Value::Loopy(_)) | (Value::Loopy(_), Value::Entailed(_)) => {
            let message = "`+` is not defined for LoopyNimber and Entailed: there is no theory of \
                entailing moves beside games without end";
            Err(Why::NoTheory(message).into())
        }
        (Value::Entailed(_), _) | (_, Value::Entailed(_)) => {
            let mut total = Some(0);
            for (i, part) in [a, b].into_iter().enumerate() {
                let free = match part {
                    Value::Entailed(set) => set.least(),
                    _ => Some(heap(part, i, stores.calc)?),
                };
                total = total.zip(free).map(|(a, b)| a ^ b);
            }
            stores.loopy(total.map_or(LoopyNimber::Loony, LoopyNimber::nim))
        }
        _ => {
            let mut total = LoopyNimber::nim(0);
            for (i, part) in [a, b].into_iter().enumerate() {
                total = match part {
                    Value::Loopy(value) => total.plus(value),
                    _ => total.plus(&LoopyNimber::nim(heap(part, i, stores.calc)?)),
                };
            }
            stores.loopy(total)
        }
    }
}
