//! Tables as people read them: cells below each other.

/// Returns lines of cells, each column as wide as its widest cell and two blanks apart.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// Returns cells in rows of so many: above each column its number, from `first` on, before each
/// row how many cells are above it, and a word in the corner.
pub(crate) fn in_rows(cells: &[String], row: usize, first: usize, corner: &str) -> String {
    let row = row.max(1);
    let margin = format!("{}+", cells.len()).len();
    let mut lines = vec![vec![format!("{corner:margin$}")]];
    lines[0].extend((first..first + row.min(cells.len())).map(|column| column.to_string()));
    for (i, cells) in cells.chunks(row).enumerate() {
        lines.push(std::iter::once(format!("{}+", i * row)).chain(cells.to_vec()).collect());
    }
    aligned(&lines)
}
