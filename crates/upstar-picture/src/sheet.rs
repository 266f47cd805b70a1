//! The paper a picture needs, in pixels, and where on it everything lies.

use crate::{Anchor, MOST_SHAPES, Pen, Picture, Point, Shape, TooLarge, text_width};

/// White all around, in pixels.
const MARGIN: f64 = 12.0;
/// The border of discs and rectangles, in pixels.
pub(crate) const BORDER: f64 = 1.6;

/// A box on the paper, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Lower edge.
    pub bottom: f64,
}

impl Tile {
    /// The box of this size around a point.
    pub(crate) fn centred((x, y): (f64, f64), (width, height): (f64, f64)) -> Tile {
        let (w, h) = (width / 2.0, height / 2.0);
        Tile { left: x - w, top: y - h, right: x + w, bottom: y + h }
    }

    /// The smallest box around points.
    fn around(points: impl IntoIterator<Item = (f64, f64)>) -> Option<Tile> {
        points
            .into_iter()
            .map(|(x, y)| Tile { left: x, top: y, right: x, bottom: y })
            .reduce(Tile::joined)
    }

    /// The smallest box around two.
    pub fn joined(self, other: Tile) -> Tile {
        Tile {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The corners, from the upper left one on.
    pub(crate) fn corners(self) -> [(f64, f64); 4] {
        let Tile { left, top, right, bottom } = self;
        [(left, top), (right, top), (right, bottom), (left, bottom)]
    }

    /// The box with a rim.
    pub fn grown(self, by: f64) -> Tile {
        Tile {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    /// Are two boxes the same but for rounding?
    pub(crate) fn same(self, other: Tile) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 0.5;
        near(self.left, other.left)
            && near(self.top, other.top)
            && near(self.right, other.right)
            && near(self.bottom, other.bottom)
    }

    /// Have two boxes points inside both?
    pub fn meets(self, other: Tile) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// The paper of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    origin: (f64, f64),
    scale: f64,
}

impl Sheet {
    /// The paper on which all of the picture fits.
    pub fn new(picture: &Picture) -> Result<Sheet, TooLarge> {
        if picture.shapes.len() > MOST_SHAPES {
            return Err(TooLarge::Shapes(picture.shapes.len()));
        }
        let scale = f64::from(picture.grain) / 100.0;
        let mut sheet = Sheet { width: 0.0, height: 0.0, origin: (0.0, 0.0), scale };
        let whole = sheet.extent(picture).grown(MARGIN);
        sheet.origin = (whole.left.floor(), whole.top.floor());
        (sheet.width, sheet.height) =
            ((whole.right - sheet.origin.0).ceil(), (whole.bottom - sheet.origin.1).ceil());
        const MOST: f64 = 1e6;
        if sheet.width > MOST || sheet.height > MOST {
            return Err(TooLarge::Pixels(sheet.width as u64, sheet.height as u64, "a million"));
        }
        Ok(sheet)
    }

    /// Where a point lies on the paper.
    pub fn at(&self, (x, y): Point) -> (f64, f64) {
        (f64::from(x) * self.scale - self.origin.0, f64::from(y) * self.scale - self.origin.1)
    }

    /// Takes the place of the picture's own origin for that of the paper.
    pub(crate) fn unmoved(&mut self) {
        self.origin = (0.0, 0.0);
    }

    /// The box around all of a picture.
    pub(crate) fn extent(&self, picture: &Picture) -> Tile {
        let (left, top) = self.at((0, 0));
        let (right, bottom) = self.at((picture.width, picture.height));
        let tiles = picture.shapes.iter().filter_map(|shape| self.tile(shape));
        tiles.fold(Tile { left, top, right, bottom }, Tile::joined)
    }

    /// A length on the paper.
    pub fn length(&self, length: i32) -> f64 {
        f64::from(length) * self.scale
    }

    /// The box of a rectangle, without its border.
    pub(crate) fn rectangle(&self, x: i32, y: i32, width: i32, height: i32) -> Tile {
        let (left, top) = self.at((x, y));
        let (right, bottom) = (left + self.length(width), top + self.length(height));
        Tile { left, top, right, bottom }
    }

    /// The place of a text's left end and baseline.
    pub(crate) fn baseline(
        &self,
        place: Point,
        text: &str,
        size: i32,
        anchor: Anchor,
    ) -> (f64, f64) {
        let (x, y) = self.at(place);
        let width = text_width(text, size);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        (left, y + 0.036 * f64::from(size))
    }

    /// The box that a shape takes on the paper.
    pub fn tile(&self, shape: &Shape) -> Option<Tile> {
        let drawn = |points: &mut dyn Iterator<Item = (f64, f64)>, pen: &Pen| {
            let rim = f64::from(pen.width) / 20.0;
            // The head of an arrow is wider than its line.
            let rim = if pen.arrow { rim.max(HEAD.1 / 2.0) } else { rim };
            Some(Tile::around(points)?.grown(rim))
        };
        match shape {
            &Shape::Rectangle { x, y, width, height, .. } => {
                Some(self.rectangle(x, y, width, height).grown(BORDER / 2.0))
            }
            &Shape::Frame { x, y, width, height, pen } => {
                Some(self.rectangle(x, y, width, height).grown(f64::from(pen.width) / 20.0))
            }
            Shape::Disc { x, y, radius, .. } => {
                let point = Tile::centred(self.at((*x, *y)), (0.0, 0.0));
                Some(point.grown(self.length(*radius) + BORDER / 2.0))
            }
            Shape::Line { points, pen } => {
                drawn(&mut points.iter().map(|&point| self.at(point)), pen)
            }
            Shape::Curve { from, via, to, pen } => {
                let ends = [*from, via[0], via[1], *to].map(|point| self.at(point));
                drawn(&mut (0..=16).map(|i| on_curve(ends, f64::from(i) / 16.0)), pen)
            }
            Shape::Polygon { points, .. } => {
                Tile::around(points.iter().map(|&point| self.at(point)))
            }
            Shape::Text { x, y, text, size, anchor, .. } => {
                let (left, baseline) = self.baseline((*x, *y), text, *size, *anchor);
                let size_px = f64::from(*size) / 10.0;
                let right = left + text_width(text, *size);
                let (top, bottom) = (baseline - 0.76 * size_px, baseline + 0.24 * size_px);
                Some(Tile { left, top, right, bottom })
            }
        }
    }
}

/// A point of a curve, from 0 at its beginning to 1 at its end.
pub(crate) fn on_curve([a, b, c, d]: [(f64, f64); 4], t: f64) -> (f64, f64) {
    let s = 1.0 - t;
    let at = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    (at(a.0, b.0, c.0, d.0), at(a.1, b.1, c.1, d.1))
}

/// The length and width of an arrowhead in pixels.
const HEAD: (f64, f64) = (15.0, 12.0);

/// The corners of the head of an arrow that arrives from `before` at `tip`, and where its line
/// ends.
pub(crate) fn arrow_head(before: (f64, f64), tip: (f64, f64)) -> ([(f64, f64); 3], (f64, f64)) {
    let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
    let length = (dx * dx + dy * dy).sqrt();
    let (ux, uy) = if length > 1e-6 { (dx / length, dy / length) } else { (0.0, 1.0) };
    let foot = (tip.0 - HEAD.0 * ux, tip.1 - HEAD.0 * uy);
    let half = HEAD.1 / 2.0;
    let corners =
        [(foot.0 - half * uy, foot.1 + half * ux), (foot.0 + half * uy, foot.1 - half * ux)];
    let end = (tip.0 - 0.8 * HEAD.0 * ux, tip.1 - 0.8 * HEAD.0 * uy);
    ([tip, corners[0], corners[1]], end)
}

/// A line or curve as it is stroked: its points, whether it is a curve, and the head of its arrow.
pub(crate) struct StrokedLine {
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) curved: bool,
    pub(crate) head: Option<[(f64, f64); 3]>,
    pub(crate) pen: Pen,
}

impl StrokedLine {
    /// The stroke of a shape that is one.
    pub(crate) fn of(sheet: &Sheet, shape: &Shape) -> Option<StrokedLine> {
        let (mut points, curved, pen): (Vec<_>, _, _) = match shape {
            Shape::Line { points, pen } => {
                (points.iter().map(|&point| sheet.at(point)).collect(), false, *pen)
            }
            Shape::Curve { from, via, to, pen } => {
                ([*from, via[0], via[1], *to].map(|point| sheet.at(point)).to_vec(), true, *pen)
            }
            _ => return None,
        };
        let mut head = None;
        if let (true, [.., before, tip]) = (pen.arrow, points.as_mut_slice()) {
            let (corners, end) = arrow_head(*before, *tip);
            *tip = end;
            head = Some(corners);
        }
        Some(StrokedLine { points, curved, head, pen })
    }
}
