//! Proofs of G(n + p) = G(n) + s for all n >= e, for codes of any length.
//!
//! A digit d_k allows numbers of heaps, perhaps "i or more"; from the index K on the digits repeat
//! with length l. P is a multiple of p and of l, S = sP/p. Heap 0 is never left, so e >= 1 here
//! and n = 0 is looked at afterwards. Statements and proofs are in `docs/heaps.md`:
//!
//! * **tails** (S = 0): if the values repeat far enough, so that every option of a larger heap
//!   has a heap or an amount that can be made smaller by P, they repeat for ever;
//! * **arithmetic** (S > 0): weights show that no option is worth G(n) ([`weights`]), options that
//!   climb or stay show that all smaller values occur ([`cover`]);
//! * a *refutation*: where the weights of heaps from e on fail with 2P and one bit more, the
//!   regularity breaks somewhere, however long it was seen.
//!
//! Theorems: `docs/heaps.md#tails`, `docs/heaps.md#arithmetic`, `docs/heaps.md#saltus-breaks`.

mod cover;
mod digits;
#[doc(hidden)]
pub mod sets;
mod weights;
mod witness;

pub use digits::{Allowed, Digits};

use crate::sequence::Engine;
use cover::Cover;
use upstar_base::arithmetic::{gcd, lcm};
use upstar_base::{Budget, Stopped};
use upstar_proof::Theorem;
use weights::{Weighed, Weights};

/// A regularity G(n + period) = G(n) + saltus that was seen from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenPeriod {
    /// e.
    pub preperiod: usize,
    /// p.
    pub period: usize,
    /// s.
    pub saltus: u64,
}

/// What can be said of a regularity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeriodClaim {
    /// It holds for ever, by the theorem `arithmetic`.
    Proved(Theorem),
    /// It breaks somewhere.
    Refuted,
    /// Nothing, as far as the values are known.
    Open,
}

/// The multiples 1, 2, 4, ... of the period that are tried.
const DOUBLINGS: u32 = 9;
/// How many periods further than the first place the options are looked at.
const FURTHER: usize = 6;

/// Tries to prove a regularity with a saltus of the values that are known.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::arithmetic::{Digits, PeriodClaim, SeenPeriod, arithmetic};
/// let (code, budget) = ("0.[3]".parse()?, Budget::unlimited());
/// let mut engine = upstar_heaps::engine(&code);
/// engine.extend(60, &budget)?;
/// let mut values = vec![0; 60];
/// assert!(engine.read(0, &mut values));
/// let seen = SeenPeriod { preperiod: 0, period: 1, saltus: 1 };
/// let said = arithmetic(&Digits::of(&code).unwrap(), &values, seen, &budget)?;
/// assert!(matches!(said, PeriodClaim::Proved(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn arithmetic(
    digits: &Digits,
    values: &[u32],
    seen: SeenPeriod,
    budget: &Budget,
) -> Result<PeriodClaim, Stopped> {
    let SeenPeriod { preperiod, period, saltus } = seen;
    let start = preperiod.max(1);
    let Some(base) = lcm(period as u64, digits.tail() as u64) else { return Ok(PeriodClaim::Open) };
    let base = base as usize;
    let rise = |distance: usize| saltus * (distance / period) as u64;
    let weights = |distance: usize| {
        let bits = rise(distance).trailing_zeros();
        Weights { digits, values, start, distance, rise: rise(distance), bits }
    };
    if digits.breaks() && start + 2 * base < values.len() {
        let doubled = weights(2 * base);
        if doubled.hold(start, start, budget)? == Weighed::Fails {
            return Ok(PeriodClaim::Refuted);
        }
    }
    for doubling in 0..DOUBLINGS {
        let Some(distance) = base.checked_mul(1 << doubling) else { break };
        if start + 2 * distance >= values.len() || distance > values.len() / 3 {
            break;
        }
        let mut weights = weights(distance);
        if digits.breaks() {
            let mut weighed = weights.hold(1, start, budget)?;
            // Fewer bits make smaller tables and a weaker test.
            while weighed == Weighed::TooLarge && weights.bits > 0 {
                weights.bits -= 1;
                weighed = weights.hold(1, start, budget)?;
            }
            if weighed != Weighed::Holds {
                continue;
            }
        } else {
            weights.bits = 0;
        }
        let found = covered(&weights, period, budget)?;
        if let Some((from, low)) = found {
            let (distance, from, bits) = (distance as u64, from as u64, weights.bits);
            return Ok(PeriodClaim::Proved(Theorem::Arithmetic { distance, bits, from, low }));
        }
    }
    Ok(PeriodClaim::Open)
}

/// N and L for which hypotheses I and C hold.
fn covered(
    weights: &Weights<'_>,
    period: usize,
    budget: &Budget,
) -> Result<Option<(usize, u64)>, Stopped> {
    let Weights { digits, values, start, distance, rise, bits } = *weights;
    let largest = values[..start + distance].iter().copied().max().unwrap_or(0);
    let Some(beyond) = (largest + 1).checked_next_power_of_two() else { return Ok(None) };
    let mut run = 0;
    let high = |n: &usize| {
        run = if values[*n] >= beyond { run + 1 } else { 0 };
        run == distance
    };
    let Some(end) = (start..values.len()).find(high) else { return Ok(None) };
    let halves = distance.is_multiple_of(2) && (distance / 2).is_multiple_of(period);
    for turn in 0..=FURTHER {
        let (from, end) = (end + 1 - distance + turn * distance, end + 1 + turn * distance);
        if end > values.len() {
            break;
        }
        let values = &values[..end];
        let cover = Cover::new(digits, values, start, distance, bits, halves, budget)?;
        let low = cover.low(from, rise, budget);
        budget.refund(cover.bytes());
        if let Some(low) = low? {
            return Ok(Some((from, low)));
        }
    }
    Ok(None)
}

/// How many values the theorem `tails` asks for, and P; `None` if the numbers are too large.
///
/// ```
/// use upstar_heaps::arithmetic::{Digits, tails_range};
/// let digits = Digits::of(&"0.[1]".parse()?).unwrap();
/// assert_eq!(tails_range(&digits, 1, 1), Some((1, 3)));
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn tails_range(digits: &Digits, preperiod: u64, period: u64) -> Option<(u64, u64)> {
    let mut distance = lcm(period, digits.tail() as u64)?;
    let (start, head) = (preperiod.max(1), digits.head() as u64);
    if digits.largest_more().is_some() && !distance.is_multiple_of(2) {
        distance = distance.checked_mul(2)?;
    }
    let longest = start.checked_add(distance)?.checked_sub(1)?;
    let mut needed = (digits.most_heaps() as u64).checked_mul(longest)?;
    if let Some(from) = digits.largest_more() {
        let many = distance.checked_mul(2)?.checked_add(from as u64)?.checked_mul(longest)?;
        needed = needed.max(start.checked_add(many)?);
        let mut few = 0u64;
        for heap in 1..=longest {
            let mut times = distance / gcd(distance, heap);
            times *= 1 + times % 2;
            few = few.checked_add((times - 1).checked_mul(heap)?)?;
            if few > 1 << 40 {
                return None;
            }
        }
        needed = needed.max(few);
    }
    Some((distance, head.checked_add(needed)?.checked_add(distance)?))
}

/// An option of a heap of `n` tokens worth `value`, which is less than G(n), by the proof that
/// the sequence is arithmetic; the engine knows the values that the proof looks at.
pub(crate) fn option_worth(
    digits: &Digits,
    engine: &dyn Engine,
    seen: SeenPeriod,
    proof: &Theorem,
    n: u128,
    value: u128,
    budget: &Budget,
) -> Result<Option<Vec<u128>>, Stopped> {
    let Theorem::Arithmetic { distance: far, bits, from, low } = *proof else { return Ok(None) };
    let SeenPeriod { preperiod, period, saltus } = seen;
    let (distance, far) = (far as usize, u128::from(far));
    let rise = u128::from(saltus) * (far / period as u128);
    let mut values = vec![0; from as usize + distance];
    let over = n.checked_sub(from.into()).filter(|_| engine.read(0, &mut values));
    let Some(turns) = over.map(|over| over / far) else { return Ok(None) };
    let near = (n - turns * far) as usize;
    let climbs = value.checked_sub(low.into()).map_or(0, |over| over / rise).min(turns);
    let stays = turns - climbs;
    let Ok(worth) = u32::try_from(value - climbs * rise) else { return Ok(None) };
    let start = preperiod.max(1);
    let halves = distance.is_multiple_of(2) && (distance / 2).is_multiple_of(period);
    let cover = Cover::new(digits, &values, start, distance, bits, halves, budget)?;
    let found = cover.witness(near, worth, climbs > 0, stays > 0);
    budget.refund(cover.bytes());
    Ok(found.map(|witness| {
        let mut heaps: Vec<u128> = witness.others.iter().map(|&heap| heap as u128).collect();
        heaps.extend(witness.climber.map(|heap| heap as u128 + climbs * far));
        if let Some((b, c)) = witness.pair {
            heaps.extend([b, c].map(|heap| heap as u128 + stays * far / 2));
        }
        heaps.sort_unstable();
        heaps
    }))
}
