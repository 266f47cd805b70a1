//! Cram: both players place dominoes either way (Martin Gardner, Geoffrey Mott-Smith).
//!
//! The empty squares fall into parts that do not touch by an edge; all eight images of a part
//! have the same value. On a single row this is Dawson's Kayles.

use super::layers::Layers;
use super::plane::{Direction, Plane};
use crate::registry::{About, Editor, Known};
use crate::rules::once;
use crate::{Color, Picture, PositionError, Rules, no_parameters};
use std::marker::PhantomData;
use upstar_base::{Options, Player};

const ALPHABET: [&str; 2] = [".", "#xX"];

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "cram",
    aliases: &["impartial-domineering", "plugg", "dots-and-pairs"],
    title: "Cram",
    rules: "Either player places a domino on two empty squares that share an edge. Who cannot \
            move loses.",
    notation: "Rows joined by `|`: `.` empty, `#` covered or missing.",
    examples: &["...|...", ".....", "..#|...|#.."],
    source: "Martin Gardner, Scientific American, February 1974; Winning Ways ch. 15",
    known: &[
        Known { position: "....", value: "*2", source: "Dawson's Kayles; Winning Ways ch. 4" },
        Known { position: ".....", value: "0", source: "Dawson's Kayles; Winning Ways ch. 4" },
        Known {
            position: "....|....",
            value: "0",
            source: "even by even: the second player answers symmetrically; Gardner 1974",
        },
        Known {
            position: ".....|.....|.....|.....",
            value: "*2",
            source: "M. Schneider, Das Spiel Juvavum, Salzburg 2009",
        },
    ],
    tables: "ROWSxCOLUMNS: all rectangles up to this size",
    impartial: true,
    editor: Editor::Cells(".#"),
};

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cram<P>(PhantomData<P>);

/// The empty squares of a board.
pub type Board<P> = Layers<P, 1>;

impl<P: Plane> Cram<P> {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| Cram(PhantomData))
    }
}

impl<P: Plane> Rules for Cram<P> {
    type Position = Board<P>;

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

    fn parse(&self, text: &str) -> Result<Board<P>, PositionError> {
        Board::parse(text, &ALPHABET)
    }

    fn show(&self, board: &Board<P>) -> String {
        board.show(&ALPHABET)
    }

    fn picture(&self, board: &Board<P>) -> Picture {
        board.picture(|kind| (if kind == 0 { Color::White } else { Color::Gray }, None))
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        board.split(|part| part.layers[0].count() > 1, out);
    }

    fn parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        board.split(|_| true, &mut once(out));
    }

    fn pieces(&self) -> &'static str {
        "each region of free squares"
    }

    fn normal_form(&self, board: Board<P>) -> (Board<P>, bool) {
        board.least_image(false, None)
    }

    fn size(&self, board: &Board<P>) -> u32 {
        board.layers[0].count()
    }

    fn member(&self, size: &[usize]) -> Option<Board<P>> {
        match *size {
            [rows, columns] if P::holds(rows, columns) => Some(Board::filled(rows, columns, 0)),
            _ => None,
        }
    }
}
