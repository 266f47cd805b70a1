//! A genus whose superscripts may be known only to be 4 or more: what a quotient with *1 and *2
//! tells of heaps of any size.
//!
//! Invariant: at least two superscripts, and the last is not equal to the one two before it; the
//! last two repeat.

use super::Genus;
use std::fmt;

/// A genus with `#` for superscripts of 4 and more that are not known.
///
/// ```
/// use upstar_misere::genus::Rough;
/// let rough = Rough::new(4, vec![Some(0), None, None]).unwrap();
/// assert_eq!((rough.to_string(), rough.is_sharp()), ("4^0##".to_owned(), false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rough {
    base: u128,
    exponents: Vec<Option<u32>>,
}

impl Rough {
    /// `None` if there are fewer than two superscripts.
    pub fn new(base: u128, mut exponents: Vec<Option<u32>>) -> Option<Rough> {
        while let [.., before, _, last] = exponents[..]
            && before == last
        {
            exponents.pop();
        }
        (exponents.len() >= 2).then_some(Rough { base, exponents })
    }

    /// Are all superscripts known?
    pub fn is_sharp(&self) -> bool {
        self.exponents.iter().all(Option::is_some)
    }

    /// The nim-value in normal play.
    pub fn base(&self) -> u128 {
        self.base
    }

    /// The superscripts; those that are not known are 4 or more.
    pub fn exponents(&self) -> &[Option<u32>] {
        &self.exponents
    }

    /// Is the game a P-position in misère play?
    pub fn is_previous_win(&self) -> bool {
        self.exponents[0] == Some(0)
    }

    /// The same without `#`, if all superscripts are known and the nim-value is not too large.
    pub fn sharp(&self) -> Option<Genus> {
        let exponents: Option<Vec<u32>> = self.exponents.iter().copied().collect();
        Genus::new(u32::try_from(self.base).ok()?, &exponents?)
    }
}

impl fmt::Display for Rough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.base)?;
        self.exponents.iter().try_for_each(|y| match y {
            None => write!(f, "#"),
            Some(y @ 0..10) => write!(f, "{y}"),
            Some(y) => write!(f, "[{y}]"),
        })
    }
}
