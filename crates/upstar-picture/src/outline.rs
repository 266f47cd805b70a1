//! Shapes as closed and open lines, letters included, for formats that must not depend on the
//! fonts of a machine.
//!
//! The letters are those of DejaVu Sans; a sign that it lacks becomes its box.

use crate::sheet::{BORDER, StrokedLine};
use crate::{Color, Pen, Picture, Shape, Sheet, TooLarge};
use ttf_parser::{Face, OutlineBuilder};

/// A step of a path, to points on the paper.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PathStep {
    Move((f64, f64)),
    Line((f64, f64)),
    Cubic((f64, f64), (f64, f64), (f64, f64)),
    Close,
}

/// A path with what it is filled and drawn with.
pub(crate) struct FilledPath {
    pub(crate) steps: Vec<PathStep>,
    pub(crate) fill: Option<Color>,
    pub(crate) pen: Option<Pen>,
}

/// The paper and everything on it, in the order in which it is painted.
pub(crate) fn outlines(
    picture: &Picture,
    mut visit: impl FnMut(FilledPath),
) -> Result<Sheet, TooLarge> {
    let sheet = Sheet::new(picture)?;
    let face = Face::parse(dejavu::sans::regular(), 0)
        .map_err(|error| TooLarge::Writer(format!("the font: {error}")))?;
    for shape in &picture.shapes {
        outline(&sheet, &face, shape, &mut visit);
    }
    Ok(sheet)
}

fn border() -> Pen {
    Pen::from(Color::Black).wide((BORDER * 10.0) as i32)
}

fn polygon(points: impl IntoIterator<Item = (f64, f64)>) -> Vec<PathStep> {
    let mut steps = open(points);
    steps.push(PathStep::Close);
    steps
}

fn open(points: impl IntoIterator<Item = (f64, f64)>) -> Vec<PathStep> {
    let step = |(i, point)| if i == 0 { PathStep::Move(point) } else { PathStep::Line(point) };
    points.into_iter().enumerate().map(step).collect()
}

fn outline(sheet: &Sheet, face: &Face, shape: &Shape, visit: &mut impl FnMut(FilledPath)) {
    match shape {
        &Shape::Rectangle { x, y, width, height, fill } => {
            let steps = polygon(sheet.rectangle(x, y, width, height).corners());
            visit(FilledPath { steps, fill: Some(fill), pen: Some(border()) });
        }
        &Shape::Frame { x, y, width, height, pen } => {
            let steps = polygon(sheet.rectangle(x, y, width, height).corners());
            visit(FilledPath { steps, fill: None, pen: Some(pen) });
        }
        Shape::Disc { x, y, radius, fill } => {
            let steps = circle(sheet.at((*x, *y)), sheet.length(*radius));
            visit(FilledPath { steps, fill: Some(*fill), pen: Some(border()) });
        }
        Shape::Polygon { points, fill } => {
            let steps = polygon(points.iter().map(|&point| sheet.at(point)));
            visit(FilledPath { steps, fill: Some(*fill), pen: None });
        }
        Shape::Line { .. } | Shape::Curve { .. } => {
            let Some(StrokedLine { points, curved, head, pen }) = StrokedLine::of(sheet, shape)
            else {
                return;
            };
            let steps = match points.as_slice() {
                &[a, b, c, d] if curved => vec![PathStep::Move(a), PathStep::Cubic(b, c, d)],
                all => open(all.iter().copied()),
            };
            visit(FilledPath { steps, fill: None, pen: Some(pen) });
            if let Some(corners) = head {
                visit(FilledPath { steps: polygon(corners), fill: Some(pen.color), pen: None });
            }
        }
        Shape::Text { x, y, text, size, anchor, color, .. } => {
            let (mut left, baseline) = sheet.baseline((*x, *y), text, *size, *anchor);
            let scale = f64::from(*size) / 10.0 / f64::from(face.units_per_em());
            for c in text.chars() {
                let glyph = face.glyph_index(c).unwrap_or_default();
                let mut letter =
                    GlyphPen { left, baseline, scale, last: (0.0, 0.0), steps: Vec::new() };
                face.outline_glyph(glyph, &mut letter);
                if !letter.steps.is_empty() {
                    visit(FilledPath { steps: letter.steps, fill: Some(*color), pen: None });
                }
                let advance = face.glyph_hor_advance(glyph).unwrap_or_default();
                left += f64::from(advance) * scale;
            }
        }
    }
}

fn circle((x, y): (f64, f64), r: f64) -> Vec<PathStep> {
    // Four curves that stay within a thousandth of the circle.
    let k = 0.5523 * r;
    vec![
        PathStep::Move((x + r, y)),
        PathStep::Cubic((x + r, y + k), (x + k, y + r), (x, y + r)),
        PathStep::Cubic((x - k, y + r), (x - r, y + k), (x - r, y)),
        PathStep::Cubic((x - r, y - k), (x - k, y - r), (x, y - r)),
        PathStep::Cubic((x + k, y - r), (x + r, y - k), (x + r, y)),
        PathStep::Close,
    ]
}

/// A letter being drawn.
struct GlyphPen {
    left: f64,
    baseline: f64,
    scale: f64,
    last: (f64, f64),
    steps: Vec<PathStep>,
}

impl GlyphPen {
    fn at(&self, x: f32, y: f32) -> (f64, f64) {
        (self.left + f64::from(x) * self.scale, self.baseline - f64::from(y) * self.scale)
    }
}

impl OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.last = self.at(x, y);
        self.steps.push(PathStep::Move(self.last));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.last = self.at(x, y);
        self.steps.push(PathStep::Line(self.last));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (via, to, from) = (self.at(x1, y1), self.at(x, y), self.last);
        let toward = |end: (f64, f64)| {
            (end.0 + (via.0 - end.0) * 2.0 / 3.0, end.1 + (via.1 - end.1) * 2.0 / 3.0)
        };
        self.steps.push(PathStep::Cubic(toward(from), toward(to), to));
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.last = self.at(x, y);
        self.steps.push(PathStep::Cubic(self.at(x1, y1), self.at(x2, y2), self.last));
    }

    fn close(&mut self) {
        self.steps.push(PathStep::Close);
    }
}
