//! Pictures as TikZ, for papers.
//!
//! The text is one `tikzpicture` for `\input`; it needs only `\usepackage{tikz}`. Letters
//! are those of the paper. Lengths are points, three to four pixels, upward.

use crate::sheet::{BORDER, StrokedLine};
use crate::{Anchor, Color, Pen, Picture, Shape, Sheet, TooLarge};
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

/// Points of a pixel.
const POINTS: f64 = 0.75;

/// Writes a picture as a `tikzpicture`.
pub fn tikz(picture: &Picture) -> Result<String, TooLarge> {
    let sheet = Sheet::new(picture)?;
    let mut out = String::from("% Needs \\usepackage{tikz}.\n\\begin{tikzpicture}[x=1pt, y=1pt]\n");
    let mut colors = BTreeSet::from([Color::Black]);
    for shape in &picture.shapes {
        colors.insert(match shape {
            Shape::Rectangle { fill, .. }
            | Shape::Disc { fill, .. }
            | Shape::Polygon { fill, .. } => *fill,
            Shape::Frame { pen, .. } | Shape::Line { pen, .. } | Shape::Curve { pen, .. } => {
                pen.color
            }
            Shape::Text { color, .. } => *color,
        });
    }
    for color in colors {
        let [red, green, blue] = color.rgb();
        let _ =
            writeln!(out, "\\definecolor{{{}}}{{RGB}}{{{red},{green},{blue}}}", ColorName(color));
    }
    for shape in &picture.shapes {
        write(&sheet, shape, &mut out);
    }
    Ok(out + "\\end{tikzpicture}\n")
}

/// Writing to a `String` cannot fail, so results are dropped.
fn write(sheet: &Sheet, shape: &Shape, out: &mut String) {
    let at = |point| TikzPoint(sheet, sheet.at(point));
    let border = format!("draw={}, line width={}pt", ColorName(Color::Black), N(BORDER * POINTS));
    let _ = match shape {
        Shape::Rectangle { x, y, width, height, fill } => writeln!(
            out,
            "\\path[fill={}, {border}] {} rectangle {};",
            ColorName(*fill),
            at((*x, *y)),
            at((x.saturating_add(*width), y.saturating_add(*height)))
        ),
        Shape::Frame { x, y, width, height, pen } => writeln!(
            out,
            "\\draw[{}, rounded corners=3pt] {} rectangle {};",
            style(*pen),
            at((*x, *y)),
            at((x.saturating_add(*width), y.saturating_add(*height)))
        ),
        Shape::Disc { x, y, radius, fill } => writeln!(
            out,
            "\\path[fill={}, {border}] {} circle [radius={}];",
            ColorName(*fill),
            at((*x, *y)),
            N(sheet.length(*radius) * POINTS)
        ),
        Shape::Polygon { points, fill } => {
            let points: Vec<String> = points.iter().map(|&point| at(point).to_string()).collect();
            writeln!(out, "\\fill[{}] {} -- cycle;", ColorName(*fill), points.join(" -- "))
        }
        Shape::Line { .. } | Shape::Curve { .. } => {
            let Some(StrokedLine { points, curved, head, pen }) = StrokedLine::of(sheet, shape)
            else {
                return;
            };
            let places: Vec<String> =
                points.iter().map(|&point| TikzPoint(sheet, point).to_string()).collect();
            let _ = match places.as_slice() {
                [a, b, c, d] if curved => {
                    writeln!(out, "\\draw[{}] {a} .. controls {b} and {c} .. {d};", style(pen))
                }
                all => writeln!(out, "\\draw[{}] {};", style(pen), all.join(" -- ")),
            };
            match head {
                None => Ok(()),
                Some([a, b, c]) => {
                    let [a, b, c] = [a, b, c].map(|corner| TikzPoint(sheet, corner));
                    writeln!(out, "\\fill[{}] {a} -- {b} -- {c} -- cycle;", ColorName(pen.color))
                }
            }
        }
        Shape::Text { x, y, text, full, size, anchor, color } => {
            let anchor = match anchor {
                Anchor::Middle => "center",
                Anchor::Start => "west",
                Anchor::End => "east",
            };
            if let Some(full) = full {
                let _ = writeln!(out, "% {}", full.replace(char::is_control, " "));
            }
            let points = f64::from(*size) / 10.0 * POINTS;
            writeln!(
                out,
                "\\node[{}, anchor={anchor}, inner sep=0pt, font=\\fontsize{{{}}}{{{}}}\\selectfont] \
                 at {} {{{}}};",
                ColorName(*color),
                N(points),
                N(1.2 * points),
                at((*x, *y)),
                Escaped(text)
            )
        }
    };
}

fn style(pen: Pen) -> String {
    let mut style = format!(
        "{}, line width={}pt",
        ColorName(pen.color),
        N(f64::from(pen.width) / 10.0 * POINTS)
    );
    match pen.dashes() {
        None => style += ", line cap=round, line join=round",
        Some((dashes, offset)) => {
            style += ", dash pattern=";
            for (i, dash) in dashes.iter().enumerate() {
                let word = if i % 2 == 0 { "on" } else { "off" };
                let _ = write!(style, "{word} {}pt ", N(dash * POINTS));
            }
            let _ = write!(style, ", dash phase={}pt", N(offset * POINTS));
            if !matches!(pen.dash, crate::Dash::Shared { .. }) {
                style += ", line cap=round";
            }
        }
    }
    style
}

/// A number with at most two digits after the point.
struct N(f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A place on the paper, which begins at its lower left corner here.
struct TikzPoint<'a>(&'a Sheet, (f64, f64));

impl fmt::Display for TikzPoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let TikzPoint(sheet, (x, y)) = self;
        write!(f, "({},{})", N(x * POINTS), N((sheet.height - y) * POINTS))
    }
}

/// The name of a colour in the paper.
struct ColorName(Color);

impl fmt::Display for ColorName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Color::Series(n) => write!(f, "upstarSeries{n}"),
            color => write!(f, "upstar{color:?}"),
        }
    }
}

/// A text in which nothing is a command.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '{' | '}' | '%' | '&' | '#' | '_' | '$' => write!(f, "\\{c}")?,
                '\\' => f.write_str("\\textbackslash{}")?,
                '^' => f.write_str("\\textasciicircum{}")?,
                '~' => f.write_str("\\textasciitilde{}")?,
                '|' => f.write_str("$|$")?,
                '<' => f.write_str("$<$")?,
                '>' => f.write_str("$>$")?,
                '-' => f.write_str("{-}")?,
                '"' => f.write_str("{''}")?,
                '×' => f.write_str("$\\times$")?,
                '±' => f.write_str("$\\pm$")?,
                '≈' => f.write_str("$\\approx$")?,
                '∞' => f.write_str("$\\infty$")?,
                'ω' => f.write_str("$\\omega$")?,
                '…' => f.write_str("\\dots{}")?,
                '←' => f.write_str("$\\leftarrow$")?,
                '→' => f.write_str("$\\rightarrow$")?,
                '↑' => f.write_str("$\\uparrow$")?,
                '↓' => f.write_str("$\\downarrow$")?,
                '↖' => f.write_str("$\\nwarrow$")?,
                '↗' => f.write_str("$\\nearrow$")?,
                '↘' => f.write_str("$\\searrow$")?,
                '↙' => f.write_str("$\\swarrow$")?,
                c if c.is_control() => f.write_str("?")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
