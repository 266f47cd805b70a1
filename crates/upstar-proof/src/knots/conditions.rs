//! The conditions on one heap, in every context.
//!
//! A context (D, T, M) is what the rest of a sum adds up to: M = 0, or M is the m of some heap and
//! T is at least the least t of the heaps with this m. For a heap n with the label (d, t, m) let V
//! be the set of contexts in which one of its options makes a sum that is called P. The conditions
//! are, in the words of the theorem:
//!
//! - (P) no context in V makes a sum with n that is called P;
//! - (C) if t = 0 and D + d is even, the context (D, 0, 0) is in V; and a *unit*, a heap with the
//!   label (1, 0, 0), has an option with the label (0, 0, 0);
//! - (A) if t > 0 and M <= m and n with the context is called N, the context is in V, unless
//!   (E1) m = T + t + 1, D + d is even and T > 0; or (E2) with another D it would be called P, and
//!   no sum of heaps without units, none of them after n, is this context; or (E3) no sum of heaps
//!   that do not come after n has these T and M;
//! - (B) if t > 0, T > 0, M = T + t + 1 and D + d is even, the context is in V.
//!
//! For a T above all m that occur nothing depends on T but its parity, and what sums of heaps can
//! have this parity and D follows from the group that the pairs (t, d) modulo 2 generate; for an M
//! above all m of the heap and its options nothing depends on T and M but M - T and its parity, and
//! M - T is at most M - t for the heaps with m = M. So finitely many contexts stand for all.
//!
//! Theorem: `docs/quotients.md#knots`.

use super::labels::{FarHeaps, KnotLabel, KnotLabels};
use crate::FailedStep;
use crate::meter::Meter;
use upstar_base::Stopped;

/// Which heap of a sum comes last: the one with the largest m, then t, then d; where m = 0, the
/// order by t, and the order by d, may be turned round.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeapOrder {
    small_t_last: bool,
    small_d_last: bool,
}

impl HeapOrder {
    pub(super) const ALL: [HeapOrder; 4] = [
        HeapOrder { small_t_last: false, small_d_last: false },
        HeapOrder { small_t_last: false, small_d_last: true },
        HeapOrder { small_t_last: true, small_d_last: false },
        HeapOrder { small_t_last: true, small_d_last: true },
    ];

    fn key(self, label: KnotLabel) -> (i64, i64, bool) {
        let turned = label.m == 0 && self.small_t_last;
        (label.m, if turned { -label.t } else { label.t }, label.d != self.small_d_last)
    }
}

/// A set of contexts with one M: for each D and parity of T, all T above one bound and below
/// another, and perhaps T = 0.
struct WonContexts {
    above: [[i64; 2]; 2],
    below: [[i64; 2]; 2],
    zero: [bool; 2],
}

impl WonContexts {
    /// V for one M.
    fn new(options: &[KnotLabel], most: i64) -> WonContexts {
        let mut set =
            WonContexts { above: [[i64::MAX; 2]; 2], below: [[i64::MIN; 2]; 2], zero: [false; 2] };
        for option in options {
            let (d, parity) = (usize::from(option.d), (option.t % 2) as usize);
            let bound = option.m.max(most) - option.t;
            let above = &mut set.above[d][parity];
            *above = (*above).min(bound);
            let below = &mut set.below[1 - d][1 - parity];
            *below = (*below).max(bound);
            if option.t == 0 {
                set.zero[1 - d] = true;
            }
        }
        set
    }

    fn contains(&self, d: bool, t: i64) -> bool {
        let (d, parity) = (usize::from(d), (t % 2) as usize);
        t > self.above[d][parity] || t < self.below[d][parity] || t == 0 && self.zero[d]
    }
}

/// How far above all m the sums of heaps are looked at one by one.
pub(super) const FURTHER: i64 = 16;

/// Which D the sums without units have, of heaps with m = 0 that do not come after the heap.
pub(super) struct ReachedSums {
    /// By T.
    pub(super) exact: Vec<[bool; 2]>,
    /// By the parity of T, for some T at all.
    pub(super) by_parity: [[bool; 2]; 2],
}

/// One heap with its options.
pub(super) struct Conditions<'a> {
    labels: &'a KnotLabels,
    window: FarHeaps,
    order: HeapOrder,
    heap: usize,
    label: KnotLabel,
    /// The options for (P).
    options: Vec<KnotLabel>,
    /// The options that count as winning moves.
    near: Vec<KnotLabel>,
    /// The largest m of the heap and its options.
    top: i64,
}

impl<'a> Conditions<'a> {
    pub(super) fn new(
        labels: &'a KnotLabels,
        window: FarHeaps,
        order: HeapOrder,
        heap: usize,
        mut options: Vec<KnotLabel>,
        mut near: Vec<KnotLabel>,
    ) -> Conditions<'a> {
        for list in [&mut options, &mut near] {
            list.sort_unstable();
            list.dedup();
        }
        let label = labels.at(heap);
        let top = options.iter().map(|option| option.m).fold(label.m, i64::max);
        Conditions { labels, window, order, heap, label, options, near, top }
    }

    fn fails(&self, what: &'static str, d: bool, t: i64, m: i64) -> Option<FailedStep> {
        let Conditions { heap, label, .. } = self;
        let (own, other) = (u8::from(label.d), u8::from(d));
        Some((
            what,
            format!("heap {heap} ({own},{},{}) in the context ({other},{t},{m})", label.t, label.m),
        ))
    }

    /// The first condition that fails.
    pub(super) fn failure(&self, meter: &Meter<'_>) -> Result<Option<FailedStep>, Stopped> {
        let KnotLabel { d, t, m } = self.label;
        let is_nothing = |option: &KnotLabel| *option == KnotLabel::default();
        if self.label == (KnotLabel { d: true, t: 0, m: 0 }) && !self.options.iter().any(is_nothing)
        {
            return Ok(Some(("units", format!("heap {} has no option 0,0,0", self.heap))));
        }
        let labels = self.labels.all().len() as u64;
        meter.tick(4 * labels)?;
        let least = self.least_t();
        let reached = self.reached(meter)?;
        for &(most, from) in std::iter::once(&(0, 0)).chain(&least) {
            meter.tick(1 + (self.options.len() + self.near.len()) as u64)?;
            let winning = WonContexts::new(&self.options, most);
            let won = WonContexts::new(&self.near, most);
            for sum in from..=self.top.max(from) + FURTHER + 2 {
                meter.tick(1)?;
                for other in [false, true] {
                    let called = |other: bool| KnotLabel::is_p(other != d, sum + t, most.max(m));
                    if called(other) {
                        if winning.contains(other, sum) {
                            return Ok(self.fails("P-positions", other, sum, most));
                        }
                        continue;
                    }
                    let even = other == d;
                    let mut needed = match t {
                        0 => most == 0 && sum == 0 && even,
                        _ => most <= m && !(m == sum + t + 1 && even && sum > 0),
                    };
                    if needed && t > 0 {
                        let possible = match most {
                            0 => self.possible(&reached, sum),
                            _ => {
                                meter.tick(if sum - from < 2 { 2 * labels } else { 1 })?;
                                self.possible_with(most, sum - from)
                            }
                        };
                        if let Some([with_even, with_odd]) = possible {
                            let with = if other { with_odd } else { with_even };
                            let none = !with_even && !with_odd;
                            needed = !none && (with || !called(!other));
                        }
                    }
                    // Where M > 0, T > 0 as well.
                    needed = needed || t > 0 && most == sum + t + 1 && even;
                    if needed && !won.contains(other, sum) {
                        return Ok(self.fails("N-positions", other, sum, most));
                    }
                }
            }
        }
        self.with_large_m(meter)
    }

    /// The conditions in contexts with an M above all m of the heap and its options; `most - sum`
    /// is what counts. The numbers are taken so large that the sum is positive.
    fn with_large_m(&self, meter: &Meter<'_>) -> Result<Option<FailedStep>, Stopped> {
        let Some(widest) = self.widest() else { return Ok(None) };
        let KnotLabel { d, t, .. } = self.label;
        let deepest = self.options.iter().map(|option| option.t).fold(t, i64::max);
        let most = 2 * self.top.max(deepest) + 11;
        let (winning, won) =
            (WonContexts::new(&self.options, most), WonContexts::new(&self.near, most));
        for difference in -2..=widest.min(deepest + 2) {
            meter.tick(1)?;
            let sum = most - difference;
            for other in [false, true] {
                if KnotLabel::is_p(other != d, sum + t, most) && winning.contains(other, sum) {
                    return Ok(self.fails("P-positions", other, sum, most));
                }
            }
        }
        let sum = most - t - 1;
        if t > 0 && t < widest && !won.contains(d, sum) {
            return Ok(self.fails("N-positions", d, sum, most));
        }
        Ok(None)
    }

    /// The largest M - T of a context with an M above all m of the heap and its options; `None` if
    /// no heap has such an m.
    fn widest(&self) -> Option<i64> {
        let labels = self.labels.all();
        // Where m does not end, M - T has no bound: it grows with every period.
        if labels.iter().rev().take(self.labels.period).any(|label| label.m > 0) {
            return Some(i64::MAX);
        }
        let above = labels.iter().filter(|label| label.m > self.top);
        above.map(|label| label.m - label.t).max()
    }

    /// The m up to `top`, each with its least t.
    fn least_t(&self) -> Vec<(i64, i64)> {
        let with = self.labels.all().iter().filter(|label| (1..=self.top).contains(&label.m));
        let mut all: Vec<(i64, i64)> = with.map(|label| (label.m, label.t)).collect();
        all.sort_unstable();
        all.dedup_by_key(|pair| pair.0);
        all
    }

    /// Does a heap with this label not come after the heap?
    fn precedes(&self, label: KnotLabel) -> bool {
        self.order.key(label) <= self.order.key(self.label)
    }

    /// Sums of heaps with m = 0.
    pub(super) fn reached(&self, meter: &Meter<'_>) -> Result<ReachedSums, Stopped> {
        let mut exact = vec![[false; 2]; (self.top + FURTHER) as usize + 1];
        exact[0][0] = true;
        let fits = |label: &&KnotLabel| label.t > 0 && label.m == 0 && self.precedes(**label);
        let mut steps: Vec<(i64, bool)> =
            self.labels.all().iter().filter(fits).map(|label| (label.t, label.d)).collect();
        let mut by_parity = [[true, false], [false, false]];
        // Each of at most three pairs, and then the sums of two of them.
        for _ in 0..2 {
            for &(t, d) in &steps {
                let before = by_parity;
                for (parity, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let to = &mut by_parity[(parity + t as usize) % 2][other ^ usize::from(d)];
                    *to |= before[parity][other];
                }
            }
        }
        steps.retain(|&(t, _)| (t as usize) < exact.len());
        steps.sort_unstable();
        steps.dedup();
        for t in 1..exact.len() {
            for &(step, d) in &steps {
                meter.tick(1)?;
                let Some(before) = t.checked_sub(step as usize) else { break };
                for other in [false, true] {
                    if exact[before][usize::from(other)] {
                        exact[t][usize::from(other != d)] = true;
                    }
                }
            }
        }
        Ok(ReachedSums { exact, by_parity })
    }

    /// The D that are possible with M = 0 and this T, where that is used.
    fn possible(&self, reached: &ReachedSums, sum: i64) -> Option<[bool; 2]> {
        let possible = reached.exact.get(sum as usize).copied();
        let possible = possible.unwrap_or(reached.by_parity[(sum % 2) as usize]);
        (self.heap <= self.window.first || sum < 2).then_some(possible)
    }

    /// The D that are possible with this M and a T that is by so much above the least.
    pub(super) fn possible_with(&self, most: i64, above: i64) -> Option<[bool; 2]> {
        if above >= 2 {
            return None;
        }
        let with: Vec<KnotLabel> =
            self.labels.all().iter().filter(|label| label.m == most).copied().collect();
        let least = with.iter().map(|label| label.t).min()?;
        let mut possible = [false; 2];
        for label in with.into_iter().filter(|&label| self.precedes(label)) {
            if label.t - least == above {
                possible[usize::from(label.d)] = true;
            }
            if label.t == least && above == 1 {
                let one = |q: &&KnotLabel| q.t == 1 && q.m <= most && self.precedes(**q);
                for q in self.labels.all().iter().filter(one) {
                    possible[usize::from(label.d != q.d)] = true;
                }
            }
        }
        Some(possible)
    }
}

/// V for one M, for tests.
#[cfg(test)]
pub(super) fn winning(options: &[KnotLabel], most: i64) -> impl Fn(bool, i64) -> bool {
    let set = WonContexts::new(options, most);
    move |d, t| set.contains(d, t)
}
