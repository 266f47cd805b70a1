//! Strips and grids of small numbers, as rulesets on boards keep them.
//!
//! A cell holds a number from -128 to 127. Places are counted from 1: on a strip by one number, on
//! a grid by row and column. A grid without cells has no rows and no columns.

/// Numbers in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strip {
    /// The numbers from left to right.
    pub cells: Vec<i8>,
}

/// Numbers in rows of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grid {
    columns: usize,
    cells: Vec<i8>,
}

/// One of the eight ways in which a square is mapped to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symmetry {
    /// Are rows and columns exchanged, before the rest is done?
    pub transposed: bool,
    /// Is the first row exchanged with the last?
    pub upside_down: bool,
    /// Is the first column exchanged with the last?
    pub mirrored: bool,
}

impl Symmetry {
    /// All of them with their names.
    pub const ALL: [(&str, Symmetry); 8] = [
        ("Identity", Symmetry::new(false, false, false)),
        ("HorizontalReflection", Symmetry::new(false, false, true)),
        ("VerticalReflection", Symmetry::new(false, true, false)),
        ("Inversion", Symmetry::new(false, true, true)),
        ("Transpose", Symmetry::new(true, false, false)),
        ("ClockwiseRotation", Symmetry::new(true, false, true)),
        ("AnticlockwiseRotation", Symmetry::new(true, true, false)),
        ("AntiTranspose", Symmetry::new(true, true, true)),
    ];

    const fn new(transposed: bool, upside_down: bool, mirrored: bool) -> Symmetry {
        Symmetry { transposed, upside_down, mirrored }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Symmetry::ALL.iter().find(|(_, known)| *known == self).map_or("Identity", |(name, _)| name)
    }

    /// Where a cell of a grid goes, all counted from 0.
    fn place(self, (r, c): (usize, usize), rows: usize, columns: usize) -> (usize, usize) {
        let (r, c, rows, columns) =
            if self.transposed { (c, r, columns, rows) } else { (r, c, rows, columns) };
        let r = if self.upside_down { rows - 1 - r } else { r };
        (r, if self.mirrored { columns - 1 - c } else { c })
    }
}

impl Strip {
    /// The parts between cells with this number.
    pub fn decomposition(&self, boundary: i8) -> Vec<Strip> {
        let parts = self.cells.split(|&cell| cell == boundary).filter(|part| !part.is_empty());
        parts.map(|part| Strip { cells: part.to_vec() }).collect()
    }
}

impl Grid {
    /// A grid of these rows; `None` if they differ in length.
    pub fn from_rows(rows: &[Vec<i8>]) -> Option<Grid> {
        let columns = rows.first().map_or(0, Vec::len);
        let even = rows.iter().all(|row| row.len() == columns);
        (even && (columns > 0 || rows.is_empty())).then(|| Grid { columns, cells: rows.concat() })
    }

    /// A grid with 0 everywhere.
    pub fn empty(rows: usize, columns: usize) -> Grid {
        let cells = vec![0; rows.saturating_mul(columns)];
        Grid { columns: if cells.is_empty() { 0 } else { columns }, cells }
    }

    /// How many rows there are.
    pub fn row_count(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// How many columns there are.
    pub fn column_count(&self) -> usize {
        self.columns
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.cells.len()
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[i8]> {
        self.cells.chunks(self.columns.max(1))
    }

    /// The number in a place, counted from 0.
    pub fn get(&self, row: usize, column: usize) -> Option<i8> {
        let inside = column < self.columns;
        inside.then(|| self.cells.get(row * self.columns + column).copied()).flatten()
    }

    /// Sets the number in a place, counted from 0; false if there is no such place.
    pub fn set(&mut self, row: usize, column: usize, value: i8) -> bool {
        let inside = row < self.row_count() && column < self.columns;
        if inside {
            self.cells[row * self.columns + column] = value;
        }
        inside
    }

    /// All places with their numbers, row by row, counted from 0.
    pub fn places(&self) -> impl Iterator<Item = ((usize, usize), i8)> {
        let columns = self.columns;
        self.cells.iter().enumerate().map(move |(i, &cell)| ((i / columns, i % columns), cell))
    }

    /// The rows and columns from one place to another, both counted from 0 and included.
    pub fn part(&self, from: (usize, usize), to: (usize, usize)) -> Grid {
        let rows = self.row_count().min(to.0 + 1);
        let columns = self.columns.min(to.1 + 1);
        let rows: Vec<Vec<i8>> = (from.0..rows)
            .map(|r| (from.1..columns).filter_map(|c| self.get(r, c)).collect())
            .collect();
        Grid::from_rows(&rows).unwrap_or_default()
    }

    /// The connected regions without this number, each cut out of the grid; what is not in the
    /// region becomes that number.
    pub fn decomposition(&self, boundary: i8) -> Vec<Grid> {
        let (rows, columns) = (self.row_count(), self.columns);
        let mut region = vec![0usize; self.cells.len()];
        let mut parts = Vec::new();
        for start in 0..self.cells.len() {
            if self.cells[start] == boundary || region[start] > 0 {
                continue;
            }
            let number = parts.len() + 1;
            region[start] = number;
            let (mut open, mut low, mut high) = (vec![start], (rows, columns), (0, 0));
            while let Some(at) = open.pop() {
                let (r, c) = (at / columns, at % columns);
                low = (low.0.min(r), low.1.min(c));
                high = (high.0.max(r), high.1.max(c));
                let beside = [
                    (r > 0).then(|| at - columns),
                    (c > 0).then(|| at - 1),
                    (c + 1 < columns).then(|| at + 1),
                    (r + 1 < rows).then(|| at + columns),
                ];
                for next in beside.into_iter().flatten() {
                    if self.cells[next] != boundary && region[next] == 0 {
                        region[next] = number;
                        open.push(next);
                    }
                }
            }
            let mut alone = self.clone();
            for (cell, found) in alone.cells.iter_mut().zip(&region) {
                *cell = if *found == number { *cell } else { boundary };
            }
            parts.push(alone.part(low, high));
        }
        parts
    }

    /// The image under a symmetry.
    pub fn image(&self, symmetry: Symmetry) -> Grid {
        let (rows, columns) = (self.row_count(), self.columns);
        let (tall, wide) = if symmetry.transposed { (columns, rows) } else { (rows, columns) };
        let mut image = Grid::empty(tall, wide);
        for (place, cell) in self.places() {
            let (r, c) = symmetry.place(place, rows, columns);
            image.set(r, c, cell);
        }
        image
    }
}
