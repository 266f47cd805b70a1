//! `upstar run FILE`: a program of the calculator.
//!
//! Statements are evaluated in order and may go over several lines; each that has a value writes
//! it. The first error ends the program.
//! ```text
//! $ upstar run survey.up
//! ```

use super::eval::{Errors, EvalCommand};
use crate::args::GlobalOptions;
use crate::report::{self, CommandStatus};
use crate::{limits, progress, signals};
use anyhow::Result;
use std::io::Write;
use std::path::Path;
use upstar_base::file::{FileError, Source, read_text};
use upstar_session::Kind;

/// Runs the program in a file; `-` is stdin.
pub(crate) fn run(
    global: &GlobalOptions,
    file: &Path,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let source = Source::named(file);
    let budget = limits::interruptible(global)?;
    let read = read_text(&source, limits::LONGEST_PROGRAM, &budget);
    signals::end();
    progress::end();
    let text = match read {
        Ok(text) => text,
        Err(FileError::Stopped(stopped)) => {
            let message = stopped.to_string();
            return report::no_answer(global, out, Kind::Stopped(stopped), &message);
        }
        Err(error) => return report::wrong(global, out, Kind::File, &error.to_string()),
    };
    if upstar_calculator::is_rules(&text) {
        let name = source.name();
        let message = format!(
            "{name} has the rules of a game: `upstar rules {name}` tells about them, and \
             `load \"{name}\"` in a program makes them known"
        );
        return report::wrong(global, out, Kind::Domain, &message);
    }
    let mut evaluator = EvalCommand::open(global, out)?;
    for piece in upstar_calculator::pieces(&text) {
        let name = format!("{} line {}", source.name(), piece.line);
        evaluator.answer(&name, piece.text, Errors::OnStderr)?;
        evaluator.flush()?;
        if evaluator.has_failed() {
            break;
        }
    }
    Ok(evaluator.status())
}
