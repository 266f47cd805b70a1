//! `upstar misere ...`: games with heaps when the last move loses.
//! ```text
//! $ upstar misere outcome .07 21+17+12+10+7+4
//! P (quotient of order 24, heaps to 21)
//! ```

use super::survey;
use crate::args::{FriskyArgs, GlobalOptions, MisereCommand, SolveArgs};
use crate::report::{self, CommandStatus};
use crate::{files, limits, signals};
use anyhow::Result;
use std::io::{self, Read, Write};
use upstar_base::file::without_mark;
use upstar_session::misere::{
    CanonicalQuery, FriskyLabelQuery, GeneraQuery, GenusQuery, GenusTableQuery, MovesQuery,
    OutcomeQuery, Question, SolveQuery, is_ruleset,
};
use upstar_session::{Kind, Question as Any};

/// Does what the command line asks.
pub(crate) fn run(
    global: &GlobalOptions,
    command: &MisereCommand,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let mut format = None;
    let question: Question = match command {
        MisereCommand::Survey(args) => return survey::misere(global, args, out),
        MisereCommand::Solve(args) => return solve(global, args, out),
        MisereCommand::Genus(args) => {
            let (code, blurry, digits, why) =
                (args.game.code.clone(), args.blurry, args.digits, args.why);
            let (pairs, options) = (args.pairs, args.options);
            format = args.written.format;
            if let (Some(format), None) = (format, &args.to) {
                let message = format!("only the table of --to is written as {format}");
                return report::wrong(global, out, Kind::Argument, &message);
            }
            if let Some(tokens) = args.tokens {
                Question::Genera(GeneraQuery { code, tokens })
            } else if let Some(text) = args.position.as_ref().or(args.board.as_ref()) {
                let question = |position| {
                    let code = code.clone();
                    Question::Genus(GenusQuery { code, position, blurry, digits, why, options })
                };
                return sums(global, text, args.game.is_ruleset(), out, question);
            } else {
                let to = args.to.clone().unwrap_or_default();
                Question::GenusTable(GenusTableQuery { code, to, blurry, digits, pairs })
            }
        }
        MisereCommand::Canonical(query) => {
            let question = |position| CanonicalQuery { position, ..query.clone() }.into();
            return sums(global, &query.position, is_ruleset(&query.code), out, question);
        }
        MisereCommand::Outcome(query) => {
            let question = |position| OutcomeQuery { position, ..query.clone() }.into();
            return sums(global, &query.position, false, out, question);
        }
        MisereCommand::Moves(query) => {
            let question = |position| MovesQuery { position, ..query.clone() }.into();
            return sums(global, &query.position, false, out, question);
        }
        MisereCommand::Frisky(FriskyArgs { query, position: Some(position) }) => {
            let (code, position) = (query.code.clone(), position.clone());
            FriskyLabelQuery { code, position }.into()
        }
        MisereCommand::Frisky(args) => args.query.clone().into(),
    };
    report::written(global, limits::world(global).ask(&Any::Misere(question)), format, out)
}

/// Finds a quotient, prints it, then writes its certificate.
fn solve(global: &GlobalOptions, args: &SolveArgs, out: &mut impl Write) -> Result<CommandStatus> {
    let target = files::target(args.certificate.as_deref())?;
    let hold = target.as_ref().map(|_| signals::hold());
    let question = SolveQuery { certificate: target.is_some(), ..args.query.clone() }.into();
    let answer = match limits::world(global).ask(&Any::Misere(question)) {
        Ok(answer) => answer,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    let said = report::at_once(global, &answer, out);
    if let (Some(target), Some(certificate)) = (&target, answer.certificate()) {
        files::write(target, certificate.as_bytes())?;
    }
    drop(hold);
    said
}

/// The most bytes that are read from stdin.
const MOST_BYTES: u64 = 1 << 26;

/// Answers for one sum of heaps, or for each line of stdin if that is `-`; the status is the
/// worst of all. A wrong line does not keep the others from their answers.
fn sums(
    global: &GlobalOptions,
    text: &str,
    is_board: bool,
    out: &mut impl Write,
    question: impl Fn(String) -> Question,
) -> Result<CommandStatus> {
    let mut world = limits::world(global);
    if text != "-" || is_board {
        let answer = world.ask(&Any::Misere(question(text.to_owned())));
        return report::conclude(global, answer, out);
    }
    let mut all = String::new();
    io::stdin().lock().take(MOST_BYTES + 1).read_to_string(&mut all)?;
    if all.len() as u64 > MOST_BYTES {
        let message = format!("more than {MOST_BYTES} bytes on stdin");
        return report::wrong(global, out, Kind::Syntax, &message);
    }
    let mut status = None;
    for line in without_mark(&all).lines().map(str::trim).filter(|line| !line.is_empty()) {
        let answer = world.ask(&Any::Misere(question(line.to_owned())));
        let cancelled = answer.as_ref().is_err_and(|refusal| refusal.is_cancelled());
        status = status.max(Some(report::conclude(global, answer, out)?));
        if cancelled {
            break;
        }
    }
    match status {
        Some(status) => Ok(status),
        None => report::wrong(global, out, Kind::Syntax, "expected a sum of heaps on stdin"),
    }
}
