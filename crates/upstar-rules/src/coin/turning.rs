//! Coin-turning games on a strip (Lenstra; Winning Ways ch. 14).
//!
//! Known: in normal play a position is worth the nim-sum of its heads, each taken alone, because
//! a coin turned twice is as it was. That holds for values, not for the positions themselves: in
//! misère play the heads do not add, so a strip is one component.

use super::coins::Coins;
use super::turning_rule::TurningRule;
use crate::naming::squares;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Coin turning
"Turn over some coins of a row, the rightmost of them from heads to tails. `turning(T)`: at most T
  coins; `turning(1-3)` or `turning(1,3-5)`: exactly so many; `turning(ruler)` and the other names:
  as in those games. Plain `turning` is `turning(2)`. Who cannot move loses."
impartial
notation "A row of `h` (heads) and `t` (tails), coin 0 at the left."
tables "N: coin 1 to N of a row as the only head"
edit cells th
try "htthth" "tthht" "h"
source "H. W. Lenstra; Winning Ways ch. 14"
known "tthhthh" = *6 (Guy, Impartial Games, fig. 11)
known "hhh" = 0 (Winning Ways ch. 14)
"#;

/// The rules for one way to turn coins.
#[derive(Clone, Debug)]
pub struct Turning {
    /// Which coins may be turned.
    pub rule: TurningRule,
}

/// Reads a strip.
pub(super) fn one_row(text: &str) -> Result<Coins, PositionError> {
    match text.find('|') {
        Some(at) => Err(PositionError::new(at, 1, "expected one row of coins")),
        None => Coins::parse(text),
    }
}

impl Turning {
    /// Reads a rule.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let start = text.len() - text.trim_start().len();
        let rule = match text.trim() {
            "" => TurningRule::at_most(2),
            rule => TurningRule::parse(start, rule)?,
        };
        Ok(Turning { rule })
    }
}

impl Rules for Turning {
    type Position = Coins;

    fn options(&self, coins: &Coins, _: Player, out: &mut dyn Options<Coins>) {
        for (_, last) in coins.heads() {
            let wanted = self.rule.turns(last, &mut |set| {
                let mut to = coins.clone();
                set.iter().for_each(|&coin| to.turn(0, coin));
                out.push(to)
            });
            if !wanted {
                return;
            }
        }
    }

    written!(Coins, one_row, Coins::show, Coins::picture);

    /// The coins that are turned.
    fn name_move(&self, coins: &Coins, _: Player, option: &Coins) -> String {
        let (from, to) = (self.show(coins), self.show(option));
        squares(&from, &to, |_| true).unwrap_or(to)
    }

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL
    }

    /// Tails at the right end are never turned.
    fn normal_form(&self, coins: Coins) -> (Coins, bool) {
        (coins.trimmed(), false)
    }

    fn size(&self, coins: &Coins) -> u32 {
        coins.columns() as u32
    }

    fn family(&self) -> Family<'_, Coins> {
        Coins::family(1)
    }
}
