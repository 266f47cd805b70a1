//! One digit of a code: into how many heaps the rest may be divided, and of what sizes.
//!
//! Guy and Smith (1956) write the allowed numbers of heaps as the bits of an integer. Two
//! extensions are common: a mark that restricts the sizes (`!` all different, `?` not all equal,
//! `=` all equal) and "this many or more". Invariant: the entries for no heap and one heap are
//! [`Sizes::Any`] when allowed, for there the marks say nothing; the list ends with an allowed
//! number that "or more" does not already cover.

use smallvec::SmallVec;
use std::fmt::Write as _;

/// The most heaps that a digit can name one by one.
pub const MOST_HEAPS: usize = 63;

/// What sizes the heaps may have that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sizes {
    /// Any sizes.
    Any,
    /// Not all the same size (`?`).
    NotAllEqual,
    /// All different (`!`).
    Distinct,
    /// All the same size (`=`).
    Equal,
}

impl Sizes {
    /// The mark in a code.
    pub fn mark(self) -> &'static str {
        match self {
            Sizes::Any => "",
            Sizes::NotAllEqual => "?",
            Sizes::Distinct => "!",
            Sizes::Equal => "=",
        }
    }

    /// The sizes that a mark allows.
    pub fn from_mark(mark: char) -> Option<Sizes> {
        match mark {
            '?' => Some(Sizes::NotAllEqual),
            '!' => Some(Sizes::Distinct),
            '=' => Some(Sizes::Equal),
            _ => None,
        }
    }
}

/// What may be left of a heap when a certain number of tokens is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    exact: SmallVec<[Option<Sizes>; 4]>,
    more: Option<Sizes>,
}

impl Digit {
    /// The digit that allows these numbers of heaps.
    pub fn new(exact: &[Option<Sizes>], more: Option<Sizes>) -> Digit {
        let mut digit = Digit { exact: exact.iter().copied().collect(), more };
        for entry in digit.exact.iter_mut().take(2) {
            *entry = entry.map(|_| Sizes::Any);
        }
        while let Some(&last) = digit.exact.last() {
            let few = digit.exact.len() <= 2;
            let covered = last == more || few && last.is_some() && more.is_some();
            if !covered {
                break;
            }
            digit.exact.pop();
        }
        digit
    }

    /// The digit with these bits, bit h for h heaps, all sizes as in `sizes`.
    pub fn from_bits(bits: u64, sizes: Sizes) -> Digit {
        let entry = |h: u32| ((bits >> h) & 1 == 1).then_some(sizes);
        Digit::new(&(0..64).map(entry).collect::<Vec<_>>(), None)
    }

    /// The sizes allowed when this many heaps are left; `None` when so many may not be left.
    pub fn allows(&self, heaps: usize) -> Option<Sizes> {
        match self.exact.get(heaps) {
            Some(&entry) => entry,
            None if heaps < 2 => self.more.map(|_| Sizes::Any),
            None => self.more,
        }
    }

    /// The least number of heaps that may be left.
    pub fn fewest(&self) -> Option<usize> {
        let listed = self.exact.iter().position(Option::is_some);
        listed.or_else(|| self.more.map(|_| self.exact.len()))
    }

    /// The largest number of heaps that may be left: `None` when there is no largest,
    /// `Some(None)` when nothing is allowed.
    pub fn most(&self) -> Option<Option<usize>> {
        match self.more {
            Some(_) => None,
            None => Some(self.exact.len().checked_sub(1)),
        }
    }

    /// The number of heaps from which on every number is allowed alike, and with which sizes.
    pub fn or_more(&self) -> Option<(usize, Sizes)> {
        self.more.map(|sizes| (self.exact.len(), sizes))
    }

    /// Does it allow nothing at all?
    pub fn is_zero(&self) -> bool {
        self.exact.is_empty() && self.more.is_none()
    }

    /// The bits, bit h for h heaps, when sizes are unrestricted and the number of heaps bounded.
    pub fn bits(&self) -> Option<u64> {
        let plain = self.exact.iter().all(|e| matches!(e, None | Some(Sizes::Any)));
        (plain && self.more.is_none()).then(|| self.raw_bits())
    }

    fn raw_bits(&self) -> u64 {
        (0u32..64).zip(&self.exact).map(|(h, e)| u64::from(e.is_some()) << h).sum()
    }

    /// The mark that all entries for two and more heaps share.
    fn common_mark(&self) -> Option<Sizes> {
        let mut marks = self.exact.iter().skip(2).flatten().chain(&self.more).copied();
        match marks.next() {
            None => Some(Sizes::Any),
            Some(first) => marks.all(|mark| mark == first).then_some(first),
        }
    }
}

impl std::fmt::Display for Digit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let common = self.common_mark();
        match (common, self.more) {
            (Some(sizes), Some(_)) if self.exact.is_empty() => {
                return write!(f, "*{}", sizes.mark());
            }
            (Some(sizes), None) => {
                return match self.raw_bits() {
                    bits @ 0..16 => write!(f, "{bits:X}{}", sizes.mark()),
                    bits => write!(f, "&{bits};{}", sizes.mark()),
                };
            }
            _ => {}
        }
        let mut items = String::new();
        let own = |sizes: Sizes| if common.is_some() { "" } else { sizes.mark() };
        for (heaps, entry) in self.exact.iter().enumerate() {
            if let Some(sizes) = entry {
                let _ = write!(items, ",{heaps}{}", own(*sizes));
            }
        }
        if let Some(sizes) = self.more {
            let _ = write!(items, ",{}{}+", self.exact.len(), own(sizes));
        }
        let mark = common.map_or("", Sizes::mark);
        write!(f, "{{{}}}{mark}", items.trim_start_matches(','))
    }
}
