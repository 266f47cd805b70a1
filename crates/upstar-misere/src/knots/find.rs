//! Guessing labels heap by heap.
//!
//! A window of contexts (D, T, M) is looked at: M = 0 or odd, T from a bound that grows with M.
//! The bound is not known beforehand; several are tried. A label fits a heap if no context has
//! both the heap and one of its options P, if in the contexts in which the heap is the largest
//! component it is P or has an option that is, and if it can answer where a larger component is
//! by one too large. Among labels that fit, those with more P-contexts come first; the search
//! goes deep and comes back where nothing fits. What it finds are guesses: a period is read off,
//! and the proof is another program's.

use crate::linear::at_end;
use std::collections::BTreeSet;
use upstar_base::{Budget, Stopped};
use upstar_proof::MisereKnots;
use upstar_rules::heap::code::HeapCode;

/// The largest T of the window.
const MOST_T: i32 = 40;
/// The largest M of the window.
const MOST_M: i32 = 2 * MOST_T + 5;
/// How many heaps get labels.
const HEAPS: usize = 40;
/// How many labels are tried for a heap.
const TRIED: usize = 3;
/// How often a heap gets a label before the bound is given up.
const PATIENCE: usize = 600;
/// By how much M may be above 2 T.
const SLACKS: [i32; 7] = [-3, -1, 1, 3, 5, 7, 9];
/// The longest period that is looked for.
const LONGEST: usize = 12;

const ALL: u64 = (1 << (MOST_T + 1)) - 1;
const EVEN: u64 = 0x5555_5555_5555_5555 & ALL;
const ODD: u64 = ALL & !EVEN;
/// The rows of a set: M = 0, 1, 3, 5, ...
const ROWS: usize = 2 + MOST_M as usize / 2;

/// A label with small numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct SmallLabel {
    odd: bool,
    t: i32,
    m: i32,
}

impl SmallLabel {
    fn plus(self, other: SmallLabel) -> SmallLabel {
        let (t, m) = (self.t + other.t, self.m.max(other.m));
        SmallLabel { odd: self.odd != other.odd, t, m: if m > t { m } else { 0 } }
    }

    /// The contexts with this M in which it is P, as bits T for even and odd D.
    fn wins(self, most: i32) -> [u64; 2] {
        let bound = self.m.max(most) - self.t;
        let same = if self.t % 2 == 0 { EVEN } else { ODD };
        let mut even_sum = same & above(bound);
        let mut odd_sum = (ALL & !same) & below(bound);
        if self.t == 0 {
            even_sum &= !1;
            odd_sum |= 1;
        }
        if self.odd { [odd_sum, even_sum] } else { [even_sum, odd_sum] }
    }
}

/// All T above a bound.
fn above(bound: i32) -> u64 {
    match bound + 1 {
        ..=0 => ALL,
        least @ 1..=MOST_T => ALL & !((1 << least) - 1),
        _ => 0,
    }
}

/// All T below a bound.
fn below(bound: i32) -> u64 {
    ALL & !above(bound - 1)
}

fn row_m(row: usize) -> i32 {
    (2 * row as i32 - 1).max(0)
}

/// The window for one slack.
struct SlackWindow {
    /// The least T for each row.
    least: [i32; ROWS],
    /// The contexts of each row.
    mask: [u64; ROWS],
}

impl SlackWindow {
    fn new(slack: i32) -> SlackWindow {
        let least: [i32; ROWS] = std::array::from_fn(|row| match row_m(row) {
            0 => 0,
            1 => 1,
            3 => 2,
            m => (m - slack).div_euclid(2).max(1),
        });
        SlackWindow { mask: least.map(|least| above(least - 1)), least }
    }
}

/// The search with each bound.
pub(super) struct Guesses {
    options: Vec<Vec<Vec<u32>>>,
    slacks: std::slice::Iter<'static, i32>,
}

impl Guesses {
    pub(super) fn new(code: &HeapCode) -> Guesses {
        let options = (0..=HEAPS as u32).map(|heap| code.options(heap)).collect();
        Guesses { options, slacks: SLACKS.iter() }
    }
}

impl Iterator for Guesses {
    type Item = Guess;

    fn next(&mut self) -> Option<Guess> {
        let window = SlackWindow::new(*self.slacks.next()?);
        Some(Guess { options: self.options.clone(), window })
    }
}

/// The search with one bound.
pub(super) struct Guess {
    options: Vec<Vec<Vec<u32>>>,
    window: SlackWindow,
}

impl Guess {
    /// The rules that the labels of this search suggest, the simplest first.
    pub(super) fn claims(
        &self,
        code: &HeapCode,
        budget: &Budget,
    ) -> Result<Vec<MisereKnots>, Stopped> {
        Ok(self.search(budget)?.map_or(Vec::new(), |labels| periods(code, &labels)))
    }

    /// Labels for all heaps of the window, the empty one first.
    fn search(&self, budget: &Budget) -> Result<Option<Vec<SmallLabel>>, Stopped> {
        let mut labels = vec![SmallLabel::default()];
        // The choices that are left for each heap.
        let mut left: Vec<Vec<SmallLabel>> = Vec::new();
        for _ in 0..PATIENCE {
            budget.spend(8)?;
            if labels.len() > HEAPS {
                return Ok(Some(labels));
            }
            let mut choices = self.candidates(&labels);
            choices.reverse();
            left.push(choices);
            // The next choice for the last heap that has one.
            let choice = loop {
                let Some(choices) = left.last_mut() else { return Ok(None) };
                if let Some(choice) = choices.pop() {
                    break choice;
                }
                left.pop();
            };
            labels.truncate(left.len());
            labels.push(choice);
        }
        Ok(None)
    }

    /// The labels that fit the next heap, the best first.
    fn candidates(&self, labels: &[SmallLabel]) -> Vec<SmallLabel> {
        let options: BTreeSet<SmallLabel> = self.options[labels.len()]
            .iter()
            .map(|option| {
                let parts = option.iter().map(|&heap| labels[heap as usize]);
                parts.fold(SmallLabel::default(), SmallLabel::plus)
            })
            .collect();
        if options.is_empty() {
            return vec![SmallLabel::default()];
        }
        let mut winning = [[0u64; 2]; ROWS];
        for (row, set) in winning.iter_mut().enumerate() {
            for option in &options {
                let wins = option.wins(row_m(row));
                set[0] |= wins[0];
                set[1] |= wins[1];
            }
        }
        let deepest = options.iter().map(|option| option.t).max().unwrap_or(0);
        let mut found = Vec::new();
        for t in 0..=(deepest + 3).min(MOST_T) {
            for row in 0..ROWS {
                let m = row_m(row);
                if m > 0 && (m <= t || t < self.window.least[row] || t == 0) {
                    continue;
                }
                for odd in [false, true] {
                    let label = SmallLabel { odd, t, m };
                    let is_unit = odd && t == 0;
                    if is_unit && !options.contains(&SmallLabel::default()) {
                        continue;
                    }
                    if let Some(wins) = self.fits(label, &winning) {
                        found.push((std::cmp::Reverse(wins), (t, m, odd), label));
                    }
                }
            }
        }
        found.sort_unstable();
        found.into_iter().take(TRIED).map(|(_, _, label)| label).collect()
    }

    /// Does a label fit these winning contexts? In how many contexts is it P?
    fn fits(&self, label: SmallLabel, winning: &[[u64; 2]; ROWS]) -> Option<u32> {
        let SmallLabel { odd, t, m } = label;
        let alone = (winning[0][0] | label.wins(0)[0]) & 1;
        if alone == 0 {
            return None;
        }
        let mut count = 0;
        for (row, set) in winning.iter().enumerate() {
            let (most, mask) = (row_m(row), self.window.mask[row]);
            let wins = label.wins(most);
            for d in [0, 1] {
                if set[d] & wins[d] & mask != 0 {
                    return None;
                }
                let needed = self.needed(label, most, d) & mask & !wins[d];
                if needed & !set[d] != 0 {
                    return None;
                }
                count += (wins[d] & mask).count_ones();
            }
            // Another component is by one too large: this one must answer.
            let sum = most - 1 - t;
            if t > 0 && most > m && (1..=MOST_T).contains(&sum) {
                let bit = mask >> sum & 1;
                if bit & !(set[usize::from(odd)] >> sum) != 0 {
                    return None;
                }
            }
        }
        Some(count)
    }

    /// The contexts in which the largest component must be P or win, roughly.
    fn needed(&self, label: SmallLabel, most: i32, d: usize) -> u64 {
        let SmallLabel { odd, t, m } = label;
        if t == 0 || most > m {
            return 0;
        }
        let same = if t % 2 == 0 { EVEN } else { ODD };
        let is_even = usize::from(odd) == d;
        let mut needed = ALL;
        if is_even {
            // A sum by one too small: another component answers.
            let sum = m - t - 1;
            if (1..=MOST_T).contains(&sum) {
                needed &= !(1 << sum);
            }
        } else {
            // A unit, or another component, answers.
            needed &= !(same & above(m - t - 1));
        }
        if d == 1 {
            // With T below 2 there is a unit.
            let flipped = SmallLabel { odd: !odd, ..label }.wins(most)[d];
            needed &= !(flipped & 3);
        }
        needed
    }
}

/// The rules that a list of labels suggests: linear at its end, short periods first.
fn periods(code: &HeapCode, labels: &[SmallLabel]) -> Vec<MisereKnots> {
    let last = labels.len() - 1;
    let step = |heap: usize, period: usize| {
        let (a, b) = (labels[heap], labels[heap + period]);
        let by = b.t - a.t;
        let linear = a.odd == b.odd && by > 0 && b.m == if a.m == 0 { 0 } else { a.m + 2 * by };
        linear.then_some(by)
    };
    let mut found = Vec::new();
    for period in 1..=LONGEST.min(last / 3) {
        let Some(by) = step(last - period, period) else { continue };
        let label = |&SmallLabel { odd, t, m }: &SmallLabel| {
            [odd.into(), t.unsigned_abs().into(), m.unsigned_abs().into()]
        };
        let moves = |heap: usize| step(heap, period) == Some(by);
        found.extend(at_end(labels, period, 3, moves, label).map(|(labels, preperiod)| {
            let (code, period, step) = (code.to_string(), period as u64, by.unsigned_abs().into());
            MisereKnots { code, period, step, preperiod, labels }
        }));
    }
    found
}
