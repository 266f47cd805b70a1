//! Prim and Dim with tails: taking a single bean entails an answer.

use super::tailed::{Tailed, TailedHeap};
use crate::prelude::*;
use upstar_base::arithmetic::gcd;

/// Prim with tails.
pub mod prim_tails {
    use super::*;

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Prim with tails
"Take from a heap a number of beans that has no common factor with its size; after a single bean was
  taken the opponent must move in the same heap, and has lost if he cannot. In prim-tails(a) the
  last bean may be taken and entails like any other, in (b) taking it is an ordinary move, in (c) it
  must not be taken; without a letter it is a."
impartial
like nim
tables "N: one heap of 0 to N beans; in (c) of 1 to N"
try "9" "7+4" "15" "2+1"
source "Winning Ways ch. 12"
"#;

    /// What may be done with the last bean of a heap.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PrimTails {
        /// It is taken like any other.
        Entailing,
        /// Taking it is an ordinary move.
        Ordinary,
        /// It stays.
        Illegal,
    }

    impl PrimTails {
        /// Reads `a`, `b` or `c`.
        pub fn from_parameters(text: &str) -> Result<Tailed, PositionError> {
            use PrimTails::{Entailing, Illegal, Ordinary};
            let words = [("", Entailing), ("a", Entailing), ("b", Ordinary), ("c", Illegal)];
            parameters::word(text, &words, "expected `a`, `b` or `c`").map(Tailed::new)
        }
    }

    impl TailedHeap for PrimTails {
        fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
            if size == 1 && *self == PrimTails::Illegal {
                return;
            }
            (0..size).filter(|left| gcd(size, size - left) == 1).all(|left| visit(&[left]));
        }

        fn kind(&self, size: u32, left: &[u32]) -> MoveKind {
            let taken = size - left.first().copied().unwrap_or(0);
            let ordinary = size == 1 && *self == PrimTails::Ordinary;
            if taken == 1 && !ordinary { MoveKind::Entailing } else { MoveKind::Ordinary }
        }

        fn least(&self) -> u32 {
            u32::from(*self == PrimTails::Illegal)
        }
    }
}

/// Dim with tails.
pub mod dim_tails {
    use super::*;
    use crate::heap::dim::divisors;

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Dim with tails
"Take from a heap a number of beans that divides its size; after a single bean was taken the
  opponent must move in the same heap, and has lost if he cannot. In dim-tails(variant) a whole heap
  must not be taken, and going from two beans to one is an ordinary move."
impartial
like nim
tables "N: one heap of 0 to N beans; in dim-tails(variant) of 1 to N"
try "9" "7+4" "16" "2+1"
source "Winning Ways ch. 12"
"#;

    /// Taking divisors.
    #[derive(Clone, Copy, Debug)]
    pub struct DimTails {
        /// Only proper divisors, and going from 2 to 1 entails nothing.
        proper: bool,
    }

    impl DimTails {
        /// Reads `variant` or nothing.
        pub fn from_parameters(text: &str) -> Result<Tailed, PositionError> {
            let words = [("", false), ("variant", true)];
            let proper = parameters::word(text, &words, "expected `variant` or no parameter");
            proper.map(|proper| Tailed::new(DimTails { proper }))
        }
    }

    impl TailedHeap for DimTails {
        fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
            divisors(size)
                .filter(|&taken| !(self.proper && taken == size))
                .all(|taken| visit(&[size - taken]));
        }

        fn kind(&self, size: u32, left: &[u32]) -> MoveKind {
            let taken = size - left.first().copied().unwrap_or(0);
            let entails = taken == 1 && !(self.proper && size == 2);
            if entails { MoveKind::Entailing } else { MoveKind::Ordinary }
        }

        fn least(&self) -> u32 {
            u32::from(self.proper)
        }
    }
}
