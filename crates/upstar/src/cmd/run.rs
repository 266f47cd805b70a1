//! `upstar run FILE`: a program of the calculator.
//!
//! Statements are evaluated in order and may go over several lines; each that has a value writes
//! it. The first error ends the program.
//! ```text
//! $ upstar run survey.up
//! ```

use super::eval::{Errors, Evaluator};
use crate::args::Global;
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use std::io::Write;
use std::path::Path;
use upstar_ask::Kind;
use upstar_base::file::{FileError, Source, read_text};
use upstar_terminal::talk::statements;

/// Longer files are no programs.
const LONGEST: u64 = 64 << 20;

/// Runs the program in a file; `-` is stdin.
pub(crate) fn run(global: &Global, file: &Path, out: &mut impl Write) -> Result<Status> {
    let source = Source::named(file);
    let text = match read_text(&source, LONGEST, &limits::budget(global)) {
        Ok(text) => text,
        Err(FileError::Stopped(stopped)) => {
            let message = stopped.to_string();
            return report::no_answer(global, out, Kind::Stopped(stopped), &message);
        }
        Err(error) => return report::wrong(global, out, Kind::File, &error.to_string()),
    };
    let mut evaluator = Evaluator::open(global, out)?;
    for (first, statement) in statements(&text) {
        let name = format!("{} line {first}", source.name());
        evaluator.answer(&name, &statement, Errors::OnStderr)?;
        evaluator.flush()?;
        if evaluator.has_failed() {
            break;
        }
    }
    Ok(evaluator.status())
}
