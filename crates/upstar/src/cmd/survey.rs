//! `upstar heaps survey` and `upstar misere survey`: all games with few digits, into a database.

use crate::args::{GlobalOptions, MisereSurveyArgs, SurveyArgs};
use crate::report::{self, CommandStatus};
use crate::{limits, progress, signals};
use anyhow::Result;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use upstar_atlas::survey::{Survey, Surveyed};
use upstar_atlas::{SurveyError, heaps as normal, misere as last_loses};
use upstar_session::Kind;

/// The periods of nim-sequences.
pub(super) fn heaps(
    global: &GlobalOptions,
    args: &SurveyArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let codes = normal::Codes::Octal(args.digits);
    run::<normal::Sequences>(global, &args.database, codes, args.limit, out)
}

/// Misère quotients.
pub(super) fn misere(
    global: &GlobalOptions,
    args: &MisereSurveyArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let codes = (args.digits, args.quaternary);
    run::<last_loses::Quotients>(global, &args.database, codes, args.steps, out)
}

fn run<K: Surveyed>(
    global: &GlobalOptions,
    database: &Path,
    codes: K::Codes,
    amount: u64,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let budget = limits::interruptible(global)?;
    let hold = signals::hold();
    budget.begin("codes", None);
    let mut survey = Survey::<K>::tolerant(database, codes, &budget)?;
    budget.begin(K::KIND.unit(), None);
    let classes = survey.rows()?.len();
    let mut done = 0;
    let stopped = survey.run(amount, threads(global), &budget, |row| {
        done += 1;
        tell(global, "classes", done, classes, &row.to_string());
    })?;
    drop(hold);
    write_rows(global, &survey.progress()?, &survey.rows()?, out)?;
    if let Some(unsaved) = survey.unsaved() {
        // The table is the answer; what follows is why the file does not have it.
        out.flush()?;
        return Err(unsaved.into());
    }
    Ok(report::resumable(global, stopped))
}

/// Writes what was found: each class, and how far the survey is.
fn write_rows(
    global: &GlobalOptions,
    progress: &(impl Serialize + Display),
    rows: &[impl Serialize + Display],
    out: &mut impl Write,
) -> Result<()> {
    #[derive(Serialize)]
    struct SurveyJson<'a, P, R> {
        #[serde(flatten)]
        progress: &'a P,
        rows: &'a [R],
    }
    if global.json {
        return Ok(writeln!(out, "{}", report::json_line(&SurveyJson { progress, rows }))?);
    }
    for row in rows {
        writeln!(out, "{row}")?;
    }
    Ok(writeln!(out, "{progress}")?)
}

/// How many threads work; 0 is as many as there are cores.
pub(super) fn threads(global: &GlobalOptions) -> usize {
    global.threads.map_or(0, usize::from)
}

/// Says that a class is done.
pub(super) fn tell(global: &GlobalOptions, what: &'static str, done: usize, of: usize, line: &str) {
    progress::stage(what, done, of);
    if !global.quiet {
        report::say(&format!("{done}: {line}\n"));
    }
}

/// Reports a database that cannot be used, or a question about it that has no answer.
pub(super) fn refused(
    global: &GlobalOptions,
    error: anyhow::Error,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let text = error.to_string();
    match error.downcast_ref() {
        Some(SurveyError::Question(_)) => report::wrong(global, out, Kind::Argument, &text),
        Some(SurveyError::Stopped(stopped)) => Ok(report::resumable(global, Some(stopped.clone()))),
        Some(SurveyError::Busy(_)) => report::no_answer(global, out, Kind::Database, &text),
        Some(error) if error.is_wrong_file() => report::wrong(global, out, Kind::Database, &text),
        _ => Err(error),
    }
}
