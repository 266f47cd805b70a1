//! Labels of heaps that are linear from a heap on.

use crate::FailedStep;

/// The labels of heaps 1, 2, ..., as a claim lists them: up to the end of the first period. The
/// labels of each later period are those of the period before, moved.
pub(crate) struct Linear<'a, L> {
    labels: &'a [L],
    preperiod: u64,
    period: u64,
}

/// A number of a claim that is not least.
pub(crate) enum NotLeast {
    /// The labels are linear from the heap before on.
    Preperiod,
    /// This is a period as well.
    Period(u64),
}

impl<'a, L: Clone + PartialEq> Linear<'a, L> {
    /// Returns the labels, unless too few or too many are listed. Both numbers are at least 1 and far
    /// from overflowing.
    pub(crate) fn new(
        labels: &'a [L],
        preperiod: u64,
        period: u64,
    ) -> Result<Linear<'a, L>, FailedStep> {
        let fits = labels.len() as u64 == preperiod + period - 1;
        let failed = || ("shape", format!("there are {} labels", labels.len()));
        if fits { Ok(Linear { labels, preperiod, period }) } else { Err(failed()) }
    }

    /// Returns the label of a heap in the list, and how many periods later the heap is.
    pub(crate) fn listed(&self, heap: u64) -> (&'a L, u64) {
        let last = self.preperiod + self.period - 1;
        let periods = heap.saturating_sub(last).div_ceil(self.period);
        (&self.labels[(heap - periods * self.period) as usize - 1], periods)
    }

    /// The step "least": both numbers are; `labels` is what the reason calls them.
    pub(crate) fn least(
        &self,
        labels: &str,
        moved: impl Fn(&L, u64) -> Option<L>,
    ) -> Result<(), FailedStep> {
        let reason = match self.not_least(moved) {
            None => return Ok(()),
            Some(NotLeast::Preperiod) => {
                format!("{labels} are linear from heap {} on", self.preperiod - 1)
            }
            Some(NotLeast::Period(q)) => format!("{q} is a period as well"),
        };
        Err(("least", reason))
    }

    /// Returns a number that is not least.
    ///
    /// `moved` is the label of the heap that is larger by a multiple or a divisor of the period; `None` if
    /// no label can move by this divisor.
    pub(crate) fn not_least(&self, moved: impl Fn(&L, u64) -> Option<L>) -> Option<NotLeast> {
        let at = |heap: u64| {
            let (label, periods) = self.listed(heap);
            moved(label, periods * self.period)
        };
        let moves =
            |heap: u64, by: u64| at(heap).and_then(|label| moved(&label, by)) == at(heap + by);
        let Linear { preperiod, period, .. } = *self;
        if preperiod > 1 && moves(preperiod - 1, period) {
            return Some(NotLeast::Preperiod);
        }
        let is_period =
            |by: &u64| period % by == 0 && (preperiod..preperiod + period).all(|n| moves(n, *by));
        (1..period).find(is_period).map(NotLeast::Period)
    }
}
