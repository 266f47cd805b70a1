//! Fjords: growing along the coast (Lessons in Play, after Franz-Benno Delonge's board game).
//!
//! Stones never move, so each connected region of empty squares with the stones at its border is
//! independent; a stone that borders on two regions belongs to both.

use super::layers::{Image, Layers};
use super::plane::{Direction, Plane};
use super::stones::{ALPHABET, EMPTY, bounds, picture, set, sides};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Fjords
"A player puts a stone of their colour on an empty square next to one of their stones. Who cannot
  move loses. Neighbours share an edge; `fjords(hex)` is played on hexagons, where also the square
  above to the right and the one below to the left are neighbours."
notation "Rows joined by `|`: `x` a stone of Left, `o` a stone of Right, `.` empty, `#` missing. On
  hexagons each row is shifted by half a square against the one above."
edit cells .xo#
try "x...|.#..|...o" "x.#o" "x..o"
source "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2007"
known "x.." = 2 (nobody else can come)
known "x.o" = * (the last square goes to either player)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug)]
pub struct Fjords<P> {
    hexagons: bool,
    plane: PhantomData<P>,
}

/// The stones of Left and of Right and the empty squares.
pub type Board<P> = Layers<P, 3>;

impl<P: Plane> Fjords<P> {
    /// The game on squares, or with the parameter `hex` on hexagons.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let words = [("", false), ("square", false), ("hex", true)];
        let hexagons = parameters::word(text, &words, "expected `hex`, `square` or nothing")?;
        Ok(Fjords { hexagons, plane: PhantomData })
    }

    fn neighbours(&self, squares: &P) -> P {
        let straight = squares.neighbours();
        if !self.hexagons {
            return straight;
        }
        let up = squares.step(Direction::North).step(Direction::East);
        let down = squares.step(Direction::South).step(Direction::West);
        straight.or(&up).or(&down)
    }
}

impl<P: Plane> Rules for Fjords<P> {
    type Position = Board<P>;

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        let (me, you) = sides(who);
        let own = &board.layers[me];
        self.neighbours(own).and(&board.layers[EMPTY]).each_while(|square| {
            out.push(set(board, who, own.or(&square), board.layers[you].clone()))
        });
    }

    written!(Board<P>, ALPHABET);

    /// Rows of hexagons one below the other with a shift each.
    fn display(&self, board: &Board<P>) -> String {
        let text = self.show(board);
        if !self.hexagons {
            return text.replace('|', "\n");
        }
        let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
        let rows = text.split('|').enumerate().map(|(r, row)| " ".repeat(r) + &spaced(row));
        rows.collect::<Vec<_>>().join("\n")
    }

    fn picture(&self, board: &Board<P>) -> Picture {
        let mut flat = picture(board);
        if self.hexagons {
            for shape in &mut flat.shapes {
                // The names of the columns stand under the last row.
                let lowest = flat.height - 5;
                match shape {
                    Shape::Rectangle { x, y, .. }
                    | Shape::Disc { x, y, .. }
                    | Shape::Text { x, y, .. } => *x += (*y).min(lowest) / 10 * 5,
                    _ => {}
                }
            }
            flat.width += flat.height / 2 - 5;
        }
        flat
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        let empty = &board.layers[EMPTY];
        let mut rest = empty.clone();
        while !rest.is_empty() {
            let mut region = rest.first();
            for round in 1u32.. {
                let more = region.or(&self.neighbours(&region).and(empty));
                if more == region {
                    break;
                }
                region = more;
                // Only on boards that are not kept in one word.
                if round.is_multiple_of(256) && out.is_closed() {
                    return;
                }
            }
            rest = rest.minus(&region);
            let shore = self.neighbours(&region).minus(empty);
            let part = board.masked(&region.or(&shore));
            if part.in_play() != part.layers[EMPTY] && !out.push(part) {
                return;
            }
        }
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each region of free places with a claimed one beside it")
    }

    /// Of the images of a square board only those of index 0, 3, 4 and 7 keep hexagons.
    fn normal_form(&self, board: Board<P>) -> (Board<P>, bool) {
        if !self.hexagons || P::IMAGES == 2 {
            return board.least_image(false, Some((0, 1)));
        }
        let images = [0, 3, 4, 7].map(|turn| {
            let plain = Image { turn, swap: None, negated: false };
            [plain, Image { turn, swap: Some((0, 1)), negated: true }]
        });
        board.least_of(images.as_flattened())
    }

    fn size(&self, board: &Board<P>) -> u32 {
        board.layers[EMPTY].count()
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        Some(bounds(board, board.layers[EMPTY].count()))
    }

    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        let count =
            |i: usize| self.neighbours(&board.layers[i]).and(&board.layers[EMPTY]).count() as i32;
        count(0) - count(1)
    }
}
