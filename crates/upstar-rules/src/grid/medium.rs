//! Sets of squares of a board of up to 16 rows and columns.

use super::plane::{Direction, Plane};
use std::ops::Range;
use upstar_base::Weigh;

const SIZE: usize = 16;

/// A board of at most 16 rows and 16 columns: a word a row, the first column in the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Medium([u16; SIZE]);

impl Weigh for Medium {}

impl Medium {
    #[inline]
    fn zip(&self, other: &Medium, op: impl Fn(u16, u16) -> u16) -> Medium {
        Medium(std::array::from_fn(|r| op(self.0[r], other.0[r])))
    }

    /// Rows and columns exchanged: quarters of the board first, then quarters of each.
    fn transposed(&self) -> Medium {
        let mut rows = self.0;
        for (by, mask) in [(8, 0x00ff), (4, 0x0f0f), (2, 0x3333), (1, 0x5555)] {
            for r in (0..SIZE).filter(|r| r & by == 0) {
                let t = (rows[r] >> by ^ rows[r + by]) & mask;
                rows[r + by] ^= t;
                rows[r] ^= t << by;
            }
        }
        Medium(rows)
    }

    fn columns_in_use(&self) -> u16 {
        self.0.iter().fold(0, |all, row| all | row)
    }
}

/// All bits of `inside` that hang together with those of `from`.
#[inline]
fn spread(from: u16, inside: u16) -> u16 {
    // A carry runs up to the end of a run of ones, and leaves those behind that are in `from`.
    let up = inside & !inside.wrapping_add(from) | from;
    let (mut down, mut below) = (from, inside);
    for by in [1, 2, 4, 8] {
        down |= below & down >> by;
        below &= below >> by;
    }
    up | down
}

impl Plane for Medium {
    const IMAGES: usize = 8;
    const MIRROR: usize = 2;

    fn holds(rows: usize, columns: usize) -> bool {
        rows <= SIZE && columns <= SIZE
    }

    fn blank(_: usize, _: usize) -> Medium {
        Medium([0; SIZE])
    }

    #[inline]
    fn contains(&self, row: usize, column: usize) -> bool {
        self.0[row] >> column & 1 == 1
    }

    #[inline]
    fn insert(&mut self, row: usize, column: usize) {
        self.0[row] |= 1 << column;
    }

    #[inline]
    fn and(&self, other: &Medium) -> Medium {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    fn or(&self, other: &Medium) -> Medium {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    fn minus(&self, other: &Medium) -> Medium {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.columns_in_use() == 0
    }

    #[inline]
    fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    #[inline]
    fn step(&self, direction: Direction) -> Medium {
        let row = |r: usize| self.0.get(r).copied().unwrap_or(0);
        Medium(match direction {
            Direction::North => std::array::from_fn(|r| row(r + 1)),
            Direction::South => std::array::from_fn(|r| row(r.wrapping_sub(1))),
            Direction::East => self.0.map(|row| row << 1),
            Direction::West => self.0.map(|row| row >> 1),
        })
    }

    #[inline]
    fn moved(&self, (rows, columns): (i8, i8)) -> Medium {
        let by = u32::from(columns.unsigned_abs());
        let aside = |row: u16| {
            if columns < 0 { row.checked_shr(by) } else { row.checked_shl(by) }.unwrap_or(0)
        };
        let from = |r: usize| r.checked_add_signed(-isize::from(rows)).and_then(|r| self.0.get(r));
        Medium(std::array::from_fn(|r| from(r).map_or(0, |&row| aside(row))))
    }

    #[inline]
    fn first(&self) -> Medium {
        let mut first = [0; SIZE];
        if let Some(r) = self.0.iter().position(|&row| row != 0) {
            first[r] = self.0[r] & self.0[r].wrapping_neg();
        }
        Medium(first)
    }

    fn image(&self, i: usize) -> Medium {
        self.turned(i, SIZE, SIZE)
    }

    #[inline]
    fn turned(&self, i: usize, rows: usize, columns: usize) -> Medium {
        let (mut image, rows, columns) = match i & 4 {
            0 => (*self, rows, columns),
            _ => (self.transposed(), columns, rows),
        };
        if i & 1 == 1 {
            image.0[..rows].reverse();
        }
        if i & 2 == 2 {
            // The gap is 16 only when there are no squares at all.
            let gap = (SIZE - columns) as u32;
            image.0 = image.0.map(|row| row.reverse_bits().wrapping_shr(gap));
        }
        image
    }

    #[inline]
    fn corner(&self) -> (usize, usize) {
        let Some(row) = self.0.iter().position(|&row| row != 0) else { return (0, 0) };
        (row, self.columns_in_use().trailing_zeros() as usize)
    }

    #[inline]
    fn moved_to_corner(&self, corner: (usize, usize), _: usize, _: usize) -> Medium {
        let row = |r: usize| self.0.get(r + corner.0).copied().unwrap_or(0);
        Medium(std::array::from_fn(|r| row(r) >> corner.1))
    }

    #[inline]
    fn window(&self, rows: Range<usize>, columns: Range<usize>, _: (usize, usize)) -> Medium {
        let inside = u16::MAX.checked_shr((SIZE - columns.len().min(SIZE)) as u32).unwrap_or(0);
        let mut window = [0; SIZE];
        for (to, from) in window.iter_mut().zip(&self.0[rows]) {
            *to = from >> columns.start & inside;
        }
        Medium(window)
    }

    #[inline]
    fn row(&self, row: usize) -> Option<u32> {
        Some(self.0[row].into())
    }

    #[inline]
    fn extent(&self) -> (usize, usize) {
        let Some(row) = self.0.iter().rposition(|&row| row != 0) else { return (0, 0) };
        (row + 1, self.columns_in_use().ilog2() as usize + 1)
    }

    fn each_while(&self, mut visit: impl FnMut(Medium) -> bool) -> bool {
        for (r, &row) in self.0.iter().enumerate() {
            let mut rest = row;
            while rest != 0 {
                let mut one = [0; SIZE];
                one[r] = rest & rest.wrapping_neg();
                rest &= rest - 1;
                if !visit(Medium(one)) {
                    return false;
                }
            }
        }
        true
    }

    /// Down and up the board, a whole row at a time.
    fn connected(&self, start: Medium) -> Medium {
        let mut reached = start.0;
        let first = start.0.iter().position(|&row| row != 0).unwrap_or(0);
        // The rows that can be reached at all.
        let begin = self.0[..first].iter().rposition(|&row| row == 0).map_or(0, |r| r + 1);
        let end = self.0[first..].iter().position(|&row| row == 0).map_or(SIZE, |r| first + r);
        loop {
            let before = reached;
            for r in begin..end {
                let above = if r > begin { reached[r - 1] } else { 0 };
                reached[r] = spread((reached[r] | above) & self.0[r], self.0[r]);
            }
            for r in (begin..end.saturating_sub(1)).rev() {
                reached[r] = spread((reached[r] | reached[r + 1]) & self.0[r], self.0[r]);
            }
            // Most often everything hangs together, and then there is no need to look again.
            if reached == before || reached == self.0 {
                return Medium(reached);
            }
        }
    }
}
