//! Fox and Geese: geese that only go forward hunt a fox that goes both ways.
//!
//! Geese never come back, so positions with the geese in the same places are the only ones that
//! can repeat, and there the fox alone moves: every position is a stopper. A fox that is behind
//! all geese moves for ever while they run out of moves, which is `off`. All this holds also for
//! a fox that goes several squares at once ([`super::ceylonese`]).

use super::checkered::{Board, forward};
use crate::prelude::*;
use std::hash::{Hash, Hasher};
use upstar_picture::Rows;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Fox and Geese
"Left's geese and Right's fox stand on the dark squares of a board. Left moves a goose one square
  diagonally up, Right moves the fox one square diagonally in any direction, both onto an empty
  square; nobody captures. Who cannot move loses: the geese win by shutting the fox in, the fox by
  getting behind them, where it can move for ever."
notation "Rows joined by `|`, the geese going up: `G` goose, `F` fox, `.` no piece. The corner at
  the lower left is dark. `8x8` is the first position on a board of that size: geese on all dark
  squares of the lowest row, the fox in the middle of the highest."
tables "ROWSxCOLUMNS: the fox on each square of a board of this size, the highest row first, against
  geese on the dark squares of the lowest row; N: the first positions on the boards 2x2, 3x3, ...,
  NxN"
edit cells .GF
try "...F|....|....|G.G." "...F..|......|......|......|......|G.G.G." "..F|.G.|G.."
try "....F|.G...|..G.G"
source "traditional; Winning Ways ch. 20"
known ".F|G." = 0 (nobody can move)
known ".G|F." = 0 (nobody can move)
known "..G|...|F.." = off (the fox has got behind the geese)
"#;

const ALPHABET: [&str; 3] = [".", "Gg", "Ff"];

/// The most squares of a board: the dark ones among them fit into a [`Flock`].
const MOST_SQUARES: usize = 192;

/// The numbers of the dark squares on which there are geese: the digits of a number of 96 bits, the
/// first digit first, so that a position takes 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Flock([u32; 3]);

impl Flock {
    fn of(bits: u128) -> Flock {
        Flock([(bits >> 64) as u32, (bits >> 32) as u32, bits as u32])
    }

    fn bits(self) -> u128 {
        self.0.iter().fold(0, |bits, &digit| bits << 32 | u128::from(digit))
    }

    /// The set of one square.
    fn bit(square: usize) -> u128 {
        1 << Board::dark_number(square)
    }
}

/// The geese and the fox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chase {
    geese: Flock,
    fox: u8,
    board: Board,
}

impl Weigh for Chase {}

impl Hash for Chase {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Chase { geese, fox, board: Board { rows, columns } } = *self;
        state.write_u64((geese.bits() >> 32) as u64);
        state.write_u64(
            u64::from(geese.0[2]) << 32 | u64::from(u32::from_le_bytes([rows, columns, fox, 0])),
        );
    }
}

impl Chase {
    fn has_goose(&self, square: usize) -> bool {
        self.board.is_dark(square) && self.geese.bits() & Flock::bit(square) != 0
    }

    /// The squares of a set.
    fn squares(&self, mut set: u128) -> impl Iterator<Item = usize> {
        let board = self.board;
        std::iter::from_fn(move || {
            let number = set.trailing_zeros();
            set &= set.wrapping_sub(1);
            (number < u128::BITS).then(|| board.dark_square(number as usize))
        })
    }

    /// The squares of the geese.
    fn flock(&self) -> impl Iterator<Item = usize> {
        self.squares(self.geese.bits())
    }

    fn is_free(&self, square: usize) -> bool {
        !self.has_goose(square) && square != usize::from(self.fox)
    }

    /// Geese on all dark squares of the lowest row, the fox on a square that is dark and free.
    fn against_a_row(board: Board, fox: usize) -> Option<Chase> {
        let geese = board.dark(usize::from(board.rows) - 1).map(Flock::bit).sum();
        let chase = Chase { geese: Flock::of(geese), fox: u8::try_from(fox).ok()?, board };
        (board.is_dark(fox) && !chase.has_goose(fox)).then_some(chase)
    }

    /// Has the fox got behind all geese, and can it move? Then it can go there and back for ever:
    /// geese never come to these squares again.
    pub fn has_escaped(&self) -> bool {
        let row = self.board.row(usize::from(self.fox));
        let behind = self.board.dark(row).next().map_or(0, Board::dark_number);
        let mut ways = Board::ways(None);
        let free = |way| self.board.step(usize::from(self.fox), way, 1);
        self.geese.bits() >> behind == 0
            && ways.any(|way| free(way).is_some_and(|square| self.is_free(square)))
    }
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct FoxAndGeese {
    /// How far the fox goes in one move.
    reach: isize,
}

impl FoxAndGeese {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| FoxAndGeese::reaching(1))
    }

    /// The rules for a fox that goes up to so many squares in one direction, over empty ones.
    pub(super) fn reaching(reach: isize) -> Self {
        FoxAndGeese { reach }
    }
}

impl Rules for FoxAndGeese {
    type Position = Chase;

    fn options(&self, chase: &Chase, who: Player, out: &mut dyn Options<Chase>) {
        let board = chase.board;
        match who {
            Player::Left => {
                out.extend(chase.flock().flat_map(|from| {
                    let steps = Board::ways(Some(forward(who)));
                    let to = steps.filter_map(move |way| board.step(from, way, 1));
                    to.filter(|&to| chase.is_free(to)).map(move |to| {
                        let geese = chase.geese.bits() & !Flock::bit(from) | Flock::bit(to);
                        Chase { geese: Flock::of(geese), ..*chase }
                    })
                }));
            }
            Player::Right => {
                out.extend(Board::ways(None).flat_map(|way| {
                    let along =
                        (1..=self.reach).map(move |steps| board.step(chase.fox.into(), way, steps));
                    let free = along.map_while(|to| to.filter(|&to| chase.is_free(to)));
                    free.map(|to| Chase { fox: to as u8, ..*chase })
                }));
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Chase, PositionError> {
        let (board, cells) = Board::read(text, &ALPHABET, MOST_SQUARES)?;
        let of = |piece: u8| (0..board.squares()).filter(move |&s| cells.cells[s] == piece);
        let mut foxes = of.clone()(2);
        let Some(fox) = foxes.next() else {
            return Err(PositionError::whole(text, "expected a fox, `F`"));
        };
        if let Some(second) = foxes.next() {
            return Err(PositionError::new(board.place(second), 1, "there is one fox only"));
        }
        let geese = Flock::of(of(1).map(Flock::bit).sum());
        Ok(Chase { geese, fox: fox as u8, board })
    }

    fn show(&self, chase: &Chase) -> String {
        chase.board.show(&ALPHABET, |square| match square {
            _ if square == usize::from(chase.fox) => 2,
            _ => u8::from(chase.has_goose(square)),
        })
    }

    fn name_move(&self, chase: &Chase, _: Player, option: &Chase) -> String {
        let name = |square| chase.board.name(square);
        let (before, after) = (chase.geese.bits(), option.geese.bits());
        let from = chase.squares(before & !after).next();
        let to = chase.squares(after & !before).next();
        match from.zip(to) {
            Some((from, to)) => format!("{}-{}", name(from), name(to)),
            None => format!("{}-{}", name(chase.fox.into()), name(option.fox.into())),
        }
    }

    fn picture(&self, chase: &Chase) -> Picture {
        chase.board.picture(|square| match square {
            _ if square == usize::from(chase.fox) => Some((Color::Red, "F")),
            _ => chase.has_goose(square).then_some((Color::Blue, "G")),
        })
    }

    fn nature(&self) -> Nature {
        Nature { first_size: 2, row_order: Rows::Up, ..Nature::LOOPY }
    }

    /// The rows that the geese can still go.
    fn size(&self, chase: &Chase) -> u32 {
        chase.flock().map(|square| chase.board.row(square) as u32).sum()
    }

    fn family(&self) -> Family<'_, Chase> {
        let opening = |rows, columns| {
            let board = Board::new(rows, columns, MOST_SQUARES).filter(|_| rows > 1)?;
            let fox = board.dark(0).min_by_key(|&square| (2 * square + 1).abs_diff(columns))?;
            Chase::against_a_row(board, fox)
        };
        let member = move |size: &[usize]| match *size {
            [side] => opening(side, side),
            [rows, columns] => opening(rows, columns),
            _ => None,
        };
        Family::of(member).with_cells(move |table, cell| match (table, cell) {
            (&[rows, columns], &[row, column]) => {
                let board = Board::new(rows, columns, MOST_SQUARES)?;
                Chase::against_a_row(board, (row - 1) * columns + column - 1)
            }
            _ => member(cell),
        })
    }
}
