//! Pictures as SVG documents.
//!
//! Everything is in pixels, with at most two digits after the point, so that files are small and
//! the same everywhere.

use crate::sheet::{BORDER, StrokedLine};
use crate::{Anchor, Color, Pen, Picture, Shape, Sheet, TooLarge};
use std::fmt::{self, Write as _};

/// Writes a picture as an SVG document.
pub fn svg(picture: &Picture) -> Result<String, TooLarge> {
    let sheet = Sheet::new(picture)?;
    let (w, h) = (N(sheet.width), N(sheet.height));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" font-family=\"'DejaVu Sans', Verdana, 'Noto Sans', sans-serif\">\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>",
        Css(Color::White)
    );
    for shape in &picture.shapes {
        write(&sheet, shape, &mut out);
    }
    Ok(out + "</svg>\n")
}

/// Writing to a `String` cannot fail, so results are dropped.
fn write(sheet: &Sheet, shape: &Shape, out: &mut String) {
    let border = format!("stroke=\"{}\" stroke-width=\"{}\"", Css(Color::Black), N(BORDER));
    let _ = match shape {
        &Shape::Rectangle { x, y, width, height, fill } => {
            let place = Rectangle(sheet.at((x, y)), sheet.length(width), sheet.length(height));
            writeln!(out, "<rect {place} fill=\"{}\" {border}/>", Css(fill))
        }
        &Shape::Frame { x, y, width, height, pen } => {
            let place = Rectangle(sheet.at((x, y)), sheet.length(width), sheet.length(height));
            writeln!(out, "<rect {place} rx=\"4\" fill=\"none\" {}/>", stroke(pen))
        }
        Shape::Disc { x, y, radius, fill } => {
            let (x, y) = sheet.at((*x, *y));
            let (x, y, r) = (N(x), N(y), N(sheet.length(*radius)));
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{}\" {border}/>",
                Css(*fill)
            )
        }
        Shape::Polygon { points, fill } => {
            let points = points.iter().map(|&point| sheet.at(point));
            writeln!(out, "<polygon points=\"{}\" fill=\"{}\"/>", Points(points), Css(*fill))
        }
        Shape::Line { .. } | Shape::Curve { .. } => {
            let Some(StrokedLine { points, curved, head, pen }) = StrokedLine::of(sheet, shape)
            else {
                return;
            };
            let style = stroke(pen);
            let _ = match points.as_slice() {
                &[a, b, c, d] if curved => {
                    let [a, b, c, d] = [a, b, c, d].map(|(x, y)| format!("{} {}", N(x), N(y)));
                    writeln!(out, "<path d=\"M{a} C{b} {c} {d}\" fill=\"none\" {style}/>")
                }
                &[(ax, ay), (bx, by)] => {
                    let [ax, ay, bx, by] = [ax, ay, bx, by].map(N);
                    writeln!(out, "<line x1=\"{ax}\" y1=\"{ay}\" x2=\"{bx}\" y2=\"{by}\" {style}/>")
                }
                all => writeln!(
                    out,
                    "<polyline points=\"{}\" fill=\"none\" {style}/>",
                    Points(all.iter().copied())
                ),
            };
            match head {
                None => Ok(()),
                Some(corners) => writeln!(
                    out,
                    "<polygon class=\"arrow\" points=\"{}\" fill=\"{}\"/>",
                    Points(corners.into_iter()),
                    Css(pen.color)
                ),
            }
        }
        Shape::Text { x, y, text, full, size, anchor, color } => {
            let (px, baseline) =
                (sheet.at((*x, *y)).0, sheet.baseline((*x, *y), text, *size, *anchor).1);
            let anchor = match anchor {
                Anchor::Middle => "middle",
                Anchor::Start => "start",
                Anchor::End => "end",
            };
            let title = full.as_ref().map(|full| format!("<title>{}</title>", Escaped(full)));
            writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-size=\"{}\" fill=\"{}\">{}{}</text>",
                N(px),
                N(baseline),
                N(f64::from(*size) / 10.0),
                Css(*color),
                title.unwrap_or_default(),
                Escaped(text)
            )
        }
    };
}

fn stroke(pen: Pen) -> String {
    let mut style = format!(
        "stroke=\"{}\" stroke-width=\"{}\"",
        Css(pen.color),
        N(f64::from(pen.width) / 10.0)
    );
    match pen.dashes() {
        None => style += " stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        Some((dashes, offset)) => {
            let dashes: Vec<String> = dashes.iter().map(|&dash| N(dash).to_string()).collect();
            let cap = if matches!(pen.dash, crate::Dash::Shared { .. }) { "butt" } else { "round" };
            let _ = write!(
                style,
                " stroke-linecap=\"{cap}\" stroke-dasharray=\"{}\" stroke-dashoffset=\"{}\"",
                dashes.join(" "),
                N(offset)
            );
        }
    }
    style
}

/// A number with at most two digits after the point.
struct N(f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// The place and size of a rectangle.
struct Rectangle((f64, f64), f64, f64);

impl fmt::Display for Rectangle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Rectangle((x, y), width, height) = *self;
        let [x, y, width, height] = [x, y, width, height].map(N);
        write!(f, "x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
    }
}

struct Points<I>(I);

impl<I: Iterator<Item = (f64, f64)> + Clone> fmt::Display for Points<I> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, (x, y)) in self.0.clone().enumerate() {
            write!(f, "{}{},{}", if i > 0 { " " } else { "" }, N(x), N(y))?;
        }
        Ok(())
    }
}

struct Css(Color);

impl fmt::Display for Css {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [red, green, blue] = self.0.rgb();
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                c if c.is_control() => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
