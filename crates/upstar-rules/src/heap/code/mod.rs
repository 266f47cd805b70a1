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
pub use names::{NAMES, Named};
pub use sets::Set;

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
        let tail = match repeat.iter().any(|digit| !digit.is_zero()) {
            true => Tail::Repeat(repeat),
            false => Tail::Nothing,
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
            let digit = |s| match set.binary_search(&s).is_ok() == inside {
                true => three(),
                false => Digit::default(),
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
        let place = usize::try_from(taken - 1).unwrap_or(usize::MAX);
        if let Some(digit) = self.after.get(place) {
            return digit.clone();
        }
        match &self.tail {
            Tail::Nothing => zero,
            Tail::Repeat(repeat) => repeat[(place - self.after.len()) % repeat.len()].clone(),
            Tail::Set(set) => match u32::try_from(taken).is_ok_and(|s| set.contains(s)) {
                true => Digit::from_bits(3, Sizes::Any),
                false => zero,
            },
        }
    }

    /// Calls `visit` with every index, increasing, at which something may be allowed for a heap
    /// of `size` tokens, and its digit, until it says no; true when it never did.
    fn each_digit(&self, size: u32, visit: &mut dyn FnMut(i64, &Digit) -> bool) -> bool {
        for (i, digit) in (0i64..).zip(&self.before).collect::<Vec<_>>().into_iter().rev() {
            if !visit(-i, digit) {
                return false;
            }
        }
        let size = i64::from(size);
        if !(1..=size).zip(&self.after).all(|(i, digit)| visit(i, digit)) {
            return false;
        }
        match &self.tail {
            Tail::Nothing => true,
            Tail::Repeat(repeat) => {
                let rest = self.after.len() as i64 + 1..=size;
                rest.zip(repeat.iter().cycle()).all(|(i, digit)| visit(i, digit))
            }
            Tail::Set(set) => {
                let three = Digit::from_bits(3, Sizes::Any);
                set.up_to(size as u32).all(|s| visit(i64::from(s), &three))
            }
        }
    }

    /// How many options a heap has when the code is a set, without listing them.
    fn set_size(&self, size: u32) -> Option<u64> {
        match &self.tail {
            Tail::Set(set) => Some(set.count_up_to(size)),
            _ => None,
        }
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
        let repeat = match &self.tail {
            Tail::Repeat(repeat) => &repeat[..],
            Tail::Nothing => &[],
            Tail::Set(_) => return Some(1),
        };
        let digits = self.before.iter().chain(&self.after).chain(repeat);
        digits.map(Digit::most).try_fold(0, |most, d| Some(most.max(d?.unwrap_or(0))))
    }

    /// Does every move take tokens from one heap and leave it otherwise as it is: is this a
    /// subtraction game?
    pub fn is_subtraction(&self) -> bool {
        let repeat = match &self.tail {
            Tail::Repeat(repeat) => &repeat[..],
            Tail::Nothing | Tail::Set(_) => &[],
        };
        let takes = |digit: &Digit| matches!(digit.bits(), Some(0 | 3));
        self.before.iter().all(Digit::is_zero) && self.after.iter().chain(repeat).all(takes)
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
