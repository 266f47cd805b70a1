//! A counter on a rectangular board, for games in which each player has one way to go.

use crate::prelude::*;
use upstar_picture::Rows;

/// The longest side of a board.
const LONGEST: u32 = 64;

/// A counter and the size of its board; columns and rows are counted from 1, rows from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter {
    /// Columns and rows of the board.
    pub board: (u32, u32),
    /// Where the counter stands.
    pub column: u32,
    /// Where the counter stands.
    pub row: u32,
}

impl Weigh for Counter {}

impl Counter {
    /// Reads `c4`, perhaps with the size of the board in front: `6x6:c4`.
    fn read(text: &str, usual: (u32, u32)) -> Result<Counter, PositionError> {
        let (board, square, at) = match text.split_once(':') {
            Some((board, square)) => (read_board(board)?, square, board.len() + 1),
            None => (usual, text, 0),
        };
        let at = at + (square.len() - square.trim_start().len());
        let square = square.trim();
        let letter = square.chars().next().filter(char::is_ascii_lowercase);
        let digits = square.get(1..).filter(|row| row.bytes().all(|b| b.is_ascii_digit()));
        let row = digits.and_then(|row| row.parse::<u32>().ok());
        let (Some(letter), Some(row)) = (letter, row) else {
            return Err(PositionError::new(at, square.len(), "expected a square such as `c4`"));
        };
        let column = letter as u32 - 'a' as u32 + 1;
        if column > board.0 || row == 0 || row > board.1 {
            let message = format!("this square is not on the board {}x{}", board.0, board.1);
            return Err(PositionError::new(at, square.len(), message));
        }
        Ok(Counter { board, column, row })
    }

    /// Writes what [`Counter::read`] reads.
    fn show(&self, usual: (u32, u32)) -> String {
        let letter = (b'a' + (self.column - 1) as u8) as char;
        if self.board == usual {
            format!("{letter}{}", self.row)
        } else {
            format!("{}x{}:{letter}{}", self.board.0, self.board.1, self.row)
        }
    }

    /// The board with the counter.
    fn picture(&self) -> Picture {
        let (columns, rows) = (self.board.0 as i32, self.board.1 as i32);
        let mut picture = Picture { width: 10 * columns, height: 10 * rows, ..Picture::default() };
        for (row, column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
            let fill = if (row + column) % 2 == 0 { Color::White } else { Color::Light };
            let (x, y, width, height) = (10 * column, 10 * row, 10, 10);
            picture.shapes.push(Shape::Rectangle { x, y, width, height, fill });
        }
        let (x, y) = (10 * self.column as i32 - 5, 10 * (rows - self.row as i32) + 5);
        picture.shapes.push(Shape::Disc { x, y, radius: 4, fill: Color::Green });
        picture.name_squares(rows as usize, columns as usize, Rows::Up);
        picture
    }
}

/// A counter that has one way to go for each player.
pub trait Walker: Send + Sync + 'static {
    /// The column and the row to which a player moves it.
    fn to(counter: &Counter, who: Player) -> Option<(u32, u32)>;

    /// How much there is still to play.
    fn size(counter: &Counter) -> u32;
}

/// The rules of a game with such a counter.
#[derive(Clone, Copy, Debug)]
pub struct Walk<W> {
    board: (u32, u32),
    walker: PhantomData<W>,
}

impl<W: Walker> Walk<W> {
    /// The rules on a board, 6x6 if none is named.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let board = if text.trim().is_empty() { (6, 6) } else { read_board(text)? };
        Ok(Walk { board, walker: PhantomData })
    }
}

impl<W: Walker> Rules for Walk<W> {
    type Position = Counter;

    fn options(&self, counter: &Counter, who: Player, out: &mut dyn Options<Counter>) {
        out.extend(W::to(counter, who).map(|(column, row)| Counter { column, row, ..*counter }));
    }

    fn parse(&self, text: &str) -> Result<Counter, PositionError> {
        Counter::read(text, self.board)
    }

    fn show(&self, counter: &Counter) -> String {
        counter.show(self.board)
    }

    fn picture(&self, counter: &Counter) -> Picture {
        counter.picture()
    }

    fn nature(&self) -> Nature {
        Nature::LOOPY
    }

    fn size(&self, counter: &Counter) -> u32 {
        W::size(counter)
    }

    /// The counter on a board of the size of the table; the first row is the lowest.
    fn family(&self) -> Family<'_, Counter> {
        let small = |n: usize| u32::try_from(n).ok().filter(|n| (1..=LONGEST).contains(n));
        Family::none().with_cells(move |table, cell| match (table, cell) {
            (&[rows, columns], &[row, column]) => Some(Counter {
                board: (small(columns)?.min(26), small(rows)?),
                column: small(column).filter(|&c| c <= 26)?,
                row: small(row)?,
            }),
            _ => None,
        })
    }
}

/// Reads `6x6`, columns first.
fn read_board(text: &str) -> Result<(u32, u32), PositionError> {
    let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=LONGEST).contains(n));
    let sides = text.split_once(['x', 'X', '×']);
    match sides.map(|(columns, rows)| (side(columns).filter(|&c| c <= 26), side(rows))) {
        Some((Some(columns), Some(rows))) => Ok((columns, rows)),
        _ => {
            let message = format!("expected a board such as `6x6`, at most 26x{LONGEST}");
            Err(PositionError::whole(text, message))
        }
    }
}
