//! The rows of an atlas as a table: cells of text, for other programs and for people.

use crate::look::{Entry, Filter, FoundRows};

/// A column: its name, and what stands in it.
type TableColumn = (&'static str, fn(&Entry) -> String);

fn number(n: Option<u64>) -> String {
    n.map_or(String::new(), |n| n.to_string())
}

fn text(text: Option<&String>) -> String {
    text.cloned().unwrap_or_default()
}

const CODE: TableColumn = ("code", |row| row.code.clone());
const CLASS: TableColumn = ("class", |row| row.class.clone());
const CODES: TableColumn = ("codes", |row| row.codes.to_string());
const STATUS: TableColumn = ("status", |row| row.status.clone());
const PERIOD: TableColumn = ("period", |row| number(row.period));
const PREPERIOD: TableColumn = ("preperiod", |row| number(row.preperiod));

const NORMAL: [TableColumn; 7] = [
    ("theorem", |row| text(row.theorem.as_ref())),
    ("computed", |row| number(row.computed)),
    ("largest", |row| number(row.largest)),
    ("rares", |row| number(row.rares)),
    ("last rare", |row| number(row.last_rare)),
    ("mask", |row| row.mask.map_or(String::new(), |mask| format!("{mask:b}"))),
    ("position", |row| number(row.mask_position)),
];

const HEXADECIMAL: [TableColumn; 4] =
    [("saltus", |row| number(row.saltus)), NORMAL[0], NORMAL[1], NORMAL[2]];

const MISERE: [TableColumn; 6] = [
    ("order", |row| number(row.order)),
    ("P", |row| number(row.p_elements)),
    ("kind", |row| match row.tame {
        Some(true) => "tame".to_owned(),
        Some(false) => "wild".to_owned(),
        None => String::new(),
    }),
    ("not tame", |row| number(row.first_not_tame)),
    ("heaps", |row| number(row.computed)),
    ("steps", |row| number(row.steps_allowed)),
];

/// What is too long for a line that people read.
const LONG: [TableColumn; 3] = [
    ("growths", |row| text(row.growths.as_ref())),
    ("rule", |row| text(row.rule.as_ref())),
    ("labels", |row| text(row.labels.as_ref())),
];

impl Filter {
    fn columns(&self) -> Vec<TableColumn> {
        let mut columns = vec![CODE, if self.each { CLASS } else { CODES }, STATUS];
        columns.extend([PERIOD, PREPERIOD]);
        match (self.misere, self.hex) {
            (true, _) => columns.extend(MISERE),
            (_, true) => columns.extend(HEXADECIMAL),
            _ => columns.extend(NORMAL),
        }
        columns
    }
}

impl FoundRows {
    /// The names of the columns, and the rows.
    ///
    /// ```
    /// use upstar_atlas::{Atlas, look::Filter};
    /// let kayles = Filter { code: Some("0.77".into()), ..Filter::default() };
    /// let (head, rows) = Atlas::shipped()?.look(&kayles)?.table();
    /// assert_eq!((head[0], head[3]), ("code", "period"));
    /// assert_eq!((rows[0][0].as_str(), rows[0][3].as_str()), ("0.77", "12"));
    /// # Ok::<(), upstar_atlas::SurveyError>(())
    /// ```
    pub fn table(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let mut columns = self.filter.columns();
        if self.filter.misere {
            columns.extend(LONG);
        }
        self.cells(&columns)
    }

    /// The table as people read it, with how many rows there are.
    pub fn text(&self) -> String {
        let (head, rows) = self.cells(&self.filter.columns());
        let width = |i: usize| {
            let cells = rows.iter().map(|row| row[i].len());
            cells.chain([head[i].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        let line = |cells: Vec<&str>| {
            let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
        };
        let mut out = String::new();
        if !rows.is_empty() {
            out.push_str(&line(head.clone()));
        }
        for row in &rows {
            out.push_str(&line(row.iter().map(String::as_str).collect()));
        }
        let what = match (self.filter.each, self.total) {
            (true, 1) => "code",
            (true, _) => "codes",
            (false, 1) => "class",
            (false, _) => "classes",
        };
        match self.rows.len() as u64 {
            shown if shown < self.total => {
                out.push_str(&format!("{shown} of {} {what}\n", self.total));
            }
            _ => out.push_str(&format!("{} {what}\n", self.total)),
        }
        out
    }

    fn cells(&self, columns: &[TableColumn]) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let head = columns.iter().map(|(name, _)| *name).collect();
        let cells = |row: &Entry| columns.iter().map(|(_, cell)| cell(row)).collect();
        (head, self.rows.iter().map(cells).collect())
    }
}
