//! The White Knight: knights that ride home (Winning Ways ch. 3).
//!
//! A knight makes those of its moves that bring it two squares nearer to an edge. The four
//! squares in the corner are home. Knights may share a square, so the position is the sum of its
//! knights, and exchanging rows and columns changes nothing.

use super::pieces::Pieces;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game The White Knight
"A player moves a knight two squares up and one to either side, or two squares to the left and one
  up or down. Knights do not block each other. Who cannot move (all knights are on the four squares
  in the corner) loses."
impartial
like wythoff
tables "ROWSxCOLUMNS: one knight on each square of the corner, which is 1x1"
try "3,4" "2,2+4,1" "5,5"
source "Winning Ways ch. 3"
known "1,1" = 0
known "0,2" = *
known "1,2" = *2
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct WhiteKnight;

impl PieceGame for WhiteKnight {
    fn moves(
        &self,
        (row, column): (u32, u32),
        _: Player,
        visit: &mut dyn Visit<(u32, u32)>,
    ) -> ControlFlow<()> {
        [(-2, -1), (-2, 1), (-1, -2), (1, -2)].into_iter().try_for_each(|(down, right)| {
            let to = row.checked_add_signed(down).zip(column.checked_add_signed(right));
            to.map_or(ControlFlow::Continue(()), |to| visit.pieces(&[to]))
        })
    }

    fn left_in(&self, (row, column): (u32, u32)) -> u64 {
        u64::from(row) + u64::from(column)
    }
}

impl Rules for WhiteKnight {
    by_pieces!(Pieces, "each knight", Nature::IMPARTIAL);

    written!(Pieces, Pieces::parse, Pieces::show, |knights| knights.picture("N"));

    fn normal_form(&self, knights: Pieces) -> (Pieces, bool) {
        (knights.sorted(), false)
    }

    fn family(&self) -> Family<'_, Pieces> {
        Family::boards(Pieces::member)
    }
}
