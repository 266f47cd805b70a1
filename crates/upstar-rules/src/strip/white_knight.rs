//! The White Knight: knights that ride home (Winning Ways ch. 3).
//!
//! A knight makes those of its moves that bring it two squares nearer to an edge. The four
//! squares in the corner are home. Knights may share a square, so the position is the sum of its
//! knights, and exchanging rows and columns changes nothing.

use super::pieces::Pieces;
use crate::written::written;
use crate::{Nature, Rules};
use upstar_base::{Options, Player};

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

impl Rules for WhiteKnight {
    type Position = Pieces;

    fn options(&self, knights: &Pieces, _: Player, out: &mut dyn Options<Pieces>) {
        for (i, &(row, column)) in knights.0.iter().enumerate() {
            for (down, right) in [(-2, -1), (-2, 1), (-1, -2), (1, -2)] {
                let to = row.checked_add_signed(down).zip(column.checked_add_signed(right));
                if !out.extend(to.map(|to| knights.moved(i, to))) {
                    return;
                }
            }
        }
    }

    written!(Pieces, Pieces::parse, Pieces::show, |knights| knights.picture("N"));

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL.in_parts("each knight")
    }

    fn sum_components(&self, knights: Pieces, out: &mut dyn Options<Pieces>) {
        knights.split(out);
    }

    fn compound_parts(&self, knights: &Pieces, out: &mut dyn Options<(Pieces, u64)>) {
        knights.compound_parts(out);
    }

    fn normal_form(&self, knights: Pieces) -> (Pieces, bool) {
        (knights.sorted(), false)
    }

    fn size(&self, knights: &Pieces) -> u32 {
        knights.size()
    }

    fn member(&self, size: &[usize]) -> Option<Pieces> {
        Pieces::member(size)
    }
}
