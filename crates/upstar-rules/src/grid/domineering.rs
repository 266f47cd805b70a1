//! Domineering: Left places vertical dominoes, Right horizontal ones (Göran Andersson).
//!
//! A component that is exchanged along its diagonal changes sign, so all eight images of a
//! component share one memo entry. Cutting the board between rows only takes moves from Left,
//! between columns only from Right: the bands give bounds.

use super::layers::Layers;
use super::plane::{Direction, Plane};
use crate::prelude::*;
use std::ops::Range;

const ALPHABET: [&str; 2] = [".", "#xX"];

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Domineering
"Left places a domino on two empty squares one above the other, Right on two empty squares side by
  side. Who cannot move loses."
notation "Rows joined by `|`: `.` empty, `#` covered or missing."
tables "ROWSxCOLUMNS: all rectangles up to this size"
edit cells .#
try "....|...." "..#|...|#.." "...|...|..."
source "Göran Andersson; Winning Ways ch. 5"
known "....|...." = Miny(2) (Winning Ways ch. 5)
known "...|...|..." = +-1 (Winning Ways ch. 5)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering<P>(PhantomData<P>);

/// The empty squares of a board.
pub type Board<P> = Layers<P, 1>;

impl<P: Plane> Domineering<P> {
    /// The game.
    pub fn new() -> Self {
        Domineering(PhantomData)
    }
}

/// Draws a board with white empty squares and grey others.
pub(super) fn picture<P: Plane>(board: &Board<P>) -> Picture {
    board.picture(|kind| (if kind == 0 { Color::White } else { Color::Gray }, None))
}

/// The second square of a domino seen from its first.
fn along(who: Player) -> Direction {
    match who {
        Player::Left => Direction::South,
        Player::Right => Direction::East,
    }
}

fn backwards(who: Player) -> Direction {
    match who {
        Player::Left => Direction::North,
        Player::Right => Direction::West,
    }
}

/// The squares on which a domino of `who` can begin.
fn places<P: Plane>(free: &P, who: Player) -> P {
    free.and(&free.step(backwards(who)))
}

/// How many dominoes of `who` fit at most, or, on squares the opponent cannot use, certainly.
fn most<P: Plane>(free: &P, who: Player) -> i64 {
    let (mut rest, mut count) = (free.clone(), 0);
    loop {
        // The first places of each run, all at once.
        let starts = places(&rest, who);
        let starts = starts.minus(&rest.step(along(who)));
        if starts.is_empty() {
            return count;
        }
        count += i64::from(starts.count());
        rest = rest.minus(&starts).minus(&starts.step(along(who)));
    }
}

/// Squares that only `who` can use.
fn safe<P: Plane>(free: &P, who: Player) -> P {
    free.minus(&free.step(along(!who))).minus(&free.step(backwards(!who)))
}

impl<P: Plane> Rules for Domineering<P> {
    on_board!(Board<P>, ALPHABET, picture, (true, None), |board| board.layers[0].count());

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        let free = &board.layers[0];
        places(free, who).each_while(|first| {
            let second = first.step(along(who));
            out.push(board.with([free.minus(&first).minus(&second)]))
        });
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        board.split(|part| part.layers[0].count() > 1, out);
    }

    fn compound_parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        board.split(|_| true, &mut once(out));
    }

    fn nature(&self) -> Nature {
        Nature { part_noun: "each region of free squares", exact_size: 10, ..Nature::PARTIZAN }
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        let free = &board.layers[0];
        let certain = |who| most(&safe(free, who), who);
        let (left, right) = (most(free, Player::Left), most(free, Player::Right));
        Some((certain(Player::Left) - right, left - certain(Player::Right)))
    }

    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        let free = &board.layers[0];
        let count = |who| {
            let own = safe(free, who);
            2 * places(free, who).count() as i32 + 3 * places(&own, who).count() as i32
        };
        count(Player::Left) - count(Player::Right)
    }

    fn banded(&self) -> Option<&dyn Banded<Board<P>>> {
        Some(self)
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(|rows, columns| Board::filled(rows, columns, 0))
    }
}

impl<P: Plane> Banded<Board<P>> for Domineering<P> {
    /// Rows if Left is tied, columns if Right is: no domino of the other player lies across the
    /// edge between two of them, and those of the tied player that do are forbidden.
    fn one_hand_tied(
        &self,
        board: &Board<P>,
        tied: Player,
        lines: Range<usize>,
    ) -> Option<Board<P>> {
        let size = (board.rows(), board.columns());
        let (rows, columns) = match tied {
            Player::Left => (lines, 0..size.1),
            Player::Right => (0..size.0, lines),
        };
        if rows.end > size.0 || columns.end > size.1 {
            return None;
        }
        // The same band elsewhere on the board is the same position.
        Some(board.with([board.layers[0].window(rows, columns, size)]))
    }

    fn line_codes(&self, board: &Board<P>, tied: Player, out: &mut Vec<u32>) -> bool {
        // Columns are the rows of the board exchanged along its diagonal.
        let free = &board.layers[0];
        let (free, lines) = match tied {
            Player::Left => (free.clone(), board.rows()),
            Player::Right if P::IMAGES > 4 => (free.image(4), board.columns()),
            Player::Right => return false,
        };
        if lines == 0 || free.row(0).is_none() {
            return false;
        }
        out.extend((0..lines).filter_map(|line| free.row(line)));
        true
    }
}
