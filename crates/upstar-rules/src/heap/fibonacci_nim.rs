//! Fibonacci Nim: take at most twice what was just taken (Whinihan 1963).
//!
//! Each heap remembers how much may be taken from it next, see [`super::remembering`]. Known: when
//! at most m beans may be taken from a heap of n, the player to move loses just if m is less than
//! the smallest term of the way to write n as a sum of Fibonacci numbers no two of which are
//! neighbours.

use super::remembering::{Memory, Remembering};
use crate::registry::{About, Editor, Known};
use crate::{PositionError, no_parameters};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "fibonacci-nim",
    aliases: &[],
    title: "Fibonacci Nim",
    rules: "Take at least one bean from a heap and at most twice as many as were taken from it \
            by the move before; the first move in a heap may take any number but not all. Who \
            cannot move loses.",
    notation: "Heaps with the most that may be taken next: `20:4`; a number alone, `20`, is a \
               heap that was not touched; `+` between heaps.",
    examples: &["20", "12:4", "7+5:2"],
    source: "M. J. Whinihan 1963; Winning Ways ch. 15",
    known: &[
        Known { position: "13", value: "0", source: "Whinihan 1963" },
        Known { position: "20:1", value: "0", source: "Whinihan 1963: 20 = 13+5+2" },
        Known { position: "2", value: "0", source: "Whinihan 1963" },
        Known { position: "1:1", value: "*", source: "Whinihan 1963" },
    ],
    tables: "N: an untouched heap of 1 to N beans",
    impartial: true,
    editor: Editor::Text,
};

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct FibonacciNim;

impl FibonacciNim {
    /// What the last amount says about the next one.
    pub const MEMORY: Memory = Memory::Times(2);

    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Remembering, PositionError> {
        no_parameters(text).map(|()| Remembering::new(FibonacciNim::MEMORY))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::Rules;
    use upstar_base::Player;

    #[test]
    fn limits_follow_the_moves() {
        let rules = FibonacciNim::from_parameters("").unwrap();
        let mut options = Vec::new();
        rules.options(&rules.parse("7:3").unwrap(), Player::Left, &mut options);
        let shown: Vec<String> = options.iter().map(|to| rules.show(to)).collect();
        assert_eq!(shown, ["6:2", "5", "4:4"]);
        assert_eq!(rules.show(&rules.parse("1+0+3:9").unwrap()), "3:3");
        for (text, at) in [("", 0), ("7:", 2), ("7:x", 2), ("3+7;2", 2)] {
            assert_eq!(rules.parse(text).unwrap_err().at, at, "{text}");
        }
        let [heap, rest] = ["20", "16:8"].map(|text| rules.parse(text).unwrap());
        assert_eq!(rules.name_move(&heap, Player::Left, &rest), "20->16");
    }
}
