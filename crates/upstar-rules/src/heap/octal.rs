//! Octal games: taking from a heap and breaking the rest, by the code of Guy and Smith (1956).
//!
//! In the code d0.d1d2d3... the digit dk = 1a + 2b + 4c says that k beans may be taken from a
//! heap if that leaves nothing (a), one heap (b) or two heaps (c). So d0 can only be 0 or 4, or
//! play would not end.

use super::independent::{Heap, Independent};
use crate::PositionError;
use crate::registry::{About, Known};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "octal",
    aliases: &["take-and-break"],
    title: "Octal game",
    rules: "`octal(CODE)`: the k-th digit after the point of the code says what may be left of a \
            heap when k beans are taken from it: add 1 if nothing may be left, 2 if one heap, 4 \
            if two heaps; `4.` before the point allows a heap to be split without taking any. \
            Plain `octal` is `octal(.77)`, Kayles. Who cannot move loses.",
    notation: "Heap sizes: `9+8+5+3`, or `3*7+2` for three sevens and a two.",
    examples: &["9+8+5", "12", "2+1"],
    source: "R. K. Guy and C. A. B. Smith 1956; Winning Ways ch. 4",
    known: &[
        Known { position: "5", value: "*4", source: "Guy, Impartial Games, table 3" },
        Known { position: "11", value: "*6", source: "Guy, Impartial Games, table 3" },
        Known { position: "15", value: "*7", source: "Guy, Impartial Games, table 3" },
    ],
    tables: "N: one heap of 1 to N beans",
    impartial: true,
};

/// What may be left.
const NOTHING: u8 = 1;
const ONE_HEAP: u8 = 2;
const TWO_HEAPS: u8 = 4;

/// The digits of a code; number k is for taking k beans. Every digit is at most 7, the first
/// one 0 or 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code(Vec<u8>);

/// The game.
pub type Octal = Independent<Code>;

impl Code {
    /// The digits, that for taking nothing first.
    pub fn digits(&self) -> &[u8] {
        &self.0
    }
}

impl Heap for Code {
    /// Reads `.77`, `0.77` or `4.3`.
    fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let start = text.len() - text.trim_start().len();
        let code = text.trim();
        if code.is_empty() {
            return Ok(Code(vec![0, 7, 7]));
        }
        let Some((before, after)) = code.split_once('.') else {
            let message = "expected an octal code such as `.77` or `4.3`, found no point";
            return Err(PositionError::new(start, code.len(), message));
        };
        let first = match before {
            "" | "0" => 0,
            "4" => TWO_HEAPS,
            _ => {
                let message = "before the point only 0 or 4 lets play end";
                return Err(PositionError::new(start, before.len(), message));
            }
        };
        let mut digits = vec![first];
        for (i, digit) in after.char_indices() {
            match digit.to_digit(8) {
                Some(d) => digits.push(d as u8),
                None => {
                    let message = format!("unexpected `{digit}`: expected digits from 0 to 7");
                    let place = start + before.len() + 1 + i;
                    return Err(PositionError::new(place, digit.len_utf8(), message));
                }
            }
        }
        Ok(Code(digits))
    }

    fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32])) {
        for (taken, &digit) in (0..=size).zip(&self.0) {
            let left = size - taken;
            if digit & NOTHING != 0 && left == 0 {
                visit(&[]);
            }
            if digit & ONE_HEAP != 0 && left > 0 {
                visit(&[left]);
            }
            if digit & TWO_HEAPS != 0 {
                (1..=left / 2).for_each(|part| visit(&[part, left - part]));
            }
        }
    }

    fn most_moves(&self, size: u32) -> u64 {
        let per_digit = |(taken, &digit): (u32, &u8)| {
            let splits = if digit & TWO_HEAPS != 0 { u64::from((size - taken) / 2) } else { 0 };
            splits + 1
        };
        (0..=size).zip(&self.0).map(per_digit).fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn moves(code: &str, size: u32) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        Code::from_parameters(code).unwrap().moves(size, &mut |by| all.push(by.to_vec()));
        all
    }

    #[test]
    fn options_of_one_heap() {
        assert_eq!(moves(".3", 9), [[8]]);
        assert_eq!(
            moves("0.77", 9),
            [
                vec![8],
                vec![1, 7],
                vec![2, 6],
                vec![3, 5],
                vec![4, 4],
                vec![7],
                vec![1, 6],
                vec![2, 5],
                vec![3, 4],
            ]
        );
        assert_eq!(moves("4.0", 4), [[1, 3], [2, 2]]);
        assert_eq!(moves(".52", 3), [vec![1, 1], vec![1]]);
        assert_eq!(moves(".52", 1), [vec![]; 1] as [Vec<u32>; 1]);
        assert_eq!(moves(".7", 0), [] as [Vec<u32>; 0]);
    }

    #[test]
    fn bad_codes() {
        for (code, at) in [("77", 0), ("2.3", 0), (".78", 2), (" 0.7x", 4), ("4.3[3]", 3)] {
            assert_eq!(Code::from_parameters(code).unwrap_err().at, at, "{code}");
        }
    }
}
