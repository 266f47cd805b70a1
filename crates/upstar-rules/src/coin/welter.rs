//! Welter's Game: Nim with heaps of different sizes, played with coins on a strip (Welter 1952).
//!
//! Known: the nim-value is the Welter function, computed by mating (Winning Ways ch. 15). A coin
//! on the leftmost square never moves and nobody can move there, so it and its square may be cut
//! off; the coins do not add, because they are in each other's way.

use super::places::{draw_places, every_place, moved, name_move, read_places, show_places};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Welter's Game
"Move a coin to any free square further left, jumping over others if necessary. There is never more
  than one coin on a square. Who cannot move loses."
impartial
notation "The squares of the coins, from 0 at the left: `1,2,3,5,8,13,21`; or a strip `.ooo.o`."
try "1,3,4,8" ".o.oo" "0,2,5"
source "C. P. Welter 1952; Winning Ways ch. 15"
known "1,3" = * (Guy, Impartial Games, section 7)
known "5,6" = *2 (Guy, Impartial Games, section 7)
known "2,4,5" = 0 (Guy, Impartial Games, section 7)
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Welter;

/// The squares with coins, in increasing order, all different.
pub type Squares = SmallVec<[u32; 8]>;

impl Rules for Welter {
    type Position = Squares;

    fn options(&self, coins: &Squares, _: Player, out: &mut dyn Options<Squares>) {
        // Found once: in a crowded row coin after coin would look for a free square in vain.
        let mut next = 0;
        let gap = |&coin: &u32| std::mem::replace(&mut next, coin + 1)..coin;
        let free: Vec<u32> = coins.iter().flat_map(gap).collect();
        for (i, &from) in coins.iter().enumerate() {
            let below = &free[..free.partition_point(|&square| square < from)];
            if !out.extend(below.iter().map(|&square| moved(coins, i, square))) {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Squares, PositionError> {
        let places = read_places(text)?;
        if let Some(pair) = places.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("there are two coins on square {}", pair[0]);
            return Err(PositionError::whole(text, message));
        }
        Ok(places.into())
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

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL
    }

    fn normal_form(&self, coins: Squares) -> (Squares, bool) {
        let stuck = (0u32..).zip(&coins).take_while(|&(i, &square)| i == square).count();
        (coins[stuck..].iter().map(|&square| square - stuck as u32).collect(), false)
    }

    fn family(&self) -> Family<'_, Squares> {
        Family::none().with_every(|size, out| match *size {
            [coins, squares] => every_place(coins, squares, true, out),
            _ => false,
        })
    }

    fn size(&self, coins: &Squares) -> u32 {
        coins.last().map_or(0, |&last| last + 1)
    }
}
