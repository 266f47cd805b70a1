//! `upstar play RULES POSITION`: a game against the program, in the terminal. With `--json` it says
//! everything in JSON, one object a line, for programs that play.

use super::position::say_reading;
use crate::args::{Global, PlayArgs};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use std::io::{self, BufRead, Read, Write};
use upstar_ask::{Abandoned, Board, Kind, Said, reading};

/// The most bytes of a line; longer ones are no words of a player.
const LONGEST: u64 = 1 << 20;

/// The terminal, or a program at the other end of a pipe.
struct Terminal<'a, W> {
    out: &'a mut W,
    json: bool,
}

impl<W: Write> Board for Terminal<'_, W> {
    fn say(&mut self, said: Said<'_>) -> io::Result<()> {
        if self.json {
            writeln!(self.out, "{}", report::json_line(&said))?;
        } else {
            self.out.write_all(said.text().as_bytes())?;
        }
        self.out.flush()
    }

    fn hear(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        let read = io::stdin().lock().take(LONGEST).read_line(&mut line)?;
        let ends = read == 0 || (read as u64 == LONGEST && !line.ends_with('\n'));
        Ok((!ends).then_some(line))
    }
}

/// Plays.
pub(crate) fn run(global: &Global, args: &PlayArgs, out: &mut impl Write) -> Result<Status> {
    let place = &args.at.place;
    if args.at.each {
        let message = "a game is played from one position: --each does not belong here";
        return report::wrong(global, out, Kind::Argument, message);
    }
    let mut board = Terminal { out, json: global.json };
    match reading(place) {
        Some(note) if global.json => board.say(Said::Note { note: &note })?,
        _ => say_reading(global, place),
    }
    match limits::world(global).play(place, args.side, args.first, &mut board) {
        Ok(()) => Ok(Status::Answered),
        Err(Abandoned::Refused(refusal)) => report::refused(global, &refusal, out),
        Err(Abandoned::Output(error)) => Err(error.into()),
    }
}
