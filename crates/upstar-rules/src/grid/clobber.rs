//! Clobber: stones capture neighbours (Michael Albert, J.P. Grossman, Richard Nowakowski).
//!
//! A square that a stone leaves is never entered again, so stones that do not hang together by
//! edges are independent, and a part of one colour is dead. Each player can move iff stones of
//! different colours touch: the game is all-small. All eight images of a part are equal;
//! exchanging the colours negates it.

use super::layers::Layers;
use super::plane::Plane;
use super::stones::sides;
use crate::prelude::*;

pub(super) const ALPHABET: [&str; 3] = ["xX", "oO", ".#"];

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Clobber
"A player moves one of their stones onto a neighbouring stone of the opponent, which is removed.
  Left plays `x`, Right plays `o`. Who cannot move loses."
notation "Rows joined by `|`: `x` a stone of Left, `o` a stone of Right, `.` no stone."
tables "ROWSxCOLUMNS: checkerboards of `x` and `o` up to this size, `x` in the corner"
edit cells .xo
try "xoxo|oxox|xoxo" "xoxoxo" "xxo|o.x"
source "M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber,
  Integers 5(2), 2005, A1"
known "xo" = * (Albert et al. 2005)
known "xxo" = ^ (Albert et al. 2005)
known "xoxo|oxox|xoxo" = 0 (Albert et al. 2005)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber<P>(PhantomData<P>);

/// The stones of Left and of Right.
pub type Board<P> = Layers<P, 2>;

impl<P: Plane> Rules for Clobber<P> {
    on_board!(Board<P>, ALPHABET, picture, (false, Some((0, 1))), |board| board.in_play().count());

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        captures(board, who, &board.layers[!who as usize], out);
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        board.split(|part| part.layers.iter().all(|stones| !stones.is_empty()), out);
    }

    fn compound_parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        board.split(|_| true, &mut once(out));
    }

    fn nature(&self) -> Nature {
        Nature {
            part_noun: "each group of stones that touch",

            // A row has few moves for its length, and values that are simple.
            exact_size: if P::IMAGES < 8 { 12 } else { 8 },
            ..Nature::ALL_SMALL
        }
    }

    /// Stones in contact with the enemy.
    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        let [left, right] = &board.layers;
        left.and(&right.neighbours()).count() as i32 - right.and(&left.neighbours()).count() as i32
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(checkerboard)
    }
}

/// Appends the boards after `who` has moved a stone onto a neighbour that is prey.
#[inline]
pub(super) fn captures<P: Plane>(
    board: &Board<P>,
    who: Player,
    prey: &P,
    out: &mut dyn Options<Board<P>>,
) {
    let (me, you) = sides(who);
    let (own, other) = (&board.layers[me], &board.layers[you]);
    own.and(&prey.neighbours()).each_while(|stone| {
        stone.neighbours().and(prey).each_while(|target| {
            let mut next = board.clone();
            next.layers[me] = own.minus(&stone).or(&target);
            next.layers[you] = other.minus(&target);
            out.push(next)
        })
    });
}

/// The board with stones as discs.
pub(super) fn picture<P: Plane>(board: &Board<P>) -> Picture {
    board.picture(|kind| (Color::White, [Some(Color::Blue), Some(Color::Red), None][kind.min(2)]))
}

/// A full board with the colours alternating, Left's in the corner.
pub(super) fn checkerboard<P: Plane>(rows: usize, columns: usize) -> Option<Board<P>> {
    Board::drawn(rows, columns, |r, c| (r + c) % 2)
}
