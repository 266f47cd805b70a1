//! Sets of squares of a square board, in one word.
//!
//! Row `r` and column `c` of a board of `SIZE` rows are the bit `SIZE * r + c`. Invariant: the bits
//! beyond the last row are 0.

use super::plane::{Direction, Plane, one_word};
use std::ops::Range;
use upstar_base::Weigh;

/// A board of at most 8 rows and 8 columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Small(u64);

/// A board of at most 11 rows and 11 columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Double(u128);

/// What boards of different sizes have in common: constants, and most methods of [`Plane`].
macro_rules! square_board {
    (constants $Word:ty, $size:expr) => {
        /// The squares of a row, seen as the first one.
        const ROW: $Word = (1 << $size) - 1;

        const BOARD: $Word = <$Word>::MAX >> (<$Word>::BITS as usize - $size * $size);

        const FIRST_COLUMN: $Word = {
            let (mut column, mut r) = (0, 0);
            while r < $size {
                column |= 1 << ($size * r);
                r += 1;
            }
            column
        };

        const NOT_FIRST_COLUMN: $Word = Self::BOARD & !Self::FIRST_COLUMN;

        #[inline]
        fn row_bits(self, row: usize) -> usize {
            ((self.0 >> ($size * row)) & Self::ROW) as usize
        }

        /// One more than the last row in use.
        #[inline]
        fn height(self) -> usize {
            if self.0 == 0 { 0 } else { self.0.ilog2() as usize / $size + 1 }
        }
    };
    (methods $Word:ty, $size:expr) => {
        const IMAGES: usize = 8;
        const MIRROR: usize = 2;
        one_word!();

        fn holds(rows: usize, columns: usize) -> bool {
            rows <= $size && columns <= $size
        }

        #[inline]
        fn contains(&self, row: usize, column: usize) -> bool {
            self.0 >> ($size * row + column) & 1 == 1
        }

        #[inline]
        fn insert(&mut self, row: usize, column: usize) {
            self.0 |= 1 << ($size * row + column);
        }

        #[inline]
        fn step(&self, direction: Direction) -> Self {
            Self(match direction {
                Direction::North => self.0 >> $size,
                Direction::South => (self.0 << $size) & Self::BOARD,
                Direction::East => (self.0 << 1) & Self::NOT_FIRST_COLUMN,
                Direction::West => (self.0 & Self::NOT_FIRST_COLUMN) >> 1,
            })
        }

        #[inline]
        fn corner(&self) -> (usize, usize) {
            if self.0 == 0 {
                return (0, 0);
            }
            let row = self.0.trailing_zeros() as usize / $size;
            (row, self.columns_in_use().trailing_zeros() as usize)
        }

        #[inline]
        fn moved_to_corner(&self, corner: (usize, usize), _: usize, _: usize) -> Self {
            Self(self.0 >> ($size * corner.0 + corner.1))
        }

        #[inline]
        fn window(&self, rows: Range<usize>, columns: Range<usize>, _: (usize, usize)) -> Self {
            let below =
                |n: usize| if n < $size { !(<$Word>::MAX << ($size * n)) } else { Self::BOARD };
            let beside = |n: usize| (Self::ROW >> ($size - n.min($size))) * Self::FIRST_COLUMN;
            let inside = below(rows.len()) & beside(columns.len());
            Self(self.0 >> ($size * rows.start + columns.start) & inside)
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
        fn connected(&self, start: Self) -> Self {
            let (inside, others) = (self.0, Self::NOT_FIRST_COLUMN);
            let mut reached = start.0;
            loop {
                let mut more = reached;
                for _ in 0..2 {
                    more |= (more << $size | more >> $size) & inside;
                    more |= ((more << 1) & others | (more & others) >> 1) & inside;
                }
                if more == reached || more == inside {
                    return Self(more);
                }
                reached = more;
            }
        }
    };
}

impl Weigh for Small {}

/// The squares that stay on the board when they move by -7 to 7 columns.
const STAYING: [u64; 15] = {
    let mut masks = [0; 15];
    let mut i = 0;
    while i < 15 {
        let row: u64 = if i < 7 { 0xff << (7 - i) & 0xff } else { 0xff >> (i - 7) };
        masks[i] = row * Small::FIRST_COLUMN;
        i += 1;
    }
    masks
};

impl Small {
    square_board!(constants u64, 8);

    fn transposed(self) -> Small {
        let swap = |x: u64, mask: u64, by: u32| {
            let t = (x ^ (x >> by)) & mask;
            x ^ t ^ (t << by)
        };
        let x = swap(self.0, 0x00aa_00aa_00aa_00aa, 7);
        let x = swap(x, 0x0000_cccc_0000_cccc, 14);
        Small(swap(x, 0x0000_0000_f0f0_f0f0, 28))
    }

    fn columns_in_use(self) -> u64 {
        let x = self.0 | self.0 >> 32;
        let x = x | x >> 16;
        (x | x >> 8) & 0xff
    }
}

impl Plane for Small {
    square_board!(methods u64, 8);

    #[inline]
    fn moved(&self, (rows, columns): (i8, i8)) -> Small {
        if rows.unsigned_abs() > 7 || columns.unsigned_abs() > 7 {
            return Small(0);
        }
        let staying = self.0 & STAYING[(columns + 7) as usize];
        let by = 8 * i32::from(rows) + i32::from(columns);
        Small(if by < 0 { staying >> -by } else { staying << by })
    }

    #[inline]
    fn image(&self, i: usize) -> Small {
        let x = if i & 4 == 0 { self.0 } else { self.transposed().0 };
        Small(match i & 3 {
            0 => x,
            1 => x.swap_bytes(),
            2 => x.reverse_bits().swap_bytes(),
            _ => x.reverse_bits(),
        })
    }

    #[inline]
    fn turned(&self, i: usize, rows: usize, columns: usize) -> Small {
        let (rows, columns) = if i & 4 == 0 { (rows, columns) } else { (columns, rows) };
        let (below, beside) = (8 * (8 - rows as u32), 8 - columns as u32);
        let gap = [0, below, beside, below + beside][i & 3];
        // The gap is 64 or more only when there are no squares at all.
        Small(self.image(i).0.wrapping_shr(gap))
    }
}

impl Weigh for Double {}

/// The rows and columns of the larger board.
const SIDE: usize = 11;

/// So many squares of a row are made a column at a time.
const PIECE: usize = 6;

/// For each set of neighbouring squares of a row, these as squares of a column.
const UPRIGHT: [u128; 1 << PIECE] = {
    let mut columns = [0; 1 << PIECE];
    let mut bits = 0;
    while bits < columns.len() {
        let mut c = 0;
        while c < PIECE {
            columns[bits] |= ((bits >> c & 1) as u128) << (SIDE * c);
            c += 1;
        }
        bits += 1;
    }
    columns
};

impl Double {
    square_board!(constants u128, SIDE);

    #[inline]
    fn transposed(self) -> Double {
        let mut columns = 0;
        for r in 0..self.height() {
            let row = self.row_bits(r);
            let (near, far) = (row & (UPRIGHT.len() - 1), row >> PIECE);
            columns |= (UPRIGHT[near] | UPRIGHT[far] << (SIDE * PIECE)) << r;
        }
        Double(columns)
    }

    /// The first `rows` in the opposite order.
    #[inline]
    fn upside_down(self, rows: usize) -> Double {
        let mut turned = 0;
        for r in 0..rows {
            turned = turned << SIDE | self.row_bits(r) as u128;
        }
        Double(turned)
    }

    /// The whole board rotated by half a turn.
    #[inline]
    fn rotated(self) -> Double {
        Double(self.0.reverse_bits() >> (128 - SIDE * SIDE))
    }

    #[inline]
    fn columns_in_use(self) -> u128 {
        let x = self.0 | self.0 >> (6 * SIDE);
        let x = x | x >> (3 * SIDE);
        (x | x >> SIDE | x >> (2 * SIDE)) & Self::ROW
    }
}

impl Plane for Double {
    square_board!(methods u128, SIDE);

    #[inline]
    fn image(&self, i: usize) -> Double {
        self.turned(i, SIDE, SIDE)
    }

    #[inline]
    fn turned(&self, i: usize, rows: usize, columns: usize) -> Double {
        let (image, rows, columns) = match i & 4 {
            0 => (*self, rows, columns),
            _ => (self.transposed(), columns, rows),
        };
        // The gap is more than the board only when there are no squares at all.
        let gap = SIDE * (SIDE - rows) + SIDE - columns;
        let rotated = |plane: Double| Double(plane.rotated().0.wrapping_shr(gap as u32));
        match i & 3 {
            0 => image,
            1 => image.upside_down(rows),
            2 => rotated(image.upside_down(rows)),
            _ => rotated(image),
        }
    }
}
