//! Labels of heaps that are linear from a heap on.

/// The labels of heaps 1, 2, ..., kept up to the end of the first period. The labels of each later
/// period are those of the period before, moved.
#[derive(Clone, Debug)]
pub(crate) struct Linear<L> {
    pub(crate) labels: Vec<L>,
    /// From this heap on, at least 1.
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
}

/// Returns where the label of a heap is listed, and how many periods later the heap is; `None` for
/// heap 0.
pub(crate) fn listed(heap: u64, preperiod: u64, period: u64) -> Option<(usize, u64)> {
    let place = heap.checked_sub(1)?;
    let periods = place.saturating_sub(preperiod - 1) / period;
    Some(((place - periods * period) as usize, periods))
}

impl<L> Linear<L> {
    /// Returns the label of a heap before it is moved, and by how many periods; `None` for heap 0.
    pub(crate) fn at(&self, heap: u64) -> Option<(&L, u64)> {
        let (place, periods) = listed(heap, self.preperiod, self.period)?;
        Some((&self.labels[place], periods))
    }

    /// Returns the labels of heaps 0, 1, ... as far as they are known, if they are linear with this
    /// period at their end, for at least so many periods. `moves` tells whether the label of a heap
    /// is moved to that of the heap one period later.
    pub(crate) fn at_end<S>(
        known: &[S],
        period: usize,
        times: usize,
        moves: impl Fn(usize) -> bool,
        label: impl FnMut(&S) -> L,
    ) -> Option<Linear<L>> {
        let mut start = known.len() - period;
        while start > 1 && moves(start - 1) {
            start -= 1;
        }
        (known.len() - start >= times * period).then(|| Linear {
            labels: known[1..start + period].iter().map(label).collect(),
            preperiod: start as u64,
            period: period as u64,
        })
    }
}
