//! Boards and what stands on them.

use crate::{Color, LABEL, Picture, Point, Shape};

/// Where rows are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Row 1 is the first.
    Down,
    /// Row 1 is the last, as on a chess board.
    Up,
}

impl Picture {
    /// A board of unit squares, each painted by `cell`, with an optional piece on it, and the
    /// names of its rows and columns: `a`, `b`, ... from left to right, `1`, `2`, ... downward. A
    /// strip has only numbers.
    pub fn board(
        rows: usize,
        columns: usize,
        cell: impl Fn(usize, usize) -> (Color, Option<Color>),
    ) -> Picture {
        let mut picture = Picture::squares(rows, columns, cell);
        picture.name_squares(rows, columns, Rows::Down);
        picture
    }

    /// The same without names.
    pub fn squares(
        rows: usize,
        columns: usize,
        cell: impl Fn(usize, usize) -> (Color, Option<Color>),
    ) -> Picture {
        let mut picture = Picture::new(columns, rows);
        for r in 0..rows {
            for c in 0..columns {
                let (x, y) = (10 * c as i32, 10 * r as i32);
                let (fill, piece) = cell(r, c);
                picture.shapes.push(Shape::Rectangle { x, y, width: 10, height: 10, fill });
                if let Some(fill) = piece {
                    picture.shapes.push(Shape::Disc { x: x + 5, y: y + 5, radius: 4, fill });
                }
            }
        }
        picture
    }

    /// Writes the names of rows and columns next to a board of unit squares; a strip has only
    /// numbers.
    pub fn name_squares(&mut self, rows: usize, columns: usize, order: Rows) {
        let row = |r| (rows > 1).then_some(if order == Rows::Down { r + 1 } else { rows - r });
        let column = |c| if rows > 1 { column_name(c) } else { (c + 1).to_string() };
        self.name_lines(rows, columns, |r| row(r).map(|n| n.to_string()), column);
    }

    /// Writes names of its rows and columns next to a board of unit squares.
    pub fn name_lines(
        &mut self,
        rows: usize,
        columns: usize,
        row: impl Fn(usize) -> Option<String>,
        column: impl Fn(usize) -> String,
    ) {
        let scale = Picture::GRAIN / self.grain.max(1);
        let label = |x, y, text: String| {
            let size = if text.len() > 3 { LABEL / 2 } else { LABEL };
            Shape::sized(scale * x, scale * y, text, Color::Gray, size)
        };
        for c in 0..columns {
            self.shapes.push(label(10 * c as i32 + 5, 10 * rows as i32 + 4, column(c)));
        }
        for (r, name) in (0..rows).filter_map(|r| Some((r, row(r)?))) {
            self.shapes.push(label(-4, 10 * r as i32 + 5, name));
        }
    }

    /// Knights on a square, around a point: one that fills it, with their number if there are
    /// several.
    pub fn knights(&mut self, at: Point, count: usize) {
        self.knight(at, Color::Black);
        if count > 1 {
            let side = 10 * Picture::GRAIN / self.grain.max(1);
            let (x, y) = (at.0 + side / 4, at.1 + side / 4);
            self.shapes.push(Shape::sized(x, y, count.to_string(), Color::White, LABEL));
        }
    }

    /// A knight that fills a unit square around a point; looks well on a fine grid.
    pub fn knight(&mut self, (x, y): Point, fill: Color) {
        let side = 10 * Picture::GRAIN / self.grain.max(1);
        let place = |&(right, down): &Point| (x + right * side / 100, y + down * side / 100);
        self.shapes.push(Shape::Polygon { points: KNIGHT.iter().map(place).collect(), fill });
        let (x, y) = place(&(-9, -22));
        let (radius, fill) = ((side / 30).max(1), Color::White);
        self.shapes.push(Shape::Disc { x, y, radius, fill });
    }
}

/// The outline of a knight that looks to the left, in hundredths of its square from the centre.
const KNIGHT: [Point; 27] = [
    (-28, 40),
    (-27, 31),
    (-17, 24),
    (-12, 14),
    (-3, 4),
    (0, -4),
    (-8, -1),
    (-16, 0),
    (-22, 7),
    (-29, 11),
    (-35, 7),
    (-36, 0),
    (-29, -10),
    (-25, -20),
    (-17, -29),
    (-14, -40),
    (-7, -32),
    (0, -40),
    (3, -31),
    (14, -27),
    (24, -16),
    (29, 0),
    (29, 16),
    (27, 26),
    (31, 31),
    (32, 40),
    (-28, 40),
];

/// The name of a column: `a` to `z`, then `aa`, `ab`, ...
pub fn column_name(column: usize) -> String {
    let (mut letters, mut n) = (Vec::new(), column + 1);
    while n > 0 {
        letters.push(char::from(b'a' + ((n - 1) % 26) as u8));
        n = (n - 1) / 26;
    }
    letters.into_iter().rev().collect()
}
