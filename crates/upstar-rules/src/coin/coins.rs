//! Rectangles of coins that show heads or tails; a strip is one row.
//!
//! Invariant: bits beyond the last coin are 0.

use crate::prelude::*;
use upstar_picture::Rows;

const ALPHABET: [&str; 2] = ["tT", "hH"];

/// Coins in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coins {
    rows: u32,
    columns: u32,
    heads: SmallVec<[u64; 2]>,
}

weighs!(Coins: heads);

impl Coins {
    /// So many coins, all tails.
    pub fn tails(rows: usize, columns: usize) -> Coins {
        let words = rows.saturating_mul(columns).div_ceil(64);
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let heads = smallvec::smallvec![0; words];
        Coins { rows: narrow(rows), columns: narrow(columns), heads }
    }

    /// For tables of one size or two: the last coin alone shows heads, or less than 64 coins in all
    /// ways, the first one as the lowest binary digit.
    pub(super) fn family(sizes: usize) -> Family<'static, Coins> {
        let sides = move |size: &[usize]| match *size {
            [n] if sizes == 1 => Some((1, n)),
            [rows, columns] if sizes == 2 => Some((rows, columns)),
            _ => None,
        };
        let head = move |size: &[usize]| {
            let (rows, columns) = sides(size)?;
            rows.checked_mul(columns).filter(|cells| (1..=MOST_CELLS).contains(cells))?;
            let mut coins = Coins::tails(rows, columns);
            coins.turn(rows - 1, columns - 1);
            Some(coins)
        };
        Family::of(head).with_every(move |size, out| match sides(size) {
            Some((rows, columns)) if (1..64).contains(&rows.saturating_mul(columns)) => {
                let tails = Coins::tails(rows, columns);
                out.extend((0..1u64 << (rows * columns)).map(|heads| {
                    let mut coins = tails.clone();
                    coins.heads[0] = heads;
                    coins
                }));
                true
            }
            _ => false,
        })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    fn bit(&self, row: usize, column: usize) -> (usize, u64) {
        let index = row * self.columns() + column;
        (index / 64, 1 << (index % 64))
    }

    /// Does this coin show heads?
    pub fn is_head(&self, row: usize, column: usize) -> bool {
        let (word, bit) = self.bit(row, column);
        self.heads[word] & bit != 0
    }

    /// Turns a coin over.
    pub fn turn(&mut self, row: usize, column: usize) {
        let (word, bit) = self.bit(row, column);
        self.heads[word] ^= bit;
    }

    /// The coins that show heads, row by row.
    pub fn heads(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let columns = self.columns().max(1);
        let bits = self.heads.iter().enumerate().flat_map(|(i, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| 64 * i + bit)
        });
        bits.map(move |index| (index / columns, index % columns))
    }

    /// How many coins show heads.
    pub fn count(&self) -> u32 {
        self.heads.iter().map(|word| word.count_ones()).sum()
    }

    /// Without the rows and columns at the lower and right edge that show only tails.
    pub fn trimmed(&self) -> Coins {
        let rows = self.heads().map(|(r, _)| r + 1).max().unwrap_or(1);
        let columns = self.heads().map(|(_, c)| c + 1).max().unwrap_or(1);
        let mut coins = Coins::tails(rows, columns);
        self.heads().for_each(|(r, c)| coins.turn(r, c));
        coins
    }

    /// Reads rows of `h` and `t` joined by `|`.
    pub fn parse(text: &str) -> Result<Coins, PositionError> {
        let cells = read_cells(text, &ALPHABET)?;
        let mut coins = Coins::tails(cells.rows, cells.columns);
        for (i, &side) in cells.cells.iter().enumerate() {
            if side == 1 {
                coins.turn(i / cells.columns, i % cells.columns);
            }
        }
        Ok(coins)
    }

    /// Writes what [`Coins::parse`] reads.
    pub fn show(&self) -> String {
        write_cells(self.rows(), self.columns(), &ALPHABET, |r, c| u8::from(self.is_head(r, c)))
    }

    /// Discs with the side they show.
    pub fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.columns(), self.rows());
        for r in 0..self.rows() {
            for c in 0..self.columns() {
                let (x, y) = (10 * c as i32 + 5, 10 * r as i32 + 5);
                let (fill, color, side) = if self.is_head(r, c) {
                    (Color::Green, Color::White, "H")
                } else {
                    (Color::Light, Color::Gray, "T")
                };
                picture.shapes.push(Shape::Disc { x, y, radius: 4, fill });
                picture.shapes.push(Shape::text(x, y, side.to_owned(), color));
            }
        }
        picture.name_squares(self.rows(), self.columns(), Rows::Down);
        picture
    }
}
