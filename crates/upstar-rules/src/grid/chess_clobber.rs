//! Clobber with the moves of chess pieces: kings, knights, rooks, queens.
//!
//! A move captures, so a square that is left stays empty for ever. Two stones can come to capture
//! each other only if a chain of stones leads from one to the other in which neighbours are one
//! move apart, whatever stands between them now; what no chain joins is independent. A piece that
//! can capture could be captured the same way: the game is all-small. The eight images of a part are
//! equal; exchanging the colours negates it.

use crate::notation::Cells;
use crate::prelude::*;

const ALPHABET: [&str; 3] = [".#", "xX", "oO"];

/// How a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChessPiece {
    /// One square in any of eight directions.
    King,
    /// Two squares in one direction and one to the side.
    Knight,
    /// Any distance along rows and columns, over empty squares.
    Rook,
    /// Any distance along rows, columns and diagonals, over empty squares.
    Queen,
}

type ChessStep = (isize, isize);

const STRAIGHT: [ChessStep; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const ALL: [ChessStep; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const LEAPS: [ChessStep; 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl ChessPiece {
    fn steps(self) -> &'static [ChessStep] {
        match self {
            ChessPiece::King | ChessPiece::Queen => &ALL,
            ChessPiece::Knight => &LEAPS,
            ChessPiece::Rook => &STRAIGHT,
        }
    }

    fn slides(self) -> bool {
        matches!(self, ChessPiece::Rook | ChessPiece::Queen)
    }
}

/// A board with stones of both players: 1 for Left, 2 for Right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    rows: u32,
    columns: u32,
    cells: SmallVec<[u8; 24]>,
}

impl Weigh for Board {
    fn heap_bytes(&self) -> usize {
        if self.cells.spilled() { self.cells.capacity() } else { 0 }
    }
}

impl Board {
    fn step(&self, square: usize, (down, right): ChessStep) -> Option<usize> {
        let columns = self.columns as usize;
        let row = (square / columns).checked_add_signed(down)?;
        let column = (square % columns).checked_add_signed(right)?;
        (row < self.rows as usize && column < columns).then_some(row * columns + column)
    }

    fn stones(&self, who: Player) -> impl Iterator<Item = usize> {
        let mark = who as u8 + 1;
        (0..self.cells.len()).filter(move |&square| self.cells[square] == mark)
    }

    /// The part with these squares only, cut out of the board.
    fn part(&self, inside: &[bool]) -> Board {
        let columns = self.columns as usize;
        let squares = || (0..inside.len()).filter(|&square| inside[square]);
        let (mut low, mut high) = ((usize::MAX, usize::MAX), (0, 0));
        for square in squares() {
            let (row, column) = (square / columns, square % columns);
            low = (low.0.min(row), low.1.min(column));
            high = (high.0.max(row + 1), high.1.max(column + 1));
        }
        let mut cells = SmallVec::new();
        for row in low.0..high.0 {
            let squares = row * columns + low.1..row * columns + high.1;
            let here = inside[squares.clone()].iter().zip(&self.cells[squares]);
            cells.extend(here.map(|(&inside, &cell)| if inside { cell } else { 0 }));
        }
        let size = |from: usize, to: usize| to.saturating_sub(from) as u32;
        Board { rows: size(low.0, high.0), columns: size(low.1, high.1), cells }
    }

    /// The board turned and mirrored in one of eight ways.
    fn image(&self, way: u8) -> Board {
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        let (tall, wide) = if way & 4 == 0 { (rows, columns) } else { (columns, rows) };
        let mut cells = SmallVec::with_capacity(self.cells.len());
        for r in 0..tall {
            for c in 0..wide {
                let (r, c) = if way & 4 == 0 { (r, c) } else { (c, r) };
                let r = if way & 1 == 0 { r } else { rows - 1 - r };
                let c = if way & 2 == 0 { c } else { columns - 1 - c };
                cells.push(self.cells[r * columns + c]);
            }
        }
        Board { rows: tall as u32, columns: wide as u32, cells }
    }

    fn exchanged(mut self) -> Board {
        self.cells.iter_mut().for_each(|cell| *cell = [0, 2, 1][usize::from(*cell)]);
        self
    }
}

/// The rules for one piece.
#[derive(Clone, Copy, Debug)]
pub struct ChessClobber(ChessPiece);

impl ChessClobber {
    /// Calls `visit` with every square that a stone captures on, until it says no.
    fn targets(&self, board: &Board, from: usize, you: u8, visit: &mut dyn FnMut(usize) -> bool) {
        for &step in self.0.steps() {
            let mut at = board.step(from, step);
            while let Some(square) = at {
                if board.cells[square] != 0 || !self.0.slides() {
                    if board.cells[square] == you && !visit(square) {
                        return;
                    }
                    break;
                }
                at = board.step(square, step);
            }
        }
    }

    /// The number of the part that each square belongs to; 0 for empty squares.
    fn labels(&self, board: &Board) -> (Vec<u32>, u32) {
        let mut labels = vec![0; board.cells.len()];
        let mut count = 0;
        for start in 0..board.cells.len() {
            if board.cells[start] == 0 || labels[start] != 0 {
                continue;
            }
            count += 1;
            labels[start] = count;
            let mut open = vec![start];
            while let Some(from) = open.pop() {
                for &step in self.0.steps() {
                    let mut at = board.step(from, step);
                    while let Some(square) = at {
                        if board.cells[square] != 0 && labels[square] == 0 {
                            labels[square] = count;
                            open.push(square);
                        }
                        at = if self.0.slides() { board.step(square, step) } else { None };
                    }
                }
            }
        }
        (labels, count)
    }

    fn each_part(&self, board: &Board, visit: &mut dyn FnMut(Board) -> bool) {
        let (labels, count) = self.labels(board);
        for label in 1..=count {
            let inside: Vec<bool> = labels.iter().map(|&found| found == label).collect();
            if !visit(board.part(&inside)) {
                return;
            }
        }
    }
}

impl Rules for ChessClobber {
    type Position = Board;

    fn options(&self, board: &Board, who: Player, out: &mut dyn Options<Board>) {
        let (me, you) = (who as u8 + 1, !who as u8 + 1);
        for from in board.stones(who) {
            let mut wanted = true;
            self.targets(board, from, you, &mut |to| {
                let mut next = board.clone();
                next.cells[from] = 0;
                next.cells[to] = me;
                wanted = out.push(next);
                wanted
            });
            if !wanted {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        let Cells { rows, columns, cells } = read_cells(text, &ALPHABET)?;
        Ok(Board { rows: rows as u32, columns: columns as u32, cells: cells.into() })
    }

    fn show(&self, board: &Board) -> String {
        let columns = board.columns as usize;
        if board.cells.is_empty() {
            return ".".to_owned();
        }
        write_cells(board.rows as usize, columns, &ALPHABET, |r, c| board.cells[r * columns + c])
    }

    fn picture(&self, board: &Board) -> Picture {
        let columns = board.columns as usize;
        Picture::board(board.rows as usize, columns, |r, c| {
            let piece = [None, Some(Color::Blue), Some(Color::Red)];
            (Color::White, piece[usize::from(board.cells[r * columns + c])])
        })
    }

    fn sum_components(&self, board: Board, out: &mut dyn Options<Board>) {
        self.each_part(&board, &mut |part| {
            let alive = Player::BOTH.iter().all(|&who| part.stones(who).next().is_some());
            !alive || out.push(part)
        });
    }

    fn compound_parts(&self, board: &Board, out: &mut dyn Options<(Board, u64)>) {
        self.each_part(board, &mut |part| out.push((part, 1)));
    }

    fn normal_form(&self, board: Board) -> (Board, bool) {
        if board.cells.is_empty() {
            return (board, false);
        }
        let exchanged = board.clone().exchanged();
        let images =
            (0..8).flat_map(|way| [(board.image(way), false), (exchanged.image(way), true)]);
        images.min().unwrap_or((board, false))
    }

    fn size(&self, board: &Board) -> u32 {
        board.cells.iter().filter(|&&cell| cell != 0).count() as u32
    }

    fn nature(&self) -> Nature {
        Nature {
            part_noun: "each group of stones that moves of the piece join",
            exact_size: 6,
            ..Nature::ALL_SMALL
        }
    }

    fn family(&self) -> Family<'_, Board> {
        Family::boards(|rows, columns| {
            let count = rows.checked_mul(columns).filter(|&n| n > 0 && n <= MOST_CELLS)?;
            let cells = (0..count).map(|i| 1 + ((i / columns + i % columns) % 2) as u8).collect();
            Some(Board { rows: rows as u32, columns: columns as u32, cells })
        })
    }
}

macro_rules! clobber {
    ($module:ident $piece:ident $title:literal $rules:literal
     [$($example:literal),*] [$($position:literal $value:literal $reason:literal),*]) => {
        #[doc = $title]
        pub mod $module {
            use super::{ChessClobber, ChessPiece};
            use crate::{PositionError, no_parameters};

            /// The page of the ruleset.
            pub const PAGE: &str = concat!(
                "game ", $title, "\n\"", $rules, "\"\n",
                "like clobber\nnotation \"Rows joined by `|`: `x` a piece of Left, `o` a piece of Right, ",
                "`.` an empty square.\"\ntry ", $("\"", $example, "\" "),*,
                "\nsource \"Clobber (M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, Integers ",
                "5(2), 2005, A1) with the moves of chess\"\n",
                $("known \"", $position, "\" = ", $value, " (", $reason, ")\n"),*
            );

            /// The rules, which take no parameters.
            pub fn rules(text: &str) -> Result<ChessClobber, PositionError> {
                no_parameters(text).map(|()| ChessClobber(ChessPiece::$piece))
            }
        }
    };
}

clobber! { kings King "King Clobber"
"All pieces are kings. A player moves one of his to a neighbouring square, also diagonally, where it \
 captures a king of the opponent; other moves are not allowed. Who cannot move loses."
["xo|ox", "xxo|o.x", "x..|.o.|..x"]
["x.|.o" "*" "either captures the other", "xo." "*" "either captures the other"] }

clobber! { knights Knight "Knight Clobber"
"All pieces are knights. A player moves one of his as in chess to a square where it captures a knight \
 of the opponent; other moves are not allowed. Who cannot move loses."
["xo.|.xo|o.x", "x..|..o", "xoxo|oxox|xoxo"]
["x..|..o" "*" "either captures the other", "xo" "0" "knights do not attack their neighbours"] }

clobber! { rooks Rook "Rook Clobber"
"All pieces are rooks. A player moves one of his along a row or a column, over empty squares only, to \
 the next rook if it is the opponent's, and captures it; other moves are not allowed. Who cannot move \
 loses."
["x.o|..x", "xo|ox", "x..o|.x.."]
["x..o" "*" "either captures the other", "x.x.o" "^" "as `xxo` in Clobber"] }

clobber! { queens Queen "Queen Clobber"
"All pieces are queens. A player moves one of his along a row, a column or a diagonal, over empty \
 squares only, to the next queen if it is the opponent's, and captures it; other moves are not \
 allowed. Who cannot move loses."
["x.o|..x", "xo|ox", "x...|....|..o.|x..."]
["x..|...|..o" "*" "either captures the other"] }
