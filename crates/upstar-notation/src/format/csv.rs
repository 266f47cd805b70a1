//! Comma-separated values (RFC 4180, with plain ends of lines).

use super::{Grid, Stream, Unwritable, Write};

pub(super) struct Csv;

impl Write for Csv {
    fn write(&self, grid: &Grid) -> Result<String, Unwritable> {
        let line = |cells: &Vec<String>| {
            cells.iter().map(|cell| field(cell)).collect::<Vec<_>>().join(",") + "\n"
        };
        Ok(std::iter::once(&grid.head).chain(&grid.rows).map(line).collect())
    }

    fn stream(&self) -> Option<Stream> {
        Some(Stream { head: "n,value\n", separator: ',' })
    }
}

/// A cell in quotes where it needs them.
fn field(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
