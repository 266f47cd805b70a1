//! Pictures of positions: a few shapes on a plane, written as SVG.
//!
//! Coordinates are integers in tenths of a unit square, `y` downward; so pictures are exact and
//! the same everywhere.

use std::fmt::Write as _;

/// What a shape is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Left's colour.
    Blue,
    /// Right's colour.
    Red,
    /// Either player's colour.
    Green,
    /// A light shade of Left's colour.
    Pale,
    /// A light shade of Right's colour.
    Pink,
    /// Lines and text.
    Black,
    /// The background.
    White,
    /// Light squares and grid lines.
    Light,
    /// What is out of play.
    Gray,
}

impl Color {
    fn css(self) -> &'static str {
        match self {
            Color::Blue => "#2457c5",
            Color::Red => "#c8362b",
            Color::Green => "#2c8a4b",
            Color::Pale => "#9dbdf2",
            Color::Pink => "#f2a7b3",
            Color::Black => "#1c1c1c",
            Color::White => "#ffffff",
            Color::Light => "#e7e3da",
            Color::Gray => "#8a8680",
        }
    }
}

/// One shape; `x` and `y` are its centre, or its upper left corner for a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A disc.
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
    /// A straight line.
    Line {
        /// One end.
        from: (i32, i32),
        /// The other end.
        to: (i32, i32),
        /// Its colour.
        color: Color,
    },
    /// A curve from one end to the other that bends through a control point.
    Curve {
        /// One end.
        from: (i32, i32),
        /// Where it bends to.
        via: (i32, i32),
        /// The other end.
        to: (i32, i32),
        /// Its colour.
        color: Color,
    },
    /// Text, centred.
    Text {
        /// Centre.
        x: i32,
        /// Centre.
        y: i32,
        /// What it says.
        text: String,
        /// Its colour.
        color: Color,
    },
}

impl Shape {
    /// The same shape elsewhere.
    pub fn moved(self, right: i32, down: i32) -> Shape {
        let shift = |(x, y): (i32, i32)| (x + right, y + down);
        match self {
            Shape::Rectangle { x, y, width, height, fill } => {
                let (x, y) = shift((x, y));
                Shape::Rectangle { x, y, width, height, fill }
            }
            Shape::Disc { x, y, radius, fill } => {
                let (x, y) = shift((x, y));
                Shape::Disc { x, y, radius, fill }
            }
            Shape::Line { from, to, color } => {
                Shape::Line { from: shift(from), to: shift(to), color }
            }
            Shape::Curve { from, via, to, color } => {
                Shape::Curve { from: shift(from), via: shift(via), to: shift(to), color }
            }
            Shape::Text { x, y, text, color } => {
                let (x, y) = shift((x, y));
                Shape::Text { x, y, text, color }
            }
        }
    }
}

/// A picture: shapes painted in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Width in tenths of a unit square.
    pub width: i32,
    /// Height in tenths of a unit square.
    pub height: i32,
    /// What is painted, in order.
    pub shapes: Vec<Shape>,
}

impl Picture {
    /// An empty picture of so many unit squares, at least one each way.
    pub fn new(columns: usize, rows: usize) -> Picture {
        let tenths = |n: usize| i32::try_from(n.max(1)).unwrap_or(i32::MAX / 20).saturating_mul(10);
        Picture { width: tenths(columns), height: tenths(rows), shapes: Vec::new() }
    }

    /// A board of unit squares, each painted by `cell`, with an optional piece on it.
    pub fn board(
        rows: usize,
        columns: usize,
        cell: impl Fn(usize, usize) -> (Color, Option<Color>),
    ) -> Picture {
        let mut picture = Picture::new(columns, rows);
        for r in 0..rows {
            for c in 0..columns {
                let (x, y) = (10 * c as i32, 10 * r as i32);
                let (fill, piece) = cell(r, c);
                picture.shapes.push(Shape::Rectangle { x, y, width: 10, height: 10, fill });
                if let Some(fill) = piece {
                    picture.shapes.push(Shape::Disc { x: x + 5, y: y + 5, radius: 4, fill });
                }
            }
        }
        picture
    }

    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut svg = String::new();
        let margin = 5;
        let (w, h) = (self.width + 2 * margin, self.height + 2 * margin);
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {w} {h}\" \
             width=\"{1}\" height=\"{2}\" font-family=\"serif\" font-size=\"6\">",
            -margin,
            4 * w,
            4 * h
        );
        let _ = writeln!(
            svg,
            "<rect x=\"{0}\" y=\"{0}\" width=\"{w}\" height=\"{h}\" fill=\"{1}\"/>",
            -margin,
            Color::White.css()
        );
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Rectangle { x, y, width, height, fill } => writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\" \
                     stroke=\"{}\" stroke-width=\"0.4\"/>",
                    fill.css(),
                    Color::Black.css()
                ),
                Shape::Disc { x, y, radius, fill } => writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" \
                     stroke-width=\"0.4\"/>",
                    fill.css(),
                    Color::Black.css()
                ),
                Shape::Line { from, to, color } => writeln!(
                    svg,
                    "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" \
                     stroke-width=\"1.2\" stroke-linecap=\"round\"/>",
                    from.0,
                    from.1,
                    to.0,
                    to.1,
                    color.css()
                ),
                Shape::Curve { from, via, to, color } => writeln!(
                    svg,
                    "<path d=\"M{} {} Q{} {} {} {}\" fill=\"none\" stroke=\"{}\" \
                     stroke-width=\"1.2\" stroke-linecap=\"round\"/>",
                    from.0,
                    from.1,
                    via.0,
                    via.1,
                    to.0,
                    to.1,
                    color.css()
                ),
                Shape::Text { x, y, text, color } => writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"middle\" \
                     fill=\"{}\">{}</text>",
                    color.css(),
                    escaped(text)
                ),
            };
        }
        svg + "</svg>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
