//! No move leads from a sum that is called P to another one.
//!
//! A *change* is what a move does: the kind and number of the heap, and what it leaves. Of a
//! number above the bound z only that is kept; if the option has exactly one number, the
//! difference is kept unless it is above c; other numbers of options may be any. By the theorem the
//! moves of the heaps up to N show all changes, and a change that leads from P to P in some
//! context does so for numbers without a gap of more than c + 1 above z.

use super::heaps::{HeapRole, LadderBounds, LadderHeaps, Left, NumberedRole, missing};
use super::rule::LadderSum;
use crate::meter::Meter;
use crate::{Checked, step};
use std::collections::BTreeSet;
use std::fmt;

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    kind: HeapRole,
    /// The number of the heap; z + 1 stands for all above z.
    own: i64,
    left: Left,
    /// By how much the only number of the option is below that of the heap; c + 1 stands for all
    /// above c.
    below: Option<i64>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Left { odd, twos, firsts, seconds } = &self.left;
        let (odd, ys, xs) = (u8::from(*odd), firsts.len(), seconds.len());
        write!(f, "from {} to D = {odd}, B = {twos}, {ys} Y and {xs} X", self.kind)
    }
}

/// The step "P-positions": there is no move from P to P.
pub(super) fn check(
    heaps: &LadderHeaps<'_>,
    bounds: &LadderBounds,
    meter: &Meter<'_>,
) -> Checked<()> {
    let mut changes = BTreeSet::new();
    for heap in 1..=bounds.last {
        let NumberedRole { kind, number } = heaps.label(heap);
        let mut visit = |_: &[u64], left: Left| {
            let own = number.min(bounds.low + 1);
            let other = left.number().filter(|_| number > 0);
            let below = other.map(|other| (number - other).min(bounds.far + 1));
            if changes.insert(Change { kind, own, left: left.shape(), below }) {
                meter.charge(256)?;
            }
            Ok(())
        };
        heaps.each_option(heap, meter, &mut visit)?;
    }
    for change in &changes {
        for firsts in 0..5 {
            for seconds in 0..3 {
                for (odd, twos) in
                    [(false, 0), (false, 1), (false, 2), (true, 0), (true, 1), (true, 2)]
                {
                    let context = SumContext { odd, twos, firsts, seconds };
                    let search = NumberSearch { change, context, bounds, near: heaps.near, meter };
                    search.check(&mut Vec::new())?;
                }
            }
        }
    }
    Ok(())
}

/// A context without its numbers: how many Y, where 3 and 4 stand for more of the same parity, and
/// how many X, where 2 stands for more.
#[derive(Clone, Copy, Debug)]
struct SumContext {
    odd: bool,
    twos: u64,
    firsts: usize,
    seconds: usize,
}

/// Gives numbers one after the other: that of the heap, those of the option, the Y of the context,
/// rising, and the largest X of the context, falling.
struct NumberSearch<'a> {
    change: &'a Change,
    context: SumContext,
    bounds: &'a LadderBounds,
    near: i64,
    meter: &'a Meter<'a>,
}

impl NumberSearch<'_> {
    /// The numbers that count: of the heap, of the option, of the Y and of the X.
    fn counts(&self) -> [usize; 4] {
        let SumContext { firsts, seconds, .. } = self.context;
        let own = usize::from(self.change.own > 0);
        [own, self.change.left.numbers(), if firsts > 2 { 0 } else { firsts }, seconds]
    }

    fn check(&self, numbers: &mut Vec<i64>) -> Checked<()> {
        self.meter.tick(4)?;
        let [before, after] = self.sums(numbers);
        if before.is_p(self.near) == Some(false) || after.is_p(self.near) == Some(false) {
            return Ok(());
        }
        let all: usize = self.counts().iter().sum();
        let left = all - numbers.len();
        let SumContext { odd, twos, firsts, seconds } = self.context;
        step!(
            "P-positions",
            left > 0,
            "{} with the numbers {numbers:?}, beside D = {}, B = {twos}, {firsts} Y and {seconds} X",
            self.change,
            u8::from(odd)
        );
        let (low, gap) = (self.bounds.low, self.bounds.far + 1);
        let (from, to) = self.range(numbers, low + gap * all as i64);
        for number in from..=to {
            numbers.push(number);
            if missing(numbers.iter().copied(), low, gap) < left {
                self.check(numbers)?;
            }
            numbers.pop();
        }
        Ok(())
    }

    /// Between which bounds the next number is.
    fn range(&self, numbers: &[i64], most: i64) -> (i64, i64) {
        let [own, option, firsts, _] = self.counts();
        let Change { own: number, below, .. } = *self.change;
        let place = numbers.len();
        let last = numbers.last().copied();
        if place < own {
            return if number > self.bounds.low { (number, most) } else { (number, number) };
        }
        if place < own + option {
            return match (below, last) {
                (Some(below), Some(own)) if below > self.bounds.far => (1, own - below),
                (Some(below), Some(own)) => ((own - below).max(1), own - below),
                _ => (1, most),
            };
        }
        let (y, x) = (place - own - option, place.saturating_sub(own + option + firsts));
        match last {
            Some(last) if y < firsts && y > 0 => (last, most),
            Some(last) if y >= firsts && x > 0 => (1, last),
            _ => (1, most),
        }
    }

    /// The sums before and after the move, as far as numbers are given.
    fn sums(&self, numbers: &[i64]) -> [LadderSum; 2] {
        let [own, option, firsts, _] = self.counts();
        let mut given = numbers.iter().copied();
        let mut next = |count: usize| given.by_ref().take(count).collect::<Vec<i64>>();
        let (own, option, ys, xs) = (next(own), next(option), next(firsts), next(usize::MAX));
        let SumContext { odd, twos, firsts: count, seconds } = self.context;
        let mut context = LadderSum::NOTHING.plus(odd, twos).with_seconds(seconds, &xs);
        for place in 0..count {
            let number = if ys.len() == firsts { ys.get(place).copied() } else { None };
            context = context.plus_first(number);
        }
        let own = own.first().copied();
        let before = match self.change.kind {
            HeapRole::Plain(odd, twos) => context.plus(odd, twos),
            HeapRole::First => context.plus_first(own),
            HeapRole::Second => context.plus_second(own),
        };
        let Left { odd, twos, firsts, seconds } = &self.change.left;
        let mut after = context.plus(*odd, *twos);
        for place in 0..firsts.len() {
            after = after.plus_first(option.get(place).copied());
        }
        for place in 0..seconds.len() {
            after = after.plus_second(option.get(firsts.len() + place).copied());
        }
        [before, after]
    }
}

#[cfg(test)]
#[path = "../../tests/private/ladders/previous.rs"]
mod tests;
