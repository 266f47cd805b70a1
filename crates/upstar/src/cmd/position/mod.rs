//! Questions about positions: what the commands on rulesets have in common.
//!
//! A command is a [`Question`]: something that can be asked of any ruleset. [`ask`] reads the
//! rules, the variant and the sum of positions, and puts the question with a judge.

mod answer;
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

pub(crate) use pages::write_pages;
pub(crate) use picture::{picture, text};

use crate::args::{Command, Global, Manner, Play, PositionArgs, Variant};
use crate::desk::{Desk, Limits, with_way_out};
use crate::report::{self, Status};
use anyhow::Result;
use misere::Misere;
use std::io::Write;
use std::sync::Arc;
use upstar_base::{Outcome, Player, Stopped};
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::variant::{Dicotic, Impartial, Twisted};
use upstar_rules::{PositionError, Rules, RulesError, read_sum};
use upstar_theory::judge::{Judge, Move, Reason};
use upstar_theory::structure::theorem::Known;
use upstar_values::Short;

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
    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Self::Answer, Failure>;
}

/// A sum of positions and a judge for it.
pub(crate) struct Case<'c, R: Rules> {
    pub(crate) about: &'static About,
    pub(crate) rules: &'c R,
    pub(crate) judge: Judge<'c, R>,
    /// The theory of misère play, where it is asked for and the game is impartial.
    misere: Option<Misere<'c, R>>,
    pub(crate) desk: &'c mut Desk,
    pub(crate) sum: Vec<R::Position>,
}

/// Why a move wins.
pub(crate) enum Why {
    /// What the judge says.
    Judged(Reason),
    /// What the theory of misère play says.
    Misere(String),
}

/// A move of a player.
pub(crate) struct Candidate<P> {
    /// Which term of the sum is changed.
    pub(crate) term: usize,
    /// What it becomes.
    pub(crate) to: P,
    /// What the whole sum is worth afterwards, when that was computed.
    pub(crate) value: Option<Short>,
    /// Why it wins; `None` for a losing move.
    pub(crate) wins: Option<Why>,
}

impl<R: Rules> Case<'_, R> {
    /// Who wins the sum; in misère play of an impartial game also why.
    pub(crate) fn outcome(&mut self) -> Result<(Outcome, Option<String>), Stopped> {
        if let Some(misere) = &mut self.misere {
            misere.begin(&self.sum);
            if let Some(verdict) = misere.verdict(&self.sum)? {
                let outcome = if verdict.previous_wins { Outcome::P } else { Outcome::N };
                return Ok((outcome, Some(verdict.why)));
            }
            return Ok((self.judge.outcome(&self.sum)?, Some("by search".to_owned())));
        }
        Ok((self.judge.outcome(&self.sum)?, None))
    }

    /// Every move of `who` in a sum of positions, the same result only once.
    pub(crate) fn moves(
        &mut self,
        sum: &[R::Position],
        who: Player,
    ) -> Result<Vec<Candidate<R::Position>>, Stopped> {
        let Some(misere) = &mut self.misere else {
            let moves = self.judge.moves(sum, who)?.into_iter();
            let candidate = |Move { term, to, value, wins }| Candidate {
                term,
                to,
                value,
                wins: wins.map(Why::Judged),
            };
            return Ok(moves.map(candidate).collect());
        };
        misere.begin(sum);
        let mut after = sum.to_vec();
        let mut candidates = Vec::new();
        for (term, to) in self.judge.legal(sum, who) {
            let before = std::mem::replace(&mut after[term], to.clone());
            let wins = match misere.verdict(&after)? {
                Some(verdict) => verdict.previous_wins.then_some(Why::Misere(verdict.why)),
                None => (!self.judge.wins(&after, !who)?).then_some(Why::Judged(Reason::Search)),
            };
            after[term] = before;
            candidates.push(Candidate { term, to, value: None, wins });
        }
        Ok(candidates)
    }

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
        must_be_answerable(about, &rules, self.manner)?;
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
        let sum = read_sum(rules, self.position)?;
        let play = self.manner.play.into();
        let judge = Judge::new(rules, play, self.desk.calc().fork()).with_threads(self.threads);
        self.desk.begin();
        let budget = Arc::clone(self.desk.calc().budget());
        let misere = match self.manner.play {
            Play::Misere => Misere::of(rules, budget),
            Play::Normal => None,
        };
        let mut case = Case { about, rules, judge, misere, desk: self.desk, sum };
        let answer = self.question.put(&mut case);
        case.desk.end();
        answer.map_err(|failure| failure.knowing(|| case.judge.progress().to_string()))
    }
}

/// Refuses rules whose play need not end, unless a theorem covers them.
fn must_be_answerable<R: Rules>(about: &About, rules: &R, manner: &Manner) -> Result<(), Failure> {
    let plain = manner.play == Play::Normal && manner.variant.is_none();
    if !rules.is_loopy() || plain && Known::of(rules).is_some() {
        return Ok(());
    }
    Err(Failure::Unfit(format!("play of {} can be endless: no theory yet", about.title)))
}

/// Reports a failure where the command line says it.
pub(crate) fn fail(
    global: &Global,
    rules: &str,
    position: &str,
    failure: Failure,
    out: &mut impl Write,
) -> Result<Status> {
    let of_rules =
        |kind, span, message| ("rules", rules.to_owned(), Error::new(kind, span, message));
    let at = |e: &PositionError| Span::new(e.at, e.at + e.len);
    let all_rules = Span::new(0, rules.len());
    let (name, source, error) = match failure {
        Failure::Output(error) => return Err(error),
        Failure::Rules(RulesError::Parameters(e)) => of_rules(ErrorKind::Syntax, at(&e), e.message),
        Failure::Rules(error) => of_rules(ErrorKind::Name, all_rules, error.to_string()),
        Failure::Unfit(message) => of_rules(ErrorKind::Unsupported, all_rules, message),
        Failure::Position(e) => {
            ("position", position.to_owned(), Error::new(ErrorKind::Syntax, at(&e), e.message))
        }
        Failure::Argument(name, text, error) => (name, text, *with_way_out(error)),
        Failure::Stopped(stopped, known) => {
            let mut message = stopped.to_string();
            if let Some(known) = known {
                message = format!("{message}; {known}");
            }
            let span = Span::new(0, position.len());
            let error = Error::new(ErrorKind::Stopped(stopped), span, message);
            ("position", position.to_owned(), *with_way_out(Box::new(error)))
        }
    };
    if global.json {
        writeln!(out, "{}", report::error_json(&error))?;
    } else if !global.quiet {
        report::error(name, &source, &error);
    }
    Ok(match error.kind {
        ErrorKind::Unsupported => Status::NoAnswer,
        _ => Status::from(&error),
    })
}
