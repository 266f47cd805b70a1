//! Frisky positions with few heaps, for all sizes of the heaps: the tau tables of Plambeck
//! (*Pretending in misère combinatorial games*, 2003, section 6.17, for .3102).
//!
//! A position is frisky if its outcomes in normal and in misère play differ. Let no move split a
//! heap or take more than r tokens. A position of d heaps is given by its smallest heap t and the
//! differences s, ..., k between neighbours in the order of size. The labels are computed for
//! heaps up to some size; an array that is periodic in the end in every coordinate is read off
//! them, and then *proved* to hold the labels of all positions, as follows.
//!
//! Let A be the latest beginning of a period in coordinate i, over all values of the coordinates
//! before, and P a common multiple of these periods. A move changes every coordinate by at most
//! r, for it lowers each of the sizes in their order by at most r. Where coordinate i is
//! A + 2r + P or more, lowering it by P leads to a position with the same moves (no heap from
//! number i on has r tokens or less, and none passes below heap i-1), and the entries of position
//! and options in the array remain the same. So if every position with all coordinates below
//! A + 2r + P has the entry that follows from the entries of its options, then all positions do;
//! and by induction on the number of tokens the entries are the labels.
//!
//! Theorem: `docs/misere.md#few-heaps`.

use super::eventually::{Eventually, Nest};
use super::label::OutcomePair;
use std::fmt;
use upstar_base::arithmetic::lcm;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// The most heaps that can be asked for.
pub const MOST_HEAPS: usize = 5;
/// The most positions that are looked at.
const MOST_CELLS: u64 = 1 << 30;

/// Why there are no labels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLabels {
    /// The rules are not of the kind.
    #[error("heaps of this game can be split or have no largest move")]
    Splits,
    /// Too few or too many heaps.
    #[error("the number of heaps must be 1 to {MOST_HEAPS}")]
    Heaps,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The labels of all positions with a number of heaps, proved.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::decomposition::frisky::FewHeaps;
/// let labels = FewHeaps::new(&".3102".parse()?, 3, &Budget::unlimited())?;
/// assert_eq!(labels.label(&[22u32, 50, 67]).unwrap().to_string(), "PP");
/// assert_eq!(labels.label(&[5_000_000_000_000_005u64, 2]).unwrap().to_string(), "NP");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FewHeaps {
    heaps: usize,
    reach: usize,
    labels: Nest<OutcomePair>,
}

impl FewHeaps {
    /// Finds and proves the labels.
    pub fn new(code: &HeapCode, heaps: usize, budget: &Budget) -> Result<FewHeaps, NoLabels> {
        let digits = code.bits().filter(|digits| digits.iter().all(|&digit| digit <= 3));
        let digits = digits.ok_or(NoLabels::Splits)?;
        if !(1..=MOST_HEAPS).contains(&heaps) {
            return Err(NoLabels::Heaps);
        }
        let rule = TakingRule { digits };
        let reach = rule.digits.len() - 1;
        let mut largest = 24 + 4 * reach;
        loop {
            let computed = Computed::new(&rule, heaps, largest, budget)?;
            if let Some(labels) = computed.guess(&mut Vec::new(), reach, budget)? {
                let found = FewHeaps { heaps, reach, labels };
                if found.holds(&rule, budget)? {
                    return Ok(found);
                }
            }
            largest *= 2;
        }
    }

    /// The number of heaps.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// The labels by smallest heap and differences.
    pub fn labels(&self) -> &Nest<OutcomePair> {
        &self.labels
    }

    /// The label of a position; `None` if it has too many heaps.
    pub fn label<H: Copy + Into<u64>>(&self, sizes: &[H]) -> Option<OutcomePair> {
        let mut sorted = vec![0usize; self.heaps.checked_sub(sizes.len())?];
        for &size in sizes {
            sorted.push(usize::try_from(size.into()).ok()?);
        }
        sorted.sort_unstable();
        self.labels.at(&differences(&sorted)).copied()
    }

    /// The tau of every smallest heap with all differences but the last.
    pub fn taus(&self, group: usize) -> Option<Nest<Tau>> {
        let group = group.clamp(1, MOST_BITS);
        self.labels.rows(&mut |row| Tau::new(row, group))
    }

    /// Does every entry follow from those of the options?
    fn holds(&self, rule: &TakingRule, budget: &Budget) -> Result<bool, Stopped> {
        let mut starts = vec![0; self.heaps];
        let mut periods = vec![1usize; self.heaps];
        let mut fits = true;
        self.labels.each_row(0, &mut |depth, row| {
            starts[depth] = starts[depth].max(row.start());
            match lcm(periods[depth] as u64, row.period() as u64) {
                Some(period) => periods[depth] = period as usize,
                None => fits = false,
            }
        });
        let ends: Vec<usize> =
            starts.iter().zip(&periods).map(|(start, p)| start + 2 * self.reach + p).collect();
        let cells = ends.iter().try_fold(1u64, |cells, &end| cells.checked_mul(end as u64));
        if !fits || cells.is_none_or(|cells| cells > MOST_CELLS) {
            return Err(Stopped::Limit { what: "the size of the pattern", limit: MOST_CELLS });
        }
        let mut place = vec![0usize; self.heaps];
        let mut lower = Vec::new();
        let mut count = 0u64;
        loop {
            count += 1;
            if count.is_multiple_of(1 << 12) {
                budget.check()?;
            }
            let mut size = 0;
            let sorted: Vec<usize> = place
                .iter()
                .map(|x| {
                    size += x;
                    size
                })
                .collect();
            let expected = rule
                .label(&sorted, &mut lower, |option| self.labels.at(&differences(option)).copied());
            if expected.is_none() || self.labels.at(&place).copied() != expected {
                return Ok(false);
            }
            let Some(i) = (0..self.heaps).rev().find(|&i| place[i] + 1 < ends[i]) else {
                return Ok(true);
            };
            place[i] += 1;
            place[i + 1..].fill(0);
        }
    }
}

/// Smallest heap and differences of sizes in order.
fn differences(sorted: &[usize]) -> Vec<usize> {
    let before = std::iter::once(0).chain(sorted.iter().copied());
    sorted.iter().zip(before).map(|(size, before)| size - before).collect()
}

/// Moves that take tokens from one heap and leave the rest in one piece.
struct TakingRule {
    /// Bit 0: the whole heap may be taken; bit 1: something must be left.
    digits: Vec<u64>,
}

impl TakingRule {
    /// The label of a position if those of its options are known.
    fn label(
        &self,
        sorted: &[usize],
        option: &mut Vec<usize>,
        known: impl Fn(&[usize]) -> Option<OutcomePair>,
    ) -> Option<OutcomePair> {
        let (mut moves, mut normal_p, mut misere_p) = (false, true, true);
        for (i, &size) in sorted.iter().enumerate() {
            for taken in 1..self.digits.len().min(size + 1) {
                let bit = if size > taken { 2 } else { 1 };
                if self.digits[taken] & bit == 0 {
                    continue;
                }
                option.clear();
                option.extend_from_slice(sorted);
                option[i] -= taken;
                option.sort_unstable();
                let label = known(option)?;
                moves = true;
                normal_p &= !label.normal_p;
                misere_p &= !label.misere_p;
            }
        }
        Some(OutcomePair { normal_p, misere_p: misere_p && moves })
    }
}

/// Labels of all positions with heaps up to a size.
struct Computed {
    heaps: usize,
    largest: usize,
    /// How many multisets of i+1 sizes have all sizes below n.
    below: Vec<Vec<usize>>,
    labels: Vec<OutcomePair>,
}

impl Computed {
    fn new(
        rule: &TakingRule,
        heaps: usize,
        largest: usize,
        budget: &Budget,
    ) -> Result<Computed, Stopped> {
        let mut below: Vec<Vec<usize>> = Vec::new();
        for i in 0..heaps {
            let mut sum = 0usize;
            let mut row = vec![0];
            for n in 0..=largest {
                let more = if i == 0 { 1 } else { below[i - 1][n + 1] };
                sum = sum.saturating_add(more);
                row.push(sum);
            }
            below.push(row);
        }
        let cells = below[heaps - 1][largest + 1] as u64;
        if cells > MOST_CELLS {
            return Err(Stopped::Limit { what: "the number of positions", limit: MOST_CELLS });
        }
        budget.charge(cells * size_of::<OutcomePair>() as u64)?;
        let mut computed =
            Computed { heaps, largest, below, labels: Vec::with_capacity(cells as usize) };
        let mut sorted = vec![0; heaps];
        let mut option = Vec::new();
        // In the order of the largest heap, then of the second: options come earlier.
        loop {
            if computed.labels.len().is_multiple_of(1 << 12) {
                budget.check()?;
            }
            let known = |option: &[usize]| computed.labels.get(computed.number(option)).copied();
            let label = rule.label(&sorted, &mut option, known);
            computed.labels.extend(label);
            let last = |i: usize| match sorted.get(i + 1) {
                Some(&next) => sorted[i] == next,
                None => sorted[i] == largest,
            };
            let Some(i) = (0..heaps).find(|&i| !last(i)) else { return Ok(computed) };
            sorted[i] += 1;
            sorted[..i].fill(0);
        }
    }

    /// The place of a position among those with heaps up to the same size.
    fn number(&self, sorted: &[usize]) -> usize {
        sorted.iter().zip(&self.below).map(|(&size, below)| below[size]).sum()
    }

    /// The array that the labels look like, from the coordinates in `place` on.
    fn guess(
        &self,
        place: &mut Vec<usize>,
        slack: usize,
        budget: &Budget,
    ) -> Result<Option<Nest<OutcomePair>>, Stopped> {
        if place.len() + 2 <= self.heaps {
            budget.check()?;
        }
        if place.len() == self.heaps {
            let mut sorted = place.clone();
            for i in 1..sorted.len() {
                sorted[i] += sorted[i - 1];
            }
            return Ok(self.labels.get(self.number(&sorted)).copied().map(Nest::Cell));
        }
        let used: usize = place.iter().sum();
        let mut items = Vec::new();
        for x in 0..=self.largest - used {
            place.push(x);
            let item = self.guess(place, slack, budget)?;
            place.pop();
            match item {
                Some(item) => items.push(item),
                None => break,
            }
        }
        Ok(Eventually::guess(items, slack).map(Nest::Row))
    }
}

/// The most bits of a group.
pub const MOST_BITS: usize = 32;

/// Which members of a sequence of positions are frisky: bits in groups, the first bit of a group
/// the highest, written in decimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tau(Eventually<u64>);

impl Tau {
    fn new(row: &Eventually<Nest<OutcomePair>>, group: usize) -> Tau {
        let bit = |i: usize| match row.at(i) {
            Nest::Cell(label) => u64::from(label.is_frisky()),
            Nest::Row(_) => 0,
        };
        let number = |g: usize| (g * group..(g + 1) * group).fold(0, |bits, i| 2 * bits + bit(i));
        // In groups the period is at most as long as it is in bits.
        let start = row.start().div_ceil(group);
        let numbers: Vec<u64> = (0..start + row.period()).map(number).collect();
        Tau(Eventually::normal(numbers, row.period()))
    }
}

/// What comes before the period, `_`, the period; only the period if that is all.
impl fmt::Display for Tau {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let (before, period) = self.0.items().split_at(self.0.start());
        if !before.is_empty() {
            write!(f, "{}_", list(before))?;
        }
        f.write_str(&list(period))
    }
}
