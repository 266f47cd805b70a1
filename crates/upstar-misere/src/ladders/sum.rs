//! What the rule of two ladders sees of a sum, and who wins.

use std::fmt;

/// What a heap counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// It adds to D and B.
    Plain {
        /// d: does it change D?
        odd: bool,
        /// b: what it adds to B.
        twos: u64,
    },
    /// An Y with its number.
    First(u64),
    /// An X with its number.
    Second(u64),
}

/// The label of a heap as a claim lists it: d and b, or the number of an Y or an X.
impl From<[u64; 4]> for Label {
    fn from([d, b, y, x]: [u64; 4]) -> Label {
        match (y, x) {
            (0, 0) => Label::Plain { odd: d % 2 == 1, twos: b },
            (0, _) => Label::Second(x),
            _ => Label::First(y),
        }
    }
}

impl From<Label> for [u64; 4] {
    fn from(label: Label) -> [u64; 4] {
        match label {
            Label::Plain { odd, twos } => [odd.into(), twos, 0, 0],
            Label::First(number) => [0, 0, number, 0],
            Label::Second(number) => [1, 0, 0, number],
        }
    }
}

impl Label {
    /// That of a heap that counts for nothing.
    pub const NOTHING: Label = Label::Plain { odd: false, twos: 0 };

    /// Returns the label so many periods later: its number, if it has one, grows by 1 in each.
    pub(super) fn further(self, periods: u64) -> Label {
        match self {
            Label::Plain { .. } => self,
            Label::First(number) => Label::First(number + periods),
            Label::Second(number) => Label::Second(number + periods),
        }
    }
}

/// Sign and b, or the ladder and the number: `-2`, `Y3`, `X1`.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Plain { odd, twos } => write!(f, "{}{twos}", if *odd { '-' } else { '+' }),
            Label::First(number) => write!(f, "Y{number}"),
            Label::Second(number) => write!(f, "X{number}"),
        }
    }
}

/// What the rule sees of a sum.
///
/// ```
/// use upstar_misere::ladders::{Label, Sum};
/// let sum = Sum::new(0).plus(Label::First(1), 1).plus(Label::First(2), 1);
/// assert_eq!(sum.to_string(), "+0 Y1 Y2");
/// assert!(!sum.is_previous_win());
/// let two = Label::Plain { odd: true, twos: 1 };
/// assert!(sum.plus(two, 1).is_previous_win());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// Numbers that differ by so much or less are near.
    near: u64,
    /// D: is the number of X and the sum of d together odd?
    odd: bool,
    /// B: the sum of b.
    twos: u128,
    /// How many Y.
    firsts: u128,
    /// Their numbers, rising, if there are at most two.
    first_numbers: Vec<u64>,
    /// How many X.
    seconds: u128,
    /// Their largest numbers, falling, at most two.
    second_numbers: Vec<u64>,
}

impl Sum {
    /// The empty sum of a game in which numbers are near that differ by so much or less.
    pub fn new(near: u64) -> Sum {
        Sum {
            near,
            odd: false,
            twos: 0,
            firsts: 0,
            first_numbers: Vec::new(),
            seconds: 0,
            second_numbers: Vec::new(),
        }
    }

    /// With so many heaps of this label more.
    pub fn plus(&self, label: Label, copies: u32) -> Sum {
        let mut sum = self.clone();
        let times = u128::from(copies);
        let few = copies.min(3) as usize;
        match label {
            Label::Plain { odd, twos } => {
                sum.odd ^= odd && copies % 2 == 1;
                sum.twos = sum.twos.saturating_add(times * u128::from(twos));
            }
            Label::First(number) => {
                sum.firsts = sum.firsts.saturating_add(times);
                sum.first_numbers.extend(std::iter::repeat_n(number, few));
                sum.first_numbers.sort_unstable();
                if sum.firsts > 2 {
                    sum.first_numbers.clear();
                }
            }
            Label::Second(number) => {
                sum.odd ^= copies % 2 == 1;
                sum.seconds = sum.seconds.saturating_add(times);
                sum.second_numbers.extend(std::iter::repeat_n(number, few));
                sum.second_numbers.sort_unstable_by(|a, b| b.cmp(a));
                sum.second_numbers.truncate(2);
            }
        }
        sum
    }

    /// All numbers that count.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.first_numbers.iter().chain(&self.second_numbers).copied()
    }

    /// Is it a P-position?
    pub fn is_previous_win(&self) -> bool {
        let even = !self.odd;
        let twos_even = self.twos.is_multiple_of(2);
        let pair = match self.second_numbers[..] {
            [first, second, ..] => first - second <= self.near,
            _ => false,
        };
        let largest = self.second_numbers.first().copied();
        let is_above = |number: u64| largest.is_some_and(|largest| largest > number + self.near);
        if self.firsts > 2 {
            return even && twos_even && self.firsts.is_multiple_of(2);
        }
        match self.first_numbers[..] {
            [low, high, ..] if high - low > self.near => self.odd && !twos_even,
            [low, _, ..] if self.twos == 0 => even && (pair || !is_above(low)),
            [number] if self.twos == 0 && is_above(number) => self.odd && !pair,
            [number] if self.twos == 0 => {
                // Numbers are at least 1.
                self.odd && number >= largest.unwrap_or(0) + 2 + self.near
            }
            [_] => false,
            [] if self.twos == 0 => {
                if largest.is_none() {
                    self.odd
                } else {
                    even && pair
                }
            }
            _ => even && twos_even,
        }
    }
}

/// The sign of D, B, and the numbers that count: `-2 Y3 X5 X4 ...`; `+0 5Y` for five Y.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.odd { '-' } else { '+' }, self.twos)?;
        if self.firsts > 2 {
            write!(f, " {}Y", self.firsts)?;
        }
        for number in &self.first_numbers {
            write!(f, " Y{number}")?;
        }
        for number in &self.second_numbers {
            write!(f, " X{number}")?;
        }
        if self.seconds > 2 { f.write_str(" ...") } else { Ok(()) }
    }
}
