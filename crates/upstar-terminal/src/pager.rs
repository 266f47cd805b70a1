//! Long texts go through a pager, where there is a terminal and a pager, and long lines are folded
//! at its width, so that the columns of a list stay columns.

use console::Term;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// Shows a text: through the pager that `PAGER` names, else `less`, if it is longer than the screen;
/// otherwise, or if that fails, by writing it. An empty `PAGER` means none.
pub fn page(text: &str, out: &mut dyn Write) -> io::Result<()> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return out.write_all(text.as_bytes());
    }
    let pager = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let (rows, columns) = Term::stdout().size();
    let text = folded(text, columns.into());
    let is_long = text.lines().count() >= rows.into();
    if is_long && !pager.trim().is_empty() && through(&pager, &text).is_ok() {
        return Ok(());
    }
    out.write_all(text.as_bytes())
}

/// Breaks lines of more than `width` characters between words. The rest of a line is indented to
/// its last column.
pub fn folded(text: &str, width: usize) -> String {
    let mut all = String::new();
    for line in text.lines() {
        let margin = margin(line);
        let (mut length, mut word_before) = (0, false);
        for word in line.split_inclusive(' ') {
            let own = word.trim_end_matches(' ').chars().count();
            // A column that leaves no room is not kept to.
            if length + own > width && word_before && margin + own <= width {
                all.truncate(all.trim_end_matches(' ').len());
                all.push('\n');
                all.extend(std::iter::repeat_n(' ', margin));
                length = margin;
            }
            all.push_str(word);
            length += word.chars().count();
            word_before |= own > 0;
        }
        all.push('\n');
    }
    all
}

/// Where the last column of a line begins, after two spaces or more.
fn margin(line: &str) -> usize {
    let places: Vec<char> = line.chars().collect();
    let begins = |&i: &usize| places[..i].ends_with(&[' ', ' ']) && places[i] != ' ';
    (0..places.len()).rev().find(begins).unwrap_or(0)
}

fn through(pager: &str, text: &str) -> io::Result<()> {
    let mut words = pager.split_whitespace();
    let program = words.next().unwrap_or("less");
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // What fits on the screen is not paged; colours pass.
        command.env("LESS", "FRX");
    }
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // Who leaves the pager early does not want the rest.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().map(|_| ())
}
