//! Answers and messages: text with a caret for people, JSON for programs, and the status that a
//! command ends with.

use crate::args::GlobalOptions;
use crate::progress;
use crate::wording;
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use upstar_base::Stopped;
use upstar_session::{Answer, Format, Kind, QueryError, Remark, TableAnswer};
use upstar_terminal::caret;

/// How a command ended; of several the largest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CommandStatus {
    /// Everything was answered.
    Answered = 0,
    /// Something has no answer: a limit was reached.
    NoAnswer = 1,
    /// Some input is wrong.
    WrongInput = 2,
}

impl From<CommandStatus> for ExitCode {
    fn from(status: CommandStatus) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

impl From<&QueryError> for CommandStatus {
    fn from(refusal: &QueryError) -> CommandStatus {
        if refusal.is_out_of_reach() { CommandStatus::NoAnswer } else { CommandStatus::WrongInput }
    }
}

/// Writes an answer, or says why there is none.
pub(crate) fn conclude(
    global: &GlobalOptions,
    answer: Result<Answer, Box<QueryError>>,
    out: &mut impl Write,
) -> anyhow::Result<CommandStatus> {
    match worded(answer) {
        Ok(answer) => answered(global, &answer, out),
        Err(refusal) => refused(global, &refusal, out),
    }
}

/// The same in a format of other programs, where one is named.
pub(crate) fn written(
    global: &GlobalOptions,
    answer: Result<Answer, Box<QueryError>>,
    format: Option<Format>,
    out: &mut impl Write,
) -> anyhow::Result<CommandStatus> {
    let (Ok(found), Some(format)) = (&answer, format) else {
        return conclude(global, answer, out);
    };
    let text = match found.grid().map(|grid| format.write(&grid)) {
        None => return wrong(global, out, Kind::Argument, "this answer is no table"),
        Some(None) => return conclude(global, answer, out),
        Some(Some(Ok(text))) => text,
        Some(Some(Err(error))) => return wrong(global, out, Kind::Argument, &error.to_string()),
    };
    out.write_all(text.as_bytes())?;
    if !global.quiet {
        out.flush()?;
        notes(&found.notes_on_grid());
    }
    status(global, found, out)
}

/// The same as the command line tells it.
fn worded(answer: Result<Answer, Box<QueryError>>) -> Result<Answer, Box<QueryError>> {
    answer.map(|answer| answer.worded(wording::worded))
}

/// Writes an answer.
pub(crate) fn answered(
    global: &GlobalOptions,
    answer: &Answer,
    out: &mut impl Write,
) -> anyhow::Result<CommandStatus> {
    if global.json {
        writeln!(out, "{}", answer.json())?;
    } else {
        out.write_all(answer.text().as_bytes())?;
        if !global.quiet {
            out.flush()?;
            notes(&answer.notes());
        }
    }
    status(global, answer, out)
}

/// Writes an answer and holds nothing back: what comes next, a file, may fail.
pub(crate) fn at_once(
    global: &GlobalOptions,
    answer: &Answer,
    out: &mut impl Write,
) -> anyhow::Result<CommandStatus> {
    let status = answered(global, answer, out)?;
    out.flush()?;
    Ok(status)
}

/// What an answer comes to; a table that ends early says why.
fn status(
    global: &GlobalOptions,
    answer: &Answer,
    out: &mut impl Write,
) -> anyhow::Result<CommandStatus> {
    match answer.get::<TableAnswer>().and_then(|table| table.cut.as_ref()) {
        Some(cut) if global.json => Ok(CommandStatus::from(cut)),
        Some(cut) => refused(global, cut, out),
        None if answer.is_complete() => Ok(CommandStatus::Answered),
        None => Ok(CommandStatus::NoAnswer),
    }
}

/// Says what people should know besides.
pub(crate) fn notes(notes: &[String]) {
    for note in notes {
        say(&format!("note: {note}\n"));
    }
}

/// Says why there is no answer.
pub(crate) fn refused(
    global: &GlobalOptions,
    refusal: &QueryError,
    out: &mut impl Write,
) -> anyhow::Result<CommandStatus> {
    if global.json {
        writeln!(out, "{}", json_line(&wording::worded(refusal.clone())))?;
    } else if !global.quiet {
        progress::end();
        error(refusal);
    }
    Ok(CommandStatus::from(refusal))
}

/// Reports what is no fault of an input: a file that cannot be written, and the like. A
/// closed pipe is no failure at all.
pub(crate) fn failure(error: &anyhow::Error) -> CommandStatus {
    let io_kind = error.chain().find_map(|e| e.downcast_ref::<io::Error>()).map(io::Error::kind);
    if io_kind == Some(io::ErrorKind::BrokenPipe) {
        return CommandStatus::Answered;
    }
    progress::end();
    say(&format!("error: {error:#}\n"));
    CommandStatus::NoAnswer
}

/// Reports a command line or a file that is wrong as a whole.
pub(crate) fn wrong(
    global: &GlobalOptions,
    out: &mut impl Write,
    kind: Kind,
    message: &str,
) -> anyhow::Result<CommandStatus> {
    refused(global, &QueryError::plain(kind, message), out).map(|_| CommandStatus::WrongInput)
}

/// Reports that there is no answer, and why.
pub(crate) fn no_answer(
    global: &GlobalOptions,
    out: &mut impl Write,
    kind: Kind,
    message: &str,
) -> anyhow::Result<CommandStatus> {
    refused(global, &QueryError::plain(kind, message), out).map(|_| CommandStatus::NoAnswer)
}

/// Writes to stderr; if nobody listens that is that. What a terminal shows of the work makes
/// room and comes back if the work goes on.
pub(crate) fn say(text: &str) {
    progress::clear();
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// The status of a long run that a limit may have stopped and that can be resumed.
pub(crate) fn resumable(global: &GlobalOptions, stopped: Option<Stopped>) -> CommandStatus {
    let Some(stopped) = stopped else { return CommandStatus::Answered };
    if !global.quiet {
        progress::end();
        say(&format!("{stopped}; the same command goes on from here\n"));
    }
    CommandStatus::NoAnswer
}

/// Shows why there is no answer, with a caret under the place that is to blame.
pub(crate) fn error(refusal: &QueryError) {
    say(&caret::error(&wording::worded(refusal.clone())));
}

/// Shows a warning with a caret under its place.
pub(crate) fn warning(name: &str, source: &str, remark: &Remark) {
    say(&caret::warning(name, source, remark));
}

/// One object on one line, without the end of the line.
pub(crate) fn json_line(object: &impl Serialize) -> String {
    // Strings, numbers and lists of them always have a JSON text.
    serde_json::to_string(object).unwrap_or_else(|_| "null".to_string())
}
