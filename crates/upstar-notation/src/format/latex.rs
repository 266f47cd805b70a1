//! A tabular of LaTeX. Values are formulas, so they must have been written as such; names are
//! text.

use super::{Grid, Unwritable, Write};

pub(super) struct Latex;

impl Write for Latex {
    fn write(&self, grid: &Grid) -> Result<String, Unwritable> {
        let columns = "c".repeat(grid.head.len().saturating_sub(1));
        let head: Vec<String> = grid.head.iter().map(|name| escaped(name)).collect();
        let mut text = format!("\\begin{{tabular}}{{r|{columns}}}\n");
        text += &format!("{} \\\\\n\\hline\n", head.join(" & "));
        for row in &grid.rows {
            let cells = row.iter().enumerate().map(|(i, cell)| {
                match grid.formulas.contains(&i) && !cell.is_empty() {
                    true => format!("${cell}$"),
                    false => escaped(cell),
                }
            });
            text += &format!("{} \\\\\n", cells.collect::<Vec<_>>().join(" & "));
        }
        Ok(text + "\\end{tabular}\n")
    }
}

/// Text with the signs that LaTeX reads as commands.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
