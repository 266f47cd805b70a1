//! In what two atlases differ: rows that only one of them has, and columns with other contents.
//!
//! Certificates are compared as texts, however they are packed; states of work under way are no
//! part of an atlas.

use crate::atlas::Atlas;
use crate::database::SurveyError;
use crate::packed::unpack;
use rusqlite::types::ValueRef;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A place where two atlases differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The table.
    pub table: &'static str,
    /// The row: the code, and of plans the survey before it.
    pub row: String,
    /// The column; none if only one of them has the row.
    pub column: Option<String>,
    /// What the first has there; none if it has nothing.
    pub left: Option<String>,
    /// What the second has there.
    pub right: Option<String>,
}

/// All places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Differences {
    /// How many rows both have, the same.
    pub same: u64,
    /// The others.
    pub differences: Vec<Difference>,
}

/// The tables, and how many columns name a row.
const TABLES: [(&str, usize); 4] =
    [("class", 1), ("code", 3), ("misere_code", 1), ("misere_plan", 3)];

/// Longer contents are not shown.
const LONGEST: usize = 60;

type TableRows = BTreeMap<String, BTreeMap<String, String>>;

impl Atlas {
    /// In what it differs from another.
    ///
    /// ```
    /// use upstar_atlas::Atlas;
    /// let atlas = Atlas::shipped()?;
    /// assert!(atlas.diff(&Atlas::shipped()?)?.differences.is_empty());
    /// # Ok::<(), upstar_atlas::SurveyError>(())
    /// ```
    pub fn diff(&self, other: &Atlas) -> Result<Differences, SurveyError> {
        let mut found = Differences::default();
        for (table, names) in TABLES {
            let (left, right) = (self.rows(table, names)?, other.rows(table, names)?);
            for row in left.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
                found.compare(table, row, left.get(row), right.get(row));
            }
        }
        Ok(found)
    }

    fn rows(&self, table: &'static str, names: usize) -> Result<TableRows, SurveyError> {
        if !self.has(table)? {
            return Ok(TableRows::new());
        }
        self.read_rows(table, names).map_err(|error| self.named(error))
    }

    fn read_rows(&self, table: &str, names: usize) -> rusqlite::Result<TableRows> {
        let mut statement = self.database.prepare(&format!("select * from {table}"))?;
        let columns: Vec<String> =
            statement.column_names().into_iter().map(str::to_owned).collect();
        let mut found = statement.query([])?;
        let mut rows = TableRows::new();
        while let Some(row) = found.next()? {
            let mut name = Vec::new();
            let mut cells = BTreeMap::new();
            for (i, column) in columns.iter().enumerate() {
                let text = cell(row.get_ref(i)?);
                if i < names {
                    name.push(text);
                } else {
                    cells.insert(column.clone(), text);
                }
            }
            rows.insert(name.join(" "), cells);
        }
        Ok(rows)
    }
}

/// What stands in a column, as text.
fn cell(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(n) => n.to_string(),
        ValueRef::Real(x) => x.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => unpack(bytes).unwrap_or_else(|| format!("{bytes:?}")),
    }
}

impl Differences {
    fn compare(
        &mut self,
        table: &'static str,
        row: &str,
        left: Option<&BTreeMap<String, String>>,
        right: Option<&BTreeMap<String, String>>,
    ) {
        let difference = |column, left: Option<&String>, right: Option<&String>| Difference {
            table,
            row: row.to_owned(),
            column,
            left: left.cloned(),
            right: right.cloned(),
        };
        let (Some(a), Some(b)) = (left, right) else {
            let whole = |row: Option<&BTreeMap<String, String>>| row.map(|_| "a row".to_owned());
            let (left, right) = (whole(left), whole(right));
            self.differences.push(difference(None, left.as_ref(), right.as_ref()));
            return;
        };
        if a == b {
            self.same += 1;
        }
        for column in a.keys().chain(b.keys()).collect::<BTreeSet<_>>() {
            let (left, right) = (a.get(column), b.get(column));
            if left != right {
                self.differences.push(difference(Some(column.clone()), left, right));
            }
        }
    }

    /// A line for each difference, and the counts.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let short = |text: &Option<String>| match text.as_deref() {
            Some("") | None => "nothing".to_owned(),
            Some(text) => match text.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", text[..end].replace('\n', " ")),
                None => text.replace('\n', " "),
            },
        };
        for Difference { table, row, column, left, right } in &self.differences {
            let what = match (column, left, right) {
                (Some(column), ..) => format!("{column}: {} | {}", short(left), short(right)),
                (None, Some(_), _) => "only in the first".to_owned(),
                (None, None, _) => "only in the second".to_owned(),
            };
            out.push_str(&format!("{table} {row}: {what}\n"));
        }
        let rows: BTreeSet<_> = self.differences.iter().map(|d| (d.table, &d.row)).collect();
        out.push_str(&format!("{} rows the same, {} differ\n", self.same, rows.len()));
        out
    }
}
