//! The inputs and answers of a session, as a worksheet that can be run again or as a transcript with its
//! answers and pictures, in Markdown or HTML.

use std::fmt::Write as _;

/// An input and its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetCell {
    /// The input.
    pub input: String,
    /// The answer.
    pub output: String,
    /// A picture, as SVG.
    pub picture: Option<String>,
    /// Whether it was wrong.
    pub failed: bool,
    /// Whether it is a statement, not a command.
    pub is_statement: bool,
}

/// The statements that had no error, to be run again.
pub fn worksheet(cells: &[SheetCell]) -> String {
    let kept = cells.iter().filter(|cell| cell.is_statement && !cell.failed);
    kept.map(|cell| format!("{}\n", cell.input)).collect()
}

/// A transcript in Markdown; pictures are files of the names that `file` gives, which are returned
/// with what is in them.
pub fn markdown(
    cells: &[SheetCell],
    file: impl Fn(usize) -> String,
) -> (String, Vec<(String, String)>) {
    let (mut text, mut pictures) = (String::from("# Upstar session\n"), Vec::new());
    for cell in cells {
        let mut lines = prompted(&cell.input);
        lines.push_str(cell.output.trim_end());
        // A fence is longer than what it holds.
        let ticks = lines.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2) + 1;
        let fence = "`".repeat(ticks);
        let _ = write!(text, "\n{fence}text\n{}\n{fence}\n", lines.trim_end());
        if let Some(picture) = &cell.picture {
            let name = file(pictures.len() + 1);
            let _ = write!(text, "\n![{}](<{name}>)\n", cell.input.replace(['[', ']', '\n'], " "));
            pictures.push((name, picture.clone()));
        }
    }
    (text, pictures)
}

/// A transcript as a page with its pictures in it.
pub fn html(cells: &[SheetCell]) -> String {
    const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
        <title>Upstar session</title>\n<style>\n\
        body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font-family: serif }\n\
        pre { font: 0.95rem monospace; white-space: pre-wrap; margin: 0.4rem 0 }\n\
        pre.in { font-weight: bold } pre.error { color: #b5331f }\n\
        section { border-top: 1px solid #d9d5cb; padding: 0.4rem 0 } svg { max-width: 100% }\n\
        </style>\n</head>\n<body>\n<h1>Upstar session</h1>\n";
    let mut text = String::from(HEAD);
    for cell in cells {
        let class = if cell.failed { "error" } else { "out" };
        let _ = write!(
            text,
            "<section>\n<pre class=\"in\">{}</pre>\n",
            escaped(prompted(&cell.input).trim_end())
        );
        if !cell.output.trim().is_empty() {
            let _ =
                writeln!(text, "<pre class=\"{class}\">{}</pre>", escaped(cell.output.trim_end()));
        }
        if let Some(picture) = &cell.picture {
            let _ = writeln!(text, "<figure>{}</figure>", picture.trim_end());
        }
        text.push_str("</section>\n");
    }
    text + "</body>\n</html>\n"
}

/// An input with the prompts before its lines.
fn prompted(input: &str) -> String {
    let line = |(i, line): (usize, &str)| format!("{}{line}\n", if i == 0 { "> " } else { ". " });
    input.lines().enumerate().map(line).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
