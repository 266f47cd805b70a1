//! Anti-Clobber: Clobber played backwards.
//!
//! A square once occupied stays occupied, so a stone without an empty neighbour is dead, and the
//! empty regions with the stones that touch them make the independent parts; a stone that
//! touches two regions ties them together. Every move fills one empty square.

use super::plane::Plane;
use super::stones::{ALPHABET, EMPTY, picture, set, sides};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Anti-Clobber
"A player moves one of their stones to a neighbouring empty square and leaves a stone of the
  opponent on the square it came from: a move of Clobber undone. Who cannot move loses."
notation "Rows joined by `|`: `x` a stone of Left, `o` a stone of Right, `.` empty, `#` missing."
edit cells .xo#
try "x...|....|...o" "x..o" "x.#|.o."
source "Clobber backwards; Clobber: M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe,
  Integers 5(2), 2005, A1"
known "x." = 1 (Left moves to `ox`, the end)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct AntiClobber<P>(PhantomData<P>);

/// Stones and empty squares.
pub type Board<P> = super::layers::Layers<P, 3>;

impl<P: Plane> Rules for AntiClobber<P> {
    on_board!(Board<P>, ALPHABET, picture, (false, Some((0, 1))), |board| board.layers[EMPTY]
        .count());

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        let (me, you) = sides(who);
        let (own, other, empty) = (&board.layers[me], &board.layers[you], &board.layers[EMPTY]);
        own.and(&empty.neighbours()).each_while(|stone| {
            stone.neighbours().and(empty).each_while(|target| {
                out.push(set(board, who, own.minus(&stone).or(&target), other.or(&stone)))
            })
        });
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        let empty = &board.layers[EMPTY];
        let stones = board.layers[0].or(&board.layers[1]);
        let all = empty.or(&stones);
        let grow = |part: &P| {
            let from_empty = part.and(empty).neighbours().and(&all);
            let from_stones = part.and(&stones).neighbours().and(empty);
            part.or(&from_empty).or(&from_stones)
        };
        let alive = |part: &Board<P>| part.in_play() != part.layers[EMPTY];
        board.split_from(empty.clone(), grow, alive, out);
    }

    /// The stones change colour, so a player without stones may get some.
    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        let moves = i64::from(board.layers[EMPTY].count());
        Some((-moves, moves))
    }

    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        let reach = |i: usize| board.layers[i].neighbours().and(&board.layers[EMPTY]).count();
        reach(0) as i32 - reach(1) as i32
    }
}
