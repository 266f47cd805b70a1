//! A board as planes, one for each kind of square that some pattern reads.
//!
//! A square in no plane is out of play: nothing matches it, and what lies outside of the board is
//! the same. So a board can be cut into parts by leaving squares out.

use crate::kinds::Set;
use crate::stroke::{VOID, Vector};
use std::fmt::Debug;
use std::hash::Hash;
use upstar_base::Weigh;
use upstar_rules::grid::plane::{Plane, Word};
use upstar_rules::{Cells, PositionError, WORDS, Words, read_cells, write_cells};

/// A board of squares of up to `K` kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board<P, const K: usize> {
    pub(crate) kinds: [P; K],
    pub(crate) rows: u16,
    pub(crate) columns: u16,
}

impl<P: Plane, const K: usize> Weigh for Board<P, K> {
    fn heap_bytes(&self) -> usize {
        self.kinds.heap_bytes()
    }
}

/// How engines keep a board: as it is, or in a few words that need no allocation.
pub trait Kept<P, const K: usize>:
    Clone + Eq + Ord + Hash + Debug + Weigh + Send + Sync + 'static
{
    /// Keeps a board.
    fn of(board: Board<P, K>) -> Self;

    /// Looks at the board.
    fn see<T>(&self, look: impl FnOnce(&Board<P, K>) -> T) -> T;
}

impl<P: Plane, const K: usize> Kept<P, K> for Board<P, K> {
    fn of(board: Board<P, K>) -> Self {
        board
    }

    fn see<T>(&self, look: impl FnOnce(&Board<P, K>) -> T) -> T {
        look(self)
    }
}

/// Where the words of the planes leave room for the size of the board.
const SIZE: usize = WORDS - 1;

impl<P: Word, const K: usize> Kept<P, K> for Words {
    #[inline]
    fn of(board: Board<P, K>) -> Words {
        const { assert!(K <= SIZE) };
        let mut words = [0; WORDS];
        for (word, plane) in words.iter_mut().zip(&board.kinds) {
            *word = plane.word();
        }
        words[SIZE] = u64::from(board.rows) << 16 | u64::from(board.columns);
        Words(words)
    }

    #[inline]
    fn see<T>(&self, look: impl FnOnce(&Board<P, K>) -> T) -> T {
        let kinds = std::array::from_fn(|k| P::of_word(self.0[k]));
        let size = self.0[SIZE];
        look(&Board { kinds, rows: (size >> 16) as u16, columns: size as u16 })
    }
}

/// On boards with more squares a look at the clock costs nothing.
const LARGE: usize = 1 << 10;

impl<P: Plane, const K: usize> Board<P, K> {
    /// A board without squares.
    pub(crate) fn blank(rows: usize, columns: usize) -> Self {
        Board {
            kinds: std::array::from_fn(|_| P::blank(rows, columns)),
            rows: rows as u16,
            columns: columns as u16,
        }
    }

    /// A board of symbols; those of `alphabet` behind the planes are out of play.
    pub(crate) fn read(
        text: &str,
        alphabet: &[&str],
        planes: usize,
    ) -> Result<Self, PositionError> {
        let cells = read_cells(text, alphabet)?;
        let (rows, columns) = (cells.rows, cells.columns);
        if !P::holds(rows, columns) || rows > u16::MAX.into() || columns > u16::MAX.into() {
            return Err(PositionError::whole(text, "the board is too large"));
        }
        Ok(Self::of_cells(&cells, planes))
    }

    /// A board of cells, each the number of a plane.
    pub(crate) fn of_cells(cells: &Cells, planes: usize) -> Self {
        let mut board = Self::blank(cells.rows, cells.columns);
        for (i, &kind) in cells.cells.iter().enumerate() {
            if usize::from(kind) < planes {
                board.kinds[usize::from(kind)].insert(i / cells.columns, i % cells.columns);
            }
        }
        board
    }

    pub(crate) fn write(&self, alphabet: &[&str], planes: usize) -> String {
        write_cells(self.rows.into(), self.columns.into(), alphabet, |r, c| {
            self.kind(r, c).unwrap_or(planes) as u8
        })
    }

    /// The plane of a square that is in play.
    pub(crate) fn kind(&self, row: usize, column: usize) -> Option<usize> {
        self.kinds.iter().position(|plane| plane.contains(row, column))
    }

    /// The squares whose kind is in the set.
    #[inline]
    pub(crate) fn class(&self, set: Set) -> P {
        class(&self.kinds, set)
    }

    /// All squares in play.
    pub(crate) fn in_play(&self) -> P {
        let mut all = self.kinds[0].clone();
        for plane in &self.kinds[1..] {
            all = all.or(plane);
        }
        all
    }

    /// Only the squares of a part.
    pub(crate) fn masked(&self, part: &P) -> Self {
        Board { kinds: std::array::from_fn(|k| self.kinds[k].and(part)), ..*self }
    }

    /// No squares.
    pub(crate) fn nowhere(&self) -> P {
        self.kinds[0].minus(&self.kinds[0])
    }

    /// All squares of the board, in play or not.
    pub(crate) fn everywhere(&self) -> P {
        let mut all = P::blank(self.rows.into(), self.columns.into());
        if self.rows == 0 || self.columns == 0 {
            return all;
        }
        all.insert(0, 0);
        let grown = |mut all: P, step: Vector, size: u16| {
            for _ in 1..size {
                all = all.or(&all.moved(step));
            }
            all
        };
        grown(grown(all, (0, 1), self.columns), (1, 0), self.rows)
    }

    /// The squares from which a step leaves the board.
    pub(crate) fn rim(&self, (r, c): Vector) -> P {
        let all = self.everywhere();
        all.minus(&all.moved((-r, -c)))
    }

    /// Changes one square of one of these kinds.
    #[inline]
    pub(crate) fn put(&mut self, square: &P, from: Set, to: u8) {
        for (k, plane) in self.kinds.iter_mut().enumerate() {
            if from >> k & 1 == 1 {
                *plane = plane.minus(square);
            }
        }
        if to != VOID {
            let plane = &mut self.kinds[usize::from(to)];
            *plane = plane.or(square);
        }
    }

    pub(crate) fn is_large(&self) -> bool {
        usize::from(self.rows) * usize::from(self.columns) > LARGE
    }

    /// The planes in their joint bounding box, moved to the first row and column, and its size.
    pub(crate) fn cut_to_box(&self) -> Self {
        let all = self.in_play();
        let (corner, end) = (all.corner(), all.extent());
        let (rows, columns) = (end.0 - corner.0.min(end.0), end.1 - corner.1.min(end.1));
        let kinds = std::array::from_fn(|k| self.kinds[k].moved_to_corner(corner, rows, columns));
        Board { kinds, rows: rows as u16, columns: columns as u16 }
    }
}

/// The squares that are in one of these planes.
#[inline]
pub(crate) fn class<P: Plane, const K: usize>(planes: &[P; K], set: Set) -> P {
    let mut found: Option<P> = None;
    for (k, plane) in planes.iter().enumerate() {
        if set >> k & 1 == 1 {
            found = Some(match found {
                None => plane.clone(),
                Some(found) => found.or(plane),
            });
        }
    }
    found.unwrap_or_else(|| planes[0].minus(&planes[0]))
}
