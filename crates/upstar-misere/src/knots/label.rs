//! Labels of heaps and sums, and who wins.

use std::fmt;

/// What the rule sees of a heap or a sum.
///
/// ```
/// use upstar_misere::knots::Label;
/// let (five, two) = (Label { odd: true, t: 2, m: 3 }, Label { odd: false, t: 1, m: 0 });
/// let sum = five.plus(two);
/// assert_eq!(sum.to_string(), "-3");
/// assert!(!sum.is_previous_win());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label {
    /// D: is the sum of d odd?
    pub odd: bool,
    /// T: the sum of t.
    pub t: u128,
    /// M: the largest m, or 0.
    pub m: u128,
}

/// The label of a heap as a claim lists it: d, t and m.
impl From<[u64; 3]> for Label {
    fn from([d, t, m]: [u64; 3]) -> Label {
        Label { odd: d % 2 == 1, t: t.into(), m: m.into() }
    }
}

impl Label {
    /// The label of a sum of two sums.
    pub fn plus(self, other: Label) -> Label {
        Label {
            odd: self.odd != other.odd,
            t: self.t.saturating_add(other.t),
            m: self.m.max(other.m),
        }
    }

    /// The label of several copies.
    pub fn times(self, copies: u32) -> Label {
        match copies {
            0 => Label::default(),
            n => Label {
                odd: self.odd && n % 2 == 1,
                t: self.t.saturating_mul(u128::from(n)),
                ..self
            },
        }
    }

    /// Is it the label of a P-position?
    pub fn is_previous_win(self) -> bool {
        match (self.t, self.t.is_multiple_of(2)) {
            (0, _) => self.odd,
            (t, true) => !self.odd && self.m < t,
            (t, false) => self.odd && self.m > t,
        }
    }
}

/// The sign is that of (-1)^D; m only where it is above t: `-4/5`, `+3`.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.odd { '-' } else { '+' }, self.t)?;
        if self.m > self.t { write!(f, "/{}", self.m) } else { Ok(()) }
    }
}
