//! Ordinal sums of numbers: one string of signs after the other.
//!
//! `x:y` has the signs of `x`, then those of `y`, because a move in `x` throws `y` away (Berlekamp;
//! *On Numbers and Games*, ch. 3). With `+` for branches that stand side by side this is the value of
//! every blue-red tree, infinite ones included. The strings are those of Gonshor, ch. 5:
//!
//! - ω^e equal signs swallow fewer of the same colour before them, and after longer runs they are
//!   added; so is a finite number after a sum of infinite powers of ω;
//! - after a finite string each sign is worth half of the one before. What is infinitesimal in `y` is
//!   told by signs behind those of its standard part, which no change of scale reaches: it is added;
//! - a rational number that is not dyadic has ω signs, and what follows is told in units of 1/ω;
//! - ωβ equal signs after a finite string come ever nearer to the number below the last edge of the
//!   other colour without passing it: they leave ω^-β, and what follows bisects on that scale.
//!
//! Strings beyond that are refused.

use super::{GeneralizedOrdinal, Surreal, SurrealError};
use dashu_int::{IBig, UBig, ops::BitTest, ops::PowerOfTwo};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The sum of the infinite powers of ω in a number, and the rest, which is finite.
struct InfiniteParts {
    infinite: GeneralizedOrdinal,
    finite: Surreal,
}

impl InfiniteParts {
    fn of(x: &Surreal) -> Result<InfiniteParts, SurrealError> {
        let mut infinite = GeneralizedOrdinal::from(0);
        let mut rest = x.clone();
        while let Some((exponent, ratio)) = rest.leading_term()? {
            if exponent.sign().is_le() {
                break;
            }
            if !exponent.is_ordinal() || !ratio.is_int() {
                return Err(SurrealError::NoSigns(x.clone()));
            }
            let power = exponent.clone().omega_power_of_ordinal()?;
            infinite = infinite.add(&power.mul(&ratio.numerator().clone().into())?)?;
            rest = rest.sub(&Surreal::monomial(&exponent, ratio)?)?;
        }
        Ok(InfiniteParts { infinite, finite: rest })
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
    /// // A blue edge with an endless blue stalk and a red edge on it, side by side.
    /// let branches = omega.sub(&one)?;
    /// assert_eq!(one.ordinal_sum(&branches)?, branches);
    /// # Ok::<(), upstar_values::surreal::SurrealError>(())
    /// ```
    pub fn ordinal_sum(&self, other: &Surreal) -> Result<Surreal, SurrealError> {
        if self.sign().is_eq() {
            return Ok(other.clone());
        }
        if other.sign().is_eq() {
            return Ok(self.clone());
        }
        if let Some(sum) = self.before_a_long_run(other)? {
            return Ok(sum);
        }
        let unknown = |x: &Surreal| SurrealError::NoSigns(x.clone());
        let (first, then) = (InfiniteParts::of(self)?, InfiniteParts::of(other)?);
        let infinite = Surreal::from(first.infinite.clone());
        let own = first.finite.as_rational().ok_or_else(|| unknown(self))?;
        if then.infinite.is_zero() {
            let finite = after_finite(&own, &then.finite)?.ok_or_else(|| unknown(self))?;
            return infinite.add(&finite);
        }
        if own.is_zero() {
            // Each run of signs must be shorter than all runs before it, or go on with the last.
            let last = first.infinite.terms().last();
            let next = then.infinite.terms().first();
            let colour = |coefficient: &IBig| coefficient.cmp(&IBig::ZERO);
            let fits = last.zip(next).is_some_and(|(last, next)| {
                let same = colour(&next.coefficient) == colour(&last.coefficient);
                next.exponent < last.exponent || same && next.exponent == last.exponent
            });
            return if fits { self.add(other) } else { Err(unknown(other)) };
        }
        let up = then.infinite.sign().is_gt();
        let (run, below) = (then.infinite.abs(), below_last(&own, up));
        let (true, Some(below)) = (run.is_ordinal(), below) else { return Err(unknown(other)) };
        let times = run.cantor_division(&GeneralizedOrdinal::omega());
        let (times, _) = times.map_err(|_| unknown(other))?;
        // From the side of the last edge of the other colour; what follows bisects what is left.
        let turned = if up { then.finite.neg() } else { then.finite };
        let scale = after_finite(&RBig::ONE, &turned)?.ok_or_else(|| unknown(other))?;
        let near = Surreal::monomial(&times, RBig::ONE)?.reciprocal()?.mul(&scale)?;
        infinite.add(&Surreal::from(below))?.add(&if up { near.neg() } else { near })
    }

    /// The sum where equal signs, as many as an ordinal, stand before infinitely many of the same.
    fn before_a_long_run(&self, other: &Surreal) -> Result<Option<Surreal>, SurrealError> {
        let run = self.as_generalized_ordinal().filter(|run| run.abs().is_ordinal());
        let (Some(run), Some((exponent, _))) = (run, other.leading_term()?) else {
            return Ok(None);
        };
        let long = exponent.sign().is_gt() && exponent.is_ordinal();
        if !long || run.sign() != other.sign() {
            return Ok(None);
        }
        let kept = run.terms().iter().filter(|term| term.exponent >= exponent);
        let kept = GeneralizedOrdinal::from_terms(kept.cloned().collect())?;
        Surreal::from(kept).add(other).map(Some)
    }
}

/// `x:y` of finite numbers, the first of them rational; `None` if `x` has too long a run.
fn after_finite(x: &RBig, y: &Surreal) -> Result<Option<Surreal>, SurrealError> {
    if x.is_zero() {
        return Ok(Some(y.clone()));
    }
    if !x.denominator().is_power_of_two() {
        let units = y.mul(&Surreal::omega().reciprocal()?)?;
        return Surreal::from(x.clone()).add(&units).map(Some);
    }
    let Some(standard) = y.standard_part()? else { return Ok(None) };
    let Some(sum) = dyadic_sum(x, &standard) else { return Ok(None) };
    let near = y.sub(&Surreal::from(standard))?;
    Surreal::from(sum).add(&near).map(Some)
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

/// `x:y` of rational numbers, the first of them dyadic and not 0; `None` if `y` is too large.
fn dyadic_sum(x: &RBig, y: &RBig) -> Option<RBig> {
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
