//! Squares, boards and moves of horses.
//!
//! Left moves a horse two squares West and one North or South, Right two squares North and one
//! East or West; so reflecting the board in its main diagonal exchanges the players, and every
//! move brings a horse nearer to the North-West corner.

use crate::prelude::*;
use upstar_picture::Rows;

/// The longest side of a board; row and column of a square together are at most twice as far.
pub const FURTHEST: u32 = 1 << 16;

/// A square: row from the North, column from the West, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// How far South.
    pub row: u32,
    /// How far East.
    pub column: u32,
}

impl Weigh for Square {}

/// The edges of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Board {
    /// So many rows and columns.
    Finite(u32, u32),
    /// Edges in the North and West only.
    Quarter,
}

impl Board {
    /// The chessboard.
    pub const CHESS: Board = Board::Finite(8, 8);

    /// Reads `8x8` or `quarter`.
    pub fn read(text: &str) -> Result<Board, PositionError> {
        if text.trim() == "quarter" {
            return Ok(Board::Quarter);
        }
        let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=FURTHEST).contains(n));
        let sides = text.split_once(['x', 'X', '×']);
        match sides.map(|(rows, columns)| (side(rows), side(columns))) {
            Some((Some(rows), Some(columns))) => Ok(Board::Finite(rows, columns)),
            _ => Err(PositionError::whole(text, "expected a board such as `8x8`, or `quarter`")),
        }
    }

    /// Writes it.
    pub fn show(self) -> String {
        match self {
            Board::Finite(rows, columns) => format!("{rows}x{columns}"),
            Board::Quarter => "quarter".to_owned(),
        }
    }

    fn holds(self, square: Square) -> bool {
        match self {
            Board::Finite(rows, columns) => square.row < rows && square.column < columns,
            Board::Quarter => true,
        }
    }

    fn reflected(self) -> Board {
        match self {
            Board::Finite(rows, columns) => Board::Finite(columns, rows),
            Board::Quarter => Board::Quarter,
        }
    }
}

/// Horses on a board; their order does not matter, so they are sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The board.
    pub board: Board,
    /// Where the horses stand; several may share a square.
    pub horses: SmallVec<[Square; 3]>,
}

weighs!(Field: horses);

impl Square {
    /// Where the moves of `who` lead; `None` for a jump off the board to the North or West.
    pub fn moves(self, who: Player) -> [Option<Square>; 2] {
        let step = |ahead: u32, aside: u32, sideways: bool| {
            let ahead = ahead.checked_sub(2)?;
            let aside = if sideways { aside.checked_add(1)? } else { aside.checked_sub(1)? };
            Some(match who {
                Player::Left => Square { row: aside, column: ahead },
                Player::Right => Square { row: ahead, column: aside },
            })
        };
        let (ahead, aside) = match who {
            Player::Left => (self.column, self.row),
            Player::Right => (self.row, self.column),
        };
        [step(ahead, aside, false), step(ahead, aside, true)]
    }

    /// Is it one of the four squares from which nobody can move?
    pub fn is_home(self) -> bool {
        self.row < 2 && self.column < 2
    }

    fn reflected(self) -> Square {
        Square { row: self.column, column: self.row }
    }

    /// Reads a square such as `c4`: column `c`, row 4 from the North.
    fn read(text: &str) -> Result<Square, PositionError> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (column, row) = text.split_at(letters);
        let wrong = |message| Err(PositionError::whole(text, message));
        if letters == 0 || row.is_empty() || !row.bytes().all(|b| b.is_ascii_digit()) {
            return wrong("expected a square such as `c4`".to_owned());
        }
        let column = column.bytes().try_fold(0u32, |n, letter| {
            let digit = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
            n.checked_mul(26)?.checked_add(digit)
        });
        let row = row.parse::<u32>().ok();
        // A move aside goes further in one direction than before, but never in both together.
        let is_near = |row: u32, column: u32| {
            row.checked_add(column).is_some_and(|both| both <= 2 * FURTHEST)
        };
        match (row, column) {
            (Some(0), _) => wrong("rows are numbered from 1".to_owned()),
            (Some(row), Some(column)) if is_near(row, column) => {
                Ok(Square { row: row - 1, column: column - 1 })
            }
            _ => wrong(format!("row and column together go up to {}", 2 * FURTHEST)),
        }
    }

    /// Writes it.
    pub fn show(self) -> String {
        let (mut letters, mut n) = (Vec::new(), self.column + 1);
        while n > 0 {
            letters.push((b'a' + ((n - 1) % 26) as u8) as char);
            n = (n - 1) / 26;
        }
        let column: String = letters.into_iter().rev().collect();
        format!("{column}{}", self.row + 1)
    }
}

impl Field {
    /// Horses on these squares.
    pub fn new(board: Board, horses: impl IntoIterator<Item = Square>) -> Field {
        let mut horses: SmallVec<[Square; 3]> = horses.into_iter().collect();
        horses.sort_unstable();
        Field { board, horses }
    }

    /// Reads `c4+d5`, perhaps with a board in front: `12x12:c4`, `quarter:c4`.
    pub fn parse(text: &str, usual: Board) -> Result<Field, PositionError> {
        let (board, squares, start) = match text.split_once(':') {
            Some((board, squares)) => (Board::read(board)?, squares, board.len() + 1),
            None => (usual, text, 0),
        };
        if squares.trim() == "0" {
            return Ok(Field::new(board, []));
        }
        let (mut horses, mut at) = (Vec::new(), start);
        for term in squares.split('+') {
            let blank = term.len() - term.trim_start().len();
            let square = Square::read(term.trim()).map_err(|error| error.shifted(at + blank))?;
            if !board.holds(square) {
                let message = format!("this square is not on the board {}", board.show());
                return Err(PositionError::new(at + blank, term.trim().len(), message));
            }
            horses.push(square);
            at += term.len() + 1;
        }
        Ok(Field::new(board, horses))
    }

    /// Writes what [`Field::parse`] reads.
    pub fn show(&self, usual: Board) -> String {
        let squares: Vec<String> = self.horses.iter().map(|square| square.show()).collect();
        let squares = if squares.is_empty() { "0".to_owned() } else { squares.join("+") };
        if self.board == usual { squares } else { format!("{}:{squares}", self.board.show()) }
    }

    /// The field with one horse moved, or gone.
    pub fn moved(&self, place: usize, to: Option<Square>) -> Field {
        let rest = self.horses.iter().enumerate().filter(|&(i, _)| i != place).map(|(_, &s)| s);
        Field::new(self.board, rest.chain(to))
    }

    /// The places of horses on different squares.
    pub fn distinct(&self) -> impl Iterator<Item = usize> {
        (0..self.horses.len()).filter(|&i| i == 0 || self.horses[i] != self.horses[i - 1])
    }

    /// Is a square on the board?
    pub fn holds(&self, square: Square) -> bool {
        self.board.holds(square)
    }

    /// The field with a single horse, for each.
    pub fn compound_parts(&self, out: &mut dyn Options<(Field, u64)>) {
        let equal = self.horses.chunk_by(|a, b| a == b);
        out.extend(equal.map(|equal| (Field::new(self.board, [equal[0]]), equal.len() as u64)));
    }

    /// The lesser of a field and its reflection, which exchanges the players.
    pub fn normal_form(self) -> (Field, bool) {
        let horses = self.horses.iter().map(|square| square.reflected());
        let reflected = Field::new(self.board.reflected(), horses);
        if reflected < self { (reflected, true) } else { (self, false) }
    }

    /// The board with its horses; of a board without far edges the part that matters.
    pub fn picture(&self) -> Picture {
        let furthest = |part: fn(&Square) -> u32| {
            self.horses.iter().map(part).max().unwrap_or(0).min(FURTHEST) + 3
        };
        let (rows, columns) = match self.board {
            Board::Finite(rows, columns) => (rows, columns),
            Board::Quarter => (furthest(|s| s.row), furthest(|s| s.column)),
        };
        // Very large boards are drawn as one rectangle.
        let (rows, columns) = (rows as i32, columns as i32);
        let mut picture = Picture { width: 10 * columns, height: 10 * rows, ..Picture::default() };
        let plain = i64::from(rows) * i64::from(columns) > 4096;
        if plain {
            let (width, height) = (picture.width, picture.height);
            let fill = Color::White;
            picture.shapes.push(Shape::Rectangle { x: 0, y: 0, width, height, fill });
        } else {
            for (row, column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
                let fill = if (row + column) % 2 == 0 { Color::White } else { Color::Light };
                let (x, y, width, height) = (10 * column, 10 * row, 10, 10);
                picture.shapes.push(Shape::Rectangle { x, y, width, height, fill });
            }
        }
        if !plain {
            picture.name_squares(rows as usize, columns as usize, Rows::Down);
        }
        // Fine enough for the outline of a horse.
        let fine = if rows.max(columns) <= 4096 { 10 } else { 1 };
        let mut picture = picture.finer(fine);
        for equal in self.horses.chunk_by(|a, b| a == b) {
            let (x, y) = (10 * equal[0].column as i32 + 5, 10 * equal[0].row as i32 + 5);
            picture.knights((fine * x, fine * y), equal.len());
        }
        picture
    }
}
