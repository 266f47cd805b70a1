//! Labels and moves of heaps, and the bounds from which on everything is linear.

use super::MisereLadders;
use crate::meter::Meter;
use crate::rules::Rules;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use upstar_base::Stopped;

/// What a heap counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HeapRole {
    /// d and b: it adds to D and B.
    Plain(bool, u64),
    /// An Y.
    First,
    /// An X.
    Second,
}

impl fmt::Display for HeapRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapRole::Plain(odd, twos) => write!(f, "D = {}, B = {twos}", u8::from(*odd)),
            HeapRole::First => f.write_str("Y"),
            HeapRole::Second => f.write_str("X"),
        }
    }
}

/// A kind with its number; 0 for a plain heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NumberedRole {
    pub(super) kind: HeapRole,
    pub(super) number: i64,
}

/// An option: what its plain heaps add up to, and the numbers of its others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Left {
    pub(super) odd: bool,
    /// 0, 1 if odd, 2 if even and positive.
    pub(super) twos: u64,
    pub(super) firsts: Vec<i64>,
    pub(super) seconds: Vec<i64>,
}

impl Left {
    /// How many numbers it has.
    pub(super) fn numbers(&self) -> usize {
        self.firsts.len() + self.seconds.len()
    }

    /// Its only number.
    pub(super) fn number(&self) -> Option<i64> {
        match (&self.firsts[..], &self.seconds[..]) {
            (&[number], []) | ([], &[number]) => Some(number),
            _ => None,
        }
    }

    /// The same with all numbers unknown, written as 0.
    pub(super) fn shape(&self) -> Left {
        Left { firsts: vec![0; self.firsts.len()], seconds: vec![0; self.seconds.len()], ..*self }
    }
}

/// The memory of an option in a set.
const LEFT: u64 = 128;

/// Is called with the heaps of an option and what they add up to.
type OptionVisit<'a> = &'a mut dyn FnMut(&[u64], Left) -> Result<(), Stopped>;

/// The heaps of a claim.
pub(super) struct LadderHeaps<'a> {
    pub(super) rules: &'a Rules,
    labels: Vec<NumberedRole>,
    pub(super) near: i64,
    period: u64,
    preperiod: u64,
}

/// The bounds of the theorem.
#[derive(Clone, Copy, Debug)]
pub(super) struct LadderBounds {
    /// c: numbers that differ by more count as far apart.
    pub(super) far: i64,
    /// z: numbers above this belong to heaps that are linear with all their moves.
    pub(super) low: i64,
    /// N: larger heaps have the moves of those one period before.
    pub(super) last: u64,
    /// L: larger gaps between numbers can be made smaller without a change of winning moves.
    pub(super) gap: i64,
}

impl<'a> LadderHeaps<'a> {
    pub(super) fn new(claim: &MisereLadders, rules: &'a Rules) -> LadderHeaps<'a> {
        let label = |&[d, b, y, x]: &[u64; 4]| match (y, x) {
            (0, 0) => NumberedRole { kind: HeapRole::Plain(d == 1, b), number: 0 },
            (0, _) => NumberedRole { kind: HeapRole::Second, number: x as i64 },
            _ => NumberedRole { kind: HeapRole::First, number: y as i64 },
        };
        let nothing = NumberedRole { kind: HeapRole::Plain(false, 0), number: 0 };
        let labels = std::iter::once(nothing).chain(claim.labels.iter().map(label)).collect();
        let (period, preperiod) = (claim.period, claim.preperiod);
        LadderHeaps { rules, labels, near: claim.near as i64, period, preperiod }
    }

    pub(super) fn label(&self, heap: u64) -> NumberedRole {
        let listed = self.labels.len() as u64;
        let periods = (heap + 1).saturating_sub(listed).div_ceil(self.period);
        let NumberedRole { kind, number } = self.labels[(heap - periods * self.period) as usize];
        NumberedRole { kind, number: if number == 0 { 0 } else { number + periods as i64 } }
    }

    /// Calls `visit` with the heaps of every option and what they add up to.
    pub(super) fn each_option(
        &self,
        heap: u64,
        meter: &Meter<'_>,
        visit: OptionVisit<'_>,
    ) -> Result<(), Stopped> {
        self.rules.each_option(heap, meter, &mut |option| {
            meter.tick(8)?;
            let (mut odd, mut twos) = (false, 0);
            let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
            for &part in option {
                let NumberedRole { kind, number } = self.label(part);
                match kind {
                    HeapRole::Plain(d, b) => {
                        odd ^= d;
                        twos += b;
                    }
                    HeapRole::First => firsts.push(number),
                    HeapRole::Second => seconds.push(number),
                }
            }
            firsts.sort_unstable();
            seconds.sort_unstable();
            let twos = if twos == 0 { 0 } else { 2 - twos % 2 };
            visit(option, Left { odd, twos, firsts, seconds })
        })
    }

    /// The bounds; `None` if an option has a number far above that of its heap.
    pub(super) fn bounds(&self, meter: &Meter<'_>) -> Result<Option<LadderBounds>, Stopped> {
        let far = 2 + self.near;
        let reach = self.rules.reach();
        let (period, preperiod) = (self.period, self.preperiod);
        let number = |heap: u64| self.label(heap).number;
        // Heaps from here on are linear with all their moves, also one period before.
        let linear = 2 * preperiod + reach + period;
        let low = (1..linear).map(number).max().unwrap_or(0).max(far);
        meter.tick(linear)?;
        let is_large = |heap: u64| number(heap) == 0 || number(heap) > low + far + 1;
        // Once a heap is large, so is the one a period further: a run of them is a period of them.
        let mut last = linear + period;
        let mut run = 0;
        while run < period {
            meter.tick(1)?;
            last += 1;
            run = if is_large(last) { run + 1 } else { 0 };
        }
        // The largest difference of numbers where the plain part of an option is small.
        let mut small_part = 0;
        let mut is_far_above = false;
        for heap in (1..=last).filter(|&heap| number(heap) > 0) {
            let mut visit = |option: &[u64], left: Left| {
                let Some(other) = left.number() else { return Ok(()) };
                let is_small = |&part: &u64| number(part) > 0 || part < preperiod;
                if option.iter().all(is_small) {
                    small_part = small_part.max(number(heap) - other);
                }
                is_far_above |= other > number(heap) + far;
                Ok(())
            };
            self.each_option(heap, meter, &mut visit)?;
        }
        let gap = far.max(small_part) + far + 1;
        Ok((!is_far_above).then_some(LadderBounds { far, low, last, gap }))
    }

    /// The moves that count as winning ones in sums with numbers, and those in sums without.
    pub(super) fn moves(
        &self,
        bounds: &LadderBounds,
        numbers: i64,
        meter: &Meter<'_>,
    ) -> Result<LabelMoves, Stopped> {
        let mut moves = LabelMoves::default();
        let end = bounds.last + 2 * self.period;
        for heap in 1..=end {
            let NumberedRole { kind, number } = self.label(heap);
            if !matches!(kind, HeapRole::Plain(..)) {
                continue;
            }
            let (mut any, mut shapes) = (BTreeSet::new(), BTreeSet::new());
            let mut visit = |option: &[u64], left: Left| {
                if shapes.insert(left.shape()) {
                    meter.charge(LEFT)?;
                }
                let moves_along = option.iter().all(|&part| part >= self.preperiod);
                let counts = heap <= bounds.last || left.numbers() < 2 || moves_along;
                if counts && any.insert(left) {
                    meter.charge(LEFT)?;
                }
                Ok(())
            };
            self.each_option(heap, meter, &mut visit)?;
            debug_assert_eq!(number, 0);
            if !shapes.is_empty() {
                moves.plain.entry(kind).or_default().insert((shapes, any));
            }
        }
        for heap in (1..).take_while(|&heap| heap <= end || self.smallest_after(heap) <= numbers) {
            meter.tick(self.period)?;
            let NumberedRole { kind, number } = self.label(heap);
            if number == 0 {
                continue;
            }
            let (mut exact, mut shapes) = (BTreeSet::new(), BTreeSet::new());
            let mut visit = |_: &[u64], left: Left| {
                if left.numbers() < 2 {
                    shapes.insert(left.shape());
                    if exact.insert(left) {
                        meter.charge(2 * LEFT)?;
                    }
                }
                Ok(())
            };
            self.each_option(heap, meter, &mut visit)?;
            if heap <= end {
                moves.unknown.entry(kind).or_default().insert(shapes);
            }
            moves.numbered.entry(NumberedRole { kind, number }).or_default().insert(exact);
        }
        Ok(moves)
    }

    /// The least number of a heap in the period that begins here.
    fn smallest_after(&self, heap: u64) -> i64 {
        let numbers = (heap..heap + self.period).map(|heap| self.label(heap).number);
        numbers.filter(|&number| number > 0).min().unwrap_or(i64::MAX)
    }
}

/// The options of one heap.
pub(super) type HeapOptions = BTreeSet<Left>;

/// The moves of heaps with the same label, for each different set of them.
#[derive(Default)]
pub(super) struct LabelMoves {
    /// Plain heaps: options without their numbers, and those that count where nothing else has
    /// a number.
    pub(super) plain: BTreeMap<HeapRole, BTreeSet<(HeapOptions, HeapOptions)>>,
    /// Heaps with a number: options with at most one number.
    pub(super) numbered: BTreeMap<NumberedRole, BTreeSet<HeapOptions>>,
    /// The same for any number, without numbers.
    pub(super) unknown: BTreeMap<HeapRole, BTreeSet<HeapOptions>>,
}

/// How many further numbers are needed at least so that none of these gaps above `low` is larger
/// than `gap`.
pub(super) fn missing(numbers: impl Iterator<Item = i64>, low: i64, gap: i64) -> usize {
    let mut sorted: Vec<i64> = numbers.filter(|&number| number > low).collect();
    sorted.sort_unstable();
    let mut before = low;
    let mut missing = 0;
    for number in sorted {
        missing += (number - before - 1).max(0) / gap;
        before = number;
    }
    missing as usize
}

#[cfg(test)]
#[path = "../../tests/private/ladders/heaps.rs"]
mod tests;
