//! Words: sums of irreducible parts, as sorted lists of 16-bit letters.
//!
//! Letter 1 is `*1`, letter 2 is `*2`, the others are parts in the order in which the heaps
//! introduce them. Invariant: letters increase, and letter 1 occurs at most once, for
//! `*1 + *1 = 0`.

use smallvec::SmallVec;
use std::cmp::Ordering;

/// The name of a part.
pub(super) type Letter = u16;

/// The nim-heap `*1`, of which two cancel.
pub(super) const ONE: Letter = 1;
/// The nim-heap `*2`.
pub(super) const TWO: Letter = 2;

/// A sum of parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Word(SmallVec<[Letter; 12]>);

impl Word {
    /// One part alone.
    pub(super) fn letter(letter: Letter) -> Word {
        Word(SmallVec::from_slice(&[letter]))
    }

    pub(super) fn letters(&self) -> &[Letter] {
        &self.0
    }

    /// The bytes that do not lie in the word itself.
    pub(super) fn bytes_beside(&self) -> u64 {
        if self.0.spilled() { (self.0.capacity() * size_of::<Letter>()) as u64 } else { 0 }
    }

    pub(super) fn has_one(&self) -> bool {
        self.0.first() == Some(&ONE)
    }

    /// The sum of two words.
    pub(super) fn plus(&self, other: &Word) -> Word {
        Word(merged(&self.0, &other.0))
    }

    /// The sum of this word without the letter at `place`, and another.
    pub(super) fn replaced(&self, place: usize, by: &Word) -> Word {
        let mut rest = self.0.clone();
        rest.remove(place);
        Word(merged(&rest, &by.0))
    }

    /// This word without the letter at `place`.
    pub(super) fn without(&self, place: usize) -> Word {
        let mut rest = self.0.clone();
        rest.remove(place);
        Word(rest)
    }

    /// The first place of each letter.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, Letter)> + '_ {
        let new = |&(i, letter): &(usize, Letter)| i == 0 || self.0[i - 1] != letter;
        self.0.iter().copied().enumerate().filter(new)
    }

    /// The order by exponents from the largest letter down; compatible with sums.
    pub(super) fn compare(&self, other: &Word) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl FromIterator<Letter> for Word {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Word {
        let mut all: SmallVec<[Letter; 12]> = letters.into_iter().collect();
        all.sort_unstable();
        let ones = all.iter().take_while(|&&letter| letter == ONE).count();
        all.drain(..ones - ones % 2);
        Word(all)
    }
}

fn merged(a: &[Letter], b: &[Letter]) -> SmallVec<[Letter; 12]> {
    let (mut a, mut b) = (a, b);
    if a.first() == Some(&ONE) && b.first() == Some(&ONE) {
        (a, b) = (&a[1..], &b[1..]);
    }
    let mut sum = SmallVec::with_capacity(a.len() + b.len());
    while let (Some(&x), Some(&y)) = (a.first(), b.first()) {
        if x <= y {
            sum.push(x);
            a = &a[1..];
        } else {
            sum.push(y);
            b = &b[1..];
        }
    }
    sum.extend_from_slice(a);
    sum.extend_from_slice(b);
    sum
}
