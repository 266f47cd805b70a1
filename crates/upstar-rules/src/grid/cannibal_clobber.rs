//! Cannibal Clobber: Clobber in which stones may capture their own kind as well.
//!
//! As in Clobber, parts that do not touch by an edge are independent and exchanging the colours
//! negates; but a part of one colour still has moves, so the game is hot. Every move removes
//! one stone and the last stone cannot move: `n` stones allow at most `n - 1` moves.

use super::clobber::{ALPHABET, Board, captures, checkerboard, picture};
use super::plane::Plane;
use crate::registry::{About, Editor, Known};
use crate::rules::once;
use crate::{Picture, PositionError, Rules, no_parameters};
use std::marker::PhantomData;
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "cannibal-clobber",
    aliases: &["hot-clobber"],
    title: "Cannibal Clobber",
    rules: "A player moves one of their stones onto any neighbouring stone, the opponent's or \
            their own, which is removed. Left plays `x`, Right plays `o`. Who cannot move loses.",
    notation: "Rows joined by `|`: `x` a stone of Left, `o` a stone of Right, `.` no stone.",
    examples: &["xoxo|oxox", "xxoo", "xx|o."],
    source: "M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to \
             Clobber, Integers 5(2), 2005, A1",
    known: &[Known { position: "xx", value: "1", source: "only Left can move, once" }],
    tables: "ROWSxCOLUMNS: checkerboards of `x` and `o` up to this size, `x` in the corner",
    impartial: false,
    editor: Editor::Cells(".xo"),
};

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct CannibalClobber<P>(PhantomData<P>);

impl<P: Plane> CannibalClobber<P> {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| CannibalClobber(PhantomData))
    }
}

impl<P: Plane> Rules for CannibalClobber<P> {
    type Position = Board<P>;

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        captures(board, who, &board.in_play(), out);
    }

    fn parse(&self, text: &str) -> Result<Board<P>, PositionError> {
        Board::parse(text, &ALPHABET)
    }

    fn show(&self, board: &Board<P>) -> String {
        board.show(&ALPHABET)
    }

    fn picture(&self, board: &Board<P>) -> Picture {
        picture(board)
    }

    fn components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        board.split(|part| part.in_play().count() > 1, out);
    }

    fn parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        board.split(|_| true, &mut once(out));
    }

    fn pieces(&self) -> &'static str {
        "each group of stones that touch"
    }

    fn normal_form(&self, board: Board<P>) -> (Board<P>, bool) {
        board.least_image(false, Some((0, 1)))
    }

    fn size(&self, board: &Board<P>) -> u32 {
        board.in_play().count()
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        let moves = i64::from(board.in_play().count().saturating_sub(1));
        let [most_left, most_right] =
            [0, 1].map(|i: usize| if board.layers[i].is_empty() { 0 } else { moves });
        Some((-most_right, most_left))
    }

    fn promise(&self, board: &Board<P>) -> i32 {
        board.layers[0].count() as i32 - board.layers[1].count() as i32
    }

    fn member(&self, size: &[usize]) -> Option<Board<P>> {
        checkerboard(size)
    }
}
