//! `upstar value`, `outcome`, `moves`, `compare`, `table`, `rules`: questions about positions.
//! ```text
//! $ upstar value domineering '...|...|...|...'
//! 3/2
//! ```

use super::each;
use crate::args::{Command, Global, PositionArgs};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use std::io::Write;
use upstar_ask::{Place, Question, reading};

/// Answers a question about positions.
pub(crate) fn run(global: &Global, command: &Command, out: &mut impl Write) -> Result<Status> {
    let question = match command {
        Command::Value(args) => {
            let show = args.show.clone();
            return at(global, &args.at, out, |place| Question::Value {
                place,
                show: show.clone(),
            });
        }
        Command::Outcome(args) => return at(global, args, out, Question::Outcome),
        Command::Moves(args) => {
            let (player, all, replies) = (args.player, args.all, args.replies);
            let question = |place| Question::Moves { place, player, all, replies };
            return at(global, &args.at, out, question);
        }
        Command::Compare(args) => Question::Compare {
            rules: args.rules.clone(),
            left: args.left.clone(),
            right: args.right.clone(),
            variant: args.variant,
        },
        Command::Table(args) => Question::Table {
            rules: args.rules.clone(),
            size: args.size.clone(),
            manner: args.manner,
        },
        Command::Rules { name } => Question::Rules { name: name.clone() },
        _ => return Ok(Status::Answered),
    };
    let answer = limits::world(global).ask(&question);
    if let (Ok(answer), false) = (&answer, global.json || global.quiet)
        && let upstar_ask::Found::Table(table) = &answer.found
    {
        report::notes(table.reading.as_slice());
    }
    report::conclude(global, answer, out)
}

/// Asks about one place, or about each line of stdin.
fn at(
    global: &Global,
    args: &PositionArgs,
    out: &mut impl Write,
    question: impl Fn(Place) -> Question + Sync,
) -> Result<Status> {
    if args.each {
        return each::run(global, &args.place, &question, out);
    }
    say_reading(global, &args.place);
    report::conclude(global, limits::world(global).ask(&question(args.place.clone())), out)
}

/// Says how a place was read, where that may not be what was meant.
pub(super) fn say_reading(global: &Global, place: &Place) {
    if !global.json && !global.quiet {
        report::notes(reading(place).as_slice());
    }
}
