//! Heaps of beans as positions.
//!
//! Invariant: sizes decrease and none is 0, so positions that differ only in the order of their
//! heaps are equal. Sizes are `u32` where every bean is looked at, and `u128` in games of
//! independent heaps, where theorems tell the value of heaps that nobody could list.

use crate::piecewise::Pieces;
use crate::prelude::*;
use crate::{Anchor, read_heaps, write_heaps};
use smallvec::Array;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use upstar_picture::LABEL;

/// A type of heap sizes.
pub trait Size:
    Copy + Ord + Hash + Debug + Display + Into<u128> + TryFrom<u128> + Send + Sync + 'static
{
    /// As many as are kept in place.
    type Inline: Array<Item = Self> + PlainData;

    /// The largest size.
    const MOST: Self;
}

impl Size for u32 {
    type Inline = [u32; 6];
    const MOST: u32 = u32::MAX;
}

impl Size for u128 {
    type Inline = [u128; 2];
    const MOST: u128 = u128::MAX;
}

/// Heaps, the largest first, without empty ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps<N: Size = u32>(SmallVec<N::Inline>);

/// Heaps of any size.
pub type LargeHeaps = Heaps<u128>;

impl<N: Size> Weigh for Heaps<N> {
    fn heap_bytes(&self) -> usize {
        if self.0.spilled() { self.0.capacity() * size_of::<N>() } else { 0 }
    }
}

impl<N: Size> Default for Heaps<N> {
    fn default() -> Self {
        Heaps(SmallVec::new())
    }
}

impl<N: Size> Heaps<N> {
    /// Heaps of these sizes.
    pub fn new(sizes: impl IntoIterator<Item = N>) -> Self {
        let full = |n: &N| Into::<u128>::into(*n) > 0;
        let mut heaps: SmallVec<N::Inline> = sizes.into_iter().filter(full).collect();
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        Heaps(heaps)
    }

    /// The sizes, the largest first.
    pub fn sizes(&self) -> &[N] {
        &self.0
    }

    /// The places of heaps of different sizes: each size once.
    pub fn distinct(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|&i| i == 0 || self.0[i] != self.0[i - 1])
    }

    /// The position in which heap number `place` was replaced by others.
    pub fn replaced(&self, place: usize, by: &[N]) -> Self {
        let rest = self.0.iter().enumerate().filter(|&(i, _)| i != place).map(|(_, &n)| n);
        Heaps::new(rest.chain(by.iter().copied()))
    }

    /// All beans together; saturates.
    pub fn total(&self) -> u128 {
        self.0.iter().fold(0, |sum, &n| sum.saturating_add(n.into()))
    }

    /// The sizes that are here and not in `other`, each as often as it is more often here; the
    /// largest first.
    pub fn without(&self, other: &Self) -> Vec<N> {
        let mut rest = other.0.iter().peekable();
        let mut left = Vec::new();
        for &size in &self.0 {
            while rest.next_if(|&&other| other > size).is_some() {}
            if rest.next_if(|&&other| other == size).is_none() {
                left.push(size);
            }
        }
        left
    }

    /// Reads `9+8+5+3`, `3*7+2` or `10^30+5`.
    pub fn parse(text: &str) -> Result<Self, PositionError> {
        let heaps = read_heaps(text)?;
        if heaps.len() > MOST_CELLS {
            let message = format!("the position has more than {MOST_CELLS} heaps");
            return Err(PositionError::whole(text, message));
        }
        let sizes = heaps.iter().map(|&n| N::try_from(n)).collect::<Result<Vec<N>, _>>();
        match sizes {
            Ok(sizes) => Ok(Heaps::new(sizes)),
            Err(_) => {
                let message = format!("a heap has more than {} beans", N::MOST);
                Err(PositionError::whole(text, message))
            }
        }
    }

    /// Writes what [`Heaps::parse`] reads.
    pub fn show(&self) -> String {
        write_heaps(&self.0.iter().map(|&n| n.into()).collect::<Vec<u128>>())
    }

    /// Columns of beans standing on a line; where that would be too tall, boxes with numbers.
    pub fn picture(&self) -> Picture {
        columns_of_beans(&self.0).0
    }

    /// Rows of skittles, where it matters which are neighbours.
    pub fn rows(&self) -> Picture {
        rows_of_skittles(&self.0)
    }

    /// Each heap on a line, with its number.
    pub fn display(&self) -> String {
        lines_of_beans(self.0.iter().map(|&n| (n, 1)))
    }

    /// The shapes of the heaps that are not in `option`, in a picture of one column each. Where a
    /// single heap changes and is drawn bean by bean, those that are taken: the upper ones of a
    /// column, those between the rests of a row.
    pub fn touched(&self, option: &Self, picture: &Picture, rows: bool) -> Vec<Shape> {
        let mut left = option.0.to_vec();
        let changed = (0i32..).zip(&self.0).filter(|(_, n)| {
            let same = left.iter().position(|other| other == *n);
            same.map(|at| left.remove(at)).is_none()
        });
        let width = picture.width / (self.0.len().max(1) as i32);
        let changed: Vec<(i32, N)> = changed.map(|(i, &n)| (i, n)).collect();
        let within = |shape: &&Shape| match shape {
            Shape::Disc { x, y, .. } | Shape::Rectangle { x, y, .. } => {
                let place = if rows { y / 10 } else { x / width.max(1) };
                changed.iter().any(|(i, _)| *i == place)
            }
            _ => false,
        };
        let mut touched: Vec<Shape> = picture.shapes.iter().filter(within).cloned().collect();
        let [(_, size)] = changed[..] else { return touched };
        let beans = usize::try_from(Into::<u128>::into(size)).ok().filter(|&n| n == touched.len());
        let rests: Option<Vec<usize>> =
            left.iter().map(|&n| usize::try_from(Into::<u128>::into(n)).ok()).collect();
        let (Some(beans), Some(rests)) = (beans, rests) else { return touched };
        let kept = match (&rests[..], rows) {
            ([], _) => 0..0,
            ([rest], _) if *rest < beans => 0..*rest,
            ([first, second], true) if first + second < beans => {
                // What is taken from the middle leaves both ends.
                let taken = *first..beans - second;
                return touched.drain(taken).collect();
            }
            _ => return touched,
        };
        touched.drain(kept);
        touched
    }
}

impl Heaps {
    /// Single heaps of at most so many beans.
    pub(crate) fn up_to(most: u32) -> Family<'static, Heaps> {
        Family::line(move |n| {
            let size = u32::try_from(n).ok().filter(|&n| n <= most)?;
            Some(Heaps::new([size]))
        })
    }
}

impl<N: Size> Pieces for Heaps<N> {
    type Piece = N;
    type Rest = Self;

    fn one(size: N) -> Self {
        Heaps::new([size])
    }

    fn counted(&self) -> impl Iterator<Item = (N, u64)> {
        self.0.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len() as u64))
    }

    fn rests(&self) -> impl Iterator<Item = (N, Self)> {
        self.distinct().map(|place| (self.0[place], self.replaced(place, &[])))
    }

    fn replaced(rest: &Self, by: &[N]) -> Self {
        Heaps::new(rest.0.iter().chain(by).copied())
    }
}

/// The tallest column and the longest row that are drawn bean by bean.
const TALLEST: u128 = 24;
const LONGEST: u128 = 60;
/// The most heaps that are drawn; the others are counted.
const MOST_HEAPS: usize = 200;

/// Columns of beans standing on a line with their numbers below; where that would be too tall,
/// boxes with numbers. Also the width of a column.
pub(crate) fn columns_of_beans<N: Size>(all: &[N]) -> (Picture, i32) {
    let columns = &all[..all.len().min(MOST_HEAPS)];
    let tallest: u128 = columns.iter().map(|&n| n.into()).max().unwrap_or(0);
    let rows = if tallest <= TALLEST { tallest.max(1) as usize } else { 1 };
    let mut picture = Picture::new(columns.len().max(1), rows);
    let digits = tallest.checked_ilog10().unwrap_or(0) as i32 + 1;
    let width = if tallest <= TALLEST { 10 } else { (4 * digits + 2).max(10) };
    picture.width = picture.width / 10 * width;
    for (i, &n) in (0i32..).zip(columns) {
        let n: u128 = n.into();
        if tallest > TALLEST {
            let (x, height, fill) = (width * i, 10, Color::Light);
            picture.shapes.push(Shape::Rectangle { x, y: 0, width, height, fill });
            let (x, text) = (x + width / 2, n.to_string());
            picture.shapes.push(Shape::text(x, 5, text, Color::Black));
            continue;
        }
        for bean in 1..=n as i32 {
            let (x, y) = (10 * i + 5, picture.height - 10 * bean + 5);
            picture.shapes.push(Shape::Disc { x, y, radius: 4, fill: Color::Green });
        }
        let (x, y) = (10 * i + 5, picture.height + 5);
        picture.shapes.push(Shape::sized(x, y, n.to_string(), Color::Black, LABEL));
    }
    let (from, to) = ((0, picture.height + 1), (picture.width, picture.height + 1));
    picture.shapes.push(Shape::line(from, to, Color::Black));
    count_others(all.len(), &mut picture);
    (picture, width)
}

/// Rows of skittles, one below the other, each with its number: what stands side by side is next
/// to each other.
pub(crate) fn rows_of_skittles<N: Size>(all: &[N]) -> Picture {
    let rows: Vec<u128> = all.iter().take(MOST_HEAPS).map(|&n| n.into()).collect();
    let longest = rows.iter().copied().filter(|&n| n <= LONGEST).max().unwrap_or(1);
    let mut picture = Picture::new(longest as usize, rows.len());
    for (i, n) in (0i32..).zip(rows) {
        let y = 10 * i + 5;
        picture.shapes.push(Shape::Text {
            x: -3,
            y,
            text: n.to_string(),
            full: None,
            size: LABEL,
            anchor: Anchor::End,
            color: Color::Black,
        });
        if n > LONGEST {
            let (width, height, fill) = (10 * longest.max(4) as i32, 8, Color::Light);
            picture.shapes.push(Shape::Rectangle { x: 1, y: y - 4, width, height, fill });
            picture.shapes.push(Shape::text(5 * longest.max(4) as i32, y, "…", Color::Black));
            continue;
        }
        for skittle in 0..n as i32 {
            let x = 10 * skittle + 5;
            picture.shapes.push(Shape::Disc { x, y, radius: 4, fill: Color::Green });
        }
    }
    count_others(all.len(), &mut picture);
    picture
}

fn count_others(heaps: usize, picture: &mut Picture) {
    if heaps > MOST_HEAPS {
        let text = format!("and {} more", heaps - MOST_HEAPS);
        let (x, y) = (picture.width / 2, picture.height + 12);
        picture.shapes.push(Shape::sized(x, y, text, Color::Black, LABEL));
    }
}

/// Heaps drawn with characters: each on a line with its number.
pub(crate) fn lines_of_beans<N: Into<u128>>(heaps: impl IntoIterator<Item = (N, u64)>) -> String {
    let heaps: Vec<(u128, u64)> = heaps.into_iter().map(|(n, times)| (n.into(), times)).collect();
    let number = |(size, times): (u128, u64)| match times {
        1 => size.to_string(),
        _ => format!("{times}×{size}"),
    };
    let width = heaps.iter().map(|&heap| number(heap).chars().count()).max().unwrap_or(1);
    let line = |&(size, times): &(u128, u64)| {
        let beans = match usize::try_from(size) {
            Ok(n) if n <= LONGEST as usize => "o".repeat(n),
            _ => "o".repeat(10) + "...",
        };
        format!("{:>width$} {beans}", number((size, times)))
    };
    let mut lines: Vec<String> = heaps.iter().take(MOST_HEAPS).map(line).collect();
    if lines.is_empty() {
        lines.push("0".to_owned());
    }
    if heaps.len() > MOST_HEAPS {
        lines.push(format!("and {} more", heaps.len() - MOST_HEAPS));
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}
