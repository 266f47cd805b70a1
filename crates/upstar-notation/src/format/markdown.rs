//! A table of Markdown. A bar in a cell, which many values have, is escaped.

use super::{Grid, Stream, Unwritable, Write};

pub(super) struct Markdown;

impl Write for Markdown {
    fn write(&self, grid: &Grid) -> Result<String, Unwritable> {
        let cell = |cell: &String| {
            let plain = cell.replace('\\', "\\\\").replace('|', "\\|");
            plain.replace(['\n', '\r'], " ")
        };
        let line = |cells: &Vec<String>| {
            format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(grid.head.len()));
        Ok(line(&grid.head) + &rule + &grid.rows.iter().map(line).collect::<String>())
    }

    fn stream(&self) -> Option<Stream> {
        None
    }
}
