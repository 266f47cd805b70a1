//! Sets of squares of a board of any size.

use super::plane::{Direction, Plane};
use crate::prelude::*;

/// A board of any size: bits row by row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Wide {
    rows: u32,
    columns: u32,
    words: SmallVec<[u64; 4]>,
}

weighs!(Wide: words);

impl Wide {
    fn zip(&self, other: &Wide, op: impl Fn(u64, u64) -> u64) -> Wide {
        debug_assert_eq!((self.rows, self.columns), (other.rows, other.columns));
        let words = self.words.iter().zip(&other.words).map(|(&a, &b)| op(a, b)).collect();
        Wide { words, ..*self }
    }

    fn index(&self, row: usize, column: usize) -> (usize, u32) {
        let bit = row * self.columns as usize + column;
        (bit / 64, (bit % 64) as u32)
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let columns = self.columns as usize;
        self.words.iter().enumerate().flat_map(move |(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some((bit / columns, bit % columns))
            })
        })
    }

    /// Every bit moved up by so many places; what leaves the board is lost.
    fn raised(&self, by: usize) -> Wide {
        let (whole, part) = (by / 64, by % 64);
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        let moved = |i: usize| {
            let Some(from) = i.checked_sub(whole) else { return 0 };
            let below = from.checked_sub(1).map_or(0, word);
            if part == 0 { word(from) } else { word(from) << part | below >> (64 - part) }
        };
        let mut words: SmallVec<[u64; 4]> = (0..self.words.len()).map(moved).collect();
        let used = (self.rows as usize * self.columns as usize) % 64;
        if let Some(last) = words.last_mut().filter(|_| used > 0) {
            *last &= (1 << used) - 1;
        }
        Wide { words, ..*self }
    }

    /// Every bit moved down by so many places.
    fn lowered(&self, by: usize) -> Wide {
        let (whole, part) = (by / 64, by % 64);
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        let moved = |i: usize| {
            let from = i + whole;
            if part == 0 { word(from) } else { word(from) >> part | word(from + 1) << (64 - part) }
        };
        Wide { words: (0..self.words.len()).map(moved).collect(), ..*self }
    }

    fn without_column(mut self, column: usize) -> Wide {
        for row in 0..self.rows as usize {
            let (word, bit) = self.index(row, column);
            if let Some(word) = self.words.get_mut(word) {
                *word &= !(1 << bit);
            }
        }
        self
    }

    fn rebuilt(
        &self,
        rows: usize,
        columns: usize,
        place: impl Fn(usize, usize) -> Option<(usize, usize)>,
    ) -> Wide {
        let mut plane = Wide::blank(rows, columns);
        for (r, c) in self.cells() {
            if let Some((row, column)) = place(r, c) {
                plane.insert(row, column);
            }
        }
        plane
    }
}

impl Plane for Wide {
    const IMAGES: usize = 8;
    const MIRROR: usize = 2;

    fn holds(_: usize, _: usize) -> bool {
        true
    }

    fn blank(rows: usize, columns: usize) -> Wide {
        let words = SmallVec::from_elem(0, (rows * columns).div_ceil(64));
        Wide { rows: rows as u32, columns: columns as u32, words }
    }

    fn contains(&self, row: usize, column: usize) -> bool {
        let (word, bit) = self.index(row, column);
        self.words[word] >> bit & 1 == 1
    }

    fn insert(&mut self, row: usize, column: usize) {
        let (word, bit) = self.index(row, column);
        self.words[word] |= 1 << bit;
    }

    fn and(&self, other: &Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }

    fn or(&self, other: &Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }

    fn minus(&self, other: &Wide) -> Wide {
        self.zip(other, |a, b| a & !b)
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    fn step(&self, direction: Direction) -> Wide {
        let columns = self.columns as usize;
        match direction {
            Direction::North => self.lowered(columns),
            Direction::South => self.raised(columns),
            Direction::East => self.raised(1).without_column(0),
            Direction::West => self.lowered(1).without_column(columns.saturating_sub(1)),
        }
    }

    fn first(&self) -> Wide {
        let mut one = Wide::blank(self.rows as usize, self.columns as usize);
        if let Some((r, c)) = self.cells().next() {
            one.insert(r, c);
        }
        one
    }

    fn image(&self, i: usize) -> Wide {
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        let (height, width) = if i & 4 == 0 { (rows, columns) } else { (columns, rows) };
        self.rebuilt(height, width, |r, c| {
            let (r, c) = if i & 4 == 0 { (r, c) } else { (c, r) };
            let r = if i & 1 == 0 { r } else { height - 1 - r };
            Some((r, if i & 2 == 0 { c } else { width - 1 - c }))
        })
    }

    fn turned(&self, i: usize, _: usize, _: usize) -> Wide {
        self.image(i)
    }

    fn corner(&self) -> (usize, usize) {
        let row = self.cells().map(|cell| cell.0).min().unwrap_or(0);
        (row, self.cells().map(|cell| cell.1).min().unwrap_or(0))
    }

    fn moved_to_corner(&self, corner: (usize, usize), rows: usize, columns: usize) -> Wide {
        self.rebuilt(rows, columns, |r, c| Some((r - corner.0, c - corner.1)))
    }

    fn extent(&self) -> (usize, usize) {
        let row = self.cells().map(|cell| cell.0 + 1).max().unwrap_or(0);
        (row, self.cells().map(|cell| cell.1 + 1).max().unwrap_or(0))
    }

    /// Without a look at the whole board for every square.
    fn each_while(&self, mut visit: impl FnMut(Wide) -> bool) -> bool {
        let blank = Wide::blank(self.rows as usize, self.columns as usize);
        self.cells().all(|(r, c)| {
            let mut one = blank.clone();
            one.insert(r, c);
            visit(one)
        })
    }

    /// Square by square: on a long strip a set that grows by single steps would take a step for
    /// each square, and each step looks at all of them.
    fn connected(&self, start: Wide) -> Wide {
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        let mut open: Vec<(usize, usize)> = start.cells().collect();
        let mut reached = start.and(self);
        while let Some((r, c)) = open.pop() {
            let up = r.checked_sub(1).map(|r| (r, c));
            let left = c.checked_sub(1).map(|c| (r, c));
            let down = (r + 1 < rows).then_some((r + 1, c));
            let right = (c + 1 < columns).then_some((r, c + 1));
            for (r, c) in [up, left, down, right].into_iter().flatten() {
                if self.contains(r, c) && !reached.contains(r, c) {
                    reached.insert(r, c);
                    open.push((r, c));
                }
            }
        }
        reached
    }
}
