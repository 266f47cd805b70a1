//! Numbers as the store keeps them: a fixed-point key that orders nearly all of them at once.
//!
//! Invariant: `key` is the number times 2^32, rounded down and clamped; it is exact iff `large`
//! is [`Fixed::EXACT`], otherwise `large` names the number in the store's table of large
//! dyadics. Rounding down is monotone, so different keys decide a comparison; the table is
//! asked only when the keys agree and one of them is not exact.

use crate::Dyadic;
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::{PoisonError, RwLock};

const FRACTION_BITS: u32 = 32;
const BOUND: i64 = 1 << 62;

/// A number, or one of the two infinities that stand for "no option at all".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fixed {
    key: i64,
    large: u32,
}

impl Fixed {
    const EXACT: u32 = u32::MAX;
    pub(crate) const ZERO: Fixed = Fixed { key: 0, large: Fixed::EXACT };
    pub(crate) const MINUS_INFINITY: Fixed = Fixed { key: i64::MIN, large: Fixed::EXACT };
    pub(crate) const INFINITY: Fixed = Fixed { key: i64::MAX, large: Fixed::EXACT };

    fn exact(key: i64) -> Option<Fixed> {
        (-BOUND < key && key < BOUND).then_some(Fixed { key, large: Fixed::EXACT })
    }

    pub(crate) fn is_exact(self) -> bool {
        self.large == Fixed::EXACT
    }

    /// Rounded down to an eighth.
    pub(crate) fn rough(self) -> i64 {
        self.key >> (FRACTION_BITS - 3)
    }

    fn is_infinite(self) -> bool {
        self == Fixed::MINUS_INFINITY || self == Fixed::INFINITY
    }
}

/// The table of numbers that the fixed-point key cannot hold.
#[derive(Debug, Default)]
pub(crate) struct LargeDyadics {
    table: RwLock<(Vec<Dyadic>, FxHashMap<Dyadic, u32>)>,
}

impl LargeDyadics {
    pub(crate) fn fix(&self, x: &Dyadic) -> Fixed {
        if let Some((n, exponent)) = x.as_small()
            && exponent <= FRACTION_BITS
            && let Some(key) = n.checked_mul(1 << (FRACTION_BITS - exponent))
            && let Some(fixed) = Fixed::exact(key)
        {
            return fixed;
        }
        let floor = x.shl(FRACTION_BITS).floor();
        let clamped = floor.clamp(IBig::from(-BOUND), IBig::from(BOUND));
        let key = i64::try_from(clamped).unwrap_or(BOUND);
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        let (list, index) = &mut *table;
        let large = *index.entry(x.clone()).or_insert_with(|| {
            list.push(x.clone());
            (list.len() - 1) as u32
        });
        Fixed { key, large }
    }

    pub(crate) fn dyadic(&self, x: Fixed) -> Dyadic {
        if x.is_exact() {
            return Dyadic::new(x.key, FRACTION_BITS);
        }
        self.table.read().unwrap_or_else(PoisonError::into_inner).0[x.large as usize].clone()
    }

    #[inline]
    pub(crate) fn cmp(&self, a: Fixed, b: Fixed) -> Ordering {
        match a.key.cmp(&b.key) {
            Ordering::Equal if a.large != b.large => self.dyadic(a).cmp(&self.dyadic(b)),
            decided => decided,
        }
    }

    pub(crate) fn neg(&self, x: Fixed) -> Fixed {
        if x.is_exact() {
            return Fixed { key: -x.key, large: Fixed::EXACT };
        }
        self.fix(&-&self.dyadic(x))
    }

    pub(crate) fn add(&self, a: Fixed, b: Fixed) -> Fixed {
        if a.is_exact()
            && b.is_exact()
            && let Some(sum) = Fixed::exact(a.key + b.key)
        {
            return sum;
        }
        self.fix(&(&self.dyadic(a) + &self.dyadic(b)))
    }

    /// The canonical options of a number that is not 0: a neighbour on one or both sides.
    pub(crate) fn neighbours(&self, x: Fixed) -> (Option<Fixed>, Option<Fixed>) {
        let exact = self.dyadic(x);
        let step = Dyadic::new(1, exact.exponent());
        let (below, above) = (self.fix(&(&exact - &step)), self.fix(&(&exact + &step)));
        match (exact.is_integer(), exact.sign()) {
            (_, Ordering::Equal) => (None, None),
            (true, Ordering::Greater) => (Some(below), None),
            (true, Ordering::Less) => (None, Some(above)),
            (false, _) => (Some(below), Some(above)),
        }
    }

    /// The simplest number between `lo` and `hi`, each allowed itself iff its flag says so.
    /// The interval must not be empty (Winning Ways ch. 2: the simplicity rule).
    pub(crate) fn simplest(&self, lo: Fixed, lo_in: bool, hi: Fixed, hi_in: bool) -> Fixed {
        if lo.is_exact()
            && hi.is_exact()
            && let Some(x) = simplest_key(lo.key, lo_in, hi.key, hi_in).and_then(Fixed::exact)
        {
            return x;
        }
        let end = |x: Fixed| (!x.is_infinite()).then(|| self.dyadic(x));
        let (l, h) = (end(lo), end(hi));
        let found = Dyadic::simplest_between(
            l.as_ref().map(|l| (l, lo_in)),
            h.as_ref().map(|h| (h, hi_in)),
        );
        debug_assert!(found.is_some(), "the interval is not empty");
        found.map_or(lo, |x| self.fix(&x))
    }
}

/// [`LargeDyadics::simplest`] on exact keys; `None` when the answer needs more bits.
fn simplest_key(lo: i64, lo_in: bool, hi: i64, hi_in: bool) -> Option<i64> {
    let inside = |x: i64| (x > lo || (x == lo && lo_in)) && (x < hi || (x == hi && hi_in));
    if inside(0) {
        return Some(0);
    }
    if lo < 0 {
        // i64::MIN stands for minus infinity; its mirror image is plus infinity.
        return simplest_key(hi.saturating_neg(), hi_in, lo.saturating_neg(), lo_in).map(|x| -x);
    }
    (0..=FRACTION_BITS).rev().map(|bits| 1i64 << bits).find_map(|grid| {
        let below = lo - lo.rem_euclid(grid);
        let first = if below == lo && lo_in { lo } else { below.checked_add(grid)? };
        inside(first).then_some(first)
    })
}
