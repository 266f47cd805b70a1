//! A code as the theorems on tails and saltus see it: digits that repeat from some index on.
//!
//! Invariants: heaps may have any sizes and no tokens are added; the beginning is as short as it
//! can be, and so is the part that repeats.

use upstar_rules::heap::code::{Digit, HeapCode, Sizes};

/// What one digit allows: some numbers of heaps, and every number from some one on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Bit h allows h heaps.
    pub exact: u64,
    /// So many heaps or more are allowed.
    pub more: Option<usize>,
}

impl Allowed {
    fn of(digit: &Digit) -> Option<Allowed> {
        let (from, more) = match digit.or_more() {
            None => (64, None),
            Some((from @ 0..64, Sizes::Any)) => (from, Some(from)),
            Some(_) => return None,
        };
        let mut exact = 0;
        for heaps in 0..from {
            match digit.allows(heaps) {
                None => {}
                Some(Sizes::Any) => exact |= 1 << heaps,
                Some(_) => return None,
            }
        }
        Some(Allowed { exact, more })
    }

    /// The numbers of heaps that are allowed one by one.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |heaps| self.exact >> heaps & 1 == 1)
    }
}

/// The digits d0, d1, ..., of which those from `head.len()` on repeat.
///
/// ```
/// use upstar_heaps::arithmetic::Digits;
/// let digits = Digits::of(&"4.3[33]".parse()?).unwrap();
/// assert_eq!((digits.head(), digits.tail(), digits.most_heaps()), (1, 1, 2));
/// assert!(Digits::of(&"grundy".parse()?).is_none());
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits {
    head: Vec<Allowed>,
    /// Empty when nothing follows.
    tail: Vec<Allowed>,
}

impl Digits {
    /// The digits of a code; `None` when it adds tokens, restricts sizes or is a set.
    pub fn of(code: &HeapCode) -> Option<Digits> {
        let (from, length) = code.repetition().filter(|_| !code.adds_tokens())?;
        let read = |range: std::ops::Range<usize>| -> Option<Vec<Allowed>> {
            range.map(|k| Allowed::of(&code.digit(k as i64))).collect()
        };
        let (mut head, mut tail) = (read(0..from)?, read(from..from + length)?);
        let shortest = crate::repeats::cyclic_period(&tail);
        tail.truncate(shortest);
        // d0 never takes part: it stands for taking nothing.
        while head.len() > 1 && head.last() == tail.last() {
            head.pop();
            tail.rotate_right(1);
        }
        if tail == [Allowed::default()] {
            tail.clear();
        }
        Some(Digits { head, tail })
    }

    /// The index K from which on digits repeat.
    pub fn head(&self) -> usize {
        self.head.len()
    }

    /// After how many digits they repeat.
    pub fn tail(&self) -> usize {
        self.tail.len().max(1)
    }

    /// Is something allowed however many tokens are taken?
    pub fn has_tail(&self) -> bool {
        !self.tail.is_empty()
    }

    /// The most tokens that can be taken from a heap of `n`, as far as digits are written.
    pub fn most_taken(&self, n: usize) -> usize {
        if self.has_tail() { n } else { n.min(self.head.len() - 1) }
    }

    /// The digit for taking `k` tokens.
    pub fn at(&self, k: usize) -> Allowed {
        match self.head.get(k) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => Allowed::default(),
            None => self.tail[(k - self.head.len()) % self.tail.len()],
        }
    }

    fn all(&self) -> impl Iterator<Item = Allowed> {
        self.head.iter().chain(&self.tail).copied()
    }

    /// The most heaps among the numbers that are allowed one by one, at least 1.
    pub fn most_heaps(&self) -> usize {
        self.all().flat_map(Allowed::numbers).max().unwrap_or(0).max(1)
    }

    /// The largest i of "i heaps or more", at least 2, if any digit says so.
    pub fn largest_more(&self) -> Option<usize> {
        self.all().filter_map(|digit| digit.more).max().map(|from| from.max(2))
    }

    /// May a move leave two heaps or more?
    pub fn breaks(&self) -> bool {
        self.most_heaps() > 1 || self.largest_more().is_some()
    }
}
