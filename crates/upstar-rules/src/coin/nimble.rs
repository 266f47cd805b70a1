//! Nimble: coins run to the left end of a strip (Winning Ways ch. 3).
//!
//! Known: coins never hinder each other, so a coin is a Nim heap: on square n, counted from 0,
//! of n+1 beans if it may leave the strip, else of n.

use super::places::{draw_places, every_place, name_move, read_places, show_places};
use crate::list::List;
use crate::piecewise::Pieces;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Nimble
"Move a coin any number of squares to the left; there may be any number of coins on a square. In
  `nimble` a coin may also leave the strip at the left end, in `nimble(stay)` it must stay on it.
  Who cannot move loses."
impartial
notation "The squares of the coins, from 0 at the left, repeated if there are several: `1,2,2,5`; or
  a strip `.oo..o`."
tables "N: one coin on square 0 to N-1"
try "0,2,2,3,5" ".o.oo" "4"
source "Winning Ways ch. 3; Guy, Impartial Games, fig. 2"
known "4" = *5 (Winning Ways ch. 3)
known "0,1,2" = 0 (Winning Ways ch. 3)
"#;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Nimble {
    /// Must coins stay on the strip?
    pub stay: bool,
}

/// The squares of the coins, in increasing order.
pub type Squares = List<[u32; 8], false>;

impl Nimble {
    /// Reads nothing or `stay`.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let words = [("", false), ("leave", false), ("stay", true)];
        parameters::word(text, &words, "expected nothing, `leave` or `stay`")
            .map(|stay| Nimble { stay })
    }
}

impl PieceGame for Nimble {
    fn moves(&self, square: u32, _: Player, visit: &mut dyn Visit<u32>) -> ControlFlow<()> {
        if !self.stay {
            visit.pieces(&[])?;
        }
        (0..square).try_for_each(|to| visit.pieces(&[to]))
    }

    fn left_in(&self, square: u32) -> u64 {
        u64::from(square) + u64::from(!self.stay)
    }

    fn is_alive(&self, square: u32) -> bool {
        self.left_in(square) > 0
    }
}

impl Rules for Nimble {
    by_pieces!(Squares, "each coin", Nature::IMPARTIAL);

    written!(
        Squares,
        |text| Ok(read_places(text)?.into_iter().collect()),
        |coins| show_places(coins),
        |coins| draw_places(coins)
    );

    fn name_move(&self, coins: &Squares, _: Player, option: &Squares) -> String {
        name_move(coins, option)
    }

    fn family(&self) -> Family<'_, Squares> {
        let one = |n| (n > 0 && n as u64 <= 1 << 20).then(|| Pieces::one(n as u32 - 1));
        Family::line(one).with_every(|size, out| match *size {
            [coins, squares] => {
                let sorted = |places: SmallVec<_>| places.into_iter().collect();
                every_place(coins, squares, false, &mut Mapped::new(out, sorted))
            }
            _ => false,
        })
    }
}
