//! What a picture is made of.
//!
//! Places are in the coordinates of the picture; the width of a line and the size of letters are
//! in tenths of a pixel, so that they look alike in all pictures.

use crate::Color;
use crate::metrics::text_width;

/// A place: right and down.
pub type Point = (i32, i32);

/// The usual size of letters, and that of small ones, in tenths of a pixel.
pub const TEXT: i32 = 240;
/// See [`TEXT`].
pub const LABEL: i32 = 150;

/// How a line is broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Dash {
    /// Not at all.
    #[default]
    Solid,
    /// Long strokes.
    Dashed,
    /// Dots.
    Dotted,
    /// Strokes and dots.
    Mixed,
    /// The stretches that number `index` of `of` lines at the same place gets.
    Shared {
        /// Which of them.
        index: u8,
        /// How many there are.
        of: u8,
    },
}

/// What a line is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pen {
    /// Its colour.
    pub color: Color,
    /// In tenths of a pixel.
    pub width: i32,
    /// How the line is broken.
    pub dash: Dash,
    /// Does it end in an arrowhead?
    pub arrow: bool,
}

impl From<Color> for Pen {
    fn from(color: Color) -> Pen {
        Pen { color, width: 48, dash: Dash::Solid, arrow: false }
    }
}

impl Pen {
    /// The same pen of another width, in tenths of a pixel.
    pub fn wide(self, width: i32) -> Pen {
        Pen { width, ..self }
    }

    /// The same pen with a broken line.
    pub fn dashed(self, dash: Dash) -> Pen {
        Pen { dash, ..self }
    }

    /// The same pen with an arrowhead at the end of the line.
    pub fn arrow(self) -> Pen {
        Pen { arrow: true, ..self }
    }

    /// Strokes and gaps in pixels, and where in them the line begins.
    pub(crate) fn dashes(self) -> Option<(Vec<f64>, f64)> {
        let w = f64::from(self.width) / 10.0;
        match self.dash {
            Dash::Solid => None,
            Dash::Dashed => Some((vec![3.5 * w, 2.5 * w], 0.0)),
            Dash::Dotted => Some((vec![0.1, 2.0 * w], 0.0)),
            Dash::Mixed => Some((vec![4.0 * w, 2.2 * w, 0.1, 2.2 * w], 0.0)),
            Dash::Shared { index, of } => {
                let (on, of, index) = (9.0, f64::from(of.max(1)), f64::from(index));
                Some((vec![on, on * (of - 1.0)], on * (of - index)))
            }
        }
    }
}

/// Which point of a text its place is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Anchor {
    /// The middle.
    #[default]
    Middle,
    /// The left end.
    Start,
    /// The right end.
    End,
}

/// One shape; `x` and `y` are its centre, or its upper left corner for a rectangle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "shape", rename_all = "lowercase"))]
pub enum Shape {
    /// A rectangle with a thin border.
    Rectangle {
        /// Left edge.
        x: i32,
        /// Upper edge.
        y: i32,
        /// Width.
        width: i32,
        /// Height.
        height: i32,
        /// The inside.
        fill: Color,
    },
    /// A rectangle of which only the border is drawn.
    Frame {
        /// Left edge.
        x: i32,
        /// Upper edge.
        y: i32,
        /// Width.
        width: i32,
        /// Height.
        height: i32,
        /// The border.
        pen: Pen,
    },
    /// A disc with a thin border.
    Disc {
        /// Centre.
        x: i32,
        /// Centre.
        y: i32,
        /// Radius.
        radius: i32,
        /// The inside.
        fill: Color,
    },
    /// Straight lines from point to point.
    Line {
        /// The points, at least two.
        points: Vec<Point>,
        /// What it is drawn with.
        pen: Pen,
    },
    /// A curve (of Bézier) with two points to which it bends.
    Curve {
        /// One end.
        from: Point,
        /// Where it bends to on its way.
        via: [Point; 2],
        /// The other end.
        to: Point,
        /// What it is drawn with.
        pen: Pen,
    },
    /// The inside of a closed line.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
        /// The inside.
        fill: Color,
    },
    /// Text on one line, its height centred.
    Text {
        /// The place of its anchor.
        x: i32,
        /// The middle of its height.
        y: i32,
        /// What it says.
        text: String,
        /// All that it stands for, where the text is only a part.
        full: Option<String>,
        /// The size of the letters in tenths of a pixel.
        size: i32,
        /// What `x` is.
        anchor: Anchor,
        /// Its colour.
        color: Color,
    },
}

impl Shape {
    /// A straight line.
    pub fn line(from: Point, to: Point, pen: impl Into<Pen>) -> Shape {
        Shape::Line { points: vec![from, to], pen: pen.into() }
    }

    /// A curve that bends towards one point.
    pub fn curve(from: Point, via: Point, to: Point, pen: impl Into<Pen>) -> Shape {
        let toward =
            |end: Point| (end.0 + 2 * (via.0 - end.0) / 3, end.1 + 2 * (via.1 - end.1) / 3);
        Shape::Curve { from, via: [toward(from), toward(to)], to, pen: pen.into() }
    }

    /// Text of the usual size around a point.
    pub fn text(x: i32, y: i32, text: impl Into<String>, color: Color) -> Shape {
        Shape::sized(x, y, text, color, TEXT)
    }

    /// Text of some size around a point.
    pub fn sized(x: i32, y: i32, text: impl Into<String>, color: Color, size: i32) -> Shape {
        let (text, anchor) = (text.into(), Anchor::Middle);
        Shape::Text { x, y, text, full: None, size, anchor, color }
    }

    /// A line of a legend: text of small letters that begins at a point, and all that it stands for
    /// where it is only a part.
    pub(crate) fn legend((x, y): Point, text: String, full: Option<String>) -> Shape {
        let (size, anchor, color) = (LABEL, Anchor::Start, Color::Black);
        Shape::Text { x, y, text, full, size, anchor, color }
    }

    /// Text around a point, as small as it must be to stay within this many pixels.
    pub fn fitted(x: i32, y: i32, text: impl Into<String>, color: Color, pixels: i32) -> Shape {
        /// Smaller letters cannot be read.
        const SMALLEST: i32 = 70;
        let text = text.into();
        let width = text_width(&text, TEXT).max(1.0);
        let size = (f64::from(TEXT) * f64::from(pixels) / width) as i32;
        Shape::sized(x, y, text, color, size.clamp(SMALLEST, TEXT))
    }

    /// The same shape with every point changed.
    fn mapped(mut self, change: impl Fn(Point) -> Point) -> Shape {
        match &mut self {
            Shape::Rectangle { x, y, .. }
            | Shape::Frame { x, y, .. }
            | Shape::Disc { x, y, .. }
            | Shape::Text { x, y, .. } => (*x, *y) = change((*x, *y)),
            Shape::Line { points, .. } | Shape::Polygon { points, .. } => {
                points.iter_mut().for_each(|point| *point = change(*point));
            }
            Shape::Curve { from, via, to, .. } => {
                for point in [from, to].into_iter().chain(via) {
                    *point = change(*point);
                }
            }
        }
        self
    }

    /// The same shape elsewhere.
    pub fn moved(self, right: i32, down: i32) -> Shape {
        self.mapped(|(x, y)| (x.saturating_add(right), y.saturating_add(down)))
    }

    /// Returns the same shape on a grid that is finer by this factor.
    pub(crate) fn finer(mut self, times: i32) -> Shape {
        match &mut self {
            Shape::Rectangle { width, height, .. } | Shape::Frame { width, height, .. } => {
                (*width, *height) = (width.saturating_mul(times), height.saturating_mul(times));
            }
            Shape::Disc { radius, .. } => *radius = radius.saturating_mul(times),
            _ => {}
        }
        self.mapped(|(x, y)| (x.saturating_mul(times), y.saturating_mul(times)))
    }
}
