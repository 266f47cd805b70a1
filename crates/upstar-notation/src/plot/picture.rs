//! Thermographs as pictures, for every format that [`upstar_picture`] writes.
//!
//! Both axes have the same scale, so that the slanted parts of the walls run at 45 degrees as
//! in the books, unless the picture would become too flat or too narrow to read. Units are
//! tenths of a pixel. Lines that run in the same place share it: each gets its own stretches, so
//! that all are seen.

use super::strokes::{WallStroke, strokes};
use super::{Axis, Figure, PlotPoint, Scene, label, without_overlap};
use upstar_picture::{
    Anchor, Color, Dash, Pen, Picture, Shape, svg as write_svg, text_width, wrapped,
};
use upstar_values::Dyadic;

/// The field of the walls: widest, and lowest and highest.
const WIDTH: i64 = 5200;
const NARROWEST: i64 = 1800;
const LOWEST: i64 = 1400;
const HIGHEST: i64 = 5200;

/// The grain of the picture: tenths of a pixel.
const GRAIN: i32 = 10;
/// The height of a line of a title.
const LINE: i32 = 240;
/// The sizes of titles and of labels.
const TITLE: i32 = 150;
const TICK: i32 = 125;
/// How many lines a title takes, alone or with others.
const ALONE: usize = 3;
const AMONG: usize = 2;

/// Draws thermographs on common axes.
///
/// ```
/// use upstar_notation::plot::{Figure, picture};
/// use upstar_values::Calc;
/// let mut calc = Calc::default();
/// let [one, three] = [1, 3].map(|n| calc.integer(n).unwrap());
/// let switch = calc.make(&[three], &[one])?;
/// let picture = picture(&[Figure::new("{3|1}", calc.thermograph(switch)?)]);
/// assert!(!picture.shapes.is_empty());
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn picture(figures: &[Figure]) -> Picture {
    let scene = Scene::new(figures);
    let field = PlotArea::new(&scene);
    let mut out = Picture::fine(small(field.values.size), small(field.temperatures.size), GRAIN);
    field.axes(&scene, &mut out);
    for stroke in strokes(&scene) {
        field.stroke(&scene, &stroke, &mut out);
    }
    field.titles(&scene, &mut out);
    out
}

/// Draws thermographs on common axes as an SVG document.
pub fn svg(figures: &[Figure]) -> String {
    let picture = picture(figures);
    write_svg(&picture).unwrap_or_else(|_| picture.to_svg())
}

fn small(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX / 4)
}

/// The two axes; the field begins at its upper left corner.
struct PlotArea {
    values: Axis,
    temperatures: Axis,
}

impl PlotArea {
    fn new(scene: &Scene) -> PlotArea {
        let ([low, high], summit) = scene.with_margins(3);
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
        PlotArea {
            values: Axis { low, high, size: width },
            temperatures: Axis { low: scene.foot.clone(), high: summit, size: height.max(LOWEST) },
        }
    }

    fn width(&self) -> i32 {
        small(self.values.size)
    }

    fn bottom(&self) -> i32 {
        small(self.temperatures.size)
    }

    /// Larger values stand further left.
    fn x(&self, value: &Dyadic) -> i32 {
        small(self.values.size - self.values.at(value))
    }

    fn y(&self, temperature: &Dyadic) -> i32 {
        small(self.temperatures.size - self.temperatures.at(temperature))
    }

    fn place(&self, point: &PlotPoint) -> (i32, i32) {
        (self.x(&point.value), self.y(&point.temperature))
    }

    /// What is drawn, above the field: the last title stands lowest.
    fn titles(&self, scene: &Scene, out: &mut Picture) {
        let alone = scene.outlines.len() == 1;
        let (most, anchor) = if alone { (ALONE, Anchor::Middle) } else { (AMONG, Anchor::Start) };
        // Wide enough to say something beside a narrow field too.
        let room = (self.width() / 10).max(320) - if alone { 0 } else { 50 };
        let mut y = -320;
        for (i, outline) in scene.outlines.iter().enumerate().rev() {
            let lines = wrapped(&outline.title, TITLE, room, most);
            let cut = lines.last().is_some_and(|line| line.ends_with('…'));
            let first = y - LINE * (lines.len() as i32 - 1);
            for (k, text) in lines.into_iter().enumerate() {
                let x = if alone { self.width() / 2 } else { 500 };
                let full = (cut && k == 0).then(|| outline.title.clone());
                let (y, size, color) = (first + LINE * k as i32, TITLE, Color::Black);
                out.shapes.push(Shape::Text { x, y, text, full, size, anchor, color });
            }
            if !alone {
                out.shapes.push(Shape::line((0, first), (400, first), pen(i, scene)[0]));
            }
            y = first - LINE;
        }
    }

    fn axes(&self, scene: &Scene, out: &mut Picture) {
        let [right, bottom] = [self.width(), self.bottom()];
        let thin = |color| Pen::from(color).wide(8);
        let ink = Pen::from(Color::Black).wide(12);
        let text = |x, y, anchor, text: String| {
            let (full, size, color) = (None, TICK, Color::Black);
            Shape::Text { x, y, text, full, size, anchor, color }
        };

        let ticks = scene.temperature_ticks();
        let places: Vec<_> = ticks.iter().map(|t| (i64::from(self.y(t)), 150)).collect();
        let fits = without_overlap(&places, 10);
        for (tick, _) in ticks.iter().zip(&fits).filter(|(_, fits)| **fits) {
            let y = self.y(tick);
            out.shapes.push(Shape::line((0, y), (right, y), thin(Color::Light)));
            out.shapes.push(Shape::line((-60, y), (0, y), ink));
            out.shapes.push(text(-100, y, Anchor::End, label(tick)));
        }
        let ticks = scene.value_ticks();
        #[expect(clippy::float_arithmetic, reason = "the width of letters is no value")]
        let width = |v: &Dyadic| (10.0 * text_width(&label(v), TICK)) as i64;
        let places: Vec<_> = ticks.iter().map(|v| (i64::from(self.x(v)), width(v))).collect();
        let fits = without_overlap(&places, 60);
        for (tick, fits) in ticks.iter().zip(fits) {
            let x = self.x(tick);
            out.shapes.push(Shape::line((x, 0), (x, bottom), thin(Color::Light)));
            out.shapes.push(Shape::line((x, bottom), (x, bottom + 60), ink));
            if fits {
                out.shapes.push(text(x, bottom + 160, Anchor::Middle, label(tick)));
            }
        }
        out.shapes.push(Shape::line((0, bottom), (right, bottom), ink));
        out.shapes.push(Shape::line((0, bottom), (0, 0), ink));
        // Above the end of the axis, where no tick can be.
        out.shapes.push(text(0, -130, Anchor::Middle, "t".to_owned()));
        let below = bottom + 400;
        out.shapes.push(text(0, below, Anchor::Start, "← Left".to_owned()));
        out.shapes.push(text(right / 2, below, Anchor::Middle, "value".to_owned()));
        out.shapes.push(text(right, below, Anchor::End, "Right →".to_owned()));
    }

    fn stroke(&self, scene: &Scene, stroke: &WallStroke, out: &mut Picture) {
        let own = pen(stroke.figure, scene)[stroke.part];
        let mast = stroke.part == 2;
        let mut points: Vec<(i32, i32)> = stroke.points.iter().map(|p| self.place(p)).collect();
        points.dedup();
        if mast && let Some(foot) = points.first().copied() {
            points = vec![foot, (foot.0, 0)];
        }
        let pen = match stroke.of {
            0 | 1 => own,
            of => own.dashed(Dash::Shared { index: stroke.index, of }),
        };
        let open = scene.outlines[stroke.figure].mast.is_none()
            && stroke.points.last().is_some_and(|end| end.temperature == scene.summit);
        let pen = if mast || open { pen.arrow() } else { pen };
        if points.len() > 1 {
            out.shapes.push(Shape::Line { points, pen });
        }
    }
}

/// The pens of Left's wall, Right's wall and the mast.
fn pen(figure: usize, scene: &Scene) -> [Pen; 3] {
    if scene.outlines.len() == 1 {
        return [Color::Blue, Color::Red, Color::Black].map(|color| Pen::from(color).wide(26));
    }
    let number = u8::try_from(figure % 250).unwrap_or(0);
    // When the colours begin again the lines are broken in another way.
    let dash = [Dash::Solid, Dash::Dashed, Dash::Dotted, Dash::Mixed];
    let dash = dash[figure / Color::SERIES % dash.len()];
    [Pen::from(Color::Series(number)).wide(26).dashed(dash); 3]
}
