//! Sets of squares as bits, in five sizes with one interface.
//!
//! [`Small`] holds an 8x8 board in one word, [`Row`] a strip of up to 64 squares, [`Double`] an
//! 11x11 board in a double word, [`Medium`] a board of up to 16x16, [`Wide`] any board. Games are written once, over [`Plane`]; the registry picks the smallest plane that
//! holds the position that was typed.

pub use super::medium::Medium;
pub use super::square::{Double, Small};
pub use super::wide::Wide;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use upstar_base::Weigh;

/// A step to a neighbouring square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// One row up.
    North,
    /// One row down.
    South,
    /// One column to the right.
    East,
    /// One column to the left.
    West,
}

impl Direction {
    /// The four of them.
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::South, Direction::East, Direction::West];

    /// The step back.
    pub fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::South => Direction::North,
            Direction::East => Direction::West,
            Direction::West => Direction::East,
        }
    }
}

/// A set of squares of a board. Both operands of an operation must be of one board.
pub trait Plane: Clone + Eq + Ord + Hash + Debug + Weigh + Send + Sync + 'static {
    /// How many symmetries [`Plane::image`] knows; those from 4 on exchange rows and columns.
    const IMAGES: usize;

    /// The number of the image that exchanges left and right and nothing else.
    const MIRROR: usize;

    /// Is there room for such a board?
    fn holds(rows: usize, columns: usize) -> bool;

    /// No squares of a board of this size.
    fn blank(rows: usize, columns: usize) -> Self;

    /// Is this square in the set?
    fn contains(&self, row: usize, column: usize) -> bool;

    /// Adds a square.
    fn insert(&mut self, row: usize, column: usize);

    /// Squares in both.
    fn and(&self, other: &Self) -> Self;

    /// Squares in either.
    fn or(&self, other: &Self) -> Self;

    /// Squares in this but not in the other.
    fn minus(&self, other: &Self) -> Self;

    /// Are there none?
    fn is_empty(&self) -> bool;

    /// How many there are.
    fn count(&self) -> u32;

    /// Every square moved one step; what leaves the plane is lost.
    fn step(&self, direction: Direction) -> Self;

    /// Every square moved by so many rows down and columns to the right; what leaves the plane is
    /// lost.
    fn moved(&self, (rows, columns): (i8, i8)) -> Self {
        let (down, right) = (
            if rows < 0 { Direction::North } else { Direction::South },
            if columns < 0 { Direction::West } else { Direction::East },
        );
        let mut plane = self.clone();
        for _ in 0..rows.unsigned_abs() {
            plane = plane.step(down);
        }
        for _ in 0..columns.unsigned_abs() {
            plane = plane.step(right);
        }
        plane
    }

    /// One square of a set that is not empty.
    fn first(&self) -> Self;

    /// The mirror image or rotation number `i < IMAGES`; 0 is the identity.
    fn image(&self, i: usize) -> Self;

    /// The same image of a set in the first `rows` and `columns`, which are the whole board or
    /// all there is room for, moved to the first rows and columns again.
    fn turned(&self, i: usize, rows: usize, columns: usize) -> Self;

    /// The least row and column in use.
    fn corner(&self) -> (usize, usize);

    /// All squares moved up and left so that `corner` comes to (0, 0), on a board of the given
    /// size.
    fn moved_to_corner(&self, corner: (usize, usize), rows: usize, columns: usize) -> Self;

    /// The squares in these rows and columns of a board of `size`, moved up and left so that the
    /// first of them comes to (0, 0).
    fn window(&self, rows: Range<usize>, columns: Range<usize>, size: (usize, usize)) -> Self {
        let corner = (rows.start, columns.start);
        let mut inside = Self::blank(size.0, size.1);
        for row in rows {
            columns.clone().for_each(|column| inside.insert(row, column));
        }
        self.and(&inside).moved_to_corner(corner, size.0, size.1)
    }

    /// The squares of a row as bits, if the planes of this kind have short rows.
    fn row(&self, row: usize) -> Option<u32> {
        let _ = row;
        None
    }

    /// One more than the last row and column in use.
    fn extent(&self) -> (usize, usize);

    /// The squares next to these by an edge.
    fn neighbours(&self) -> Self {
        let [n, s, e, w] = Direction::ALL.map(|d| self.step(d));
        n.or(&s).or(&e).or(&w)
    }

    /// The squares next to these by an edge or a corner, and these themselves.
    fn surroundings(&self) -> Self {
        let row = self.or(&self.step(Direction::East)).or(&self.step(Direction::West));
        row.or(&row.step(Direction::North)).or(&row.step(Direction::South))
    }

    /// Calls `visit` with each square as a set of one.
    fn each(&self, mut visit: impl FnMut(Self)) {
        self.each_while(|one| {
            visit(one);
            true
        });
    }

    /// The same until `visit` says no; true when it never did.
    fn each_while(&self, mut visit: impl FnMut(Self) -> bool) -> bool {
        let mut rest = self.clone();
        while !rest.is_empty() {
            let one = rest.first();
            rest = rest.minus(&one);
            if !visit(one) {
                return false;
            }
        }
        true
    }

    /// The squares of `self` that can be reached from `start` by steps inside.
    fn connected(&self, start: Self) -> Self {
        let mut reached = start;
        loop {
            let more = reached.or(&reached.neighbours()).and(self);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

/// The methods of a [`Plane`] that is one word.
macro_rules! one_word {
    () => {
        #[inline]
        fn blank(_: usize, _: usize) -> Self {
            Self(0)
        }

        #[inline]
        fn and(&self, other: &Self) -> Self {
            Self(self.0 & other.0)
        }

        #[inline]
        fn or(&self, other: &Self) -> Self {
            Self(self.0 | other.0)
        }

        #[inline]
        fn minus(&self, other: &Self) -> Self {
            Self(self.0 & !other.0)
        }

        #[inline]
        fn is_empty(&self) -> bool {
            self.0 == 0
        }

        #[inline]
        fn count(&self) -> u32 {
            self.0.count_ones()
        }

        #[inline]
        fn first(&self) -> Self {
            Self(self.0 & self.0.wrapping_neg())
        }
    };
}

pub(super) use one_word;

/// One row of at most 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Row(u64);

impl Weigh for Row {}

impl Plane for Row {
    const IMAGES: usize = 2;
    const MIRROR: usize = 1;
    one_word!();

    fn holds(rows: usize, columns: usize) -> bool {
        rows == 1 && columns <= 64
    }

    #[inline]
    fn contains(&self, row: usize, column: usize) -> bool {
        row == 0 && self.0 >> column & 1 == 1
    }

    fn insert(&mut self, row: usize, column: usize) {
        debug_assert_eq!(row, 0);
        self.0 |= 1 << column;
    }

    #[inline]
    fn step(&self, direction: Direction) -> Row {
        Row(match direction {
            Direction::North | Direction::South => 0,
            Direction::East => self.0 << 1,
            Direction::West => self.0 >> 1,
        })
    }

    #[inline]
    fn moved(&self, (rows, columns): (i8, i8)) -> Row {
        let by = u32::from(columns.unsigned_abs());
        if rows != 0 || by > 63 {
            return Row(0);
        }
        Row(if columns < 0 { self.0 >> by } else { self.0 << by })
    }

    #[inline]
    fn image(&self, i: usize) -> Row {
        if i == 0 { *self } else { Row(self.0.reverse_bits()) }
    }

    #[inline]
    fn turned(&self, i: usize, _: usize, columns: usize) -> Row {
        let gap = if i == 0 { 0 } else { 64 - columns as u32 };
        Row(self.image(i).0.wrapping_shr(gap))
    }

    #[inline]
    fn corner(&self) -> (usize, usize) {
        (0, if self.0 == 0 { 0 } else { self.0.trailing_zeros() as usize })
    }

    #[inline]
    fn moved_to_corner(&self, corner: (usize, usize), _: usize, _: usize) -> Row {
        Row(self.0 >> corner.1)
    }

    #[inline]
    fn extent(&self) -> (usize, usize) {
        if self.0 == 0 { (0, 0) } else { (1, self.0.ilog2() as usize + 1) }
    }

    /// A run of ones is filled from its lowest bit by one carry.
    fn connected(&self, start: Row) -> Row {
        let mut reached = start.0;
        loop {
            let more = (reached | reached << 1 | reached >> 1) & self.0;
            if more == reached {
                return Row(reached);
            }
            reached = more;
        }
    }
}
