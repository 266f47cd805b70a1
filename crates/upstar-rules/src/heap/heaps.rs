//! Heaps of beans as positions.
//!
//! Invariant: sizes decrease and none is 0, so positions that differ only in the order of their
//! heaps are equal.

use crate::{Anchor, Color, MOST_CELLS, Picture, PositionError, Shape, read_heaps, write_heaps};
use smallvec::SmallVec;
use upstar_base::{Options, Weigh};
use upstar_picture::LABEL;

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

    /// Rows of skittles, where it matters which are neighbours.
    pub fn rows(&self) -> Picture {
        rows_of_skittles(&self.0)
    }

    /// Each heap on a line, with its number.
    pub fn display(&self) -> String {
        lines_of_beans(self.0.iter().map(|&n| (u64::from(n), 1)))
    }

    /// The shapes of the heaps that are not in `option`, in a picture of one column each.
    pub fn touched(&self, option: &Heaps, picture: &Picture, rows: bool) -> Vec<Shape> {
        let mut left = option.0.to_vec();
        let changed = (0i32..).zip(&self.0).filter(|(_, n)| {
            let same = left.iter().position(|other| other == *n);
            same.map(|at| left.remove(at)).is_none()
        });
        let width = picture.width / (self.0.len().max(1) as i32);
        let changed: Vec<i32> = changed.map(|(i, _)| i).collect();
        let within = |shape: &&Shape| match shape {
            Shape::Disc { x, y, .. } | Shape::Rectangle { x, y, .. } => {
                changed.contains(&if rows { y / 10 } else { x / width.max(1) })
            }
            _ => false,
        };
        picture.shapes.iter().filter(within).cloned().collect()
    }
}

/// The tallest column and the longest row that are drawn bean by bean.
const TALLEST: u32 = 24;
const LONGEST: u32 = 60;
/// The most heaps that are drawn; the others are counted.
const MOST_HEAPS: usize = 200;

/// Columns of beans standing on a line with their numbers below; where that would be too tall,
/// boxes with numbers. Also the width of a column.
pub(crate) fn columns_of_beans(all: &[u32]) -> (Picture, i32) {
    let columns = &all[..all.len().min(MOST_HEAPS)];
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
pub(crate) fn rows_of_skittles(all: &[u32]) -> Picture {
    let rows = &all[..all.len().min(MOST_HEAPS)];
    let longest = rows.iter().copied().filter(|&n| n <= LONGEST).max().unwrap_or(1);
    let mut picture = Picture::new(longest as usize, rows.len());
    for (i, &n) in (0i32..).zip(rows) {
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
pub(crate) fn lines_of_beans(heaps: impl IntoIterator<Item = (u64, u64)>) -> String {
    let heaps: Vec<(u64, u64)> = heaps.into_iter().collect();
    let number = |(size, times): (u64, u64)| match times {
        1 => size.to_string(),
        _ => format!("{times}×{size}"),
    };
    let width = heaps.iter().map(|&heap| number(heap).chars().count()).max().unwrap_or(1);
    let line = |&(size, times): &(u64, u64)| {
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
