//! One question about one position, or with `--each` about every line of stdin.
//!
//! The lines of a batch are answered in order, one line of output each, by one engine that stays
//! warm: what it learnt of one position serves for the next. Only a board that needs another
//! representation, and a sum with games of its own, begin anew.
//! ```text
//! $ upstar value domineering --each < boards.txt
//! ```

use super::case::Case;
use super::{Failure, Fault, Question, ask, must_have_variant};
use crate::args::{Global, PositionArgs};
use crate::cmd::lines::{self, Line};
use crate::desk::{Desk, Limits};
use crate::report::{self, Status};
use anyhow::{Context, Result};
use serde_json::json;
use std::io::{self, BufReader, StdinLock, Write};
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::{Rules, read_sum, sum};

/// Asks about one position or about each line of stdin; `say` writes an answer.
pub(super) fn answer<Q: Question, W: Write>(
    global: &Global,
    place: &PositionArgs,
    out: &mut W,
    question: impl Fn() -> Q,
    say: impl Fn(&PositionArgs, Q::Answer, &mut W) -> Result<()>,
) -> Result<Status> {
    if place.each {
        return each(global, place, out, &question, &say);
    }
    match ask(global, place, question()) {
        Ok(found) => {
            say(place, found, out)?;
            Ok(Status::Answered)
        }
        Err(failure) => super::fail(global, &place.rules, &place.position, failure, out),
    }
}

/// A line of the batch.
struct Numbered {
    number: u64,
    text: String,
}

/// The lines of stdin and what becomes of them.
struct Batch<'a, W, F> {
    global: &'a Global,
    place: &'a PositionArgs,
    out: &'a mut W,
    say: &'a F,
    input: BufReader<StdinLock<'static>>,
    number: u64,
    status: Status,
}

impl<W: Write, F> Batch<'_, W, F> {
    /// The next line that is a text; lines that are none are refused one by one.
    fn next(&mut self) -> Result<Option<Numbered>> {
        loop {
            self.out.flush()?;
            let line = lines::read(&mut self.input).context("cannot read stdin")?;
            self.number += 1;
            let number = self.number;
            let (text, span, message) = match line {
                Line::End => return Ok(None),
                Line::Text(text) => return Ok(Some(Numbered { number, text })),
                Line::NotUtf8(text, span) => (text, span, "this is not UTF-8".to_owned()),
                Line::TooLong | Line::Endless => {
                    let message = format!("a line is limited to {} bytes", lines::LONGEST);
                    (String::new(), Span::new(0, 0), message)
                }
            };
            let error = Error::new(ErrorKind::Syntax, span, message);
            self.refuse(&Numbered { number, text }, "position", &error)?;
        }
    }

    /// A line that has no answer.
    fn refuse(&mut self, line: &Numbered, argument: &str, error: &Error) -> Result<()> {
        self.status = self.status.max(super::status(error));
        if self.global.json {
            let mut object = json!({"position": line.text, "line": line.number});
            let reported = report::error_json(argument, &line.text, error);
            object["error"] = reported["error"].clone();
            writeln!(self.out, "{object}")?;
        } else {
            writeln!(self.out, "error: {}", error.to_string().replace('\n', " "))?;
        }
        Ok(())
    }

    fn fail(&mut self, line: &Numbered, failure: Failure) -> Result<()> {
        let Fault { name, error, .. } = Fault::of(&self.place.rules, &line.text, failure)?;
        self.refuse(line, name, &error)
    }
}

fn each<Q: Question, W: Write>(
    global: &Global,
    place: &PositionArgs,
    out: &mut W,
    question: &dyn Fn() -> Q,
    say: &impl Fn(&PositionArgs, Q::Answer, &mut W) -> Result<()>,
) -> Result<Status> {
    if !place.position.is_empty() {
        let message = "with --each the positions come from stdin, one a line";
        return report::wrong(global, out, "argument", message);
    }
    let mut desk = Desk::open(global)?;
    let input = BufReader::new(io::stdin().lock());
    let status = Status::Answered;
    let mut batch = Batch { global, place, out, say, input, number: 0, status };
    let mut size = (0, 0);
    let mut next = batch.next()?;
    while let Some(line) = next {
        let shape = registry::shape(&line.text);
        size = (size.0.max(shape.0), size.1.max(shape.1));
        let text = line.text.clone();
        let room = Room { batch: &mut batch, question, desk: &mut desk, line, size };
        let visited = match is_alone(&place.rules, &text) {
            true => registry::visit(&place.rules, &text, room),
            false => registry::visit_sized(&place.rules, size, room),
        };
        next = match visited {
            Ok(next) => next?,
            // No line can be answered.
            Err(error) => {
                return super::fail(global, &place.rules, &text, Failure::Rules(error), batch.out);
            }
        };
    }
    Ok(batch.status)
}

/// Are the rules made for this very line?
fn is_alone(rules: &str, text: &str) -> bool {
    registry::about(rules).is_ok_and(|about| about.name == sum::ABOUT.name) || sum::is_mixed(text)
}

/// Rules and an engine, with the first line that they are for.
struct Room<'a, 'b, Q, W, F> {
    batch: &'a mut Batch<'b, W, F>,
    question: &'a dyn Fn() -> Q,
    desk: &'a mut Desk,
    line: Numbered,
    /// The largest board that the rules hold.
    size: (usize, usize),
}

impl<Q, W, F> Visitor for Room<'_, '_, Q, W, F>
where
    Q: Question,
    W: Write,
    F: Fn(&PositionArgs, Q::Answer, &mut W) -> Result<()>,
{
    type Output = Result<Option<Numbered>>;

    fn visit<R: Rules>(self, about: &'static About, rules: R) -> Self::Output {
        if let Err(failure) = must_have_variant(about, &rules, &self.batch.place.manner) {
            self.batch.fail(&self.line, failure)?;
            return self.batch.next();
        }
        match self.batch.place.manner.varied(rules) {
            Ok(varied) => self.answer(about, &Arc::new(varied)),
            Err(rules) => self.answer(about, &Arc::new(rules)),
        }
    }
}

impl<Q, W, F> Room<'_, '_, Q, W, F>
where
    Q: Question,
    W: Write,
    F: Fn(&PositionArgs, Q::Answer, &mut W) -> Result<()>,
{
    /// Answers lines until one needs other rules, which is returned.
    fn answer<R: Rules>(self, about: &'static About, rules: &Arc<R>) -> Result<Option<Numbered>> {
        let Room { batch, question, desk, line, size } = self;
        let place = batch.place;
        let threads = Limits::of(batch.global).threads;
        let mut line = line;
        let terms = match read_sum(&**rules, &line.text) {
            Ok(terms) => terms,
            Err(error) => {
                batch.fail(&line, error.into())?;
                return batch.next();
            }
        };
        let mut case = match Case::new(about, rules, desk, &place.manner, threads, &terms) {
            Ok(case) => case,
            Err(failure) => {
                batch.fail(&line, failure)?;
                return batch.next();
            }
        };
        loop {
            match put(&mut case, place, &line, question()) {
                Ok(found) => {
                    let asked = PositionArgs { position: line.text.clone(), ..place.clone() };
                    (batch.say)(&asked, found, batch.out)?;
                }
                Err(failure) => {
                    let interrupted = matches!(failure, Failure::Stopped(Stopped::Interrupted, _));
                    batch.fail(&line, failure)?;
                    if interrupted {
                        return Ok(None);
                    }
                }
            }
            let Some(next) = batch.next()? else { return Ok(None) };
            let shape = registry::shape(&next.text);
            let fits = shape.0 <= size.0 && shape.1 <= size.1 && !rules.is_infinite();
            if !fits || is_alone(&place.rules, &line.text) || is_alone(&place.rules, &next.text) {
                return Ok(Some(next));
            }
            line = next;
        }
    }
}

/// Puts the question about one line.
fn put<R: Rules, Q: Question>(
    case: &mut Case<'_, R>,
    place: &PositionArgs,
    line: &Numbered,
    question: Q,
) -> Result<Q::Answer, Failure> {
    let terms = read_sum(&**case.rules, &line.text)?;
    case.desk.begin(Q::WHAT);
    let answer = (|| {
        case.standing = case.read(&terms)?;
        case.entail_as_told(place.entailed)?;
        question.put(case)
    })();
    case.desk.end();
    answer
}
