//! The simplest number between two, and the ends of normal forms that it needs.
//!
//! A number is `Σ r·ω^e` with falling exponents (Conway's normal form); for a quotient of sums of
//! powers of ω the terms come from the leading ones by division. The simplest number of an interval
//! is the one whose string of signs is a beginning of all others. Above 0 that is the least ordinal
//! inside, if there is one. Else all of the interval lies between an ordinal `m` and `m + 1`, or
//! closely below a limit ordinal, and the signs behind are those of the interval moved there; between
//! 0 and 1 it is the first dyadic number that bisecting meets, and within one monad the same on the
//! scale of the largest power of ω that tells the ends apart (Gonshor, ch. 5; *On Numbers and Games*,
//! ch. 3).
//!
//! What the field of quotients cannot say, or what these rules do not reach, is refused.

use super::{GeneralizedOrdinal, Surreal, SurrealError};
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The most terms of a normal form, and bisections, that are looked at.
const MOST_TERMS: u32 = 1 << 12;

/// An end of an interval of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Where.
    pub number: Surreal,
    /// Does the end belong to the interval?
    pub closed: bool,
}

impl Bound {
    /// An end that does not belong to the interval.
    pub fn open(number: Surreal) -> Bound {
        Bound { number, closed: false }
    }

    fn negated(&self) -> Bound {
        Bound { number: self.number.neg(), closed: self.closed }
    }

    fn moved(&self, by: &Surreal) -> Result<Bound, SurrealError> {
        Ok(Bound { number: self.number.add(by)?, closed: self.closed })
    }

    fn scaled(&self, by: &Surreal) -> Result<Bound, SurrealError> {
        Ok(Bound { number: self.number.mul(by)?, closed: self.closed })
    }
}

/// An interval of numbers.
struct Interval<'a> {
    low: Option<&'a Bound>,
    high: Option<&'a Bound>,
}

impl Interval<'_> {
    fn has(&self, x: &Surreal) -> Result<bool, SurrealError> {
        for (bound, wanted) in [(self.low, Ordering::Greater), (self.high, Ordering::Less)] {
            let Some(bound) = bound else { continue };
            let order = x.compare(&bound.number)?;
            if order != wanted && !(bound.closed && order.is_eq()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Surreal {
    /// The first term `r·ω^e` of the normal form; `None` for 0.
    pub fn leading_term(&self) -> Result<Option<(GeneralizedOrdinal, RBig)>, SurrealError> {
        let (Some(above), Some(below)) =
            (self.numerator().terms().first(), self.denominator().terms().first())
        else {
            return Ok(None);
        };
        let exponent = above.exponent.sub(&below.exponent)?;
        let ratio = RBig::from_parts_signed(above.coefficient.clone(), below.coefficient.clone());
        Ok(Some((exponent, ratio)))
    }

    /// `r·ω^e`
    pub(super) fn monomial(e: &GeneralizedOrdinal, r: RBig) -> Result<Surreal, SurrealError> {
        Surreal::from(e.clone()).omega_power()?.mul(&Surreal::from(r))
    }

    /// The rational number that a finite number is infinitely close to; `None` of an infinite one.
    ///
    /// ```
    /// use upstar_values::surreal::Surreal;
    /// let near = Surreal::from(3).add(&Surreal::omega().reciprocal()?)?;
    /// assert_eq!(near.standard_part()?, Some(3.into()));
    /// assert_eq!(Surreal::omega().standard_part()?, None);
    /// # Ok::<(), upstar_values::surreal::SurrealError>(())
    /// ```
    pub fn standard_part(&self) -> Result<Option<RBig>, SurrealError> {
        Ok(match self.leading_term()? {
            None => Some(RBig::ZERO),
            Some((exponent, ratio)) => match exponent.sign() {
                Ordering::Less => Some(RBig::ZERO),
                Ordering::Equal => Some(ratio),
                Ordering::Greater => None,
            },
        })
    }

    /// The least ordinal above this number, or not below it.
    ///
    /// ```
    /// use upstar_values::surreal::Surreal;
    /// let half = Surreal::omega().div(&2.into())?;
    /// assert_eq!(half.next_ordinal(false)?.to_string(), "ω");
    /// assert_eq!(Surreal::omega().next_ordinal(false)?.to_string(), "ω+1");
    /// # Ok::<(), upstar_values::surreal::SurrealError>(())
    /// ```
    pub fn next_ordinal(&self, or_equal: bool) -> Result<GeneralizedOrdinal, SurrealError> {
        let mut head = GeneralizedOrdinal::from(0);
        let mut rest = self.clone();
        for _ in 0..MOST_TERMS {
            let Some((exponent, ratio)) = rest.leading_term()? else {
                return if or_equal { Ok(head) } else { head.add(&1.into()) };
            };
            if ratio < RBig::ZERO {
                return Ok(head);
            }
            if !exponent.is_ordinal() {
                // Between the powers of the ordinals around its exponent.
                let above = Surreal::from(exponent).next_ordinal(false)?;
                return head.add(&above.omega_power_of_ordinal()?);
            }
            let whole = ratio.floor();
            let power = exponent.clone().omega_power_of_ordinal()?;
            if !ratio.is_int() {
                return head.add(&power.mul(&(whole + IBig::ONE).into())?);
            }
            head = head.add(&power.mul(&whole.into())?)?;
            rest = rest.sub(&Surreal::monomial(&exponent, ratio)?)?;
        }
        Err(SurrealError::TooMuchWork)
    }

    /// The simplest number in an interval; `None` if the interval is empty.
    ///
    /// ```
    /// use upstar_values::surreal::{Bound, Surreal};
    /// let (omega, one) = (Surreal::omega(), Surreal::from(1));
    /// let near = Bound::open(omega.reciprocal()?);
    /// let zero = Bound::open(Surreal::from(0));
    /// let above = Surreal::simplest_between(Some(&Bound::open(omega.clone())), None)?;
    /// assert_eq!(above, Some(omega.add(&one)?));
    /// let between = Surreal::simplest_between(Some(&zero), Some(&near))?;
    /// assert_eq!(between, Some(omega.mul(&2.into())?.reciprocal()?));
    /// # Ok::<(), upstar_values::surreal::SurrealError>(())
    /// ```
    pub fn simplest_between(
        low: Option<&Bound>,
        high: Option<&Bound>,
    ) -> Result<Option<Surreal>, SurrealError> {
        let interval = Interval { low, high };
        if let (Some(low), Some(high)) = (low, high) {
            match low.number.compare(&high.number)? {
                Ordering::Less => {}
                Ordering::Equal if low.closed && high.closed => {
                    return Ok(Some(low.number.clone()));
                }
                _ => return Ok(None),
            }
        }
        let zero = Surreal::from(0);
        if interval.has(&zero)? {
            return Ok(Some(zero));
        }
        let Some(low) = low.filter(|low| low.number.sign().is_ge()) else {
            let mirrored = [high.map(Bound::negated), low.map(Bound::negated)];
            let [low, high] = mirrored.each_ref().map(Option::as_ref);
            return Ok(Surreal::simplest_between(low, high)?.map(|x| x.neg()));
        };
        let next = low.number.next_ordinal(low.closed)?;
        let ordinal = Surreal::from(next.clone());
        if interval.has(&ordinal)? {
            return Ok(Some(ordinal));
        }
        // Without an upper end the ordinal would have been inside.
        let Some(high) = high else { return Err(SurrealError::NotSimple) };
        let Some(last) = next.terms().last() else { return Err(SurrealError::NotSimple) };
        if last.exponent.is_zero() {
            let below = Surreal::from(next.sub(&1.into())?);
            let inside = unit(&low.moved(&below.neg())?, &high.moved(&below.neg())?)?;
            return inside.add(&below).map(Some);
        }
        let is_smaller = |x: &Surreal| -> Result<bool, SurrealError> {
            Ok(x.leading_term()?.is_none_or(|(exponent, _)| exponent < last.exponent))
        };
        let [low, high] = [low.moved(&ordinal.neg())?, high.moved(&ordinal.neg())?];
        if !is_smaller(&high.number)? {
            return Err(SurrealError::NotSimple);
        }
        match Surreal::simplest_between(Some(&low), Some(&high))? {
            Some(behind) if is_smaller(&behind)? => ordinal.add(&behind).map(Some),
            _ => Err(SurrealError::NotSimple),
        }
    }
}

/// The simplest number of an interval between 0 and 1.
fn unit(low: &Bound, high: &Bound) -> Result<Surreal, SurrealError> {
    let interval = Interval { low: Some(low), high: Some(high) };
    let (Some(left), Some(right)) = (low.number.standard_part()?, high.number.standard_part()?)
    else {
        return Err(SurrealError::NotSimple);
    };
    if left != right {
        let (mut least, mut most) = (RBig::ZERO, RBig::ONE);
        for _ in 0..MOST_TERMS {
            let middle = (&least + &most) / RBig::from(2);
            let number = Surreal::from(middle.clone());
            if interval.has(&number)? {
                return Ok(number);
            }
            if number.compare(&low.number)?.is_le() { least = middle } else { most = middle }
        }
        return Err(SurrealError::TooMuchWork);
    }
    let near = Surreal::from(left);
    if interval.has(&near)? {
        return Ok(near);
    }
    let [low, high] = [low.moved(&near.neg())?, high.moved(&near.neg())?];
    let positive = low.number.sign().is_ge();
    let [low, high] = if positive { [low, high] } else { [high.negated(), low.negated()] };
    let Some((exponent, _)) = high.number.leading_term()? else {
        return Err(SurrealError::NotSimple);
    };
    let scale = Surreal::monomial(&exponent.neg(), RBig::ONE)?;
    let found = Surreal::simplest_between(Some(&low.scaled(&scale)?), Some(&high.scaled(&scale)?))?;
    match found.and_then(|found| found.as_rational()) {
        Some(ratio) if exponent.neg().is_ordinal() => {
            let part = Surreal::monomial(&exponent, ratio)?;
            near.add(&if positive { part } else { part.neg() })
        }
        _ => Err(SurrealError::NotSimple),
    }
}
