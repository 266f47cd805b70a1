//! Labels of heaps, and from where on everything about them is linear.

use super::MisereKnots;
use crate::meter::Meter;
use crate::rules::Rules;
use upstar_base::Stopped;

/// A label of a heap or of a sum. Of a sum, m is 0 if it is not above t: then it decides nothing,
/// whatever is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KnotLabel {
    pub(super) d: bool,
    pub(super) t: i64,
    pub(super) m: i64,
}

impl KnotLabel {
    /// Is a sum with these numbers called P?
    pub(super) fn is_p(d: bool, t: i64, m: i64) -> bool {
        match (t, t % 2 == 0) {
            (0, _) => d,
            (_, true) => !d && m < t,
            (_, false) => d && m > t,
        }
    }
}

/// The labels of many heaps, with an even step.
pub(super) struct KnotLabels {
    labels: Vec<KnotLabel>,
    pub(super) period: usize,
    pub(super) step: i64,
    pub(super) preperiod: usize,
}

/// What the argument for large heaps uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct FarHeaps {
    /// Heaps from here to `last`, both excluded and included, stand for all that are larger.
    pub(super) first: usize,
    pub(super) last: usize,
    /// A part of at most so many tokens is small.
    pub(super) small: u64,
}

impl KnotLabels {
    /// At least so many labels, and enough for every context.
    pub(super) fn new(
        claim: &MisereKnots,
        heaps: usize,
        meter: &Meter<'_>,
    ) -> Result<KnotLabels, Stopped> {
        let (mut period, mut step) = (claim.period as usize, claim.step as i64);
        let preperiod = claim.preperiod as usize;
        let listed = claim.labels.iter();
        let listed = listed.map(|&[d, t, m]| KnotLabel { d: d == 1, t: t as i64, m: m as i64 });
        let mut labels: Vec<KnotLabel> =
            std::iter::once(KnotLabel::default()).chain(listed).collect();
        // Contexts have components far larger than the heaps that are looked at.
        let end = 6 * heaps.max(preperiod + 2 * period);
        meter.charge(2 * size_of::<KnotLabel>() as u64 * end as u64)?;
        while labels.len() < end {
            meter.tick(1)?;
            let KnotLabel { d, t, m } = labels[labels.len() - period];
            let m = if m == 0 { 0 } else { m + 2 * step };
            labels.push(KnotLabel { d, t: t + step, m });
        }
        if step % 2 == 1 {
            (period, step) = (2 * period, 2 * step);
        }
        Ok(KnotLabels { labels, period, step, preperiod })
    }

    pub(super) fn at(&self, heap: usize) -> KnotLabel {
        self.labels[heap]
    }

    /// All labels, those of heaps 1, 2, ...
    pub(super) fn all(&self) -> &[KnotLabel] {
        &self.labels[1..]
    }

    /// The label of a sum of heaps.
    pub(super) fn sum(&self, heaps: &[u64]) -> KnotLabel {
        let plus = |sum: KnotLabel, &heap: &u64| {
            let KnotLabel { d, t, m } = self.labels[heap as usize];
            KnotLabel { d: sum.d != d, t: sum.t + t, m: sum.m.max(m) }
        };
        let sum = heaps.iter().fold(KnotLabel::default(), plus);
        KnotLabel { m: if sum.m > sum.t { sum.m } else { 0 }, ..sum }
    }

    /// M0: an m above this belongs to heaps of the linear part only, also one period before.
    fn not_linear(&self) -> i64 {
        let before = self.labels[..self.preperiod + self.period].iter();
        before.map(|label| label.m).max().unwrap_or(0) + 2 * self.step
    }

    /// B: a T of at least so much is large, for contexts with M up to `not_linear`.
    fn large_sum(&self, not_linear: i64) -> i64 {
        let with = self.labels.iter().filter(|label| (1..=not_linear).contains(&label.m));
        with.map(|label| label.t).max().unwrap_or(0) + 2 + self.step
    }

    /// The largest m of the heaps up to `last`.
    pub(super) fn top(&self, last: usize) -> i64 {
        self.labels[..=last].iter().map(|label| label.m).max().unwrap_or(0)
    }

    /// Whether no label of the last period, and so none of a later one, is like this.
    fn ends_before(&self, is_needed: impl Fn(&KnotLabel) -> bool) -> bool {
        !self.labels.iter().rev().take(self.period).any(is_needed)
    }

    /// Forgets the labels that no context of heaps up to `last` needs: those with larger m, or
    /// with t above all m by more than `further`; one period of them stays. Whether all labels that
    /// are needed are known.
    pub(super) fn shorten(&mut self, last: usize, further: i64) -> bool {
        let top = self.top(last);
        let needed = |label: &KnotLabel| label.t <= top + further || (1..=top).contains(&label.m);
        if !self.ends_before(needed) {
            return false;
        }
        let last = self.labels.iter().rposition(needed).unwrap_or(last).max(last);
        self.labels.truncate(last + 1 + self.period);
        true
    }

    /// A window of one period from which on heaps are large.
    pub(super) fn window(
        &self,
        rules: &Rules,
        farthest: usize,
        meter: &Meter<'_>,
    ) -> Result<Option<FarHeaps>, Stopped> {
        let not_linear = self.not_linear();
        if !self.ends_before(|label| (1..=not_linear).contains(&label.m)) {
            return Ok(None);
        }
        let large_sum = self.large_sum(not_linear);
        let small = (self.preperiod + self.period) as u64;
        let is_large = |heap: usize| -> Result<bool, Stopped> {
            let wide = |label: KnotLabel, t: i64| label.m == 0 || label.m - t > large_sum + 1;
            let KnotLabel { t, .. } = self.labels[heap];
            let mut fits = t > not_linear && wide(self.labels[heap], t);
            let mut visit = |option: &[u64]| {
                let (a, b) = match *option {
                    [b] => (0, b),
                    [a, b] => (a, b),
                    _ => {
                        fits = false;
                        return Ok(());
                    }
                };
                if a > small {
                    return Ok(());
                }
                let large = self.labels[b as usize];
                let sum = large.t + self.labels[a as usize].t;
                fits &= b > small + self.period as u64 && large.t > not_linear && wide(large, sum);
                Ok(())
            };
            rules.each_option(heap as u64, meter, &mut visit)?;
            Ok(fits)
        };
        let mut run = 0;
        for heap in self.preperiod + self.period..=farthest {
            run = if is_large(heap)? { run + 1 } else { 0 };
            if run == self.period {
                return Ok(Some(FarHeaps { first: heap - self.period, last: heap, small }));
            }
        }
        Ok(None)
    }

    /// A split of a large heap into two large parts that does not change the parity of D + T.
    pub(super) fn wrong_parity(
        &self,
        rules: &Rules,
        window: FarHeaps,
        meter: &Meter<'_>,
    ) -> Result<Option<String>, Stopped> {
        let parity = |heap: usize| self.labels[heap].d != (self.labels[heap].t % 2 == 1);
        for heap in window.first + 1..=window.last {
            let splits = rules.taking.iter().enumerate().filter(|(_, rule)| rule.bits & 4 != 0);
            for (taken, _) in splits {
                // Parities repeat, so one period of the first part stands for all.
                for a in (window.small as usize + 1..).take(self.period) {
                    meter.tick(1)?;
                    let left = heap as i64 - taken as i64 - a as i64 - window.small as i64 - 1;
                    let least = window.small as usize + 1;
                    let b = least + left.rem_euclid(self.period as i64) as usize;
                    if (parity(a) != parity(b)) == parity(heap) {
                        return Ok(Some(format!("heap {heap} less {taken} with a part like {a}")));
                    }
                }
            }
        }
        Ok(None)
    }
}
