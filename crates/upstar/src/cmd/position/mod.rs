//! Questions about positions: what the commands on rulesets have in common.
//!
//! A command is a [`Question`]: something that can be asked of any ruleset. [`ask`] reads the
//! rules, the variant and the positions, and puts the question.

mod answer;
mod batch;
mod case;
mod compare;
mod every_move;
mod infinite;
mod misere;
mod moves;
mod outcome;
mod pages;
mod picture;
mod play;
mod rules;
mod show_misere;
mod table;
mod value;
mod voice;
mod worth;

pub(crate) use case::Case;
pub(crate) use pages::write_pages;
pub(crate) use picture::{picture, text, winning_moves};

use crate::args::{Command, Global, Manner, PositionArgs};
use crate::desk::{Desk, Limits, with_way_out};
use crate::report::{self, Status};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::{
    MoveKind, PositionError, Rules, RulesError, read_sum, split_sum, without_blanks,
};

/// Runs a command on rulesets.
pub(crate) fn run(global: &Global, command: &Command, out: &mut impl Write) -> Result<Status> {
    match command {
        Command::Value(args) => value::run(global, args, out),
        Command::Outcome(args) => outcome::run(global, args, out),
        Command::Moves(args) => moves::run(global, args, out),
        Command::Compare(args) => compare::run(global, args, out),
        Command::Table(args) => table::run(global, args, out),
        Command::Play(args) => play::run(global, args, out),
        Command::Rules { name } => rules::run(global, name.as_deref(), out),
        _ => Ok(Status::Answered),
    }
}

/// Something to ask about a sum of positions of any ruleset.
pub(crate) trait Question {
    /// What it finds.
    type Answer;
    /// What a terminal shows while the answer is awaited.
    const WHAT: &'static str;

    /// Asks it.
    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Self::Answer, Failure>;
}

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The name or the parameters of the rules are wrong.
    Rules(RulesError),
    /// The position is wrong.
    Position(PositionError),
    /// Another argument is wrong: what it is called, what it says and why.
    Argument(&'static str, String, Box<Error>),
    /// No theory here covers these rules.
    Unfit(String),
    /// A limit was reached, and what is known nevertheless.
    Stopped(Stopped, Option<String>),
    /// Writing failed.
    Output(anyhow::Error),
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::Stopped(stopped, None)
    }
}

impl Failure {
    /// Adds what is known to a failure that a limit caused.
    fn knowing(self, known: impl FnOnce() -> String) -> Failure {
        match self {
            Failure::Stopped(stopped, None) => Failure::Stopped(stopped, Some(known())),
            other => other,
        }
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Failure {
        Failure::Position(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Output(error.into())
    }
}

/// What is to be said of how a question was read: parameters that were not typed, and blanks that
/// make a sum.
pub(crate) fn reading(args: &PositionArgs) -> Option<String> {
    struct Blanks<'a>(&'a str);
    impl Visitor for Blanks<'_> {
        type Output = Option<(String, usize)>;
        fn visit<R: Rules>(self, _: &'static About, rules: R) -> Self::Output {
            let one = without_blanks(&rules, self.0)?;
            Some((one, split_sum(self.0).map_or(0, |terms| terms.len())))
        }
    }
    if let Some(rules) = registry::assumed(&args.rules) {
        return Some(format!("`{}` is read as `{rules}`", args.rules));
    }
    let (one, terms) =
        registry::visit(&args.rules, &args.position, Blanks(&args.position)).ok()??;
    Some(format!(
        "the blanks make this a sum of {terms} positions; `{one}` is one position, another game"
    ))
}

/// Puts a question about what the command line names.
pub(crate) fn ask<Q: Question>(
    global: &Global,
    args: &PositionArgs,
    question: Q,
) -> Result<Q::Answer, Failure> {
    let mut desk = Desk::open(global).map_err(Failure::Output)?;
    if !global.json
        && !global.quiet
        && let Some(note) = reading(args)
    {
        report::say(&format!("note: {note}\n"));
    }
    let limits = Limits::of(global);
    let asking = Asking {
        manner: &args.manner,
        position: &args.position,
        entailed: args.entailed,
        question,
        desk: &mut desk,
        threads: limits.threads,
    };
    registry::visit(&args.rules, &args.position, asking).map_err(Failure::Rules)?
}

struct Asking<'a, Q> {
    manner: &'a Manner,
    position: &'a str,
    entailed: Option<usize>,
    question: Q,
    desk: &'a mut Desk,
    threads: usize,
}

impl<Q: Question> Visitor for Asking<'_, Q> {
    type Output = Result<Q::Answer, Failure>;

    fn visit<R: Rules>(self, about: &'static About, rules: R) -> Self::Output {
        must_have_variant(about, &rules, self.manner)?;
        match self.manner.varied(rules) {
            Ok(varied) => self.with(about, &Arc::new(varied)),
            Err(rules) => self.with(about, &Arc::new(rules)),
        }
    }
}

impl<Q: Question> Asking<'_, Q> {
    fn with<R: Rules>(self, about: &'static About, rules: &Arc<R>) -> Result<Q::Answer, Failure> {
        let terms = read_sum(&**rules, self.position)?;
        let mut case = Case::new(about, rules, self.desk, self.manner, self.threads, &terms)?;
        case.entail_as_told(self.entailed)?;
        case.desk.begin(Q::WHAT);
        let answer = self.question.put(&mut case);
        case.desk.end();
        answer.map_err(|failure| failure.knowing(|| case.progress()))
    }
}

/// Refuses variants that have no meaning: moves that win for one player and lose for the other
/// cannot belong to both.
fn must_have_variant<R: Rules>(about: &About, rules: &R, manner: &Manner) -> Result<(), Failure> {
    let special = rules.special_moves();
    let both =
        [MoveKind::Overriding, MoveKind::Suiciding].iter().all(|kind| special.contains(kind));
    match manner.variant {
        Some(_) if rules.is_infinite() => Err(Failure::Unfit(format!(
            "{}: a position can have infinitely many options, so there are no variants",
            about.title
        ))),
        Some(_) if both && !rules.is_impartial() => Err(Failure::Unfit(format!(
            "{}: what a move decides depends on who makes it, so there are no variants",
            about.title
        ))),
        _ => Ok(()),
    }
}

/// Reports a failure where the command line says it.
pub(crate) fn fail(
    global: &Global,
    rules: &str,
    position: &str,
    failure: Failure,
    out: &mut impl Write,
) -> Result<Status> {
    let Fault { name, source, error } = Fault::of(rules, position, failure)?;
    if global.json {
        writeln!(out, "{}", report::error_json(name, &source, &error))?;
    } else if !global.quiet {
        report::error(name, &source, &error);
    }
    Ok(status(&error))
}

/// The exit status of a question that was not answered.
pub(crate) fn status(error: &Error) -> Status {
    match error.kind {
        ErrorKind::Unsupported => Status::NoAnswer,
        _ => Status::from(error),
    }
}

/// A failure with the argument that it is about.
pub(crate) struct Fault {
    /// What the argument is called.
    pub(crate) name: &'static str,
    /// What it says.
    pub(crate) source: String,
    pub(crate) error: Error,
}

impl Fault {
    /// Finds the argument; an error where nothing could be written.
    pub(crate) fn of(rules: &str, position: &str, failure: Failure) -> Result<Fault> {
        let of_rules = |kind, span, message| Fault {
            name: "rules",
            source: rules.to_owned(),
            error: Error::new(kind, span, message),
        };
        let of_position = |error| Fault { name: "position", source: position.to_owned(), error };
        let at = |e: &PositionError| Span::new(e.at, e.at + e.len);
        let all_rules = Span::new(0, rules.len());
        Ok(match failure {
            Failure::Output(error) => return Err(error),
            Failure::Rules(RulesError::Parameters(e)) => {
                of_rules(ErrorKind::Syntax, at(&e), e.message)
            }
            Failure::Rules(error) => of_rules(ErrorKind::Name, all_rules, error.to_string()),
            Failure::Unfit(message) => of_rules(ErrorKind::Unsupported, all_rules, message),
            Failure::Position(e) => {
                let mut error = Error::new(ErrorKind::Syntax, at(&e), e.message);
                error.hint = registry::caution(rules).map(str::to_owned);
                of_position(error)
            }
            Failure::Argument(name, text, error) => {
                Fault { name, source: text, error: *with_way_out(error) }
            }
            Failure::Stopped(stopped, known) => {
                let mut message = stopped.to_string();
                if let Some(known) = known {
                    message = format!("{message}; {known}");
                }
                let span = Span::new(0, position.len());
                let error = Error::new(ErrorKind::Stopped(stopped), span, message);
                of_position(*with_way_out(Box::new(error)))
            }
        })
    }
}
