//! Products of coin-turning games on a rectangle of coins (Winning Ways ch. 14).
//!
//! A move of A x B is a move {a} of A and a move {b} of B: all coins (a, b) are turned, and the
//! one furthest to the right and down must go from heads to tails. Known: the value of a single
//! head is the nim-product of its values in A and in B (Tartan Theorem). As on a strip, heads
//! add in value only, so a board is one component.

use super::coins::Coins;
use super::turning_rule::TurningRule;
use crate::naming::squares;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Product of two coin-turning games
"`tartan(A,B)`: choose coins of a row as if to move in A and coins of a column as if to move in B;
  turn over all coins where these columns and rows cross, the one furthest to the right and down
  from heads to tails. A and B are rules as in `turning(A)`; if they contain commas themselves write
  `;` between them. Plain `tartan` is turning-turtles times turning-turtles. Who cannot move loses."
impartial
notation "Rows of `h` (heads) and `t` (tails) joined by `|`, the top row first."
tables "MxN: one head in row 1 to M and column 1 to N"
edit cells th
try "tth|tht|htt" "th|ht" "tt|th"
source "H. W. Lenstra; Winning Ways ch. 14"
known "tt|th" = *3 (Tartan Theorem: 2 x 2 = 3)
known "ttt|tth" = * (Tartan Theorem: 3 x 2 = 1)
known "ttt|ttt|tth" = *2 (Tartan Theorem: 3 x 3 = 2)
"#;

/// The rules for two ways to turn coins.
#[derive(Clone, Debug)]
pub struct Tartan {
    /// Which coins of a row may be turned.
    pub along_rows: TurningRule,
    /// Which coins of a column may be turned.
    pub along_columns: TurningRule,
}

impl Tartan {
    /// Reads two rules.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        if text.trim().is_empty() {
            let rule = TurningRule::at_most(2);
            return Ok(Tartan { along_rows: rule.clone(), along_columns: rule });
        }
        let separator = if text.contains(';') { ';' } else { ',' };
        let parts: Vec<(usize, &str)> = crate::parameters::parts(text, separator).collect();
        let [(a, first), (b, second)] = parts[..] else {
            let message = "expected two games, such as `moebius,turnips` or `1-3;1,4`";
            return Err(PositionError::whole(text, message));
        };
        let along_rows = TurningRule::parse(a, first)?;
        Ok(Tartan { along_rows, along_columns: TurningRule::parse(b, second)? })
    }
}

impl Rules for Tartan {
    type Position = Coins;

    fn options(&self, coins: &Coins, _: Player, out: &mut dyn Options<Coins>) {
        for (row, column) in coins.heads() {
            let wanted = self.along_columns.turns(row, &mut |rows| {
                self.along_rows.turns(column, &mut |columns| {
                    let mut to = coins.clone();
                    for &r in rows {
                        columns.iter().for_each(|&c| to.turn(r, c));
                    }
                    out.push(to)
                })
            });
            if !wanted {
                return;
            }
        }
    }

    written!(Coins, Coins::parse, Coins::show, Coins::picture);

    /// The coins that are turned.
    fn name_move(&self, coins: &Coins, _: Player, option: &Coins) -> String {
        let (from, to) = (self.show(coins), self.show(option));
        squares(&from, &to, |_| true).unwrap_or(to)
    }

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL
    }

    /// Tails at the lower and right edge are never turned.
    fn normal_form(&self, coins: Coins) -> (Coins, bool) {
        (coins.trimmed(), false)
    }

    fn size(&self, coins: &Coins) -> u32 {
        (coins.rows() * coins.columns()) as u32
    }

    fn family(&self) -> Family<'_, Coins> {
        Coins::family(2)
    }
}
