//! A number with ups and a nimber, `x + n.↑ + *m`, in closed form.
//!
//! Such games add part by part (Winning Ways ch. 3: nimbers add without carrying, and nothing else
//! mixes), so a sum of them needs no place in the store of games, and a long loop leaves nothing
//! behind. Invariant: it is not a number, and every game of this form whose number is small enough
//! for [`UpStar::of`] is kept this way, so that equal games have equal representations.

use super::number::to_dyadic;
use super::{Arranged, Stores, Value, ValueError, ValueKind, arranged};
use crate::{Calc, Dyadic, NumberUpStar};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use upstar_base::Stopped;

/// `numerator / 2^exponent + up.↑ + *nim`, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UpStar {
    numerator: i64,
    exponent: u8,
    up: i32,
    nim: u32,
}

/// Larger denominators than 2 to this power are left to the store.
const MOST_BITS: u32 = 60;
/// More ups than these are left to the store, which knows the limit.
const MOST_UPS: i32 = 1 << 27;

impl UpStar {
    /// The game, if it is not a number and its number is small.
    pub fn of(game: &NumberUpStar) -> Option<UpStar> {
        let parts = UpStar::parts(&game.number)?;
        let all = UpStar { up: game.up, nim: game.nim, ..parts };
        (!all.is_number() && all.up.abs() <= MOST_UPS).then_some(all)
    }

    /// A number with neither ups nor nimber.
    fn parts(number: &Dyadic) -> Option<UpStar> {
        let numerator = i64::try_from(&number.numerator()).ok().filter(|&n| n != i64::MIN)?;
        let exponent = Some(number.exponent()).filter(|&e| e <= MOST_BITS)?;
        Some(UpStar { numerator, exponent: u8::try_from(exponent).ok()?, up: 0, nim: 0 })
    }

    /// A number or such a game.
    fn from_value(value: &Value) -> Option<UpStar> {
        match value {
            Value::UpStar(game) => Some(*game),
            Value::Rational(x) => UpStar::parts(&to_dyadic(x)?),
            Value::Integer(n) => {
                let numerator = i64::try_from(n).ok().filter(|&n| n != i64::MIN)?;
                Some(UpStar { numerator, exponent: 0, up: 0, nim: 0 })
            }
            _ => None,
        }
    }

    fn is_number(self) -> bool {
        self.up == 0 && self.nim == 0
    }

    /// The size of the nim-heap that it is.
    pub fn as_nimber(self) -> Option<u32> {
        (self.numerator == 0 && self.up == 0).then_some(self.nim)
    }

    /// The same for the store.
    pub fn number_up_star(self) -> NumberUpStar {
        let number = Dyadic::new(IBig::from(self.numerator), u32::from(self.exponent));
        NumberUpStar { number, up: self.up, nim: self.nim }
    }

    /// The negative.
    pub fn negated(self) -> UpStar {
        // The least of all numbers is never a numerator, so each has a negative.
        UpStar { numerator: self.numerator.saturating_neg(), up: -self.up, ..self }
    }

    /// The sum of two values of which one is such a game; `None` if the store must be asked.
    pub fn sum(a: &Value, b: &Value) -> Option<Value> {
        if !matches!(a, Value::UpStar(_)) && !matches!(b, Value::UpStar(_)) {
            return None;
        }
        let (a, b) = (UpStar::from_value(a)?, UpStar::from_value(b)?);
        let exponent = a.exponent.max(b.exponent);
        let raised = |x: UpStar| i128::from(x.numerator) << (exponent - x.exponent);
        let sum = raised(a) + raised(b);
        let shift = sum.trailing_zeros().min(u32::from(exponent));
        let numerator = i64::try_from(sum >> shift).ok().filter(|&n| n != i64::MIN)?;
        let exponent = exponent - u8::try_from(shift).ok()?;
        let up = a.up.checked_add(b.up).filter(|up| up.abs() <= MOST_UPS)?;
        let sum = UpStar { numerator, exponent, up, nim: a.nim ^ b.nim };
        Some(if sum.is_number() {
            let below = UBig::ONE << usize::from(exponent);
            Value::rational(RBig::from_parts(IBig::from(numerator), below))
        } else {
            Value::UpStar(sum)
        })
    }
}

impl ValueKind for UpStar {
    fn exact_name(&self, _: &mut Calc) -> Result<Option<&'static str>, Stopped> {
        Ok(Some(if self.as_nimber().is_some() { "Nimber" } else { "NumberUpStar" }))
    }

    fn arrange(&self, other: &Value, stores: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let (g, h) = (stores.short(&Value::UpStar(*self))?, stores.short(other)?);
        arranged(stores.calc.cmp_house(g, h)?)
    }

    fn negative(&self, _: &mut Stores<'_>) -> Result<Value, ValueError> {
        Ok(Value::UpStar(self.negated()))
    }

    fn multiple(&self, n: &IBig, stores: &mut Stores<'_>) -> Result<Value, ValueError> {
        stores.short_multiple(&Value::UpStar(*self), n)
    }

    fn nim_heap(&self, _: &Calc) -> Option<u32> {
        self.as_nimber()
    }
}
