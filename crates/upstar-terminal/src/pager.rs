//! Long texts go through a pager, where there is a terminal and a pager.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// Shows a text: through the pager that `PAGER` names, else `less`, if it is longer than the screen;
/// otherwise, or if that fails, by writing it. An empty `PAGER` means none.
pub fn page(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let pager = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let is_seen = io::stdin().is_terminal() && io::stdout().is_terminal();
    let is_long = text.lines().count() >= screen();
    if is_seen && is_long && !pager.trim().is_empty() && through(&pager, text).is_ok() {
        return Ok(());
    }
    out.write_all(text.as_bytes())
}

/// How many lines the screen has, if the environment says so; the usual number otherwise.
fn screen() -> usize {
    env::var("LINES").ok().and_then(|lines| lines.parse().ok()).unwrap_or(24)
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
