//! Subtraction games: the numbers that may be taken from a heap form a set.
//!
//! Known (Ferguson 1974): if s is the least number that may be taken, a heap of n has nim-value
//! 1 just if the heap of n - s has nim-value 0. Finite sets have periodic values
//! (Winning Ways ch. 4).

use super::independent::{Heap, Independent};
use crate::PositionError;
use crate::parameters;
use crate::registry::{About, Known};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "subtraction",
    aliases: &["sub"],
    title: "Subtraction game",
    rules: "Choose a heap and take from it a number of beans that belongs to the subtraction \
            set: `subtraction(2,5,6)` allows 2, 5 or 6; `subtraction(all-but 2,3)` everything \
            else; `subtraction(squares)`, `subtraction(primes)` and `subtraction(powers-of-2)` \
            are infinite sets; plain `subtraction` allows 1, 2 or 3. Who cannot move loses.",
    notation: "Heap sizes: `9+8+5+3`, or `3*7+2` for three sevens and a two.",
    examples: &["9+8+5+3", "21", "4+1"],
    source: "Winning Ways ch. 4; T. S. Ferguson 1974",
    known: &[
        Known { position: "21", value: "*", source: "Guy, Impartial Games, table 2" },
        Known { position: "16", value: "0", source: "Guy, Impartial Games, table 2" },
        Known { position: "7+2", value: "*", source: "Guy, Impartial Games, table 2" },
    ],
    tables: "N: one heap of 1 to N beans",
    impartial: true,
};

/// The numbers that may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Take {
    /// These, in increasing order.
    These(Vec<u32>),
    /// All others, in increasing order.
    AllBut(Vec<u32>),
    /// 1, 4, 9, ...
    Squares,
    /// 2, 3, 5, ...
    Primes,
    /// 1, 2, 4, ...
    PowersOfTwo,
}

/// The game.
pub type Subtraction = Independent<Take>;

const WHAT: &str = "an amount to take";

fn is_prime(n: u32) -> bool {
    let divisors = (2u32..).take_while(|d| d.checked_mul(*d).is_some_and(|square| square <= n));
    n > 1 && divisors.into_iter().all(|d| !n.is_multiple_of(d))
}

impl Take {
    /// The numbers from 1 to `most` that may be taken, in increasing order.
    pub fn up_to(&self, most: u32) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Take::These(set) => Box::new(set.iter().copied().take_while(move |&s| s <= most)),
            Take::AllBut(set) => {
                Box::new((1..=most).filter(move |s| set.binary_search(s).is_err()))
            }
            Take::Squares => Box::new(
                (1u32..).map_while(|root| root.checked_mul(root)).take_while(move |&s| s <= most),
            ),
            Take::Primes => Box::new((2..=most).filter(|&s| is_prime(s))),
            Take::PowersOfTwo => Box::new(
                (0u32..32).map(|exponent| 1u32 << exponent).take_while(move |&s| s <= most),
            ),
        }
    }
}

impl Heap for Take {
    fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let start = text.len() - text.trim_start().len();
        match text.trim() {
            "" => Ok(Take::These(vec![1, 2, 3])),
            "squares" => Ok(Take::Squares),
            "primes" => Ok(Take::Primes),
            "powers-of-2" => Ok(Take::PowersOfTwo),
            set => match set.strip_prefix("all-but") {
                Some(rest) => {
                    let place = start + set.len() - rest.len();
                    parameters::number_set(place, rest, 1, u32::MAX, WHAT).map(Take::AllBut)
                }
                None if set.starts_with(|c: char| c.is_ascii_digit()) => {
                    parameters::number_set(start, set, 1, u32::MAX, WHAT).map(Take::These)
                }
                None => Err(PositionError::new(
                    start,
                    set.len(),
                    "expected amounts such as `2,5,6`, `all-but 2,3`, `squares`, `primes` or \
                     `powers-of-2`",
                )),
            },
        }
    }

    fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32])) {
        self.up_to(size).for_each(|taken| visit(&[size - taken]));
    }

    fn most_moves(&self, size: u32) -> u64 {
        match self {
            Take::These(set) => set.partition_point(|&s| s <= size) as u64,
            Take::PowersOfTwo => u64::from(32 - size.leading_zeros()),
            Take::Squares => u64::from(size.isqrt()),
            // Primes are found one by one, so the search must be short too.
            Take::AllBut(_) | Take::Primes => u64::from(size),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn sets() {
        let taken =
            |text: &str| Take::from_parameters(text).unwrap().up_to(20).collect::<Vec<u32>>();
        assert_eq!(taken("6, 2,5,200"), [2, 5, 6]);
        assert_eq!(taken("squares"), [1, 4, 9, 16]);
        assert_eq!(taken("primes"), [2, 3, 5, 7, 11, 13, 17, 19]);
        assert_eq!(taken("powers-of-2"), [1, 2, 4, 8, 16]);
        assert_eq!(taken(" all-but 2,3,7").len(), 17);
        assert_eq!(taken(""), [1, 2, 3]);
    }

    #[test]
    fn the_largest_amounts() {
        for set in ["4294967295", "squares", "powers-of-2"] {
            let take = Take::from_parameters(set).unwrap();
            let last = take.up_to(u32::MAX).last().unwrap();
            assert!(last >= 1 << 31 || last == 65535 * 65535, "{set}");
            assert_eq!(take.up_to(u32::MAX).count() as u64, take.most_moves(u32::MAX));
        }
    }

    #[test]
    fn bad_sets() {
        for (text, at) in [("2,x", 2), ("0", 0), ("all-but", 7), ("all-but 2,-1", 10), ("cubes", 0)]
        {
            assert_eq!(Take::from_parameters(text).unwrap_err().at, at, "{text}");
        }
    }
}
