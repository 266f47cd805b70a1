//! Labels of heaps that are linear from a heap on, as claims list them: those of heaps 1, 2, ... up to
//! the end of the first period. The labels of each later period are those of the period before, moved.

/// Returns where the label of a heap is listed, and how many periods later the heap is; `None` for
/// heap 0.
pub(crate) fn listed(heap: u64, preperiod: u64, period: u64) -> Option<(usize, u64)> {
    let place = heap.checked_sub(1)?;
    let periods = place.saturating_sub(preperiod - 1) / period;
    Some(((place - periods * period) as usize, periods))
}

/// Returns the labels of heaps 0, 1, ... as far as they are known, as a claim lists them, and the
/// preperiod, if they are linear with this period at their end, for at least so many periods. `moves`
/// tells whether the label of a heap is moved to that of the heap one period later.
pub(crate) fn at_end<S, L>(
    known: &[S],
    period: usize,
    times: usize,
    moves: impl Fn(usize) -> bool,
    label: impl FnMut(&S) -> L,
) -> Option<(Vec<L>, u64)> {
    let mut start = known.len() - period;
    while start > 1 && moves(start - 1) {
        start -= 1;
    }
    (known.len() - start >= times * period)
        .then(|| (known[1..start + period].iter().map(label).collect(), start as u64))
}
