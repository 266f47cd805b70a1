//! De Bono's L-game: two Ls and two neutral squares on a board of sixteen.
//!
//! A position is seen from the player to move: his own L, the opponent's, the neutral squares;
//! after a move they change places. So both players have the same options, and the game is
//! impartial although each has a piece of his own. The eight symmetries of the board do not
//! matter.

use crate::naming::square;
use crate::prelude::*;
use std::sync::LazyLock;
use upstar_picture::Rows;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game De Bono's L-game
"On a board of four by four lie an L of each player and two neutral squares. In his turn a player
  lifts his L and lays it down elsewhere, turned or turned over if he likes; then he may move one of
  the neutral squares to a free place. Who cannot lay down his L in a new place loses. Play can go
  on for ever."
impartial
notation "The board row by row: `A` the L of the player to move, `B` the other L, `n` the neutral
  squares, `.` free: `nAA.|.BA.|.BA.|.BBn`."
edit cells .ABn
try "nAA.|.BA.|.BA.|.BBn" "AAAn|ABBB|...B|n..."
source "Edward de Bono 1967; Winning Ways ch. 12"
"#;

/// A position: sets of squares as bits, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    own: u16,
    other: u16,
    neutral: u16,
}

impl Weigh for Board {}

/// All places of an L.
static PLACES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut places = Vec::new();
    // Three squares in a line and one beside an end of it.
    let shape = [(0, 0), (0, 1), (0, 2), (1, 0)];
    for symmetry in 0..8 {
        for (row, column) in (-2..4).flat_map(|r| (-2..4).map(move |c| (r, c))) {
            let mut bits = 0u16;
            for (r, c) in shape {
                let (r, c) = turned(symmetry, 2, r, c);
                let (r, c) = (r + row, c + column);
                if (0..4).contains(&r) && (0..4).contains(&c) {
                    bits |= 1 << (4 * r + c);
                }
            }
            if bits.count_ones() == 4 && !places.contains(&bits) {
                places.push(bits);
            }
        }
    }
    places.sort_unstable();
    places
});

/// A symmetry of the square with corners (0, 0) and (side, side).
fn turned(symmetry: u32, side: i32, row: i32, column: i32) -> (i32, i32) {
    let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
    let row = if symmetry & 2 == 0 { row } else { side - row };
    (row, if symmetry & 4 == 0 { column } else { side - column })
}

impl Board {
    fn map(self, change: impl Fn(u16) -> u16) -> Board {
        let Board { own, other, neutral } = self;
        Board { own: change(own), other: change(other), neutral: change(neutral) }
    }
}

/// The squares of a set after a symmetry of the board.
fn image(symmetry: u32, set: u16) -> u16 {
    (0..16).filter(|i| set >> i & 1 == 1).fold(0, |bits, i| {
        let (row, column) = turned(symmetry, 3, i / 4, i % 4);
        bits | 1 << (4 * row + column)
    })
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct LGame;

impl Rules for LGame {
    type Position = Board;

    fn options(&self, board: &Board, _: Player, out: &mut dyn Options<Board>) {
        let taken = board.other | board.neutral;
        for &own in PLACES.iter().filter(|&&own| own != board.own && own & taken == 0) {
            let next = |neutral| Board { own: board.other, other: own, neutral };
            if !out.push(next(board.neutral)) {
                return;
            }
            let free = !(own | taken);
            for from in (0..16).map(|i| 1u16 << i).filter(|bit| board.neutral & bit != 0) {
                let to = (0..16).map(|i| 1u16 << i).filter(|bit| free & bit != 0);
                if !out.extend(to.map(|to| next(board.neutral & !from | to))) {
                    return;
                }
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        let cells = read_cells(text, &[".", "A", "B", "n"])?;
        if (cells.rows, cells.columns) != (4, 4) {
            return Err(PositionError::whole(text, "the board has four rows of four squares"));
        }
        let set = |meaning: u8| {
            let squares = cells.cells.iter().enumerate().filter(|&(_, &cell)| cell == meaning);
            squares.fold(0u16, |bits, (i, _)| bits | 1 << i)
        };
        let board = Board { own: set(1), other: set(2), neutral: set(3) };
        if !PLACES.contains(&board.own) || !PLACES.contains(&board.other) {
            return Err(PositionError::whole(text, "`A` and `B` must each form an L"));
        }
        if board.neutral.count_ones() != 2 {
            return Err(PositionError::whole(text, "there are two neutral squares `n`"));
        }
        Ok(board)
    }

    fn show(&self, board: &Board) -> String {
        let symbol = |i: usize| match 1u16 << i {
            bit if board.own & bit != 0 => 'A',
            bit if board.other & bit != 0 => 'B',
            bit if board.neutral & bit != 0 => 'n',
            _ => '.',
        };
        let row = |r: usize| (0..4).map(|c| symbol(4 * r + c)).collect::<String>();
        (0..4).map(row).collect::<Vec<_>>().join("|")
    }

    /// The squares of the L, and where a neutral piece goes.
    fn name_move(&self, board: &Board, _: Player, option: &Board) -> String {
        let squares = |set: u16| {
            let on = (0..16usize).filter(|i| set >> i & 1 == 1);
            on.map(|i| square(4, i / 4, i % 4)).collect::<Vec<_>>().join("-")
        };
        let [from, to] = [board.neutral & !option.neutral, option.neutral & !board.neutral];
        match from {
            0 => squares(option.other),
            _ => format!("{} {}-{}", squares(option.other), squares(from), squares(to)),
        }
    }

    fn picture(&self, board: &Board) -> Picture {
        let mut picture = Picture { width: 40, height: 40, ..Picture::default() };
        for i in 0..16 {
            let (x, y, width, height) = (10 * (i % 4), 10 * (i / 4), 10, 10);
            let fill = match 1u16 << i {
                bit if board.own & bit != 0 => Color::Blue,
                bit if board.other & bit != 0 => Color::Red,
                _ => Color::White,
            };
            picture.shapes.push(Shape::Rectangle { x, y, width, height, fill });
            if board.neutral >> i & 1 == 1 {
                let (x, y, radius, fill) = (x + 5, y + 5, 4, Color::Black);
                picture.shapes.push(Shape::Disc { x, y, radius, fill });
            }
        }
        picture.name_squares(4, 4, Rows::Down);
        picture
    }

    fn nature(&self) -> Nature {
        Nature { loopy: true, ..Nature::IMPARTIAL }
    }

    fn normal_form(&self, board: Board) -> (Board, bool) {
        let images = (0..8).map(|symmetry| board.map(|set| image(symmetry, set)));
        (images.min().unwrap_or(board), false)
    }

    fn size(&self, _: &Board) -> u32 {
        16
    }
}
