//! Boards on whose dark squares pieces move diagonally; the corner at the lower left is dark.
//!
//! Squares are numbered row by row from the upper left corner, as boards are written.

use crate::Cells;
use crate::prelude::*;
use upstar_picture::Rows;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// Rows.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
}

/// The four ways to go, rows down and columns to the right.
const DIAGONALS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The rows that a player's pieces go: Left's up, Right's down.
pub(super) fn forward(who: Player) -> isize {
    match who {
        Player::Left => -1,
        Player::Right => 1,
    }
}

impl Board {
    /// A board of this size, if it is not empty and has at most so many squares.
    pub(super) fn new(rows: usize, columns: usize, most: usize) -> Option<Board> {
        let squares = rows.checked_mul(columns)?;
        let fits = (1..=most).contains(&squares);
        fits.then_some(Board {
            rows: u8::try_from(rows).ok()?,
            columns: u8::try_from(columns).ok()?,
        })
    }

    /// How many squares it has.
    pub fn squares(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// The row of a square, from 0 at the top.
    pub(super) fn row(self, square: usize) -> usize {
        square / usize::from(self.columns)
    }

    fn column(self, square: usize) -> usize {
        square % usize::from(self.columns)
    }

    /// Is it a square that pieces can stand on?
    pub(super) fn is_dark(self, square: usize) -> bool {
        (usize::from(self.rows) - 1 - self.row(square) + self.column(square)).is_multiple_of(2)
    }

    /// The dark squares of a row.
    pub(super) fn dark(self, row: usize) -> impl Iterator<Item = usize> {
        let first = row * usize::from(self.columns);
        (first..first + usize::from(self.columns)).filter(move |&square| self.is_dark(square))
    }

    /// The number of a dark square among the dark ones, in which perhaps numbers are left out. Of two
    /// squares one after the other, the first with an even number, one is dark: so in a row of even
    /// length, and in a board with rows of odd length the colours change from square to square.
    pub(super) fn dark_number(square: usize) -> usize {
        square / 2
    }

    /// The dark square of a number.
    pub(super) fn dark_square(self, number: usize) -> usize {
        2 * number + usize::from(!self.is_dark(2 * number))
    }

    /// So many diagonal steps from a square, if that is on the board.
    pub(super) fn step(
        self,
        square: usize,
        (down, right): (isize, isize),
        steps: isize,
    ) -> Option<usize> {
        let row = self.row(square).checked_add_signed(down * steps)?;
        let column = self.column(square).checked_add_signed(right * steps)?;
        let inside = row < usize::from(self.rows) && column < usize::from(self.columns);
        inside.then_some(row * usize::from(self.columns) + column)
    }

    /// The diagonal ways of a piece: all four, or two if it only goes one way.
    pub(super) fn ways(only: Option<isize>) -> impl Iterator<Item = (isize, isize)> {
        DIAGONALS.into_iter().filter(move |way| only.is_none_or(|down| way.0 == down))
    }

    /// Reads a board of at most so many squares; every piece stands on a dark square.
    pub(super) fn read(
        text: &str,
        alphabet: &[&str],
        most: usize,
    ) -> Result<(Board, Cells), PositionError> {
        let cells = read_cells(text, alphabet)?;
        let Some(board) = Board::new(cells.rows, cells.columns, most) else {
            let message = format!("expected a board of at most {most} squares");
            return Err(PositionError::whole(text, message));
        };
        let on_light =
            (0..board.squares()).find(|&square| cells.cells[square] != 0 && !board.is_dark(square));
        match on_light {
            Some(square) => {
                let message = "pieces stand on dark squares: those of the colour of the lower \
                               left corner";
                Err(PositionError::new(board.place(square), 1, message))
            }
            None => Ok((board, cells)),
        }
    }

    /// Where a square is written; all symbols are of one byte.
    pub(super) fn place(self, square: usize) -> usize {
        square + self.row(square)
    }

    /// Writes what [`Board::read`] reads.
    pub(super) fn show(self, alphabet: &[&str], piece: impl Fn(usize) -> u8) -> String {
        let columns = usize::from(self.columns);
        write_cells(usize::from(self.rows), columns, alphabet, |r, c| piece(r * columns + c))
    }

    /// The name of a square: `a1` is at the lower left. Columns after `z` go on with `aa`.
    pub(super) fn name(self, square: usize) -> String {
        let column = self.column(square);
        let letter = |n: usize| char::from(b'a' + n as u8);
        let head: String = match column / 26 {
            0 => letter(column).into(),
            n => [letter(n - 1), letter(column % 26)].iter().collect(),
        };
        format!("{head}{}", usize::from(self.rows) - self.row(square))
    }

    /// The board with its pieces, each a colour and perhaps a letter.
    pub(super) fn picture(self, piece: impl Fn(usize) -> Option<(Color, &'static str)>) -> Picture {
        let columns = usize::from(self.columns);
        let rows = usize::from(self.rows);
        let mut picture = Picture::squares(rows, columns, |r, c| {
            let square = r * columns + c;
            let fill = if self.is_dark(square) { Color::Light } else { Color::White };
            (fill, piece(square).map(|(color, _)| color))
        });
        for square in 0..self.squares() {
            let Some((_, text)) = piece(square).filter(|(_, text)| !text.is_empty()) else {
                continue;
            };
            let (x, y) = (10 * self.column(square) as i32 + 5, 10 * self.row(square) as i32 + 5);
            let (text, color) = (text.to_owned(), Color::White);
            picture.shapes.push(Shape::text(x, y, text, color));
        }
        picture.name_squares(rows, columns, Rows::Up);
        picture
    }
}
