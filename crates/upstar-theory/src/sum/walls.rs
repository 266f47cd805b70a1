//! Thermographs sampled at a few temperatures, for bounds on sums.
//!
//! At any temperature `t` let `l` and `r` be the walls of a term. Playing the hottest-at-`t`
//! strategy, Left, moving first, reaches a stop of at least the sum of all `r` plus the largest
//! `l - r`; and Right, moving second, holds the stop to at most the sum of all `l` plus `t`
//! (Winning Ways ch. 6, "thermostrat"). Every temperature gives a bound that holds, so a search
//! may look at the same few in all its states. Numbers are fixed-point and rounded so that the
//! bounds still hold.

use upstar_base::Player;
use upstar_values::{Dyadic, Thermograph};

/// How many temperatures are looked at.
pub(super) const SAMPLES: usize = 16;

const FRACTION_BITS: u32 = 24;
const LARGEST: i64 = 1 << 60;
const ALL_SUMS_FIT: i64 = 1 << 40;

/// A number times 2^24, rounded down; none when it is very large.
pub(super) fn rounded_down(x: &Dyadic) -> Option<i64> {
    let floor = i64::try_from(x.shl(FRACTION_BITS).floor()).ok()?;
    (-ALL_SUMS_FIT < floor && floor < ALL_SUMS_FIT).then_some(floor)
}

/// A number times 2^24, rounded up; none when it is very large.
pub(super) fn rounded_up(x: &Dyadic) -> Option<i64> {
    rounded_down(&-x).map(|floor| -floor)
}

/// The temperatures of a search.
pub(super) type Temperatures = [Dyadic; SAMPLES];

/// Chooses temperatures where the walls of these thermographs bend: all of them if they are few.
pub(super) fn temperatures<'t>(
    thermographs: impl Iterator<Item = &'t Thermograph>,
) -> Temperatures {
    let mut bends = vec![Dyadic::zero()];
    for thermograph in thermographs {
        bends.push(thermograph.temperature());
        for who in Player::BOTH {
            bends.extend_from_slice(thermograph.wall(who).critical_temperatures());
        }
    }
    bends.retain(|t| *t >= Dyadic::zero());
    bends.sort_unstable();
    bends.dedup();
    let last = bends.len() - 1;
    std::array::from_fn(|k| {
        if bends.len() <= SAMPLES {
            bends[k.min(last)].clone()
        } else {
            bends[k * last / (SAMPLES - 1)].clone()
        }
    })
}

/// The walls of a term at each of the temperatures.
#[derive(Clone)]
pub(super) struct TermWalls {
    /// At least the Left wall.
    high: [i64; SAMPLES],
    /// At most the Right wall.
    low: [i64; SAMPLES],
    /// At most the distance between them.
    width: [i64; SAMPLES],
}

impl TermWalls {
    /// Samples a thermograph; none when its numbers are very large.
    pub(super) fn sample(
        thermograph: &Thermograph,
        temperatures: &Temperatures,
    ) -> Option<TermWalls> {
        let mut walls = TermWalls { high: [0; SAMPLES], low: [0; SAMPLES], width: [0; SAMPLES] };
        for (k, t) in temperatures.iter().enumerate() {
            let [l, r] = Player::BOTH.map(|who| thermograph.wall(who).at(t));
            walls.high[k] = rounded_up(&l)?;
            walls.low[k] = rounded_down(&r)?;
            walls.width[k] = rounded_down(&(&l - &r))?;
        }
        Some(walls)
    }

    /// The walls of the negative.
    pub(super) fn negated(&self) -> TermWalls {
        TermWalls { high: self.low.map(|x| -x), low: self.high.map(|x| -x), width: self.width }
    }
}

/// Bounds of the stop that Left, moving first, reaches in a sum.
pub(super) struct StopBounds {
    pub(super) low: i64,
    pub(super) high: i64,
}

/// The bounds of a sum of terms and a number between `rest.0` and `rest.1`; `heat` are the
/// temperatures, rounded up.
pub(super) fn bounds<'w>(
    terms: impl Iterator<Item = &'w TermWalls>,
    rest: (i64, i64),
    heat: &[i64; SAMPLES],
) -> StopBounds {
    let (mut high, mut low, mut widest) = (*heat, [0; SAMPLES], [0; SAMPLES]);
    for walls in terms {
        for k in 0..SAMPLES {
            high[k] += walls.high[k];
            low[k] += walls.low[k];
            widest[k] = widest[k].max(walls.width[k]);
        }
    }
    let mut best = StopBounds { low: -LARGEST, high: LARGEST };
    for k in 0..SAMPLES {
        best.low = best.low.max(low[k] + widest[k] + rest.0);
        best.high = best.high.min(high[k] + rest.1);
    }
    best
}
