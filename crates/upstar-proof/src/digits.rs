//! A code whose digits may repeat for ever and may allow any number of heaps, read anew.
//!
//! A digit is a hexadecimal one, `&n;`, `*` for any number of heaps, or a list such as `{0,2,5+}`;
//! the digits in brackets at the end repeat. Marks that restrict sizes are not read: no theorem
//! for such codes speaks of them.

use crate::rules::{CodeError, number};
use crate::shown::quoted;
use std::collections::BTreeSet;

/// The numbers of heaps that a digit allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeapNumbers {
    /// One by one.
    pub(crate) these: BTreeSet<u64>,
    /// Every number from this one on.
    pub(crate) from: Option<u64>,
}

impl HeapNumbers {
    /// Puts a number into the open end where it continues that.
    fn normal(mut self) -> HeapNumbers {
        if let Some(mut from) = self.from {
            while from > 0 && self.these.contains(&(from - 1)) {
                from -= 1;
            }
            self.these.retain(|&number| number < from);
            self.from = Some(from);
        }
        self
    }

    fn is_none(&self) -> bool {
        self.these.is_empty() && self.from.is_none()
    }

    /// Is this number of heaps allowed?
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.these.contains(&number) || self.from.is_some_and(|from| number >= from)
    }
}

/// The digits d0, d1, ...: a beginning as short as possible, and what repeats behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodeDigits {
    pub(crate) head: Vec<HeapNumbers>,
    pub(crate) tail: Vec<HeapNumbers>,
}

/// The most heaps that a digit may name.
const MOST_HEAPS: u64 = 64;

impl CodeDigits {
    /// Reads a code.
    pub(crate) fn read(code: &str) -> Result<CodeDigits, CodeError> {
        let unread = |why: String| CodeError::Unread(why);
        let point = || unread(format!("{} has no point", quoted(code)));
        let (before, after) = code.split_once('.').ok_or_else(point)?;
        let mut head = sequence(before)?;
        if head.len() != 1 {
            let why = "with this theorem it has one digit before the point";
            return Err(unread(why.to_owned()));
        }
        if head[0].contains(0) || head[0].contains(1) {
            let why = "d0 allows a move that leaves the heap as it is";
            return Err(CodeError::Endless(why.to_owned()));
        }
        let (written, repeated) = match after.split_once('[') {
            None => (after, ""),
            Some((written, rest)) => {
                let inside = rest.strip_suffix(']').filter(|inside| !inside.is_empty());
                let open =
                    || unread(format!("`[` and {} is not a part that repeats", quoted(rest)));
                (written, inside.ok_or_else(open)?)
            }
        };
        head.extend(sequence(written)?);
        let mut tail = sequence(repeated)?;
        if tail.iter().all(HeapNumbers::is_none) {
            tail = vec![HeapNumbers::default()];
        }
        let shortest = (1..=tail.len())
            .find(|&l| tail.len() % l == 0 && (l..tail.len()).all(|i| tail[i] == tail[i - l]));
        tail.truncate(shortest.unwrap_or(tail.len()));
        while head.len() > 1 && head.last() == tail.last() {
            head.pop();
            tail.rotate_right(1);
        }
        Ok(CodeDigits { head, tail })
    }

    /// Are there digits without end?
    pub(crate) fn goes_on(&self) -> bool {
        !self.tail.iter().all(HeapNumbers::is_none)
    }

    /// The digit for taking `k` tokens.
    pub(crate) fn at(&self, k: usize) -> &HeapNumbers {
        match self.head.get(k) {
            Some(numbers) => numbers,
            None => &self.tail[(k - self.head.len()) % self.tail.len()],
        }
    }

    fn all(&self) -> impl Iterator<Item = &HeapNumbers> {
        self.head.iter().chain(&self.tail)
    }

    /// The most heaps among the numbers that are allowed one by one, at least 1.
    pub(crate) fn most_heaps(&self) -> u64 {
        self.all().filter_map(|digit| digit.these.last().copied()).max().unwrap_or(0).max(1)
    }

    /// The largest i of "i heaps or more", at least 2.
    pub(crate) fn largest_from(&self) -> Option<u64> {
        self.all().filter_map(|digit| digit.from).max().map(|from| from.max(2))
    }
}

fn sequence(text: &str) -> Result<Vec<HeapNumbers>, CodeError> {
    let mut digits = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = |mark: char| {
            let missing = || CodeError::Unread(format!("{} has no `{mark}`", quoted(rest)));
            rest.find(mark).ok_or_else(missing).map(|at| at + 1)
        };
        let bits = |bits: u64| HeapNumbers {
            these: (0..64).filter(|h| bits >> h & 1 == 1).collect(),
            from: None,
        };
        let (used, digit) = match c {
            '*' => (1, HeapNumbers { these: BTreeSet::new(), from: Some(0) }),
            '&' => {
                let used = end(';')?;
                (used, bits(number(&rest[1..used - 1]).ok_or_else(|| not_a_digit(&rest[..used]))?))
            }
            '{' => {
                let used = end('}')?;
                (used, list(&rest[1..used - 1])?)
            }
            _ => match c.to_digit(16) {
                Some(value) => (1, bits(value.into())),
                None => return Err(not_a_digit(&rest[..c.len_utf8()])),
            },
        };
        digits.push(digit.normal());
        rest = &rest[used..];
    }
    Ok(digits)
}

fn not_a_digit(text: &str) -> CodeError {
    CodeError::Unread(format!("{} is not a digit", quoted(text)))
}

fn list(text: &str) -> Result<HeapNumbers, CodeError> {
    let mut numbers = HeapNumbers::default();
    for item in text.split(',') {
        let (digits, open) = match item.strip_suffix('+') {
            Some(digits) => (digits, true),
            None => (item, false),
        };
        let not = || CodeError::Unread(format!("{} is not a number of heaps", quoted(item)));
        let number = number(digits).filter(|&number| number < MOST_HEAPS).ok_or_else(not)?;
        if open {
            numbers.from = Some(numbers.from.map_or(number, |from: u64| from.min(number)));
        } else {
            numbers.these.insert(number);
        }
    }
    Ok(numbers)
}

#[cfg(test)]
#[path = "../tests/private/digits.rs"]
mod tests;
