//! A picture: shapes painted in order, and how large they are.

use crate::{Color, Shape};
use std::collections::HashMap;
use thiserror::Error;

/// The most shapes that a picture is written with.
pub const MOST_SHAPES: usize = 200_000;

/// A picture that nobody could look at.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TooLarge {
    /// Too many shapes.
    #[error("the picture would have {0} shapes, more than {MOST_SHAPES}")]
    Shapes(usize),
    /// Too wide or too high.
    #[error("the picture would have {0} by {1} pixels, more than {2} in all or on a side")]
    Pixels(u64, u64, &'static str),
    /// A writer failed.
    #[error("the picture cannot be written: {0}")]
    Writer(String),
}

/// A picture: shapes painted in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Picture {
    /// Width of what is depicted; labels may be outside.
    pub width: i32,
    /// Height of what is depicted.
    pub height: i32,
    /// Hundredths of a pixel from one coordinate to the next: 400 for boards, whose squares are 10
    /// wide.
    pub grain: i32,
    /// What is painted, in order.
    pub shapes: Vec<Shape>,
}

/// A sum of pictures.
#[derive(Clone, Debug)]
pub struct Terms {
    /// All of them in one.
    pub picture: Picture,
    /// How much finer each became, and how far it was moved.
    places: Vec<(i32, i32, i32)>,
}

impl Terms {
    /// Returns a shape of one of the pictures at its place in the sum.
    pub fn placed(&self, term: usize, shape: Shape) -> Shape {
        match self.places.get(term) {
            Some(&(times, right, down)) => shape.finer(times).moved(right, down),
            None => shape,
        }
    }
}

impl Default for Picture {
    fn default() -> Picture {
        Picture { width: 0, height: 0, grain: Picture::GRAIN, shapes: Vec::new() }
    }
}

impl Picture {
    /// The usual grain.
    pub const GRAIN: i32 = 400;

    /// Returns an empty picture of unit squares, at least one each way.
    pub fn new(columns: usize, rows: usize) -> Picture {
        let tenths = |n: usize| i32::try_from(n.max(1)).unwrap_or(i32::MAX / 20).saturating_mul(10);
        Picture { width: tenths(columns), height: tenths(rows), ..Picture::default() }
    }

    /// An empty picture on a finer grid.
    pub fn fine(width: i32, height: i32, grain: i32) -> Picture {
        Picture { width, height, grain, shapes: Vec::new() }
    }

    /// Returns the same picture on a grid that is finer by this factor.
    pub fn finer(self, times: i32) -> Picture {
        Picture {
            width: self.width.saturating_mul(times),
            height: self.height.saturating_mul(times),
            grain: self.grain / times,
            shapes: self.shapes.into_iter().map(|shape| shape.finer(times)).collect(),
        }
    }

    /// Pictures in a row with plus signs between them.
    pub fn sum(pictures: Vec<Picture>) -> Picture {
        Picture::terms(pictures).picture
    }

    /// Pictures in a row with plus signs between them, and where each came to stand.
    pub fn terms(pictures: Vec<Picture>) -> Terms {
        let grain = pictures.iter().map(|picture| picture.grain).min().unwrap_or(Picture::GRAIN);
        let height = pictures.iter().map(|picture| picture.height_in(grain)).max().unwrap_or(0);
        // Labels may stand outside of what is depicted.
        let gap = 24 * Picture::GRAIN / grain;
        let mut whole = Picture::fine(0, height, grain);
        let mut places = Vec::new();
        for (i, picture) in pictures.into_iter().enumerate() {
            if i > 0 {
                let (x, y) = (whole.width.saturating_add(gap / 2), whole.height / 2);
                whole.shapes.push(Shape::text(x, y, "+", Color::Black));
                whole.width = whole.width.saturating_add(gap);
            }
            let times = picture.grain / grain;
            let picture = picture.finer(times);
            let (right, down) = (whole.width, (whole.height - picture.height) / 2);
            whole.shapes.extend(picture.shapes.into_iter().map(|shape| shape.moved(right, down)));
            whole.width = whole.width.saturating_add(picture.width);
            places.push((times, right, down));
        }
        Terms { picture: whole, places }
    }

    fn height_in(&self, grain: i32) -> i32 {
        self.height.saturating_mul(self.grain / grain)
    }

    /// The shapes that are in one of two pictures and not in the other, as often as that is so.
    pub fn difference(&self, other: &Picture) -> Vec<Shape> {
        let mut counts: HashMap<&Shape, i64> = HashMap::new();
        self.shapes.iter().for_each(|shape| *counts.entry(shape).or_default() += 1);
        other.shapes.iter().for_each(|shape| *counts.entry(shape).or_default() -= 1);
        let mut found = Vec::new();
        for (shapes, sign) in [(&self.shapes, 1), (&other.shapes, -1)] {
            for shape in shapes {
                if let Some(count) = counts.get_mut(shape).filter(|count| **count * sign > 0) {
                    *count -= sign;
                    found.push(shape.clone());
                }
            }
        }
        found
    }

    /// The picture as an SVG document; a picture that is too large says so instead.
    pub fn to_svg(&self) -> String {
        crate::svg(self).unwrap_or_else(|error| {
            let mut note = Picture::new(1, 1);
            note.shapes.push(Shape::sized(5, 5, error.to_string(), Color::Black, crate::LABEL));
            crate::svg(&note).unwrap_or_default()
        })
    }
}
