//! Cannibal Clobber: Clobber in which stones may capture their own kind as well.
//!
//! As in Clobber, parts that do not touch by an edge are independent and exchanging the colours
//! negates; but a part of one colour still has moves, so the game is hot. Every move removes
//! one stone and the last stone cannot move: `n` stones allow at most `n - 1` moves.

use super::clobber::{ALPHABET, Board, captures, checkerboard, picture};
use super::plane::Plane;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Cannibal Clobber
"A player moves one of their stones onto any neighbouring stone, the opponent's or their own, which
  is removed. Left plays `x`, Right plays `o`. Who cannot move loses."
like clobber
try "xoxo|oxox" "xxoo" "xx|o."
source "M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber,
  Integers 5(2), 2005, A1"
known "xx" = 1 (only Left can move, once)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct CannibalClobber<P>(PhantomData<P>);

impl<P: Plane> Rules for CannibalClobber<P> {
    on_board!(Board<P>, ALPHABET, picture, (false, Some((0, 1))), |board| board.in_play().count());

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        captures(board, who, &board.in_play(), out);
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        board.split(|part| part.in_play().count() > 1, out);
    }

    fn compound_parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        board.split(|_| true, &mut once(out));
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each group of stones that touch")
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        let moves = i64::from(board.in_play().count().saturating_sub(1));
        let [most_left, most_right] =
            [0, 1].map(|i: usize| if board.layers[i].is_empty() { 0 } else { moves });
        Some((-most_right, most_left))
    }

    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        board.layers[0].count() as i32 - board.layers[1].count() as i32
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(checkerboard)
    }
}
