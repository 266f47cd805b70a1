//! Cram: both players place dominoes either way (Martin Gardner, Geoffrey Mott-Smith).
//!
//! The empty squares fall into parts that do not touch by an edge; all eight images of a part
//! have the same value. On a single row this is Dawson's Kayles.
//!
//! A part is worth 0 if a reflection leaves it as it is and takes no square to itself or to a
//! neighbour. For then no domino has a square in common with its image, and the image is free as
//! long as the domino was; so the second player answers with the image, the rest is symmetric
//! again, and the first player is the one who cannot move. On a part that hangs together only the
//! reflection in a point can be of this kind, since a way from one side of a line to the other
//! crosses it on a fixed square or between two neighbours. The point is the corner of four squares,
//! or lies on a square or an edge that is not free. So an even by even rectangle is worth 0, and
//! on an even by odd one the first player takes the two squares in the middle and leaves 0
//! (Gardner 1974).
//!
//! Theorem: `docs/boards.md#symmetry`.

use super::domineering::picture;
use super::layers::Layers;
use super::plane::{Direction, Plane};
use super::symmetry::answers;
use crate::prelude::*;

const ALPHABET: [&str; 2] = [".", "#xX"];

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Cram
"Either player places a domino on two empty squares that share an edge. Who cannot move loses."
impartial
like domineering
try "...|..." "....." "..#|...|#.."
source "Martin Gardner, Scientific American, February 1974; Winning Ways ch. 15"
known "...." = *2 (Dawson's Kayles; Winning Ways ch. 4)
known "....." = 0 (Dawson's Kayles; Winning Ways ch. 4)
known "....|...." = 0 (even by even: the second player answers symmetrically; Gardner 1974)
known ".....|.....|.....|....." = *2 (M. Schneider, Das Spiel Juvavum, Salzburg 2009)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cram<P>(PhantomData<P>);

/// The empty squares of a board.
pub type Board<P> = Layers<P, 1>;

impl<P: Plane> Rules for Cram<P> {
    on_board!(Board<P>, ALPHABET, picture, (false, None), |board| board.layers[0].count());

    fn options(&self, board: &Board<P>, _: Player, out: &mut dyn Options<Board<P>>) {
        let free = &board.layers[0];
        for (onward, back) in
            [(Direction::South, Direction::North), (Direction::East, Direction::West)]
        {
            free.and(&free.step(back)).each_while(|first| {
                let second = first.step(onward);
                out.push(board.with([free.minus(&first).minus(&second)]))
            });
        }
    }

    fn nature(&self) -> Nature {
        Nature { part_noun: "each region of free squares", exact_size: 8, ..Nature::IMPARTIAL }
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        board.split(|part| part.layers[0].count() > 1, out);
    }

    fn compound_parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        board.split(|_| true, &mut once(out));
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        let free = &board.layers[0];
        answers(free, free, 2).then_some((0, 0))
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(|rows, columns| Board::filled(rows, columns, 0))
    }
}
