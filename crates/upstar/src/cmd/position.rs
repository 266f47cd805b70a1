//! `upstar value`, `outcome`, `moves`, `compare`, `table`, `rules`: questions about positions.
//! ```text
//! $ upstar value domineering '...|...|...|...'
//! 3/2
//! ```

use super::each;
use crate::args::{Command, GlobalOptions, ListArgs, OutcomeArgs, RulesAction, ValueArgs};
use crate::report::{self, CommandStatus};
use crate::{files, limits};
use anyhow::{Result, anyhow};
use std::io::{ErrorKind, Write};
use std::path::Path;
use upstar_base::file::FileError;
use upstar_session::{
    Format, Kind, LegalQuery, MovesQuery, OutcomeAnswer, OutcomeQuery, Play, PlayMode,
    PositionSpec, Question, RulesQuery, TableAnswer, ValueQuery, misere, reading, starter,
};

/// Answers a question about positions.
pub(crate) fn run(
    global: &GlobalOptions,
    command: &Command,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let (question, format): (Question, _) = match command {
        Command::Value(ValueArgs { query, each }) => {
            let question = |place| ValueQuery { place, ..query.clone() }.into();
            return at(global, (&query.place, *each), None, out, question);
        }
        Command::Outcome(OutcomeArgs { query, checkpoint: Some(file), .. }) => {
            return kept(global, &query.place, file, out);
        }
        Command::Outcome(OutcomeArgs { query, each, .. }) => {
            let question = |place| OutcomeQuery { place }.into();
            return at(global, (&query.place, *each), None, out, question);
        }
        Command::Moves(ListArgs { query, each, written }) => {
            let question = |place| MovesQuery { place, ..query.clone() }.into();
            return at(global, (&query.place, *each), written.format, out, question);
        }
        Command::Legal(ListArgs { query, each, written }) => {
            let question = |place| LegalQuery { place, ..query.clone() }.into();
            return at(global, (&query.place, *each), written.format, out, question);
        }
        Command::Compare(query) => (query.clone().into(), None),
        Command::Table(args) if args.show.is_some() => {
            if args.query.manner != (PlayMode { play: Play::Misere, ..PlayMode::default() }) {
                let message = "the genus is that of sums in misère play: --play misere";
                return report::wrong(global, out, Kind::Argument, message);
            }
            let (code, to) = (args.query.rules.clone(), args.query.size.clone());
            let (blurry, digits, pairs) = (false, false, false);
            let query = misere::GenusTableQuery { code, to, blurry, digits, pairs };
            (misere::Question::from(query).into(), args.written.format)
        }
        Command::Table(args) => (args.query.clone().into(), args.written.format),
        Command::Positions(args) => (args.query.clone().into(), args.written.format),
        Command::Rules(args) => match &args.action {
            None => (RulesQuery { name: args.name.clone() }.into(), args.written.format),
            Some(RulesAction::Check(query)) => (query.clone().into(), None),
            Some(RulesAction::New { name }) => return begin(global, name, out),
        },
        _ => return Ok(CommandStatus::Answered),
    };
    let answer = limits::world_for(global, format).ask(&question);
    if let (Ok(answer), false) = (&answer, global.json || global.quiet)
        && let Some(table) = answer.get::<TableAnswer>()
    {
        report::notes(table.reading.as_slice());
    }
    report::written(global, answer, format, out)
}

/// Asks about one place, or about each line of stdin.
fn at(
    global: &GlobalOptions,
    (place, each): (&PositionSpec, bool),
    format: Option<Format>,
    out: &mut impl Write,
    question: impl Fn(PositionSpec) -> Question + Sync,
) -> Result<CommandStatus> {
    if each {
        if let Some(format) = format {
            let message = format!("with --each there is one line for each position, no {format}");
            return report::wrong(global, out, Kind::Argument, &message);
        }
        return each::run(global, place, &question, out);
    }
    say_reading(global, place);
    let answer = limits::world_for(global, format).ask(&question(place.clone()));
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

/// Writes a file of rules to begin with; never over another one.
fn begin(global: &GlobalOptions, title: &str, out: &mut impl Write) -> Result<CommandStatus> {
    let named = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let file =
        format!("{}.up", title.trim_end_matches(".up").chars().map(named).collect::<String>());
    let title = title.trim_end_matches(".up");
    if let Some(target) = files::target(Some(Path::new(&file)))? {
        match target.create(starter(title).as_bytes()) {
            Err(FileError::System { error, .. }) if error.kind() == ErrorKind::AlreadyExists => {
                let message = format!("{file} exists already; choose another name");
                return report::wrong(global, out, Kind::File, &message);
            }
            created => created?,
        }
    }
    #[derive(serde::Serialize)]
    struct MadePicture<'a> {
        file: &'a str,
    }
    if global.json {
        writeln!(out, "{}", report::json_line(&MadePicture { file: &file }))?;
    } else {
        writeln!(out, "{file}")?;
    }
    Ok(CommandStatus::Answered)
}

/// Says how a place was read, where that may not be what was meant.
pub(super) fn say_reading(global: &GlobalOptions, place: &PositionSpec) {
    if !global.json && !global.quiet {
        report::notes(reading(place).as_slice());
    }
}
