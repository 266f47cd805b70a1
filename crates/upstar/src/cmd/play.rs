//! `upstar play RULES POSITION`: a game against the program, in the terminal. With `--json` it says
//! everything in JSON, one object a line, for programs that play.

use super::position::say_reading;
use crate::args::{GlobalOptions, PlayArgs};
use crate::report::{self, CommandStatus};
use crate::{files, limits, signals};
use anyhow::Result;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};
use upstar_base::file::{FileError, Source, read_text};
use upstar_session::{
    Abandoned, Game, Kind, PlayBoard, PlayMessage, PositionSpec, QueryError, Record, reading,
};
use upstar_terminal::BoardSeat;

/// How long the program thinks about a move if nobody says how long.
const THINKING: Duration = Duration::from_secs(5);
/// Longer files are no games.
const LONGEST: u64 = 1 << 24;

/// Plays.
pub(crate) fn run(
    global: &GlobalOptions,
    args: &PlayArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let target = files::target(args.record.as_deref())?;
    let record = match record(global, args) {
        Ok(record) => record,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !global.json;
    let mut board = if is_terminal {
        signals::go_on_after_questions();
        signals::terminal::remember();
        BoardSeat::at_terminal(out, target, signals::must_end)?
    } else {
        BoardSeat::piped(out, global.json, target, signals::must_end)
    };
    match reading(&record.place) {
        Some(note) if global.json => board.say(PlayMessage::Note { note: &note })?,
        _ => say_reading(global, &record.place),
    }
    let now = || SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.subsec_nanos().into());
    let seed = args.seed.unwrap_or_else(now);
    let game = Game { record, seats: args.side, level: args.level, seed };
    let mut world = limits::world(global);
    if global.time.is_none() {
        world.set_time(Some(THINKING));
    }
    let played = world.play(&game, &mut board);
    drop(board);
    match played {
        Ok(()) => Ok(CommandStatus::Answered),
        Err(Abandoned::Refused(refusal)) => report::refused(global, &refusal, out),
        Err(Abandoned::Output(error)) => Err(error.into()),
    }
}

/// The game that is meant: the one in the file, if it is there, or a new one.
fn record(global: &GlobalOptions, args: &PlayArgs) -> Result<Record, QueryError> {
    let asked = args.rules.as_ref().map(|rules| {
        let place = PositionSpec::new(rules, args.position.as_deref().unwrap_or_default());
        Record::new(
            PositionSpec { entailed: args.entailed, ..place.played(args.manner) },
            args.first,
        )
    });
    let found = args.record.as_deref().map_or(Ok(None), |file| kept(global, file))?;
    match (found, asked) {
        (Some(found), None) => Ok(found),
        (Some(found), Some(asked))
            if (&found.place, found.first) == (&asked.place, asked.first) =>
        {
            Ok(found)
        }
        (Some(_), Some(_)) => {
            let file = args.record.as_deref().unwrap_or(Path::new("")).display();
            let message =
                format!("{file} has another game: `upstar play --record {file}` goes on with it");
            Err(QueryError::plain(Kind::File, message))
        }
        (None, Some(asked)) => Ok(asked),
        (None, None) => {
            let message = "there is no such record yet: expected a ruleset and a position";
            Err(QueryError::plain(Kind::File, message))
        }
    }
}

/// The game in a file; `None` if there is none yet.
fn kept(global: &GlobalOptions, file: &Path) -> Result<Option<Record>, QueryError> {
    if !file.exists() {
        return Ok(None);
    }
    let text = read_text(&Source::named(file), LONGEST, &limits::budget(global));
    let text = text.map_err(|error| {
        let message = error.to_string();
        match error {
            FileError::Stopped(stopped) => QueryError::plain(Kind::Stopped(stopped), message),
            _ => QueryError::plain(Kind::File, message),
        }
    })?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = |error| QueryError::plain(Kind::File, format!("{}: {error}", file.display()));
    Record::read(&text).map(Some).map_err(wrong)
}
