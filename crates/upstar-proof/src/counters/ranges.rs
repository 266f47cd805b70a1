//! Ranges of counters: an interval for each, perhaps without bounds.
//!
//! Sets of contexts are lists of ranges. Counters may be related, u(i) = u(j) + u(k); then a bound on two
//! of them is a bound on the third. All that is done here gives sets that are exact or too large.

/// What stands for no bound; all others are far smaller.
pub(super) const FAR: i64 = 1 << 40;

/// u(i) = u(j) + u(k).
pub(super) type CounterRelation = [usize; 3];

/// From where to where each counter is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ranges(Vec<(i64, i64)>);

/// A sum of two lower bounds, or of two upper ones.
fn sum(a: i64, b: i64) -> i64 {
    if a.abs() >= FAR {
        a
    } else if b.abs() >= FAR {
        b
    } else {
        a + b
    }
}

impl Ranges {
    /// All counters are 0.
    pub(super) fn zero(counters: usize) -> Ranges {
        Ranges(vec![(0, 0); counters])
    }

    /// One counter is from `low` to `high`, the others are anywhere.
    pub(super) fn of(counters: usize, counter: usize, low: i64, high: i64) -> Ranges {
        let mut ranges = vec![(-FAR, FAR); counters];
        ranges[counter] = (low, high);
        Ranges(ranges)
    }

    /// The same with `times` these weights more.
    pub(super) fn moved(&self, weights: &[i64], times: i64) -> Ranges {
        let ends = self.0.iter().zip(weights);
        Ranges(ends.map(|(&(low, high), w)| (sum(low, times * w), sum(high, times * w))).collect())
    }

    /// What is in both, if anything is.
    pub(super) fn meet(&self, other: &Ranges, relations: &[CounterRelation]) -> Option<Ranges> {
        let ends = self.0.iter().zip(&other.0);
        Ranges(ends.map(|(a, b)| (a.0.max(b.0), a.1.min(b.1))).collect()).tight(relations)
    }

    /// Bounds that follow from relations; `None` if nothing is left.
    fn tight(mut self, relations: &[CounterRelation]) -> Option<Ranges> {
        let is_empty = |ranges: &[(i64, i64)]| ranges.iter().any(|(low, high)| low > high);
        for &[i, j, k] in relations {
            if is_empty(&self.0) {
                return None;
            }
            let [(low_i, high_i), (low_j, high_j), (low_k, high_k)] = [i, j, k].map(|n| self.0[n]);
            let follows = [
                (i, sum(low_j, low_k), sum(high_j, high_k)),
                (j, sum(low_i, -high_k), sum(high_i, -low_k)),
                (k, sum(low_i, -high_j), sum(high_i, -low_j)),
            ];
            for (counter, low, high) in follows {
                let ends = &mut self.0[counter];
                *ends = (ends.0.max(low), ends.1.min(high));
            }
        }
        (!is_empty(&self.0)).then_some(self)
    }

    /// What is here and not in `other`, in parts.
    pub(super) fn without(&self, other: &Ranges, relations: &[CounterRelation]) -> Vec<Ranges> {
        if self.meet(other, relations).is_none() {
            return vec![self.clone()];
        }
        let mut parts = Vec::new();
        let mut rest = self.clone();
        for (counter, &(low, high)) in other.0.iter().enumerate() {
            let ends = rest.0[counter];
            for part in [(ends.0, ends.1.min(low - 1)), (ends.0.max(high + 1), ends.1)] {
                if part.0 <= part.1 {
                    let mut ranges = rest.clone();
                    ranges.0[counter] = part;
                    parts.extend(ranges.tight(relations));
                }
            }
            rest.0[counter] = (ends.0.max(low), ends.1.min(high));
        }
        parts
    }

    /// Ranges around both.
    pub(super) fn join(&self, other: &Ranges) -> Ranges {
        let ends = self.0.iter().zip(&other.0);
        Ranges(ends.map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))).collect())
    }

    /// Ranges around this with ends from a finite set: up to `bound`, or none.
    pub(super) fn widened(&self, bound: i64) -> Ranges {
        let low = |end: i64| if end < -bound { -FAR } else { end.min(bound + 1) };
        let high = |end: i64| if end > bound { FAR } else { end.max(-bound - 1) };
        Ranges(self.0.iter().map(|&(a, b)| (low(a), high(b))).collect())
    }

    /// What is left where only even (bit 0) or odd (bit 1) numbers occur.
    pub(super) fn with_parities(
        mut self,
        seen: &[u8],
        relations: &[CounterRelation],
    ) -> Option<Ranges> {
        for (ends, &seen) in self.0.iter_mut().zip(seen) {
            let fits = |end: i64| end.abs() >= FAR || seen >> end.rem_euclid(2) & 1 == 1;
            ends.0 += i64::from(!fits(ends.0));
            ends.1 -= i64::from(!fits(ends.1));
        }
        self.tight(relations)
    }
}

#[cfg(test)]
#[path = "../../tests/private/counters/ranges.rs"]
mod tests;
