//! `upstar eval`: expressions from the command line, or statements from stdin.
//!
//! From the command line: one line of output per expression that has a value, messages on
//! stderr. From stdin (`-`): exactly one line of output per line of input, so that a script
//! can pair them: empty if there is no value, `error: ...` if there is none because the input
//! is wrong or a limit was reached. With `--json` every line is an object.
//! ```text
//! $ upstar eval '{3||2|1} + ^*'
//! {3^*||2^*|1^*}
//! ```

use crate::args::{EvalArgs, GlobalOptions};
use crate::limits;
use crate::report::{self, CommandStatus};
use crate::wording::worded;
use anyhow::{Context, Result};
use std::io::{self, BufReader, Write};
use upstar_base::file::{LONGEST_LINE, Line, Lines};
use upstar_calculator::{Error, ErrorKind, Span};
use upstar_session::{EvalAnswer, EvalQuery, QueryError, Question, Session};

/// Evaluates what the command line says.
pub(crate) fn run(
    global: &GlobalOptions,
    args: &EvalArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let mut evaluator = EvalCommand::open(global, out)?;
    let mut stdin_is_read = false;
    for (i, expression) in args.expressions.iter().enumerate() {
        let going_on = if expression != "-" {
            let name = match args.expressions.len() {
                1 => "input".to_string(),
                _ => format!("input {}", i + 1),
            };
            let going_on = evaluator.answer(&name, expression, Errors::OnStderr)?;
            // What is known is said before the next question begins.
            evaluator.out.flush()?;
            going_on
        } else if !std::mem::replace(&mut stdin_is_read, true) {
            evaluator.stdin()?
        } else {
            true
        };
        if !going_on {
            break;
        }
    }
    Ok(evaluator.status)
}

/// Where an error leaves a trace besides the message on stderr.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Errors {
    OnStderr,
    /// As a line among the answers.
    InLine,
}

pub(super) struct EvalCommand<'a, W> {
    world: Session,
    global: &'a GlobalOptions,
    out: &'a mut W,
    /// The worst so far.
    status: CommandStatus,
}

impl<'a, W: Write> EvalCommand<'a, W> {
    /// A fresh session that answers to `out`.
    pub(super) fn open(global: &'a GlobalOptions, out: &'a mut W) -> Result<Self> {
        Ok(EvalCommand {
            world: limits::world(global),
            global,
            out,
            status: CommandStatus::Answered,
        })
    }

    /// The worst so far.
    pub(super) fn status(&self) -> CommandStatus {
        self.status
    }

    /// Was something wrong?
    pub(super) fn has_failed(&self) -> bool {
        self.status != CommandStatus::Answered
    }

    /// Lets everything be seen that was answered.
    pub(super) fn flush(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }

    /// Answers every line of stdin; false if the user interrupted it or a line has no end.
    fn stdin(&mut self) -> Result<bool> {
        let mut input = Lines::of(BufReader::new(io::stdin().lock()));
        for number in 1.. {
            // Whoever waits for an answer before writing the next line must get it.
            self.out.flush()?;
            let name = format!("stdin line {number}");
            let going_on = match input.read().context("cannot read stdin")? {
                Line::End => return Ok(true),
                Line::Text(line) => self.answer(&name, &line, Errors::InLine)?,
                Line::NotUtf8(line, at) => {
                    let (span, message) = (Span::new(at.start, at.end), "this is not UTF-8");
                    let error = Error::new(ErrorKind::Syntax, span, message);
                    self.fail(QueryError::new(name, line, error), Errors::InLine)?
                }
                line @ (Line::TooLong | Line::Endless) => {
                    let message = format!("a line is limited to {} bytes", LONGEST_LINE);
                    let error = Error::new(ErrorKind::Size, Span::new(0, 0), message);
                    let refusal = QueryError::new(name, "", error);
                    self.fail(refusal, Errors::InLine)? && line == Line::TooLong
                }
            };
            if !going_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Answers one input; false if the user interrupted it.
    pub(super) fn answer(&mut self, name: &str, source: &str, errors: Errors) -> Result<bool> {
        let question = Question::Eval(EvalQuery { input: source.to_owned() });
        let answer = match self.world.ask(&question) {
            Ok(answer) => answer,
            Err(refusal) => {
                let field = name.to_owned().into();
                return self.fail(QueryError { field, ..*refusal }, errors);
            }
        };
        let Some(found) = answer.get::<EvalAnswer>() else { return Ok(true) };
        if !found.warnings.is_empty() {
            self.status = self.status.max(CommandStatus::WrongInput);
        }
        if !self.global.json {
            self.printed(&found.printed)?;
        }
        if self.global.json {
            writeln!(self.out, "{}", answer.json())?;
        } else if let Some(text) = &found.value {
            // Tables have lines; in answers to many lines of input each value is one.
            match errors {
                Errors::InLine => writeln!(self.out, "{}", one_line(text))?,
                _ => writeln!(self.out, "{text}")?,
            }
        } else if errors == Errors::InLine {
            writeln!(self.out)?;
        }
        if !self.global.quiet && !self.global.json && !found.warnings.is_empty() {
            self.out.flush()?;
            for warning in &found.warnings {
                report::warning(name, source, warning);
            }
        }
        Ok(true)
    }

    fn printed(&mut self, lines: &[String]) -> Result<()> {
        lines.iter().try_for_each(|line| Ok(writeln!(self.out, "{line}")?))
    }

    fn fail(&mut self, refusal: QueryError, errors: Errors) -> Result<bool> {
        let refusal = worded(refusal);
        self.status = self.status.max(CommandStatus::from(&refusal));
        if !self.global.json {
            self.printed(&refusal.printed)?;
        }
        if self.global.json {
            writeln!(self.out, "{}", report::json_line(&refusal))?;
        } else if errors == Errors::InLine {
            writeln!(self.out, "error: {}", one_line(&refusal.to_string()))?;
        }
        if !self.global.quiet && !self.global.json {
            self.out.flush()?;
            report::error(&refusal);
        }
        Ok(!refusal.is_cancelled())
    }
}

/// A value is one line whatever its strings hold.
fn one_line(text: &str) -> String {
    text.replace('\n', "\\n").replace('\r', "\\r")
}
