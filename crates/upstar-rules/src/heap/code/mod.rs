//! Codes of taking-and-breaking games.
//!
//! The code d0.d1d2d3... of Guy and Smith (1956; Winning Ways ch. 4) says by its digit number k
//! into how many heaps a heap may be divided when k tokens are taken from it: bit h allows h
//! heaps. Here the digits may be written in octal, in hexadecimal, as `&n;` or as lists
//! `{0,2!,3+}` ([`digit`]); a tail in brackets repeats for ever (`4.3[3]`); digits further to
//! the left of the point add tokens (`80.` adds one and leaves three heaps). Subtraction games
//! are the codes whose digits are 3 and 0, so finite sets, all-but sets, squares, primes and
//! powers of two are codes as well.
//!
//! Invariant: every digit at an index -j <= 0 leaves at least j + 2 heaps, so that every heap
//! that a move leaves is smaller than the one it was made from, and play ends.

pub mod digit;
mod names;
mod options;
mod parse;
mod sets;
mod words;

pub use digit::{Digit, Sizes};
pub use names::{NAMES, NamedCode};
pub use sets::Set;

use std::ops::ControlFlow;

/// The largest index that a digit may have in a finite code.
pub const LONGEST: usize = 1 << 16;

/// The rules of a game played with heaps, as a code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapCode {
    /// The digits at 0, -1, -2, ...
    before: Vec<Digit>,
    /// The digits at 1, 2, 3, ...
    after: Vec<Digit>,
    tail: Tail,
}

/// What follows the written digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Tail {
    /// Zeros.
    Nothing,
    /// These digits again and again; at least one of them is not zero.
    Repeat(Vec<Digit>),
    /// 3 where the index is in the set, else 0; nothing was written.
    Set(Set),
}

impl HeapCode {
    /// The code of these digits in normal form: at 0, -1, ...; at 1, 2, ...; repeating.
    fn normal(mut before: Vec<Digit>, mut after: Vec<Digit>, repeat: Vec<Digit>) -> HeapCode {
        while before.last().is_some_and(Digit::is_zero) {
            before.pop();
        }
        let tail = if repeat.iter().any(|digit| !digit.is_zero()) {
            Tail::Repeat(repeat)
        } else {
            Tail::Nothing
        };
        if tail == Tail::Nothing {
            while after.last().is_some_and(Digit::is_zero) {
                after.pop();
            }
        }
        HeapCode { before, after, tail }
    }

    /// The octal or hexadecimal code with these digits, bit h for h heaps; `None` when play
    /// might not end because `digits[0]` leaves fewer than two heaps.
    pub fn from_bits(digits: &[u64]) -> Option<HeapCode> {
        let digit = |&bits: &u64| Digit::from_bits(bits, Sizes::Any);
        let (first, rest) = digits.split_first()?;
        let after = rest.iter().map(digit).collect();
        (first & 3 == 0).then(|| HeapCode::normal(vec![digit(first)], after, Vec::new()))
    }

    /// The game of taking a number that belongs to the set.
    pub fn subtraction(set: Set) -> HeapCode {
        let three = || Digit::from_bits(3, Sizes::Any);
        let listed = |set: &[u32], inside: bool| -> Option<Vec<Digit>> {
            let largest = set.last().map_or(0, |&s| s as usize);
            let digit = |s| {
                if set.binary_search(&s).is_ok() == inside { three() } else { Digit::default() }
            };
            (largest <= LONGEST).then(|| (1..=largest as u32).map(digit).collect())
        };
        match &set {
            Set::These(these) => match listed(these, true) {
                Some(after) => HeapCode::normal(Vec::new(), after, Vec::new()),
                None => HeapCode::of_set(set),
            },
            Set::AllBut(these) => match listed(these, false) {
                Some(after) => HeapCode::normal(Vec::new(), after, vec![three()]),
                None => HeapCode::of_set(set),
            },
            _ => HeapCode::of_set(set),
        }
    }

    fn of_set(set: Set) -> HeapCode {
        HeapCode { before: Vec::new(), after: Vec::new(), tail: Tail::Set(set) }
    }

    /// The digit for taking `taken` tokens; negative numbers add tokens.
    pub fn digit(&self, taken: i64) -> Digit {
        let zero = Digit::default();
        if taken <= 0 {
            let place = usize::try_from(taken.unsigned_abs());
            return place.ok().and_then(|i| self.before.get(i)).cloned().unwrap_or(zero);
        }
        let place = usize::try_from(taken - 1).ok().and_then(|place| self.after.get(place));
        place.cloned().unwrap_or_else(|| self.far_digit(taken.unsigned_abs().into()))
    }

    /// The digit for taking more tokens than there are written digits.
    fn far_digit(&self, taken: u128) -> Digit {
        match &self.tail {
            Tail::Repeat(repeat) => {
                let place = (taken - 1 - self.after.len() as u128) % repeat.len() as u128;
                repeat[place as usize].clone()
            }
            Tail::Set(set) if set.contains(taken) => Digit::from_bits(3, Sizes::Any),
            Tail::Nothing | Tail::Set(_) => Digit::default(),
        }
    }

    /// The digits that repeat.
    fn repeat(&self) -> &[Digit] {
        match &self.tail {
            Tail::Repeat(repeat) => repeat,
            Tail::Nothing | Tail::Set(_) => &[],
        }
    }

    /// Calls `visit`, until it breaks off, with every digit that may allow something for a heap
    /// of `size` tokens, by tokens taken, and with the tokens that it leaves.
    fn each_digit(
        &self,
        size: u128,
        visit: &mut dyn FnMut(u128, &Digit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, digit) in self.before.iter().enumerate().rev() {
            // A heap that cannot be written cannot be divided in a lifetime either.
            if let Some(left) = size.checked_add(i as u128) {
                visit(left, digit)?;
            }
        }
        for (taken, digit) in (1..=size).zip(&self.after) {
            visit(size - taken, digit)?;
        }
        match &self.tail {
            Tail::Nothing => ControlFlow::Continue(()),
            Tail::Repeat(repeat) => (self.after.len() as u128 + 1..=size)
                .zip(repeat.iter().cycle())
                .try_for_each(|(taken, digit)| visit(size - taken, digit)),
            Tail::Set(set) => {
                let three = Digit::from_bits(3, Sizes::Any);
                set.up_to(size).try_for_each(|taken| visit(size - taken, &three))
            }
        }
    }

    /// How many options a heap has when the code is a set, without listing them.
    fn set_size(&self, size: u128) -> Option<u128> {
        match &self.tail {
            Tail::Set(set) => Some(set.count_up_to(size)),
            _ => None,
        }
    }

    /// The digits that are written and those that repeat, each at an index where it stands; none
    /// for a set. Every digit of the code is one of these or, for a set, 3 or 0.
    pub fn written(&self) -> impl Iterator<Item = (i64, &Digit)> {
        let before = (0i64..).zip(&self.before).map(|(i, digit)| (-i, digit));
        before.chain((1i64..).zip(self.after.iter().chain(self.repeat())))
    }

    /// From which index on the digits repeat, as they are written, and after how many; behind a
    /// finite code zeros do. `None` for a set.
    pub fn repetition(&self) -> Option<(usize, usize)> {
        let length = match &self.tail {
            Tail::Nothing => 1,
            Tail::Repeat(repeat) => repeat.len(),
            Tail::Set(_) => return None,
        };
        Some((self.after.len() + 1, length))
    }

    /// The most tokens that a move may take; `None` when there is no bound.
    pub fn reach(&self) -> Option<u64> {
        match &self.tail {
            Tail::Nothing => Some(self.after.len() as u64),
            Tail::Repeat(_) => None,
            Tail::Set(set) => set.largest().map(u64::from),
        }
    }

    /// The most heaps that a move may leave; `None` when there is no bound.
    pub fn most_heaps(&self) -> Option<usize> {
        if let Tail::Set(_) = self.tail {
            return Some(1);
        }
        let digits = self.before.iter().chain(&self.after).chain(self.repeat());
        digits.map(Digit::most).try_fold(0, |most, d| Some(most.max(d?.unwrap_or(0))))
    }

    /// The amounts that may be taken, when this is a subtraction game with finitely many.
    pub fn amounts(&self) -> Option<Vec<u32>> {
        match &self.tail {
            Tail::Set(Set::These(set)) => Some(set.clone()),
            Tail::Nothing if self.is_subtraction() => {
                let taken = (1u32..).zip(&self.after).filter(|(_, digit)| !digit.is_zero());
                Some(taken.map(|(amount, _)| amount).collect())
            }
            _ => None,
        }
    }

    /// Do both codes say the same of every digit, though perhaps written otherwise?
    pub fn same_moves(&self, other: &HeapCode) -> bool {
        let period = |code: &HeapCode| match &code.tail {
            Tail::Repeat(repeat) => Some(repeat.len()),
            Tail::Nothing => Some(1),
            Tail::Set(_) => None,
        };
        match (period(self), period(other)) {
            (Some(p), Some(q)) => {
                // From the longer beginning on both repeat; after p + q digits they agree for
                // ever (Fine and Wilf 1965).
                let last = self.after.len().max(other.after.len()) + p + q;
                let first = self.before.len().max(other.before.len());
                (-(first as i64)..=last as i64).all(|i| self.digit(i) == other.digit(i))
            }
            _ => self == other,
        }
    }

    /// Does every move take tokens from one heap and leave it otherwise as it is: is this a
    /// subtraction game?
    pub fn is_subtraction(&self) -> bool {
        let takes = |digit: &Digit| matches!(digit.bits(), Some(0 | 3));
        self.before.iter().all(Digit::is_zero) && self.after.iter().chain(self.repeat()).all(takes)
    }

    /// Is tokens added by some move (a digit further left than d0)?
    pub fn adds_tokens(&self) -> bool {
        self.before.len() > 1
    }

    /// The digits d0, d1, ..., dt as bits, when there are finitely many, none adds tokens and
    /// none restricts sizes.
    pub fn bits(&self) -> Option<Vec<u64>> {
        if self.tail != Tail::Nothing || self.adds_tokens() {
            return None;
        }
        let first = self.before.first().map_or(Some(0), Digit::bits);
        std::iter::once(first).chain(self.after.iter().map(Digit::bits)).collect()
    }

    /// The digits that are written, d0 first, when none adds tokens and nothing follows them.
    pub fn digits(&self) -> Option<Vec<Digit>> {
        if self.tail != Tail::Nothing || self.adds_tokens() {
            return None;
        }
        let first = self.before.first().cloned().unwrap_or_default();
        Some(std::iter::once(first).chain(self.after.iter().cloned()).collect())
    }
}

impl std::fmt::Display for HeapCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Tail::Set(set) = &self.tail {
            return write!(f, "sub({set})");
        }
        if self.before.is_empty() {
            f.write_str("0")?;
        }
        self.before.iter().rev().try_for_each(|digit| write!(f, "{digit}"))?;
        f.write_str(".")?;
        self.after.iter().try_for_each(|digit| write!(f, "{digit}"))?;
        match &self.tail {
            Tail::Repeat(repeat) => {
                f.write_str("[")?;
                repeat.iter().try_for_each(|digit| write!(f, "{digit}"))?;
                f.write_str("]")
            }
            _ if self.after.is_empty() => f.write_str("0"),
            _ => Ok(()),
        }
    }
}
