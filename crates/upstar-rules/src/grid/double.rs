//! Sets of squares of a board of up to 11 rows and columns, in one double word.
//!
//! Row `r` and column `c` are the bit `11r + c`. Invariant: the bits from 121 on are 0.

use super::plane::{Direction, Plane, one_word};
use std::ops::Range;
use upstar_base::Weigh;

const SIZE: usize = 11;

/// A board of at most 11 rows and 11 columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Double(u128);

/// The squares of a row, seen as the first one.
const ROW: u128 = (1 << SIZE) - 1;

const BOARD: u128 = (1 << (SIZE * SIZE)) - 1;

const FIRST_COLUMN: u128 = {
    let (mut column, mut r) = (0, 0);
    while r < SIZE {
        column |= 1 << (SIZE * r);
        r += 1;
    }
    column
};

const NOT_FIRST_COLUMN: u128 = BOARD & !FIRST_COLUMN;

/// So many squares of a row are made a column at a time.
const PIECE: usize = 6;

/// For each set of neighbouring squares of a row, these as squares of a column.
const UPRIGHT: [u128; 1 << PIECE] = {
    let mut columns = [0; 1 << PIECE];
    let mut bits = 0;
    while bits < columns.len() {
        let mut c = 0;
        while c < PIECE {
            columns[bits] |= ((bits >> c & 1) as u128) << (SIZE * c);
            c += 1;
        }
        bits += 1;
    }
    columns
};

impl Weigh for Double {}

impl Double {
    #[inline]
    fn row_bits(self, row: usize) -> usize {
        ((self.0 >> (SIZE * row)) & ROW) as usize
    }

    /// One more than the last row in use.
    #[inline]
    fn height(self) -> usize {
        if self.0 == 0 { 0 } else { self.0.ilog2() as usize / SIZE + 1 }
    }

    #[inline]
    fn transposed(self) -> Double {
        let mut columns = 0;
        for r in 0..self.height() {
            let row = self.row_bits(r);
            let (near, far) = (row & (UPRIGHT.len() - 1), row >> PIECE);
            columns |= (UPRIGHT[near] | UPRIGHT[far] << (SIZE * PIECE)) << r;
        }
        Double(columns)
    }

    /// The first `rows` in the opposite order.
    #[inline]
    fn upside_down(self, rows: usize) -> Double {
        let mut turned = 0;
        for r in 0..rows {
            turned = turned << SIZE | self.row_bits(r) as u128;
        }
        Double(turned)
    }

    /// The whole board rotated by half a turn.
    #[inline]
    fn rotated(self) -> Double {
        Double(self.0.reverse_bits() >> (128 - SIZE * SIZE))
    }

    #[inline]
    fn columns_in_use(self) -> u128 {
        let x = self.0 | self.0 >> (6 * SIZE);
        let x = x | x >> (3 * SIZE);
        (x | x >> SIZE | x >> (2 * SIZE)) & ROW
    }
}

impl Plane for Double {
    const IMAGES: usize = 8;
    const MIRROR: usize = 2;
    one_word!();

    fn holds(rows: usize, columns: usize) -> bool {
        rows <= SIZE && columns <= SIZE
    }

    #[inline]
    fn contains(&self, row: usize, column: usize) -> bool {
        self.0 >> (SIZE * row + column) & 1 == 1
    }

    #[inline]
    fn insert(&mut self, row: usize, column: usize) {
        self.0 |= 1 << (SIZE * row + column);
    }

    #[inline]
    fn step(&self, direction: Direction) -> Double {
        Double(match direction {
            Direction::North => self.0 >> SIZE,
            Direction::South => (self.0 << SIZE) & BOARD,
            Direction::East => (self.0 << 1) & NOT_FIRST_COLUMN,
            Direction::West => (self.0 & NOT_FIRST_COLUMN) >> 1,
        })
    }

    #[inline]
    fn image(&self, i: usize) -> Double {
        self.turned(i, SIZE, SIZE)
    }

    #[inline]
    fn turned(&self, i: usize, rows: usize, columns: usize) -> Double {
        let (image, rows, columns) = match i & 4 {
            0 => (*self, rows, columns),
            _ => (self.transposed(), columns, rows),
        };
        // The gap is more than the board only when there are no squares at all.
        let gap = SIZE * (SIZE - rows) + SIZE - columns;
        let rotated = |plane: Double| Double(plane.rotated().0.wrapping_shr(gap as u32));
        match i & 3 {
            0 => image,
            1 => image.upside_down(rows),
            2 => rotated(image.upside_down(rows)),
            _ => rotated(image),
        }
    }

    #[inline]
    fn corner(&self) -> (usize, usize) {
        if self.0 == 0 {
            return (0, 0);
        }
        let row = self.0.trailing_zeros() as usize / SIZE;
        (row, self.columns_in_use().trailing_zeros() as usize)
    }

    #[inline]
    fn moved_to_corner(&self, corner: (usize, usize), _: usize, _: usize) -> Double {
        Double(self.0 >> (SIZE * corner.0 + corner.1))
    }

    #[inline]
    fn window(&self, rows: Range<usize>, columns: Range<usize>, _: (usize, usize)) -> Double {
        let below = |n: usize| if n < SIZE { !(u128::MAX << (SIZE * n)) } else { BOARD };
        let beside = |n: usize| (ROW >> (SIZE - n.min(SIZE))) * FIRST_COLUMN;
        let inside = below(rows.len()) & beside(columns.len());
        Double(self.0 >> (SIZE * rows.start + columns.start) & inside)
    }

    #[inline]
    fn row(&self, row: usize) -> Option<u32> {
        Some(self.row_bits(row) as u32)
    }

    #[inline]
    fn extent(&self) -> (usize, usize) {
        if self.0 == 0 {
            return (0, 0);
        }
        (self.height(), self.columns_in_use().ilog2() as usize + 1)
    }

    /// Two steps up and down and two to the sides at a time.
    #[inline]
    fn connected(&self, start: Double) -> Double {
        let inside = self.0;
        let mut reached = start.0;
        loop {
            let mut more = reached;
            for _ in 0..2 {
                more |= (more << SIZE | more >> SIZE) & inside;
                more |= ((more << 1) & NOT_FIRST_COLUMN | (more & NOT_FIRST_COLUMN) >> 1) & inside;
            }
            if more == reached || more == inside {
                return Double(more);
            }
            reached = more;
        }
    }
}
