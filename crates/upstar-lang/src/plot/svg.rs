//! Thermographs as a standalone SVG document.
//!
//! Both axes have the same scale, so that the slanted parts of the walls run at 45 degrees as
//! in the books, unless the picture would become too flat or too narrow to read. Units are
//! tenths of a pixel. Nothing but the labels depends on a font.

use super::{Axis, Figure, Point, Scene, label, shortened, without_overlap};
use std::fmt::Write;
use upstar_values::Dyadic;

/// The field of the walls: widest, and lowest and highest.
const WIDTH: i64 = 5200;
const NARROWEST: i64 = 1800;
const LOWEST: i64 = 1400;
const HIGHEST: i64 = 5200;

const MARGIN_LEFT: i64 = 900;
const MARGIN_RIGHT: i64 = 500;
const MARGIN_BOTTOM: i64 = 700;
const LINE: i64 = 240;
/// A bit more than the width of a character of a label.
const CHARACTER: i64 = 78;
const LONGEST_TITLE: usize = 72;

const BLUE: &str = "#1d4ed8";
const RED: &str = "#c81e1e";
const INK: &str = "#1f2937";
const GUIDE: &str = "#d1d5db";
/// Colours of the figures where there are several in a picture.
const COLOURS: [&str; 6] = [BLUE, RED, "#15803d", "#b45309", "#7e22ce", "#0e7490"];

/// Draws thermographs on common axes.
///
/// ```
/// use upstar_lang::plot::{Figure, svg};
/// use upstar_values::Calc;
/// let mut calc = Calc::default();
/// let [one, three] = [1, 3].map(|n| calc.integer(n).unwrap());
/// let switch = calc.make(&[three], &[one])?;
/// let picture = svg(&[Figure::new("{3|1}", calc.thermograph(switch)?)]);
/// assert!(picture.starts_with("<svg") && picture.contains("{3|1}"));
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn svg(figures: &[Figure]) -> String {
    let scene = Scene::new(figures);
    let sheet = Sheet::new(&scene);
    let mut out = Document::open(sheet.width(), sheet.height());
    sheet.titles(&scene, &mut out);
    sheet.axes(&scene, &mut out);
    for (i, _) in scene.outlines.iter().enumerate() {
        sheet.walls(&scene, i, &mut out);
    }
    out.close()
}

/// The two axes and where their field lies on the sheet.
struct Sheet {
    values: Axis,
    temperatures: Axis,
    /// The upper edge of the field.
    top: i64,
}

impl Sheet {
    fn new(scene: &Scene) -> Sheet {
        let [low, high] = &scene.values;
        let range = high - low;
        let pad = if range.sign().is_eq() { Dyadic::from(1) } else { range.shr(3) };
        let [low, high] = [low - &pad, high + &pad];
        let rise = &scene.summit - &scene.foot;
        let spare = if rise.sign().is_eq() { Dyadic::from(1) } else { rise.shr(2) };
        let summit = &scene.summit + &spare;

        let [across, up] = [&high - &low, &summit - &scene.foot];
        let in_scale = |range: &Dyadic, size, other: &Dyadic| {
            Axis { low: Dyadic::zero(), high: range.clone(), size }.at(other)
        };
        let mut width = WIDTH;
        let mut height = in_scale(&across, width, &up);
        if height > HIGHEST {
            height = HIGHEST;
            width = in_scale(&up, height, &across).max(NARROWEST);
        }
        Sheet {
            values: Axis { low, high, size: width },
            temperatures: Axis { low: scene.foot.clone(), high: summit, size: height.max(LOWEST) },
            top: 300 + LINE * i64::try_from(scene.outlines.len()).unwrap_or(i64::MAX / LINE / 2),
        }
    }

    fn width(&self) -> i64 {
        MARGIN_LEFT + self.values.size + MARGIN_RIGHT
    }

    fn height(&self) -> i64 {
        self.bottom() + MARGIN_BOTTOM
    }

    fn bottom(&self) -> i64 {
        self.top + self.temperatures.size
    }

    /// Larger values stand further left.
    fn x(&self, value: &Dyadic) -> i64 {
        MARGIN_LEFT + self.values.size - self.values.at(value)
    }

    fn y(&self, temperature: &Dyadic) -> i64 {
        self.bottom() - self.temperatures.at(temperature)
    }

    fn place(&self, point: &Point) -> (i64, i64) {
        (self.x(&point.value), self.y(&point.temperature))
    }

    fn titles(&self, scene: &Scene, out: &mut Document) {
        let fits = usize::try_from(self.width() / (CHARACTER + 8)).unwrap_or(LONGEST_TITLE);
        let most = LONGEST_TITLE.min(fits.saturating_sub(8));
        for (outline, (i, y)) in scene.outlines.iter().zip((0..).zip((300..).step_by(240))) {
            let title = shortened(&outline.title, most);
            if scene.outlines.len() == 1 {
                out.text((self.width() / 2, y), "middle", "title", &title);
            } else {
                let x = MARGIN_LEFT;
                out.line((x, y - 45), (x + 300, y - 45), colour(i), 28);
                out.text((x + 380, y), "start", "title", &title);
            }
        }
    }

    fn axes(&self, scene: &Scene, out: &mut Document) {
        let [left, right] = [MARGIN_LEFT, MARGIN_LEFT + self.values.size];
        let bottom = self.bottom();

        let ticks = scene.temperature_ticks();
        let places: Vec<_> = ticks.iter().map(|t| (self.y(t), 150)).collect();
        let fits = without_overlap(&places, 10);
        for ((tick, (y, _)), _) in ticks.iter().zip(&places).zip(&fits).filter(|(_, fits)| **fits) {
            out.line((left, *y), (right, *y), GUIDE, 8);
            out.line((left - 60, *y), (left, *y), INK, 12);
            out.text((left - 100, y + 45), "end", "tick", &label(tick));
        }
        let ticks = scene.value_ticks();
        let places: Vec<_> = ticks
            .iter()
            .map(|v| (self.x(v), CHARACTER * i64::try_from(label(v).chars().count()).unwrap_or(0)))
            .collect();
        let fits = without_overlap(&places, 60);
        for ((tick, (x, _)), fits) in ticks.iter().zip(&places).zip(fits) {
            out.line((*x, self.top), (*x, bottom), GUIDE, 8);
            out.line((*x, bottom), (*x, bottom + 60), INK, 12);
            if fits {
                out.text((*x, bottom + 200), "middle", "tick", &label(tick));
            }
        }
        out.line((left, bottom), (right, bottom), INK, 12);
        out.line((left, bottom), (left, self.top), INK, 12);
        out.text((left - 100, self.top + 40), "end", "name", "t");
        let below = bottom + 460;
        out.text((left, below), "start", "name", "← Left");
        out.text(((left + right) / 2, below), "middle", "name", "value");
        out.text((right, below), "end", "name", "Right →");
    }

    fn walls(&self, scene: &Scene, index: usize, out: &mut Document) {
        let outline = &scene.outlines[index];
        let alone = scene.outlines.len() == 1;
        let [left, right, mast] =
            if alone { [BLUE, RED, INK] } else { [colour(index), colour(index), colour(index)] };
        for (wall, stroke) in outline.walls.iter().zip([left, right]) {
            let points: Vec<_> = wall.iter().map(|p| self.place(p)).collect();
            out.path(&points, stroke);
        }
        let (x, y) = self.place(&outline.mast);
        out.line((x, y), (x, self.top + 60), mast, 24);
        out.arrow_head((x, self.top), mast);
    }
}

fn colour(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}

/// The text of an SVG document. Writing to a `String` cannot fail, so results are dropped.
struct Document(String);

impl Document {
    fn open(width: i64, height: i64) -> Document {
        let [w, h] = [width, height].map(|n| (n + 9) / 10);
        let mut out = Document(String::new());
        let _ = writeln!(
            out.0,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {width} {height}\">\n\
             <style>text {{ font-family: 'DejaVu Sans', 'Noto Sans', Verdana, sans-serif; fill: {INK} }} \
             .tick {{ font-size: 125px }} .name {{ font-size: 125px; font-style: italic }} \
             .title {{ font-size: 150px }}</style>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
        );
        out
    }

    fn close(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }

    fn line(&mut self, (x1, y1): (i64, i64), (x2, y2): (i64, i64), stroke: &str, width: i64) {
        let _ = writeln!(
            self.0,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" \
             stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
        );
    }

    fn path(&mut self, points: &[(i64, i64)], stroke: &str) {
        let places: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let _ = writeln!(
            self.0,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"24\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
            places.join(" ")
        );
    }

    fn arrow_head(&mut self, (x, y): (i64, i64), fill: &str) {
        let _ =
            writeln!(self.0, "<path d=\"M{x} {y} l55 130 l-55 -35 l-55 35 z\" fill=\"{fill}\"/>");
    }

    fn text(&mut self, (x, y): (i64, i64), anchor: &str, class: &str, text: &str) {
        let _ =
            write!(self.0, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" class=\"{class}\">");
        for c in text.chars() {
            match c {
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '&' => self.0.push_str("&amp;"),
                c if c.is_control() => self.0.push('\u{fffd}'),
                c => self.0.push(c),
            }
        }
        self.0.push_str("</text>\n");
    }
}
