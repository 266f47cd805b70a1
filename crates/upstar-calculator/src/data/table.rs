//! Tables of values, and pictures of them in characters.

use crate::value::Value;
use upstar_values::Dyadic;

/// Rows of values; rows may differ in length.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Vec<Value>>,
}

impl Table {
    pub(crate) fn new(rows: Vec<Vec<Value>>) -> Table {
        Table { rows }
    }

    pub(crate) fn rows(&self) -> &[Vec<Value>] {
        &self.rows
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = &Value> {
        self.rows.iter().flatten()
    }

    /// The lengths of the rows.
    pub(crate) fn shape(&self) -> Vec<usize> {
        self.rows.iter().map(Vec::len).collect()
    }

    /// The table with the text of each cell: lines between rows and columns.
    pub(crate) fn drawn(texts: &[Vec<String>]) -> String {
        let columns = texts.iter().map(Vec::len).max().unwrap_or(0);
        let length = |text: &String| text.chars().count();
        let widths: Vec<usize> = (0..columns)
            .map(|c| texts.iter().filter_map(|row| row.get(c)).map(length).max().unwrap_or(0))
            .collect();
        let between = widths
            .iter()
            .enumerate()
            .map(|(c, width)| "-".repeat(width + usize::from(c > 0) + usize::from(c + 1 < columns)))
            .collect::<Vec<_>>()
            .join("+");
        let line = |row: &Vec<String>| {
            let cells = (0..columns).map(|c| {
                let text = row.get(c).map_or("", String::as_str);
                format!("{text:<width$}", width = widths[c])
            });
            cells.collect::<Vec<_>>().join(" | ").trim_end().to_owned()
        };
        texts.iter().map(line).collect::<Vec<_>>().join(&format!("\n{between}\n"))
    }
}

/// A picture of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plot {
    /// Each cell of a table as dark as its number is large; `None` for what is no number.
    Intensity(Vec<Vec<Option<Dyadic>>>),
    /// Points, by their coordinates.
    Scatter(Vec<(Dyadic, Dyadic)>),
}

/// From light to dark.
const SHADES: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];
/// The size of a scatter plot.
const WIDE: usize = 72;
const TALL: usize = 24;

/// The place of `x` between `low` and `high`, from 0 to `last`.
fn place(x: &Dyadic, low: &Dyadic, high: &Dyadic, last: usize) -> usize {
    let span = high - low;
    if span.is_zero() {
        return 0;
    }
    // The greatest k with low + span * k / last <= x.
    let (mut least, mut most) = (0, last);
    while least < most {
        let middle = (least + most).div_ceil(2);
        let scale = |d: &Dyadic, n: usize| d * &Dyadic::from(n as i64);
        if scale(&span, middle) <= scale(&(x - low), last) {
            least = middle
        } else {
            most = middle - 1
        }
    }
    least
}

impl Plot {
    pub(crate) fn bytes(&self) -> usize {
        let cells = match self {
            Plot::Intensity(rows) => rows.iter().map(Vec::len).sum(),
            Plot::Scatter(points) => 2 * points.len(),
        };
        cells * size_of::<Dyadic>()
    }

    /// What it is, in a line.
    pub(crate) fn text(&self) -> String {
        match self {
            Plot::Intensity(rows) => {
                let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                format!("<{} x {columns} IntensityPlot>", rows.len())
            }
            Plot::Scatter(points) => format!("<ScatterPlot of {} points>", points.len()),
        }
    }

    /// The picture in characters.
    pub(crate) fn picture(&self) -> String {
        let lines: Vec<String> = match self {
            Plot::Intensity(rows) => {
                let numbers = || rows.iter().flatten().flatten();
                let (Some(low), Some(high)) = (numbers().min(), numbers().max()) else {
                    return String::new();
                };
                let shade = |cell: &Option<Dyadic>| match cell {
                    Some(x) => SHADES[place(x, low, high, SHADES.len() - 1)],
                    None => '?',
                };
                rows.iter()
                    .map(|row| row.iter().flat_map(|cell| [shade(cell); 2]).collect())
                    .collect()
            }
            Plot::Scatter(points) => {
                let x = || points.iter().map(|point| &point.0);
                let y = || points.iter().map(|point| &point.1);
                let (Some(left), Some(right)) = (x().min(), x().max()) else {
                    return String::new();
                };
                let (Some(low), Some(high)) = (y().min(), y().max()) else { return String::new() };
                let mut lines = vec![vec![' '; WIDE]; TALL];
                for (x, y) in points {
                    let row = TALL - 1 - place(y, low, high, TALL - 1);
                    lines[row][place(x, left, right, WIDE - 1)] = '*';
                }
                lines
                    .into_iter()
                    .map(|line| format!("|{}", line.into_iter().collect::<String>()))
                    .collect()
            }
        };
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n")
    }
}
