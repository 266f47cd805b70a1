//! Pictures as PDF: one page, exactly as large as the picture.

use crate::outline::{FilledPath, PathStep, outlines};
use crate::{Color, Dash, Picture, Sheet, TooLarge};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Pdf, Rect, Ref};

/// Points of a pixel.
const POINTS: f64 = 0.75;

/// Writes a picture as a PDF file.
///
/// ```
/// use upstar_picture::{Picture, pdf};
/// assert!(pdf(&Picture::new(3, 2))?.starts_with(b"%PDF"));
/// # Ok::<(), upstar_picture::TooLarge>(())
/// ```
pub fn pdf(picture: &Picture) -> Result<Vec<u8>, TooLarge> {
    let sheet = Sheet::new(picture)?;
    // What readers of the format must accept.
    const MOST: f64 = 14_400.0;
    if sheet.width * POINTS > MOST || sheet.height * POINTS > MOST {
        let limit = "the 19200 of a PDF page";
        return Err(TooLarge::Pixels(sheet.width as u64, sheet.height as u64, limit));
    }
    let mut content = Content::new();
    // From the upper left corner down, in pixels.
    let points = POINTS as f32;
    content.transform([points, 0.0, 0.0, -points, 0.0, (sheet.height * POINTS) as f32]);
    outlines(picture, |outline| paint(&outline, &mut content))?;
    let content = content.finish();

    let [catalog, pages, page, contents] = [1, 2, 3, 4].map(Ref::new);
    let mut file = Pdf::new();
    file.catalog(catalog).pages(pages);
    file.pages(pages).kids([page]).count(1);
    let paper = Rect::new(0.0, 0.0, (sheet.width * POINTS) as f32, (sheet.height * POINTS) as f32);
    let mut leaf = file.page(page);
    leaf.parent(pages).media_box(paper).contents(contents);
    leaf.resources();
    leaf.finish();
    file.stream(contents, &content);
    Ok(file.finish())
}

fn paint(outline: &FilledPath, content: &mut Content) {
    let part = |color: Color| color.rgb().map(|part| f32::from(part) / 255.0);
    let at = |(x, y): (f64, f64)| {
        ((x * 100.0).round() as f32 / 100.0, (y * 100.0).round() as f32 / 100.0)
    };
    if let Some(color) = outline.fill {
        let [red, green, blue] = part(color);
        content.set_fill_rgb(red, green, blue);
    }
    if let Some(pen) = outline.pen {
        let [red, green, blue] = part(pen.color);
        content.set_stroke_rgb(red, green, blue);
        content.set_line_width(pen.width as f32 / 10.0);
        let shared = matches!(pen.dash, Dash::Shared { .. });
        content.set_line_cap(if shared { LineCapStyle::ButtCap } else { LineCapStyle::RoundCap });
        content.set_line_join(LineJoinStyle::RoundJoin);
        let (dashes, offset) = pen.dashes().unwrap_or_default();
        content.set_dash_pattern(dashes.iter().map(|&dash| dash as f32), offset as f32);
    }
    for step in &outline.steps {
        match *step {
            PathStep::Move(to) => {
                let (x, y) = at(to);
                content.move_to(x, y);
            }
            PathStep::Line(to) => {
                let (x, y) = at(to);
                content.line_to(x, y);
            }
            PathStep::Cubic(a, b, to) => {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(to));
                content.cubic_to(ax, ay, bx, by, x, y);
            }
            PathStep::Close => {
                content.close_path();
            }
        }
    }
    match (outline.fill.is_some(), outline.pen.is_some()) {
        (true, true) => content.fill_nonzero_and_stroke(),
        (true, false) => content.fill_nonzero(),
        (false, true) => content.stroke(),
        (false, false) => content.end_path(),
    };
}
