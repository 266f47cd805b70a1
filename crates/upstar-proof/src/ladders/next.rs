//! Every sum that is not called P and has a move has one to a sum that is.
//!
//! By the theorem only sums with few heaps are looked at: of each kind of plain heaps at most three,
//! five Y, where four and five stand for more, and four X, where three and four stand for more and
//! the three largest count; with numbers that have no gap of more than L above z. First nothing
//! is known of the numbers; where that does not suffice, one after the other is given, the Y first
//! and then the largest X.

use super::heaps::{
    HeapOptions, HeapRole, LabelMoves, LadderBounds, LadderHeaps, Left, NumberedRole, missing,
};
use super::rule::LadderSum;
use crate::meter::Meter;
use crate::{Checked, step};
use std::collections::BTreeSet;
use upstar_base::Stopped;

/// The most numbers of a sum that count.
const MOST_NUMBERS: i64 = 6;
/// From so many Y on their numbers do not count, whatever is moved.
const MANY_FIRSTS: usize = 4;
/// So many of the largest X count.
const SECONDS: usize = 3;

/// The step "N-positions": there is no sum without a winning move.
pub(super) fn check(
    heaps: &LadderHeaps<'_>,
    bounds: &LadderBounds,
    meter: &Meter<'_>,
) -> Checked<()> {
    let moves = heaps.moves(bounds, bounds.low + MOST_NUMBERS * bounds.gap, meter)?;
    let kinds: Vec<HeapRole> = moves.plain.keys().copied().collect();
    let most = |kind: &HeapRole| match kind {
        HeapRole::Plain(false, 0) => 1,
        HeapRole::Plain(_, 0) => 2,
        _ => 3,
    };
    let mut counts = vec![0; kinds.len()];
    loop {
        for firsts in 0..6 {
            for seconds in 0..5 {
                let plain = kinds.iter().copied().zip(counts.iter().copied()).collect();
                let (ys, xs) = (Vec::new(), Vec::new());
                let mut position = PartialSum { plain, firsts, seconds, ys, xs };
                let proof = MoveSearch { moves: &moves, bounds, near: heaps.near, meter };
                proof.check(&mut position)?;
            }
        }
        let Some(place) = (0..kinds.len()).find(|&i| counts[i] < most(&kinds[i])) else {
            return Ok(());
        };
        counts[..place].fill(0);
        counts[place] += 1;
    }
}

/// A sum, as far as it is known.
#[derive(Clone, Debug)]
struct PartialSum {
    /// How many heaps of each kind.
    plain: Vec<(HeapRole, u64)>,
    /// How many Y and X.
    firsts: usize,
    seconds: usize,
    /// The numbers of all Y, rising, or of none.
    ys: Vec<i64>,
    /// The largest numbers of X, falling.
    xs: Vec<i64>,
}

/// Which heap moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MovingHeap {
    Plain(usize),
    First(usize),
    Second(usize),
}

impl PartialSum {
    /// The sum without one of its heaps.
    fn without(&self, mover: Option<MovingHeap>) -> LadderSum {
        let mut sum = LadderSum::NOTHING;
        for (place, &(kind, count)) in self.plain.iter().enumerate() {
            let count = count - u64::from(mover == Some(MovingHeap::Plain(place)));
            if let HeapRole::Plain(odd, twos) = kind {
                sum = sum.plus(odd && count % 2 == 1, twos * count);
            }
        }
        for place in (0..self.firsts).filter(|&place| mover != Some(MovingHeap::First(place))) {
            sum = sum.plus_first(self.ys.get(place).copied());
        }
        let (mut count, mut largest) = (self.seconds, self.xs.clone());
        if let Some(MovingHeap::Second(place)) = mover {
            count -= 1;
            if place < largest.len() {
                largest.remove(place);
            }
        }
        sum.with_seconds(count, &largest)
    }

    fn has_heaps(&self) -> bool {
        self.firsts + self.seconds > 0 || self.plain.iter().any(|&(_, count)| count > 0)
    }

    /// How many numbers may still be given.
    fn open(&self) -> usize {
        self.firsts - self.ys.len() + self.seconds.min(SECONDS) - self.xs.len()
    }
}

/// The search for a sum without a winning move.
struct MoveSearch<'a> {
    moves: &'a LabelMoves,
    bounds: &'a LadderBounds,
    near: i64,
    meter: &'a Meter<'a>,
}

impl MoveSearch<'_> {
    fn check(&self, position: &mut PartialSum) -> Checked<()> {
        self.meter.tick(4)?;
        if self.is_settled(position)? {
            return Ok(());
        }
        let PartialSum { plain, firsts, seconds, ys, xs } = &position;
        let plain = plain.iter().filter(|&&(_, count)| count > 0);
        step!(
            "N-positions",
            position.open() > 0 && position.firsts < MANY_FIRSTS,
            "{:?} with {firsts} Y, numbers {ys:?}, and {seconds} X, largest numbers {xs:?}",
            plain.collect::<Vec<_>>()
        );
        if position.ys.len() < position.firsts {
            self.firsts(position)
        } else {
            self.second(position)
        }
    }

    /// Gives numbers to all Y.
    fn firsts(&self, position: &mut PartialSum) -> Checked<()> {
        let from = position.ys.last().copied().unwrap_or(1);
        for number in from..=self.largest() {
            position.ys.push(number);
            match (self.fits(position), position.ys.len() == position.firsts) {
                (false, _) => {}
                (_, true) => self.check(position)?,
                _ => self.firsts(position)?,
            }
            position.ys.pop();
        }
        Ok(())
    }

    /// Gives a number to the largest X that has none.
    fn second(&self, position: &mut PartialSum) -> Checked<()> {
        let to = position.xs.last().copied().unwrap_or(self.largest());
        for number in 1..=to {
            position.xs.push(number);
            if self.fits(position) {
                self.check(position)?;
            }
            position.xs.pop();
        }
        Ok(())
    }

    fn largest(&self) -> i64 {
        self.bounds.low + MOST_NUMBERS * self.bounds.gap
    }

    /// Can the numbers that are open fill the gaps?
    fn fits(&self, position: &PartialSum) -> bool {
        let numbers = position.ys.iter().chain(&position.xs).copied();
        missing(numbers, self.bounds.low, self.bounds.gap) <= position.open()
    }

    /// Is a position called P, or has it no heap with a move, or a winning move?
    fn is_settled(&self, position: &PartialSum) -> Result<bool, Stopped> {
        if !position.has_heaps() || position.without(None).is_p(self.near) == Some(true) {
            return Ok(true);
        }
        let has_numbers = position.firsts + position.seconds > 0;
        for (place, &(kind, count)) in position.plain.iter().enumerate() {
            let Some(heaps) = self.moves.plain.get(&kind).filter(|_| count > 0) else { continue };
            let context = position.without(Some(MovingHeap::Plain(place)));
            let mut wins = true;
            for (shapes, any) in heaps {
                let options = if has_numbers { shapes } else { any };
                wins = self.wins(context, options, !has_numbers)?;
                if !wins {
                    break;
                }
            }
            if wins {
                return Ok(true);
            }
        }
        let firsts = (position.firsts, &position.ys, HeapRole::First);
        let seconds = (position.seconds, &position.xs, HeapRole::Second);
        for (count, numbers, kind) in [firsts, seconds] {
            let mover = |place| match kind {
                HeapRole::First => MovingHeap::First(place),
                _ => MovingHeap::Second(place),
            };
            for (place, &number) in numbers.iter().enumerate() {
                let heaps = self.moves.numbered.get(&NumberedRole { kind, number });
                let context = position.without(Some(mover(place)));
                // If no heap has this number there is no such sum.
                if self.all_win(context, heaps, true)? {
                    return Ok(true);
                }
            }
            if count > 0 && numbers.is_empty() {
                let heaps = self.moves.unknown.get(&kind);
                let context = position.without(Some(mover(0)));
                if self.all_win(context, heaps, false)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether every one of these heaps wins; also if there are none.
    fn all_win(
        &self,
        context: LadderSum,
        heaps: Option<&BTreeSet<HeapOptions>>,
        with_numbers: bool,
    ) -> Result<bool, Stopped> {
        for options in heaps.into_iter().flatten() {
            if !self.wins(context, options, with_numbers)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does one of these options make a sum that is called P, with its numbers or whatever they
    /// are?
    fn wins(
        &self,
        context: LadderSum,
        options: &HeapOptions,
        with_numbers: bool,
    ) -> Result<bool, Stopped> {
        self.meter.tick(1 + options.len() as u64)?;
        Ok(options.iter().any(|Left { odd, twos, firsts, seconds }| {
            let mut sum = context.plus(*odd, *twos);
            for &number in firsts {
                sum = sum.plus_first(with_numbers.then_some(number));
            }
            for &number in seconds {
                sum = sum.plus_second(with_numbers.then_some(number));
            }
            sum.is_p(self.near) == Some(true)
        }))
    }
}

#[cfg(test)]
#[path = "../../tests/private/ladders/next.rs"]
mod tests;
