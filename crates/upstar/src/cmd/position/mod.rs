//! Questions about positions: what the commands on rulesets have in common.
//!
//! A command is a [`Question`]: something that can be asked of any ruleset. [`ask`] reads the
//! rules, the variant and the sum of positions, and puts the question with a judge.

mod answer;
mod moves;
mod outcome;
mod picture;
mod play;
mod rules;
mod table;
mod value;

pub(crate) use picture::picture;

use crate::args::{Command, Global, Manner, Play, PositionArgs, Variant};
use crate::desk::{Desk, Limits};
use crate::report::{self, Status};
use anyhow::Result;
use std::io::Write;
use upstar_base::Stopped;
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::variant::{Dicotic, Impartial, Twisted};
use upstar_rules::{PositionError, Rules, RulesError, split_sum};
use upstar_theory::judge::Judge;
use upstar_theory::structure::theorem::Known;

/// Runs a command on rulesets.
pub(crate) fn run(global: &Global, command: &Command, out: &mut impl Write) -> Result<Status> {
    match command {
        Command::Value(args) => value::run(global, args, out),
        Command::Outcome(args) => outcome::run(global, args, out),
        Command::Moves(args) => moves::run(global, args, out),
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

    /// Asks it.
    fn put<R: Rules>(self, case: Case<'_, R>) -> Result<Self::Answer, Failure>;
}

/// A sum of positions and a judge for it.
pub(crate) struct Case<'c, R: Rules> {
    pub(crate) about: &'static About,
    pub(crate) rules: &'c R,
    pub(crate) judge: Judge<'c, R>,
    pub(crate) desk: &'c mut Desk,
    pub(crate) sum: Vec<R::Position>,
}

impl<R: Rules> Case<'_, R> {
    /// A sum as it is typed.
    pub(crate) fn show(&self, sum: &[R::Position]) -> String {
        match sum {
            [one] => self.rules.show(one),
            _ => {
                let terms: Vec<String> =
                    sum.iter().map(|term| format!("({})", self.rules.show(term))).collect();
                terms.join(" + ")
            }
        }
    }
}

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The name or the parameters of the rules are wrong.
    Rules(RulesError),
    /// The position is wrong.
    Position(PositionError),
    /// The rules and the question do not go together.
    Unfit(String),
    /// A limit was reached.
    Stopped(Stopped),
    /// Writing failed.
    Output(anyhow::Error),
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::Stopped(stopped)
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

/// Puts a question about what the command line names.
pub(crate) fn ask<Q: Question>(
    global: &Global,
    args: &PositionArgs,
    question: Q,
) -> Result<Q::Answer, Failure> {
    let mut desk = Desk::open(global).map_err(Failure::Output)?;
    let limits = Limits::of(global);
    let asking = Asking {
        manner: &args.manner,
        position: &args.position,
        question,
        desk: &mut desk,
        threads: limits.threads,
    };
    registry::visit(&args.rules, &args.position, asking).map_err(Failure::Rules)?
}

struct Asking<'a, Q> {
    manner: &'a Manner,
    position: &'a str,
    question: Q,
    desk: &'a mut Desk,
    threads: usize,
}

impl<Q: Question> Visitor for Asking<'_, Q> {
    type Output = Result<Q::Answer, Failure>;

    fn visit<R: Rules>(self, about: &'static About, rules: R) -> Self::Output {
        if rules.is_loopy() {
            let title = about.title;
            let unfit =
                |why: &str| Err(Failure::Unfit(format!("play of {title} can be endless: {why}")));
            match Known::of(&rules) {
                None => return unfit("no theory yet"),
                Some(_) if self.manner.variant.is_some() => {
                    return unfit("no theory of its variants");
                }
                Some(_) if self.manner.play == Play::Misere => {
                    return unfit("no theory of its misère play");
                }
                Some(_) => {}
            }
        }
        match self.manner.variant {
            None => self.with(about, &rules),
            Some(Variant::Impartial) => self.with(about, &Erased::new(Impartial(rules))),
            Some(Variant::Dicotic) => self.with(about, &Erased::new(Dicotic(rules))),
            Some(Variant::Twisted) => self.with(about, &Erased::new(Twisted(rules))),
        }
    }
}

impl<Q: Question> Asking<'_, Q> {
    fn with<R: Rules>(self, about: &'static About, rules: &R) -> Result<Q::Answer, Failure> {
        let sum = parse_sum(rules, self.position)?;
        let play = self.manner.play.into();
        let judge = Judge::new(rules, play, self.desk.calc().fork()).with_threads(self.threads);
        self.desk.begin();
        let answer = self.question.put(Case { about, rules, judge, desk: self.desk, sum });
        answer
    }
}

/// Reads a sum of positions.
pub(crate) fn parse_sum<R: Rules>(
    rules: &R,
    text: &str,
) -> Result<Vec<R::Position>, PositionError> {
    split_sum(text)?
        .into_iter()
        .map(|(at, term)| rules.parse(term).map_err(|error| error.shifted(at)))
        .collect()
}

/// Reports a failure where the command line says it.
pub(crate) fn fail(
    global: &Global,
    rules: &str,
    position: &str,
    failure: Failure,
    out: &mut impl Write,
) -> Result<Status> {
    let (source, error) = match failure {
        Failure::Output(error) => return Err(error),
        Failure::Rules(RulesError::Parameters(e)) => {
            (rules, Error::new(ErrorKind::Syntax, Span::new(e.at, e.at + e.len), e.message))
        }
        Failure::Rules(error) => {
            let span = Span::new(0, rules.len());
            (rules, Error::new(ErrorKind::Name, span, error.to_string()))
        }
        Failure::Position(e) => {
            (position, Error::new(ErrorKind::Syntax, Span::new(e.at, e.at + e.len), e.message))
        }
        Failure::Unfit(message) => {
            (rules, Error::new(ErrorKind::Unsupported, Span::new(0, rules.len()), message))
        }
        Failure::Stopped(stopped) => {
            let message = stopped.to_string();
            let span = Span::new(0, position.len());
            (position, Error::new(ErrorKind::Stopped(stopped), span, message))
        }
    };
    if global.json {
        writeln!(out, "{}", report::error_json(&error))?;
    } else if !global.quiet {
        let name = if std::ptr::eq(source, rules) { "rules" } else { "position" };
        report::error(name, source, &error);
    }
    Ok(match error.kind {
        ErrorKind::Unsupported => Status::NoAnswer,
        _ => Status::from(&error),
    })
}
