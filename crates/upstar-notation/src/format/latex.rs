//! A tabular of LaTeX. Values are formulas, so they must have been written as such; names are
//! text, and sentences are text with formulas between dollar signs.

use super::{Grid, Stream, Unwritable, Write};

pub(super) struct Latex;

impl Write for Latex {
    fn write(&self, grid: &Grid) -> Result<String, Unwritable> {
        let columns = "c".repeat(grid.head.len().saturating_sub(1));
        let head: Vec<String> = grid.head.iter().map(|name| escaped(name)).collect();
        let mut text = format!("\\begin{{tabular}}{{r|{columns}}}\n");
        text += &format!("{} \\\\\n\\hline\n", head.join(" & "));
        for row in &grid.rows {
            let cells = row.iter().enumerate().map(|(i, cell)| {
                if grid.formulas.contains(&i) && !cell.is_empty() {
                    format!("${cell}$")
                } else if grid.head.get(i).is_some_and(|name| name == Grid::WHY) {
                    sentence(cell)
                } else {
                    escaped(cell)
                }
            });
            text += &format!("{} \\\\\n", cells.collect::<Vec<_>>().join(" & "));
        }
        Ok(text + "\\end{tabular}\n")
    }

    fn stream(&self) -> Option<Stream> {
        None
    }
}

/// Text in which every second dollar sign ends a formula.
fn sentence(text: &str) -> String {
    let pieces: Vec<&str> = text.split('$').collect();
    if pieces.len().is_multiple_of(2) {
        return escaped(text);
    }
    let piece = |(i, piece): (usize, &&str)| match i % 2 {
        0 => escaped(piece),
        _ => format!("${piece}$"),
    };
    pieces.iter().enumerate().map(piece).collect()
}

/// Text with the signs that LaTeX reads as commands, or prints as other signs.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
