//! De Bruijn's Silver Dollar Game, with and without the dollar (Winning Ways ch. 3).
//!
//! Coins slide to the left. Without the dollar this is Nim in disguise: the gap before every
//! second coin, counted from the right, is a heap. With the dollar there is a money-bag at the
//! left end; who takes the bag gets its contents and the opponent the coins on the strip, and
//! who gets the dollar wins. In terms of last moves: after the bag has been taken without the
//! dollar, the opponent has one move more, to collect the coins; otherwise play is over.
//! Squares right of the last coin are never used.

use super::cells::{Cells, read, write};
use crate::naming::by_squares;
use crate::prelude::*;

const ALPHABET: [&str; 3] = [".", "oOcC", "$"];
const EMPTY: u8 = 0;
const DOLLAR: u8 = 2;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game The Silver Dollar Game
"A player slides a coin any number of squares to the left, not onto or over another coin and not off
  the strip. Who cannot move loses. With a money-bag at the left end, coins may also slide into it,
  and one coin is the silver dollar, worth more than all the others: instead of sliding, a player
  may take the bag with its contents, and the opponent gets the coins on the strip. Who gets the
  dollar wins. In `silver-dollar(slide-and-take)` the bag is taken together with sliding a coin, in
  one move."
impartial
notation "A row: `o` coin, `$` the dollar, `.` empty. With a money-bag it begins with `b` (the bag),
  `B` (the bag with the dollar in it) or `-` (the bag is taken)."
edit cells .o$
try "..o.oo" "b.o.$o" ".o..o...o"
source "N. G. de Bruijn; Winning Ways ch. 3"
known "..o" = *2 (Winning Ways ch. 3)
known ".o..o" = *2 (Winning Ways ch. 3)
known ".o..o..o" = *3 (Winning Ways ch. 3)
known "b$" = 0 (Winning Ways ch. 3)
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct SilverDollar {
    /// Is the bag taken together with a slide?
    together: bool,
}

/// What is at the left end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum LeftEnd {
    Wall,
    Bag,
    BagWithDollar,
    Taken,
}

const ENDS: [(char, LeftEnd); 3] =
    [('b', LeftEnd::Bag), ('B', LeftEnd::BagWithDollar), ('-', LeftEnd::Taken)];

/// Coins on a strip with or without a money-bag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip {
    end: LeftEnd,
    coins: Cells,
}

weighs!(Strip: coins);

impl SilverDollar {
    /// The game; the parameter `slide-and-take` joins the two moves.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let words = [("", false), ("slide-and-take", true)];
        parameters::word(text, &words, "expected `slide-and-take` or nothing")
            .map(|together| SilverDollar { together })
    }
}

impl Strip {
    /// The empty squares before each coin, from the right; `None` when there is or was a
    /// money-bag.
    pub fn gaps(&self) -> Option<Vec<u32>> {
        if self.end != LeftEnd::Wall {
            return None;
        }
        let (mut gaps, mut gap) = (Vec::new(), 0);
        for &coin in &self.coins {
            if coin == EMPTY {
                gap += 1;
            } else {
                gaps.push(std::mem::take(&mut gap));
            }
        }
        gaps.reverse();
        Some(gaps)
    }

    fn taken(&self) -> Strip {
        Strip { end: LeftEnd::Taken, coins: self.coins.clone() }
    }

    /// Appends the positions after sliding one coin.
    fn slides(&self, out: &mut dyn Options<Strip>) {
        for (i, &coin) in self.coins.iter().enumerate() {
            if coin == EMPTY {
                continue;
            }
            let mut lifted = self.clone();
            lifted.coins[i] = EMPTY;
            let stop = self.coins[..i].iter().rposition(|&coin| coin != EMPTY);
            for to in stop.map_or(0, |stop| stop + 1)..i {
                let mut next = lifted.clone();
                next.coins[to] = coin;
                if !out.push(next) {
                    return;
                }
            }
            if stop.is_none() && self.end != LeftEnd::Wall {
                if coin == DOLLAR {
                    lifted.end = LeftEnd::BagWithDollar;
                }
                if !out.push(lifted) {
                    return;
                }
            }
        }
    }
}

impl Rules for SilverDollar {
    type Position = Strip;

    fn options(&self, strip: &Strip, _: Player, out: &mut dyn Options<Strip>) {
        match strip.end {
            LeftEnd::Wall => strip.slides(out),
            LeftEnd::Taken => {
                if strip.coins.contains(&DOLLAR) {
                    let coins = Cells::from_elem(EMPTY, strip.coins.len());
                    out.push(Strip { end: LeftEnd::Taken, coins });
                }
            }
            LeftEnd::Bag | LeftEnd::BagWithDollar => {
                if self.together {
                    strip.slides(&mut Mapped::new(out, |slid: Strip| slid.taken()));
                } else {
                    out.push(strip.taken());
                }
                strip.slides(out);
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        let end = ENDS.iter().find(|(symbol, _)| text.starts_with(*symbol));
        let (end, skip) = end.map_or((LeftEnd::Wall, 0), |&(_, end)| (end, 1));
        let coins = match &text[skip..] {
            "" if skip > 0 => Cells::new(),
            rest => read(rest, &ALPHABET).map_err(|error| error.shifted(skip))?,
        };
        let mut dollars = (0..coins.len()).filter(|&i| coins[i] == DOLLAR);
        let (first, second) = (dollars.next(), dollars.next());
        let wrong = |at: usize, message| Err(PositionError::new(at, 1, message));
        match (end, first, second) {
            (_, _, Some(at)) => wrong(skip + at, "there is only one dollar"),
            (LeftEnd::Wall, Some(at), _) => {
                wrong(at, "a dollar needs a money-bag: begin the strip with `b`")
            }
            (LeftEnd::BagWithDollar, Some(at), _) => {
                wrong(skip + at, "the dollar is in the money-bag already")
            }
            (LeftEnd::Bag, None, _) => wrong(0, "there is no dollar `$` on the strip"),
            _ => Ok(Strip { end, coins }),
        }
    }

    fn show(&self, strip: &Strip) -> String {
        let end = ENDS.iter().find(|(_, end)| *end == strip.end);
        let mut text = end.map_or(String::new(), |(symbol, _)| symbol.to_string());
        text.push_str(&write(&strip.coins, &ALPHABET));
        text
    }

    /// The slide, `6-4`, into the bag `3-bag`; and what is taken.
    fn name_move(&self, strip: &Strip, _: Player, option: &Strip) -> String {
        let coins = |strip: &Strip| write(&strip.coins, &ALPHABET);
        let (from, to) = (coins(strip), coins(option));
        let take = strip.end != LeftEnd::Taken && option.end == LeftEnd::Taken;
        let slide = match (by_squares(&from, &to), strip.end) {
            (_, LeftEnd::Taken) => return "take dollar".to_owned(),
            _ if from == to => None,
            (Some(name), _) if name.contains('-') => Some(name),
            (Some(name), _) => Some(format!("{name}-bag")),
            (None, _) => return self.show(option),
        };
        match (slide, take) {
            (Some(slide), false) => slide,
            (Some(slide), true) => format!("{slide} take bag"),
            (None, _) => "take bag".to_owned(),
        }
    }

    fn picture(&self, strip: &Strip) -> Picture {
        let bag = usize::from(strip.end != LeftEnd::Wall);
        let columns = strip.coins.len() + bag;
        let mut picture = Picture::squares(1, columns, |_, c| match c.checked_sub(bag) {
            None => (Color::Light, None),
            Some(c) => (Color::White, (strip.coins[c] != EMPTY).then_some(Color::Gray)),
        });
        // The bag has no number.
        let number =
            |c: usize| c.checked_sub(bag).map_or_else(String::new, |c| (c + 1).to_string());
        picture.name_lines(1, columns, |_| None, number);
        let mut label = |c: usize, text: &str| {
            let (x, color) = (10 * c as i32 + 5, Color::Black);
            picture.shapes.push(Shape::fitted(x, 5, text, color, 34));
        };
        match strip.end {
            LeftEnd::Wall => {}
            LeftEnd::Bag => label(0, "bag"),
            LeftEnd::BagWithDollar => label(0, "$"),
            LeftEnd::Taken => label(0, "-"),
        }
        if let Some(dollar) = strip.coins.iter().position(|&coin| coin == DOLLAR) {
            label(dollar + bag, "$");
        }
        picture
    }

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL
    }

    /// Without what can no longer move.
    fn normal_form(&self, mut strip: Strip) -> (Strip, bool) {
        if strip.end == LeftEnd::Taken {
            strip.coins.retain(|coin| *coin == DOLLAR);
        }
        while strip.coins.last() == Some(&EMPTY) {
            strip.coins.pop();
        }
        if strip.end == LeftEnd::Wall {
            let stuck = strip.coins.iter().take_while(|&&coin| coin != EMPTY).count();
            strip.coins.drain(..stuck);
        }
        (strip, false)
    }

    fn size(&self, strip: &Strip) -> u32 {
        let squares = (1u32..).zip(&strip.coins);
        squares.filter(|square| *square.1 != EMPTY).fold(1, |sum, square| sum + square.0)
    }
}
