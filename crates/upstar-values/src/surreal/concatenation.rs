//! Ordinal sums of numbers: one string of signs after the other.
//!
//! `x:y` has the signs of `x`, then those of `y`, because a move in `x` throws `y` away (Berlekamp;
//! *On Numbers and Games*, ch. 3). A finite number after a sum of infinite powers of ω is added to
//! it. After a finite string each sign is worth half of the one before, and ω equal signs come ever
//! nearer to the number below the last edge of the other colour without passing it: they leave 1/ω,
//! and what follows bisects on that scale. Strings beyond that are refused.

use super::{GeneralizedOrdinal, Surreal, SurrealError};
use dashu_int::{IBig, UBig, ops::BitTest, ops::PowerOfTwo};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The sum of the infinite powers of ω in a number, and what is finite.
struct Parts {
    infinite: GeneralizedOrdinal,
    finite: RBig,
}

impl Parts {
    fn of(x: &Surreal) -> Result<Parts, SurrealError> {
        let unknown = || SurrealError::NoSigns(x.clone());
        let mut infinite = GeneralizedOrdinal::from(0);
        let mut rest = x.clone();
        while let Some((exponent, ratio)) = rest.leading_term()? {
            if exponent.is_zero() || !exponent.is_ordinal() {
                break;
            }
            if !ratio.is_int() {
                return Err(unknown());
            }
            let power = exponent.clone().omega_power_of_ordinal()?;
            infinite = infinite.add(&power.mul(&ratio.numerator().clone().into())?)?;
            rest = rest.sub(&Surreal::monomial(&exponent, ratio)?)?;
        }
        let finite = rest.as_rational().ok_or_else(unknown)?;
        Ok(Parts { infinite, finite })
    }
}

impl Surreal {
    /// `self : other`
    ///
    /// ```
    /// use upstar_values::surreal::Surreal;
    /// let (omega, one) = (Surreal::omega(), Surreal::from(1));
    /// assert_eq!(omega.ordinal_sum(&one.neg())?.to_string(), "ω-1");
    /// assert_eq!(one.ordinal_sum(&omega.neg())?.to_string(), "1/ω");
    /// assert_eq!(one.ordinal_sum(&omega)?, omega);
    /// # Ok::<(), upstar_values::surreal::SurrealError>(())
    /// ```
    pub fn ordinal_sum(&self, other: &Surreal) -> Result<Surreal, SurrealError> {
        if self.sign().is_eq() {
            return Ok(other.clone());
        }
        if other.sign().is_eq() {
            return Ok(self.clone());
        }
        let (first, then) = (Parts::of(self)?, Parts::of(other)?);
        let infinite = Surreal::from(first.infinite.clone());
        if then.infinite.is_zero() {
            let finite = match (first.infinite.is_zero(), first.finite.is_zero()) {
                (false, true) => then.finite,
                _ => finite_sum(&first.finite, &then.finite)
                    .ok_or_else(|| SurrealError::NoSigns(self.clone()))?,
            };
            return infinite.add(&Surreal::from(finite));
        }
        let ordinals = (self.as_generalized_ordinal(), other.as_generalized_ordinal());
        if let (Some(a), Some(b)) = ordinals {
            let negative = a.sign().is_lt();
            let [a, b] = [a, b].map(|x| if negative { x.neg() } else { x.clone() });
            if a.is_ordinal() && b.is_ordinal() {
                let sum = a.cantor_sum(&b).map_err(|_| SurrealError::NoSigns(self.clone()))?;
                return Ok(if negative { sum.neg() } else { sum }.into());
            }
        }
        let refused = || SurrealError::NoSigns(other.clone());
        if first.finite.is_zero() {
            // Each run of signs must be shorter than all runs before it.
            let last = first.infinite.terms().last();
            let next = then.infinite.terms().first();
            return match last.zip(next) {
                Some((last, next)) if next.exponent < last.exponent => self.add(other),
                _ => Err(refused()),
            };
        }
        let up = then.infinite.sign().is_gt();
        if then.infinite.abs() != GeneralizedOrdinal::omega() {
            return Err(refused());
        }
        let Some(below) = below_last(&first.finite, up) else { return Err(refused()) };
        // From the side of the last edge of the other colour; what follows bisects 1/ω.
        let turned = if up { -then.finite } else { then.finite };
        let scale = finite_sum(&RBig::ONE, &turned).ok_or_else(refused)?;
        let near = Surreal::omega().reciprocal()?.mul(&Surreal::from(scale))?;
        infinite.add(&Surreal::from(below))?.add(&if up { near.neg() } else { near })
    }
}

/// The number below the last edge that is not of the colour of what follows: the option of a
/// dyadic number on that side. `None` if there is no such edge, or no last one.
fn below_last(x: &RBig, up: bool) -> Option<RBig> {
    if !x.denominator().is_power_of_two() {
        return None;
    }
    let step = RBig::from_parts(IBig::ONE, x.denominator().clone());
    let option = if up { x + step } else { x - step };
    let whole = x.is_int();
    let exists = !whole || (if up { *x < RBig::ZERO } else { *x > RBig::ZERO });
    exists.then_some(option)
}

/// `x:y` of finite numbers; `None` if the signs of `x` have no end.
fn finite_sum(x: &RBig, y: &RBig) -> Option<RBig> {
    if x.is_zero() {
        return Some(y.clone());
    }
    if !x.denominator().is_power_of_two() {
        return y.is_zero().then(|| x.clone());
    }
    if x.is_int() && (*x > RBig::ZERO) == (*y > RBig::ZERO) {
        return Some(x + y);
    }
    // Behind a change of colours the signs of y count 1/2, 1/4, ... of the last place of x.
    let positive = y.cmp(&RBig::ZERO);
    let size = if positive == Ordering::Less { -y.clone() } else { y.clone() };
    let run = size.ceil();
    let run_length = usize::try_from(&run).ok().filter(|&run| run <= 1 << 20)?;
    let scale = UBig::ONE << run_length;
    let behind = (&size - RBig::from(run)) / RBig::from(IBig::from(scale.clone()));
    let bisected = RBig::ONE - RBig::from_parts(IBig::ONE, scale) + behind;
    let place = RBig::from_parts(IBig::ONE, UBig::ONE << (x.denominator().bit_len() - 1));
    let part = bisected * place;
    Some(if positive == Ordering::Less { x - part } else { x + part })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Calc, Dyadic};
    use proptest::prelude::*;

    fn number(n: i64, d: i64) -> Surreal {
        Surreal::from(n).div(&Surreal::from(d)).unwrap()
    }

    #[test]
    fn strings_of_the_chapter() {
        let omega = Surreal::omega();
        let sum = |x: &Surreal, y: &Surreal| match x.ordinal_sum(y) {
            Ok(sum) => sum.to_string(),
            Err(why) => format!("{why:?}"),
        };
        let plus = |x: &Surreal, n: i64| x.add(&n.into()).unwrap();
        assert_eq!(sum(&omega, &number(-1, 1)), "ω-1");
        assert_eq!(sum(&omega, &number(2, 3)), "(ω×3+2)/3");
        assert_eq!(sum(&number(1, 1), &omega.neg()), "1/ω");
        assert_eq!(sum(&number(3, 1), &omega.neg()), "(ω×2+1)/ω");
        assert_eq!(sum(&number(1, 2), &omega), "(ω-1)/ω");
        assert_eq!(sum(&plus(&omega, 1), &number(-1, 1)), "(ω×2+1)/2");
        assert_eq!(sum(&plus(&omega, 1), &omega), "ω×2");
        assert_eq!(sum(&omega.neg(), &omega.neg()), "-ω×2");
        assert_eq!(sum(&number(1, 1), &plus(&omega.neg(), -1)), "1/(ω×2)");
        assert_eq!(sum(&number(1, 1), &plus(&omega.neg(), 1)), "2/ω");
        assert_eq!(sum(&number(1, 1), &number(-1, 3)), "5/6");
        assert_eq!(sum(&number(1, 1), &number(-2, 3)), "2/3");
        assert!(sum(&omega, &omega.neg()).starts_with("NoSigns"));
    }

    proptest! {
        #[test]
        fn finite_strings_agree_with_short_games(a in -40i64..40, i in 0u32..4, b in -40i64..40, j in 0u32..4) {
            let mut calc = Calc::default();
            let (x, y) = (Dyadic::new(a, i), Dyadic::new(b, j));
            let (g, h) = (calc.number(&x).unwrap(), calc.number(&y).unwrap());
            let sum = calc.ordinal_sum(g, h).unwrap();
            let expected = Surreal::from(&calc.as_number(sum).unwrap());
            prop_assert_eq!(Surreal::from(&x).ordinal_sum(&Surreal::from(&y)), Ok(expected));
        }
    }
}
