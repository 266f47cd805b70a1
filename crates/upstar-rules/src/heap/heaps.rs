//! Heaps of beans as positions.
//!
//! Invariant: sizes decrease and none is 0, so positions that differ only in the order of their
//! heaps are equal.

use crate::{Color, MOST_CELLS, Picture, PositionError, Shape, read_heaps, write_heaps};
use smallvec::SmallVec;
use upstar_base::{Options, Weigh};

/// Heaps, the largest first, without empty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(SmallVec<[u32; 6]>);

impl Weigh for Heaps {
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl Heaps {
    /// Heaps of these sizes.
    pub fn new(sizes: impl IntoIterator<Item = u32>) -> Heaps {
        let mut heaps: SmallVec<[u32; 6]> = sizes.into_iter().filter(|&n| n > 0).collect();
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        Heaps(heaps)
    }

    /// The sizes, the largest first.
    pub fn sizes(&self) -> &[u32] {
        &self.0
    }

    /// The places of heaps of different sizes: each size once.
    pub fn distinct(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|&i| i == 0 || self.0[i] != self.0[i - 1])
    }

    /// The position in which heap number `place` was replaced by others.
    pub fn replaced(&self, place: usize, by: &[u32]) -> Heaps {
        let rest = self.0.iter().enumerate().filter(|&(i, _)| i != place).map(|(_, &n)| n);
        Heaps::new(rest.chain(by.iter().copied()))
    }

    /// All beans together.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|&n| u64::from(n)).sum()
    }

    /// Appends every heap, equal ones once, with how often it occurs.
    pub fn parts(&self, out: &mut dyn Options<(Heaps, u64)>) {
        for equal in self.0.chunk_by(|a, b| a == b) {
            if !out.push((Heaps::new([equal[0]]), equal.len() as u64)) {
                return;
            }
        }
    }

    /// Reads `9+8+5+3` or `3*7+2`.
    pub fn parse(text: &str) -> Result<Heaps, PositionError> {
        let heaps = read_heaps(text)?;
        if heaps.len() > MOST_CELLS {
            let message = format!("the position has more than {MOST_CELLS} heaps");
            return Err(PositionError::whole(text, message));
        }
        let sizes = heaps.iter().map(|&n| u32::try_from(n)).collect::<Result<Vec<u32>, _>>();
        match sizes {
            Ok(sizes) => Ok(Heaps::new(sizes)),
            Err(_) => {
                let message = format!("a heap has more than {} beans", u32::MAX);
                Err(PositionError::whole(text, message))
            }
        }
    }

    /// Writes what [`Heaps::parse`] reads.
    pub fn show(&self) -> String {
        write_heaps(&self.0.iter().map(|&n| u64::from(n)).collect::<Vec<_>>())
    }

    /// Columns of beans standing on a line; where that would be too tall, boxes with numbers.
    pub fn picture(&self) -> Picture {
        columns_of_beans(&self.0).0
    }
}

/// The tallest column that is drawn bean by bean.
const TALLEST: u32 = 24;

/// Columns of beans standing on a line; where that would be too tall, boxes with numbers. Also
/// the width of a column.
pub(crate) fn columns_of_beans(columns: &[u32]) -> (Picture, i32) {
    let tallest = columns.iter().copied().max().unwrap_or(0);
    let rows = if tallest <= TALLEST { tallest.max(1) as usize } else { 1 };
    let mut picture = Picture::new(columns.len().max(1), rows);
    let digits = tallest.checked_ilog10().unwrap_or(0) as i32 + 1;
    let width = if tallest <= TALLEST { 10 } else { (4 * digits + 2).max(10) };
    picture.width = picture.width / 10 * width;
    for (i, &n) in (0i32..).zip(columns) {
        if tallest > TALLEST {
            let (x, height, fill) = (width * i, 10, Color::Light);
            picture.shapes.push(Shape::Rectangle { x, y: 0, width, height, fill });
            let (x, text) = (x + width / 2, n.to_string());
            picture.shapes.push(Shape::Text { x, y: 5, text, color: Color::Black });
            continue;
        }
        for bean in 1..=n as i32 {
            let (x, y) = (10 * i + 5, picture.height - 10 * bean + 5);
            picture.shapes.push(Shape::Disc { x, y, radius: 4, fill: Color::Green });
        }
    }
    let (from, to) = ((0, picture.height + 1), (picture.width, picture.height + 1));
    picture.shapes.push(Shape::Line { from, to, color: Color::Black });
    (picture, width)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn order_and_empty_heaps_do_not_matter() {
        assert_eq!(Heaps::parse("2+0+3*7").unwrap(), Heaps::parse("7+2+7+7").unwrap());
        assert_eq!(Heaps::parse("0").unwrap().show(), "0");
        assert_eq!(Heaps::parse("3+1+2").unwrap().show(), "3+2+1");
        assert_eq!(Heaps::parse("5+3").unwrap().replaced(0, &[1, 0, 4]).show(), "4+3+1");
    }

    #[test]
    fn bad_heaps() {
        assert_eq!(Heaps::parse("").unwrap_err().at, 0);
        assert_eq!(Heaps::parse("3+x+1").unwrap_err().at, 2);
        assert!(Heaps::parse("-3").is_err());
        assert!(Heaps::parse("99999999999").is_err());
        assert!(Heaps::parse("99999999999999999999999*2").is_err());
        assert!(Heaps::parse("100000*1").is_err());
    }
}
