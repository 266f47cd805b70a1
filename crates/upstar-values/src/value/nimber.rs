//! Nimbers: those that theories say, and those beyond short games.

use super::error::both;
use super::{Arranged, KindRow, Number, Stores, Value, ValueError, ValueKind, Why, arranged};
use crate::Calc;
use crate::surreal::{Surreal, TransfiniteNimber};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::Stopped;

/// The nim-value of an impartial game. In two words, so that a [`Value`] needs no wider alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nimber([u64; 2]);

impl From<u128> for Nimber {
    fn from(size: u128) -> Nimber {
        Nimber([(size >> 64) as u64, size as u64])
    }
}

impl Nimber {
    /// The size of the nim-heap.
    pub fn size(self) -> u128 {
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }
}

pub(super) const FINITE: KindRow = KindRow::game("Nimber", 1);

impl ValueKind for Nimber {
    fn arrange(&self, other: &Value, stores: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let own = stores.nimber(self.size())?;
        stores.arrange(&own, other)
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        Ok(Some(stores.nimber(self.size())?))
    }

    fn negative(&self, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        Ok(stores.nimber(self.size())?)
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        let own = stores.nimber(self.size())?;
        stores.multiple(n, &own)
    }

    fn nim_heap(&self, _: &Calc) -> Option<u32> {
        u32::try_from(self.size()).ok()
    }
}

pub(super) const INFINITE: KindRow =
    KindRow { is_impartial: true, rank: 2, sum, compare, ..KindRow::game("OrdinalNimber", 2) };

impl ValueKind for Arc<TransfiniteNimber> {
    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::OrdinalNimber(other) = other else { return arranged(Ordering::Equal) };
        arranged(self.heap().cmp(other.heap()))
    }

    fn normal(&self, stores: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        Ok(Some(stores.transfinite(TransfiniteNimber::clone(self))?))
    }

    fn multiple(&self, n: &IBig, _: &mut Stores<'_>) -> Result<Value, ValueError> {
        if n % IBig::from(2) == IBig::ZERO {
            Ok(Value::Integer(IBig::ZERO))
        } else {
            Ok(Value::OrdinalNimber(self.clone()))
        }
    }
}

impl Stores<'_> {
    /// A nimber of any size in normal form.
    pub fn nimber(&mut self, nim: u128) -> Result<Value, Stopped> {
        match u32::try_from(nim) {
            Ok(nim) => {
                let nimber = self.calc.nimber(nim)?;
                Ok(Value::of_short(self.calc, nimber))
            }
            Err(_) => Ok(Value::OrdinalNimber(Arc::new(TransfiniteNimber::finite(nim.into())))),
        }
    }

    /// A nimber that may be infinite in normal form.
    pub fn transfinite(&mut self, nimber: TransfiniteNimber) -> Result<Value, Stopped> {
        match nimber.as_integer().and_then(|n| u128::try_from(n).ok()) {
            Some(nim) => self.nimber(nim),
            None => Ok(Value::OrdinalNimber(Arc::new(nimber))),
        }
    }

    /// A nimber, finite or not, as an infinite one.
    pub fn ordinal_nimber(&mut self, value: &Value) -> Result<TransfiniteNimber, Why> {
        let heap = match value {
            Value::OrdinalNimber(nimber) => return Ok(TransfiniteNimber::clone(nimber)),
            // A loopy value may be a nim-heap, but only beside other loopy values.
            Value::Loopy(_) => return Err(Why::Needs("a nimber")),
            _ => value.nim_heap(self.calc).ok_or(Why::Needs("a nimber"))?,
        };
        let nimber = TransfiniteNimber::new(Surreal::from(i64::from(heap)));
        nimber.map_err(|error| Why::Domain(error.to_string()))
    }

    /// The nim-sum of two nimbers of any size.
    pub(super) fn nimber_sum(
        &mut self,
        a: &TransfiniteNimber,
        b: &TransfiniteNimber,
    ) -> Result<Value, ValueError> {
        Ok(self.transfinite(a.add(b)?)?)
    }
}

fn sum(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
    let [a, b] = both(a, b, |value| stores.ordinal_nimber(value))?;
    stores.nimber_sum(&a, &b)
}

/// Different nimbers are confused; with other games they are compared through a sum, which is not
/// available.
fn compare(a: &Value, b: &Value, stores: &mut Stores<'_>) -> Result<Option<Ordering>, ValueError> {
    if a == b {
        return Ok(Some(Ordering::Equal));
    }
    // A nimber lies between all negative and all positive numbers, and is confused with 0.
    let sign = |x: Number| Some(x.sign()).filter(|&sign| sign != Ordering::Equal);
    match (Number::from_value(a), Number::from_value(b)) {
        (Some(x), _) => return Ok(sign(x)),
        (_, Some(y)) => return Ok(sign(y).map(Ordering::reverse)),
        _ => {}
    }
    both(a, b, |value| stores.ordinal_nimber(value))?;
    Ok(None)
}
