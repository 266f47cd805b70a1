//! Pictures as PNG, two dots to a pixel each way where that is not too large.

use crate::outline::{FilledPath, PathStep, outlines};
use crate::{Color, Dash, Picture, Sheet, TooLarge};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

/// The most dots of a side and of a picture.
const MOST_SIDE: f64 = 16_384.0;
const MOST_DOTS: f64 = 33_554_432.0;
const LIMIT: &str = "33554432 dots or 16384";

/// Writes a picture as a PNG file.
///
/// ```
/// use upstar_picture::{Picture, png};
/// assert!(png(&Picture::new(3, 2))?.starts_with(b"\x89PNG"));
/// # Ok::<(), upstar_picture::TooLarge>(())
/// ```
pub fn png(picture: &Picture) -> Result<Vec<u8>, TooLarge> {
    let sheet = Sheet::new(picture)?;
    let fits = |scale: f64| {
        let (w, h) = (sheet.width * scale, sheet.height * scale);
        w <= MOST_SIDE && h <= MOST_SIDE && w * h <= MOST_DOTS
    };
    let Some(scale) = [2.0, 1.0].into_iter().find(|&scale| fits(scale)) else {
        return Err(TooLarge::Pixels(sheet.width as u64, sheet.height as u64, LIMIT));
    };
    let wrong = |what: &str| TooLarge::Writer(what.to_owned());
    let size = |length: f64| (length * scale) as u32;
    let mut paper = Pixmap::new(size(sheet.width), size(sheet.height))
        .ok_or_else(|| wrong("it has no size"))?;
    paper.fill(tiny_skia::Color::WHITE);
    let zoom = Transform::from_scale(scale as f32, scale as f32);
    outlines(picture, |outline| paint(&outline, zoom, &mut paper))?;
    paper.encode_png().map_err(|error| TooLarge::Writer(error.to_string()))
}

fn ink(color: Color) -> Paint<'static> {
    let [red, green, blue] = color.rgb();
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint.anti_alias = true;
    paint
}

fn paint(outline: &FilledPath, zoom: Transform, paper: &mut Pixmap) {
    let mut path = PathBuilder::new();
    let at = |(x, y): (f64, f64)| (x as f32, y as f32);
    for step in &outline.steps {
        match *step {
            PathStep::Move(to) => path.move_to(at(to).0, at(to).1),
            PathStep::Line(to) => path.line_to(at(to).0, at(to).1),
            PathStep::Cubic(a, b, to) => {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(to));
                path.cubic_to(ax, ay, bx, by, x, y);
            }
            PathStep::Close => path.close(),
        }
    }
    // A line without length has no path and is not seen anyway.
    let Some(path) = path.finish() else { return };
    if let Some(color) = outline.fill {
        paper.fill_path(&path, &ink(color), FillRule::Winding, zoom, None);
    }
    if let Some(pen) = outline.pen {
        let dashes = pen.dashes().and_then(|(dashes, offset)| {
            StrokeDash::new(dashes.iter().map(|&dash| dash as f32).collect(), offset as f32)
        });
        let shared = matches!(pen.dash, Dash::Shared { .. });
        let stroke = Stroke {
            width: pen.width as f32 / 10.0,
            line_cap: if shared { LineCap::Butt } else { LineCap::Round },
            line_join: LineJoin::Round,
            dash: dashes,
            ..Stroke::default()
        };
        paper.stroke_path(&path, &ink(pen.color), &stroke, zoom, None);
    }
}
