//! Heap games in which Left and Right may do different things to a heap.
//!
//! Each player has a game of independent heaps of his own and moves as in that one. A position is
//! the sum of its heaps. Partizan octal games: Fraenkel and Kotzig, Int. J. Game Theory 16 (1987).

use super::any::AnyHeap;
use super::heaps::LargeHeaps;
use super::independent::Heap;
use super::visit::Visit;
use crate::{Picture, PositionError, Rules, Shape};
use std::ops::ControlFlow;
use upstar_base::{Options, Player};

/// The game of moving in one of several heaps, each player in his own way.
#[derive(Clone, Debug)]
pub struct PartizanHeaps {
    ways: [AnyHeap; 2],
}

impl PartizanHeaps {
    /// What this player may do to a heap.
    pub fn way(&self, who: Player) -> &AnyHeap {
        &self.ways[who as usize]
    }
}

/// Lists positions in which one heap was replaced.
struct Into<'o> {
    heaps: &'o LargeHeaps,
    place: usize,
    out: &'o mut dyn Options<LargeHeaps>,
}

impl Visit for Into<'_> {
    fn heaps(&mut self, by: &[u128]) -> ControlFlow<()> {
        match self.out.push(self.heaps.replaced(self.place, by)) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }

    fn pause(&mut self) -> ControlFlow<()> {
        if self.out.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Rules for PartizanHeaps {
    type Position = LargeHeaps;

    fn options(&self, heaps: &LargeHeaps, who: Player, out: &mut dyn Options<LargeHeaps>) {
        for place in heaps.distinct() {
            let mut into = Into { heaps, place, out };
            if self.way(who).moves(heaps.sizes()[place], &mut into).is_break() {
                return;
            }
        }
    }

    fn most_options(&self, heaps: &LargeHeaps) -> u128 {
        let most = |way: &AnyHeap| {
            let moves = heaps.distinct().map(|place| way.most_moves(heaps.sizes()[place]));
            moves.fold(0, u128::saturating_add)
        };
        self.ways.iter().map(most).max().unwrap_or(0)
    }

    fn can_move(&self, heaps: &LargeHeaps, who: Player, option: &LargeHeaps) -> bool {
        match heaps.without(option)[..] {
            [size] => self.way(who).allows(size, &option.without(heaps)),
            _ => false,
        }
    }

    fn parse(&self, text: &str) -> Result<LargeHeaps, PositionError> {
        LargeHeaps::parse(text)
    }

    fn show(&self, heaps: &LargeHeaps) -> String {
        heaps.show()
    }

    fn picture(&self, heaps: &LargeHeaps) -> Picture {
        if self.in_rows() { heaps.rows() } else { heaps.picture() }
    }

    fn sketch(&self, heaps: &LargeHeaps) -> String {
        heaps.display()
    }

    fn touched(&self, heaps: &LargeHeaps, _: Player, option: &LargeHeaps) -> Vec<Shape> {
        heaps.touched(option, &self.picture(heaps), self.in_rows())
    }

    fn is_impartial(&self) -> bool {
        self.ways[0] == self.ways[1]
    }

    fn components(&self, heaps: LargeHeaps, out: &mut dyn Options<LargeHeaps>) {
        out.extend(heaps.sizes().iter().map(|&n| LargeHeaps::new([n])));
    }

    fn parts(&self, heaps: &LargeHeaps, out: &mut dyn Options<(LargeHeaps, u64)>) {
        heaps.parts(out);
    }

    fn pieces(&self) -> &'static str {
        "each heap"
    }

    fn size(&self, heaps: &LargeHeaps) -> u32 {
        u32::try_from(heaps.total()).unwrap_or(u32::MAX)
    }

    fn member(&self, size: &[usize]) -> Option<LargeHeaps> {
        match *size {
            [n] => Some(LargeHeaps::new([n as u128])),
            _ => None,
        }
    }
}

impl PartizanHeaps {
    fn in_rows(&self) -> bool {
        self.ways.iter().any(Heap::in_rows)
    }
}

const NOTATION: &str = "Heap sizes: `9+8+5+3`, or `3*7+2` for three sevens and a two.";
const TABLES: &str = "N: one heap of 1 to N beans";

/// A code for each player.
pub mod take_and_break {
    use super::{AnyHeap, NOTATION, PartizanHeaps, TABLES};
    use crate::PositionError;
    use crate::registry::{About, Editor, Known};

    /// What the registry says of it.
    pub const ABOUT: About = About {
        name: "partizan-take-and-break",
        aliases: &["partizan-heaps", "partizan-octal"],
        title: "Partizan taking and breaking",
        rules: "Left takes beans and divides heaps by one code, Right by another: \
                `partizan-take-and-break(.3;.7)`, Left's first. Codes are those of `heaps`; names of \
                heap games may stand for them. Without codes Left plays .3 and Right .7. Who cannot \
                move loses.",
        notation: NOTATION,
        examples: &["4+3", "7", "2*3+1"],
        source: "Aviezri Fraenkel and Anton Kotzig 1987, Int. J. Game Theory 16",
        known: &[
            Known { position: "1", value: "*", source: "the rules" },
            Known { position: "2", value: "0", source: "both can only leave a single bean" },
        ],
        tables: TABLES,
        editor: Editor::Heaps,
        impartial: false,
    };

    /// The rules.
    #[derive(Clone, Copy, Debug)]
    pub struct PartizanTakeAndBreak;

    impl PartizanTakeAndBreak {
        /// Reads the two codes.
        pub fn from_parameters(text: &str) -> Result<PartizanHeaps, PositionError> {
            let text = if text.trim().is_empty() { ".3;.7" } else { text };
            AnyHeap::parse_two(text).map(|ways| PartizanHeaps { ways })
        }
    }
}

/// Amounts for each player, and what is left may be divided.
pub mod splittles {
    use super::{AnyHeap, NOTATION, PartizanHeaps, TABLES};
    use crate::registry::{About, Editor, Known};
    use crate::{PositionError, parameters};

    /// What the registry says of it.
    pub const ABOUT: About = About {
        name: "partizan-splittles",
        aliases: &["splittles"],
        title: "Partizan Splittles",
        rules: "Each player has a set of amounts. A move takes one of his amounts from a heap and \
                may divide what is left into two heaps. `partizan-splittles(1,2;1,3)` has Left's set \
                first; these are the sets where none are given. Who cannot move loses.",
        notation: NOTATION,
        examples: &["5+4", "7", "2*3+1"],
        source: "G. A. Mesdal III, Partizan Splittles, Games of No Chance 3, 2009",
        known: &[
            Known { position: "1", value: "*", source: "the rules" },
            Known { position: "2", value: "^", source: "Left takes both beans, Right one" },
        ],
        tables: TABLES,
        editor: Editor::Heaps,
        impartial: false,
    };

    /// The largest amount.
    const MOST: u32 = 1 << 12;

    /// The rules.
    #[derive(Clone, Copy, Debug)]
    pub struct PartizanSplittles;

    impl PartizanSplittles {
        /// Reads the two sets.
        pub fn from_parameters(text: &str) -> Result<PartizanHeaps, PositionError> {
            let text = if text.trim().is_empty() { "1,2;1,3" } else { text };
            let Some((left, right)) = text.split_once(';') else {
                let message = "expected Left's amounts, `;` and Right's amounts, such as `1,2;1,3`";
                return Err(PositionError::whole(text, message));
            };
            let way = |place: usize, text: &str| {
                let set = parameters::number_set(place, text, 1, MOST, "an amount")?;
                let mut code = String::from(".");
                for amount in 1..=set.last().copied().unwrap_or(0) {
                    code.push(if set.contains(&amount) { '7' } else { '0' });
                }
                AnyHeap::parse(place, &code)
            };
            let ways = [way(0, left)?, way(left.len() + 1, right)?];
            Ok(PartizanHeaps { ways })
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::splittles::PartizanSplittles;
    use super::take_and_break::PartizanTakeAndBreak;
    use super::*;

    fn options(rules: &PartizanHeaps, heap: &str, who: Player) -> Vec<String> {
        let mut options = Vec::new();
        rules.options(&rules.parse(heap).unwrap(), who, &mut options);
        options.iter().map(|to| rules.show(to)).collect()
    }

    #[test]
    fn each_player_has_his_own_moves() {
        let rules = PartizanTakeAndBreak::from_parameters("0.3, .07").unwrap();
        assert_eq!(options(&rules, "4", Player::Left), ["3"]);
        assert_eq!(options(&rules, "4", Player::Right), ["2", "1+1"]);
        let rules = PartizanSplittles::from_parameters("3;1").unwrap();
        assert_eq!(options(&rules, "5", Player::Left), ["2", "1+1"]);
        assert_eq!(options(&rules, "4", Player::Right), ["3", "2+1"]);
        for (from, who, to) in [("5", Player::Left, "1+1"), ("5", Player::Right, "3+1")] {
            let [from, to] = [from, to].map(|text| rules.parse(text).unwrap());
            assert!(rules.can_move(&from, who, &to));
            assert!(!rules.can_move(&from, !who, &to));
        }
    }

    #[test]
    fn bad_parameters() {
        for (text, at) in [(".3", 0), (".3;domineering", 3), (".3,.7,.7", 0), (".3;x", 3)] {
            let error = PartizanTakeAndBreak::from_parameters(text).unwrap_err();
            assert_eq!(error.at, at, "{text}");
        }
        for (text, at) in [("1,2", 0), ("1;x", 2), ("0;1", 0)] {
            assert_eq!(PartizanSplittles::from_parameters(text).unwrap_err().at, at, "{text}");
        }
    }
}
