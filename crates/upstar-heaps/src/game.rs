//! Games in which a move takes boundedly many tokens and leaves at most two heaps.
//!
//! This is what the fast engines need to know of a code: for every number i of tokens taken,
//! what may be left. Invariants: `digits` is not empty, its last entry allows something unless
//! it is the only one, and `digits[0]` allows neither nothing nor one heap (play must end).

use upstar_rules::heap::code::{HeapCode, LONGEST, Sizes};

/// What may be left in two heaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TwoHeaps {
    /// Two heaps may not be left.
    #[default]
    No,
    /// Any two non-empty heaps.
    Any,
    /// Two non-empty heaps of different sizes.
    Unequal,
    /// Two non-empty heaps of the same size.
    Equal,
}

/// What may be left of a heap when a certain number of tokens is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HeapDigit {
    /// Nothing: the tokens taken are the whole heap.
    pub whole: bool,
    /// One non-empty heap.
    pub one: bool,
    /// Two non-empty heaps.
    pub two: TwoHeaps,
}

/// A game with boundedly many tokens taken and at most two heaps left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breaks {
    digits: Vec<HeapDigit>,
}

impl Breaks {
    /// The game whose entry number i is for taking i tokens; `None` when play might not end
    /// because a move could leave the heap as it is.
    pub fn new(mut digits: Vec<HeapDigit>) -> Option<Breaks> {
        while digits.len() > 1 && digits.last() == Some(&HeapDigit::default()) {
            digits.pop();
        }
        if digits.is_empty() {
            digits.push(HeapDigit::default());
        }
        (!digits[0].whole && !digits[0].one).then_some(Breaks { digits })
    }

    /// The game of a code, if it is of this kind.
    ///
    /// ```
    /// use upstar_heaps::Breaks;
    /// let kayles = Breaks::from_code(&".77".parse()?).unwrap();
    /// assert_eq!(kayles.reach(), 2);
    /// assert!(Breaks::from_code(&".8".parse()?).is_none());
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn from_code(code: &HeapCode) -> Option<Breaks> {
        if code.most_heaps()? > 2 {
            return None;
        }
        let digit = |i: i64| {
            let digit = code.digit(i);
            let two = match digit.allows(2) {
                None => TwoHeaps::No,
                Some(Sizes::Any) => TwoHeaps::Any,
                Some(Sizes::Distinct | Sizes::NotAllEqual) => TwoHeaps::Unequal,
                Some(Sizes::Equal) => TwoHeaps::Equal,
            };
            HeapDigit { whole: digit.allows(0).is_some(), one: digit.allows(1).is_some(), two }
        };
        let reach = code.reach().filter(|&reach| reach <= LONGEST as u64)?;
        Breaks::new((0..=reach as i64).map(digit).collect())
    }

    /// The entries; number i is for taking i tokens.
    pub fn digits(&self) -> &[HeapDigit] {
        &self.digits
    }

    /// The most tokens that a move may take (t in the theorem of Guy and Smith).
    pub fn reach(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// The numbers of tokens that may be taken leaving one heap, increasing.
    pub fn takes(&self) -> impl Iterator<Item = u64> + '_ {
        (0u64..).zip(&self.digits).filter(|(_, d)| d.one).map(|(i, _)| i)
    }

    /// The sizes of heaps that may be taken whole, increasing.
    pub fn wholes(&self) -> impl Iterator<Item = u64> + '_ {
        (0u64..).zip(&self.digits).filter(|(_, d)| d.whole).map(|(i, _)| i)
    }

    /// The numbers of tokens that may be taken leaving two heaps, increasing, and which two.
    pub fn breaks(&self) -> impl Iterator<Item = (u64, TwoHeaps)> + '_ {
        (0u64..).zip(&self.digits).filter(|(_, d)| d.two != TwoHeaps::No).map(|(i, d)| (i, d.two))
    }

    /// The common parity (0 or 1) of all indices in [`Breaks::breaks`]; `None` when both occur
    /// or there is no break.
    pub fn break_parity(&self) -> Option<u64> {
        let mut parities = self.breaks().map(|(i, _)| i & 1);
        let first = parities.next()?;
        parities.all(|p| p == first).then_some(first)
    }
}
