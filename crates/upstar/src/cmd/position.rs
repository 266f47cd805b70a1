//! `upstar value`, `outcome`, `moves`, `compare`, `table` and all other questions about positions.
//! ```text
//! $ upstar value domineering '...|...|...|...'
//! 3/2
//! ```

use super::each;
use crate::args::{GlobalOptions, OutcomeArgs, TableArgs};
use crate::listed::ListedQuery;
use crate::report::{self, CommandStatus};
use crate::{files, limits};
use anyhow::{Result, anyhow};
use std::io::Write;
use std::path::Path;
use upstar_session::{
    Described, Kind, OutcomeAnswer, Play, PlayMode, PositionSpec, TableAnswer, misere, reading,
};

/// Answers a query that needs nothing but its arguments: about one position or about each line of
/// stdin, where it is about a position.
pub(crate) fn listed(
    global: &GlobalOptions,
    ListedQuery { question, each, format }: &ListedQuery,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    if *each {
        if let Some(format) = format {
            let message = format!("with --each there is one line for each position, no {format}");
            return report::wrong(global, out, Kind::Argument, &message);
        }
        return each::run(global, question, out);
    }
    if let Some(place) = question.spec() {
        say_reading(global, place);
    }
    let answer = limits::world_for(global, *format).ask(question);
    report::written(global, answer, *format, out)
}

/// Answers who wins.
pub(crate) fn outcome(
    global: &GlobalOptions,
    OutcomeArgs { query, each, checkpoint }: &OutcomeArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    if let Some(file) = checkpoint {
        return kept(global, &query.place, file, out);
    }
    let question = query.clone().into();
    listed(global, &ListedQuery { question, each: each.each, format: None }, out)
}

/// Writes a table, of values or of genera.
pub(crate) fn table(
    global: &GlobalOptions,
    TableArgs { query, show, written }: &TableArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let format = written.format;
    let question = if show.is_some() {
        if query.manner != (PlayMode { play: Play::Misere, ..PlayMode::default() }) {
            let message = "the genus is that of sums in misère play: --play misere";
            return report::wrong(global, out, Kind::Argument, message);
        }
        let (code, to) = (query.rules.clone(), query.size.clone());
        let (blurry, digits, pairs) = (false, false, false);
        let query = misere::GenusTableQuery { code, to, blurry, digits, pairs };
        misere::Question::from(query).into()
    } else {
        query.clone().into()
    };
    let answer = limits::world_for(global, format).ask(&question);
    if let (Ok(answer), false) = (&answer, global.json || global.quiet)
        && let Some(table) = answer.get::<TableAnswer>()
    {
        report::notes(table.reading.as_slice());
    }
    report::written(global, answer, format, out)
}

/// Asks who wins; the search is kept in a file.
fn kept(
    global: &GlobalOptions,
    place: &PositionSpec,
    file: &Path,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    say_reading(global, place);
    let kept = files::keep(Some(file))?;
    let answer = limits::world(global).outcome_kept(place, file);
    drop(kept);
    let answer = match answer {
        Ok(answer) => answer,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    let status = report::at_once(global, &answer, out)?;
    match answer.get::<OutcomeAnswer>().and_then(|found| found.unsaved.as_ref()) {
        Some(error) => Err(anyhow!("{error}")),
        None => Ok(status),
    }
}

/// Says how a place was read, where that may not be what was meant.
pub(super) fn say_reading(global: &GlobalOptions, place: &PositionSpec) {
    if !global.json && !global.quiet {
        report::notes(reading(place).as_slice());
    }
}
