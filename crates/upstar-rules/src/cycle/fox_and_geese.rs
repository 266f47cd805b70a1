//! Fox and Geese: geese that only go forward hunt a fox that goes both ways.
//!
//! Geese never come back, so positions with the geese in the same places are the only ones that
//! can repeat, and there the fox alone moves: every position is a stopper. A fox that is behind
//! all geese moves for ever while they run out of moves, which is `off`.

use super::checkered::{Board, forward};
use crate::registry::{About, Editor, Known};
use crate::{Color, Picture, PositionError, Rules, no_parameters};
use upstar_base::{Options, Player, Weigh};
use upstar_picture::Rows;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "fox-and-geese",
    aliases: &["fox"],
    title: "Fox and Geese",
    rules: "Left's geese and Right's fox stand on the dark squares of a board. Left moves a goose \
            one square diagonally up, Right moves the fox one square diagonally in any direction, \
            both onto an empty square; nobody captures. Who cannot move loses: the geese win by \
            shutting the fox in, the fox by getting behind them, where it can move for ever.",
    notation: "Rows joined by `|`, the geese going up: `G` goose, `F` fox, `.` no piece. The corner \
               at the lower left is dark. `8x8` is the first position on a board of that size: \
               geese on all dark squares of the lowest row, the fox in the middle of the highest.",
    examples: &[
        "...F|....|....|G.G.",
        "...F..|......|......|......|......|G.G.G.",
        "..F|.G.|G..",
        "....F|.G...|..G.G",
    ],
    source: "traditional; Winning Ways ch. 20",
    known: &[
        Known { position: ".F|G.", value: "0", source: "nobody can move" },
        Known { position: ".G|F.", value: "0", source: "nobody can move" },
        Known { position: "..G|...|F..", value: "off", source: "the fox has got behind the geese" },
    ],
    tables: "ROWSxCOLUMNS: the fox on each square of a board of this size, the highest row first, \
             against geese on the dark squares of the lowest row; N: the first positions on the \
             boards 2x2, 3x3, ..., NxN",
    impartial: false,
    editor: Editor::Cells(".GF"),
};

const ALPHABET: [&str; 3] = [".", "Gg", "Ff"];

/// The geese and the fox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chase {
    geese: u128,
    fox: u8,
    board: Board,
}

impl Weigh for Chase {}

impl Chase {
    fn has_goose(&self, square: usize) -> bool {
        self.geese >> square & 1 == 1
    }

    fn is_free(&self, square: usize) -> bool {
        !self.has_goose(square) && square != usize::from(self.fox)
    }

    /// Geese on all dark squares of the lowest row, the fox on a square that is dark and free.
    fn against_a_row(board: Board, fox: usize) -> Option<Chase> {
        let geese = board.dark(usize::from(board.rows) - 1).map(|square| 1u128 << square).sum();
        let chase = Chase { geese, fox: u8::try_from(fox).ok()?, board };
        (board.is_dark(fox) && !chase.has_goose(fox)).then_some(chase)
    }

    /// Has the fox got behind all geese, and can it move? Then it can go there and back for ever:
    /// geese never come to these squares again.
    pub fn has_escaped(&self) -> bool {
        let behind = self.board.row(usize::from(self.fox)) * usize::from(self.board.columns);
        let mut ways = Board::ways(None);
        let free = |way| self.board.step(usize::from(self.fox), way, 1);
        self.geese >> behind == 0
            && ways.any(|way| free(way).is_some_and(|square| self.is_free(square)))
    }
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoxAndGeese;

impl FoxAndGeese {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| FoxAndGeese)
    }
}

impl Rules for FoxAndGeese {
    type Position = Chase;

    fn options(&self, chase: &Chase, who: Player, out: &mut dyn Options<Chase>) {
        let board = chase.board;
        let to = |from: usize, only| {
            let steps = Board::ways(only).filter_map(move |way| board.step(from, way, 1));
            steps.filter(|&to| chase.is_free(to))
        };
        match who {
            Player::Left => {
                let geese = (0..board.squares()).filter(|&square| chase.has_goose(square));
                out.extend(geese.flat_map(|from| {
                    to(from, Some(forward(who))).map(move |to| {
                        let geese = chase.geese & !(1 << from) | 1 << to;
                        Chase { geese, ..*chase }
                    })
                }));
            }
            Player::Right => {
                let steps = to(usize::from(chase.fox), None);
                out.extend(steps.map(|to| Chase { fox: to as u8, ..*chase }));
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Chase, PositionError> {
        let (board, cells) = Board::read(text, &ALPHABET)?;
        let of = |piece: u8| (0..board.squares()).filter(move |&s| cells.cells[s] == piece);
        let mut foxes = of.clone()(2);
        let Some(fox) = foxes.next() else {
            return Err(PositionError::whole(text, "expected a fox, `F`"));
        };
        if let Some(second) = foxes.next() {
            return Err(PositionError::new(board.place(second), 1, "there is one fox only"));
        }
        let geese = of(1).map(|square| 1u128 << square).sum();
        Ok(Chase { geese, fox: fox as u8, board })
    }

    fn show(&self, chase: &Chase) -> String {
        chase.board.show(&ALPHABET, |square| match square {
            _ if square == usize::from(chase.fox) => 2,
            _ => u8::from(chase.has_goose(square)),
        })
    }

    fn row_order(&self) -> Rows {
        Rows::Up
    }

    fn name_move(&self, chase: &Chase, _: Player, option: &Chase) -> String {
        let name = |square| chase.board.name(square);
        let moved = chase.geese & !option.geese;
        match moved {
            0 => format!("{}-{}", name(chase.fox.into()), name(option.fox.into())),
            _ => {
                let to = option.geese & !chase.geese;
                let [from, to] = [moved, to].map(|set| name(set.trailing_zeros() as usize));
                format!("{from}-{to}")
            }
        }
    }

    fn picture(&self, chase: &Chase) -> Picture {
        chase.board.picture(|square| match square {
            _ if square == usize::from(chase.fox) => Some((Color::Red, "F")),
            _ => chase.has_goose(square).then_some((Color::Blue, "G")),
        })
    }

    fn is_loopy(&self) -> bool {
        true
    }

    /// The rows that the geese can still go.
    fn size(&self, chase: &Chase) -> u32 {
        let geese = (0..chase.board.squares()).filter(|&square| chase.has_goose(square));
        geese.map(|square| chase.board.row(square) as u32).sum()
    }

    fn member(&self, size: &[usize]) -> Option<Chase> {
        let (rows, columns) = match *size {
            [side] => (side, side),
            [rows, columns] => (rows, columns),
            _ => return None,
        };
        let board = Board::new(rows, columns).filter(|_| rows > 1)?;
        let fox = board.dark(0).min_by_key(|&square| (2 * square + 1).abs_diff(columns))?;
        Chase::against_a_row(board, fox)
    }

    fn first_size(&self) -> usize {
        2
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<Chase> {
        match (table, cell) {
            (&[rows, columns], &[row, column]) => {
                let board = Board::new(rows, columns)?;
                Chase::against_a_row(board, (row - 1) * columns + column - 1)
            }
            _ => self.member(cell),
        }
    }
}
