//! Thermographs for the terminal, in braille dots.
//!
//! A character cell holds 2 by 4 dots, all of about the same size, so one scale for both axes
//! keeps the slanted walls at 45 degrees here too. The temperatures stand on the left, the
//! values below; what does not fit is left out, the mast and the feet of the walls last.

use super::{Axis, Figure, Scene, label, shortened, without_overlap};
use upstar_values::Dyadic;

/// Draws thermographs on common axes, at most `columns` wide.
///
/// ```
/// use upstar_notation::plot::{Figure, terminal};
/// use upstar_values::Calc;
/// let mut calc = Calc::default();
/// let [one, three] = [1, 3].map(|n| calc.integer(n).unwrap());
/// let switch = calc.make(&[three], &[one])?;
/// let picture = terminal(&[Figure::new("{3|1}", calc.thermograph(switch)?)], 60);
/// assert!(picture.starts_with("{3|1}\n") && picture.lines().all(|l| l.chars().count() <= 60));
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn terminal(figures: &[Figure], columns: usize) -> String {
    let scene = Scene::new(figures);
    let names: Vec<_> = scene.temperature_ticks().iter().map(|t| (t.clone(), label(t))).collect();
    let gutter = names.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0);
    let room = columns.saturating_sub(gutter + 3).clamp(16, 72);
    let field = DotArea::new(&scene, to_i64(room));

    let mut lines: Vec<String> =
        scene.outlines.iter().map(|o| shortened(&o.title, columns.max(20))).collect();
    let rows = field.draw(&scene);
    let mut labels = vec![String::new(); rows.len()];
    for (temperature, name) in &names {
        let row = (field.y(temperature) / 4).clamp(0, to_i64(rows.len()) - 1);
        let slot = &mut labels[usize::try_from(row).unwrap_or(0)];
        if slot.is_empty() {
            slot.clone_from(name);
        }
    }
    for (row, name) in rows.iter().zip(&labels) {
        let edge = if name.is_empty() { '│' } else { '┤' };
        lines.push(format!("{name:>gutter$} {edge}{row}").trim_end().to_string());
    }
    let (axis, values) = field.value_axis(&scene);
    lines.push(format!("{:gutter$} └{axis}", ""));
    lines.push(format!("{:gutter$}  {values}", "").trim_end().to_string());
    lines.join("\n") + "\n"
}

fn to_i64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The field of dots.
struct DotArea {
    values: Axis,
    temperatures: Axis,
    columns: i64,
    rows: i64,
}

impl DotArea {
    fn new(scene: &Scene, columns: i64) -> DotArea {
        let ([low, high], summit) = scene.with_margins(4);
        let across = Axis { low: Dyadic::zero(), high: &high - &low, size: 2 * columns - 1 };
        let rows = (across.at(&(&summit - &scene.foot)) / 4).clamp(6, 24);
        DotArea {
            values: Axis { low, high, size: 2 * columns - 1 },
            temperatures: Axis { low: scene.foot.clone(), high: summit, size: 4 * rows - 1 },
            columns,
            rows,
        }
    }

    /// The column of dots of a value; larger values stand further left.
    fn x(&self, value: &Dyadic) -> i64 {
        self.values.size - self.values.at(value)
    }

    /// The row of dots of a temperature, from the top.
    fn y(&self, temperature: &Dyadic) -> i64 {
        self.temperatures.size - self.temperatures.at(temperature)
    }

    /// The lines of the field.
    fn draw(&self, scene: &Scene) -> Vec<String> {
        let mut dots = Dots::new(self.columns, self.rows);
        for outline in &scene.outlines {
            for wall in &outline.walls {
                for pair in wall.windows(2) {
                    let [from, to] =
                        [&pair[0], &pair[1]].map(|p| (self.x(&p.value), self.y(&p.temperature)));
                    dots.line(from, to);
                }
            }
            if let Some(mast) = &outline.mast {
                let x = self.x(&mast.value);
                dots.line((x, self.y(&mast.temperature)), (x, 0));
                dots.arrow(x);
            }
        }
        dots.lines()
    }

    /// The axis with its ticks, and the labels below it.
    fn value_axis(&self, scene: &Scene) -> (String, String) {
        let ticks = scene.value_ticks();
        let names: Vec<_> = ticks.iter().map(label).collect();
        let places: Vec<_> = ticks
            .iter()
            .zip(&names)
            .map(|(v, name)| (self.x(v) / 2, to_i64(name.chars().count())))
            .collect();
        let size = usize::try_from(self.columns).unwrap_or(0);
        let mut axis = vec!['─'; size];
        let mut line: Vec<char> = vec![' '; size];
        for ((&(column, width), name), fits) in
            places.iter().zip(&names).zip(without_overlap(&places, 1))
        {
            if let Some(place) = usize::try_from(column).ok().and_then(|c| axis.get_mut(c)) {
                *place = '┬';
            }
            let start = (column - width / 2).min(self.columns - width).max(0);
            let start = usize::try_from(start).unwrap_or(0);
            if fits {
                for (slot, c) in line.iter_mut().skip(start).zip(name.chars()) {
                    *slot = c;
                }
            }
        }
        (axis.into_iter().collect(), line.into_iter().collect::<String>().trim_end().to_string())
    }
}

/// A grid of braille dots.
struct Dots {
    columns: i64,
    rows: i64,
    cells: Vec<u8>,
    arrows: Vec<i64>,
}

impl Dots {
    fn new(columns: i64, rows: i64) -> Dots {
        let cells = usize::try_from(columns * rows).unwrap_or(0);
        Dots { columns, rows, cells: vec![0; cells], arrows: Vec::new() }
    }

    fn set(&mut self, x: i64, y: i64) {
        /// The bit of each dot in a cell, by row and column (Unicode, block 2800).
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        if x < 0 || y < 0 || x >= 2 * self.columns || y >= 4 * self.rows {
            return;
        }
        let cell = (y / 4) * self.columns + x / 2;
        if let Some(cell) = usize::try_from(cell).ok().and_then(|c| self.cells.get_mut(c)) {
            *cell |= BITS[(y % 4) as usize][(x % 2) as usize];
        }
    }

    /// A straight line of dots.
    fn line(&mut self, (x1, y1): (i64, i64), (x2, y2): (i64, i64)) {
        let steps = (x2 - x1).abs().max((y2 - y1).abs()).max(1);
        let at = |a: i64, b: i64, i: i64| a + (2 * (b - a) * i + steps).div_euclid(2 * steps);
        for i in 0..=steps {
            self.set(at(x1, x2, i), at(y1, y2, i));
        }
    }

    /// The arrow at the upper end of a mast.
    fn arrow(&mut self, x: i64) {
        self.arrows.push(x / 2);
    }

    fn lines(&self) -> Vec<String> {
        let columns = usize::try_from(self.columns).unwrap_or(1).max(1);
        let mut lines: Vec<String> = Vec::new();
        for (row, cells) in self.cells.chunks(columns).enumerate() {
            let character = |(column, &bits): (usize, &u8)| match bits {
                _ if row == 0 && self.arrows.contains(&to_i64(column)) => '▲',
                0 => ' ',
                bits => char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' '),
            };
            lines.push(cells.iter().enumerate().map(character).collect());
        }
        lines
    }
}
