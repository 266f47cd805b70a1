//! Wythoff's game, Wyt Queens: queens that walk to the corner (Wythoff 1907).
//!
//! Several queens may share a square, so the position is the sum of its queens, and exchanging
//! rows and columns changes nothing. Fraenkel's generalisation lets the two sides of a diagonal
//! move differ by less than `r`.

use super::pieces::Pieces;
use crate::prelude::*;

/// The most that the parameter can be.
const MOST_SLACK: u32 = 64;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Wyt Queens
"A player moves a queen any distance to the left, up, or diagonally left and up; queens do not block
  each other. Who cannot move (all queens are in the corner) loses. The same as taking any number
  from one of two heaps or the same number from both. With `wythoff(r)` the two numbers may differ
  by less than `r`."
impartial
notation "Row and column of each piece, counted from 0, joined by `+`: `3,5+1,2`, with or without
  parentheses around each pair."
tables "ROWSxCOLUMNS: one queen on each square of the corner, which is 1x1"
try "3,5" "4,6+1,1" "7,7"
source "W. A. Wythoff 1907; Winning Ways ch. 3; A. S. Fraenkel 1982"
known "1,2" = 0 (Wythoff 1907)
known "3,5" = 0 (Wythoff 1907)
known "4,7" = 0 (Wythoff 1907)
known "1,1" = *2 (Winning Ways ch. 3)
"#;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff {
    /// What a diagonal move's two distances must differ by less than.
    slack: u32,
}

impl Wythoff {
    /// The game; the parameter is Fraenkel's `r`, 1 if there is none.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let slack = match text.trim() {
            "" => Some(1),
            number => number.parse().ok().filter(|slack| (1..=MOST_SLACK).contains(slack)),
        };
        let slack = slack.ok_or_else(|| {
            PositionError::whole(text, format!("expected a number from 1 to {MOST_SLACK}"))
        })?;
        Ok(Wythoff { slack })
    }

    /// The two numbers of a diagonal move differ by less than this.
    pub fn slack(&self) -> u32 {
        self.slack
    }
}

impl PieceGame for Wythoff {
    fn moves(
        &self,
        (row, column): (u32, u32),
        _: Player,
        visit: &mut dyn Visit<(u32, u32)>,
    ) -> ControlFlow<()> {
        (0..row).try_for_each(|to| visit.pieces(&[(to, column)]))?;
        (0..column).try_for_each(|to| visit.pieces(&[(row, to)]))?;
        (1..=row).try_for_each(|up| {
            let least = up.saturating_sub(self.slack - 1).max(1);
            let most = (up + self.slack - 1).min(column);
            (least..=most).try_for_each(|left| visit.pieces(&[(row - up, column - left)]))
        })
    }

    fn left_in(&self, (row, column): (u32, u32)) -> u64 {
        u64::from(row) + u64::from(column)
    }
}

impl Rules for Wythoff {
    by_pieces!(Pieces, "each queen", Nature::IMPARTIAL);

    written!(Pieces, Pieces::parse, Pieces::show, |queens| queens.picture("Q"));

    fn normal_form(&self, queens: Pieces) -> (Pieces, bool) {
        (queens.sorted(), false)
    }

    fn family(&self) -> Family<'_, Pieces> {
        Family::boards(Pieces::member)
    }
}
