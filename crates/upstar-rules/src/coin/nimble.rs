//! Nimble: coins run to the left end of a strip (Winning Ways ch. 3).
//!
//! Known: coins never hinder each other, so a coin is a Nim heap: on square n, counted from 0,
//! of n+1 beans if it may leave the strip, else of n.

use super::places::{draw_places, moved, name_move, read_places, show_places};
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules};
use smallvec::SmallVec;
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "nimble",
    aliases: &[],
    title: "Nimble",
    rules: "Move a coin any number of squares to the left; there may be any number of coins on \
            a square. In `nimble` a coin may also leave the strip at the left end, in \
            `nimble(stay)` it must stay on it. Who cannot move loses.",
    notation: "The squares of the coins, from 0 at the left, repeated if there are several: \
               `1,2,2,5`; or a strip `.oo..o`.",
    examples: &["0,2,2,3,5", ".o.oo", "4"],
    source: "Winning Ways ch. 3; Guy, Impartial Games, fig. 2",
    known: &[
        Known { position: "4", value: "*5", source: "Winning Ways ch. 3" },
        Known { position: "0,1,2", value: "0", source: "Winning Ways ch. 3" },
    ],
    tables: "N: one coin on square 0 to N-1",
    impartial: true,
    editor: Editor::Text,
};

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Nimble {
    /// Must coins stay on the strip?
    pub stay: bool,
}

/// The squares of the coins, in increasing order.
pub type Squares = SmallVec<[u32; 8]>;

impl Nimble {
    /// Reads nothing or `stay`.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        match text.trim() {
            "" | "leave" => Ok(Nimble { stay: false }),
            "stay" => Ok(Nimble { stay: true }),
            _ => Err(PositionError::whole(text, "expected nothing, `leave` or `stay`")),
        }
    }

    fn moves(&self, square: u32) -> u32 {
        if self.stay { square } else { square + 1 }
    }
}

impl Rules for Nimble {
    type Position = Squares;

    fn options(&self, coins: &Squares, _: Player, out: &mut dyn Options<Squares>) {
        for (i, &from) in coins.iter().enumerate() {
            if i > 0 && coins[i - 1] == from {
                continue;
            }
            if !self.stay {
                let mut to = coins.clone();
                to.remove(i);
                if !out.push(to) {
                    return;
                }
            }
            if !out.extend((0..from).map(|square| moved(coins, i, square))) {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Squares, PositionError> {
        Ok(read_places(text)?.into())
    }

    fn show(&self, coins: &Squares) -> String {
        show_places(coins)
    }

    fn name_move(&self, coins: &Squares, _: Player, option: &Squares) -> String {
        name_move(coins, option)
    }

    fn picture(&self, coins: &Squares) -> Picture {
        draw_places(coins)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn components(&self, coins: Squares, out: &mut dyn Options<Squares>) {
        let alive = coins.into_iter().filter(|&square| self.moves(square) > 0);
        out.extend(alive.map(|square| smallvec::smallvec![square]));
    }

    fn parts(&self, coins: &Squares, out: &mut dyn Options<(Squares, u64)>) {
        out.extend(coins.iter().map(|&square| (smallvec::smallvec![square], 1)));
    }

    fn pieces(&self) -> &'static str {
        "each coin"
    }

    fn size(&self, coins: &Squares) -> u32 {
        coins.iter().fold(0, |total, &square| total.saturating_add(self.moves(square)))
    }

    fn member(&self, size: &[usize]) -> Option<Squares> {
        match *size {
            [n] if n > 0 && n as u64 <= 1 << 20 => Some(smallvec::smallvec![n as u32 - 1]),
            _ => None,
        }
    }
}
