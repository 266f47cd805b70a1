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

use crate::args::{EvalArgs, Global};
use crate::desk::Desk;
use crate::report::{self, Status};
use anyhow::{Context, Result};
use std::io::{self, BufRead, BufReader, Read, Write};
use upstar_base::Stopped;
use upstar_lang::{Error, ErrorKind, Span};

/// Evaluates what the command line says.
pub(crate) fn run(global: &Global, args: &EvalArgs, out: &mut impl Write) -> Result<Status> {
    let mut evaluator =
        Evaluator { desk: Desk::open(global)?, global, out, status: Status::Answered };
    let mut stdin_is_read = false;
    for (i, expression) in args.expressions.iter().enumerate() {
        let going_on = if expression != "-" {
            let name = match args.expressions.len() {
                1 => "input".to_string(),
                _ => format!("input {}", i + 1),
            };
            evaluator.answer(&name, expression, Errors::OnStderr)?
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
enum Errors {
    OnStderr,
    /// As a line among the answers.
    InLine,
}

struct Evaluator<'a, W> {
    desk: Desk,
    global: &'a Global,
    out: &'a mut W,
    /// The worst so far.
    status: Status,
}

impl<W: Write> Evaluator<'_, W> {
    /// Answers every line of stdin; false if the user interrupted it.
    fn stdin(&mut self) -> Result<bool> {
        let mut input = BufReader::new(io::stdin().lock());
        for number in 1.. {
            // Whoever waits for an answer before writing the next line must get it.
            self.out.flush()?;
            let name = format!("stdin line {number}");
            let going_on = match read_line(&mut input).context("cannot read stdin")? {
                Line::End => return Ok(true),
                Line::Text(line) => self.answer(&name, &line, Errors::InLine)?,
                Line::NotUtf8(line, span) => {
                    let message = "this is not UTF-8";
                    let error = Error::new(ErrorKind::Syntax, span, message);
                    self.fail(&name, &line, &error, Errors::InLine)?
                }
                Line::TooLong => {
                    let message = format!("a line is limited to {LONGEST_LINE} bytes");
                    let error = Error::new(ErrorKind::Size, Span::new(0, 0), message);
                    self.fail(&name, "", &error, Errors::InLine)?
                }
            };
            if !going_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Answers one input; false if the user interrupted it.
    fn answer(&mut self, name: &str, source: &str, errors: Errors) -> Result<bool> {
        let answer = match self.desk.eval(source) {
            Ok(answer) => answer,
            Err(error) => return self.fail(name, source, &error, errors),
        };
        if !answer.warnings.is_empty() {
            self.status = self.status.max(Status::WrongInput);
        }
        if self.global.json {
            writeln!(self.out, "{}", report::answer_json(source, &answer))?;
        } else if let Some((text, _)) = &answer.value {
            writeln!(self.out, "{}", one_line(text))?;
        } else if errors == Errors::InLine {
            writeln!(self.out)?;
        }
        if !self.global.quiet && !self.global.json && !answer.warnings.is_empty() {
            self.out.flush()?;
            for warning in &answer.warnings {
                report::warning(name, source, warning);
            }
        }
        Ok(true)
    }

    fn fail(&mut self, name: &str, source: &str, error: &Error, errors: Errors) -> Result<bool> {
        self.status = self.status.max(Status::from(error));
        if self.global.json {
            writeln!(self.out, "{}", report::error_json(name, source, error))?;
        } else if errors == Errors::InLine {
            writeln!(self.out, "error: {}", one_line(&error.to_string()))?;
        }
        if !self.global.quiet && !self.global.json {
            self.out.flush()?;
            report::error(name, source, error);
        }
        Ok(error.kind != ErrorKind::Stopped(Stopped::Interrupted))
    }
}

/// A value is one line whatever its strings hold.
fn one_line(text: &str) -> String {
    text.replace('\n', "\\n").replace('\r', "\\r")
}

/// Longer lines are read past, not kept.
const LONGEST_LINE: usize = 64 << 20;

enum Line {
    End,
    Text(String),
    /// The line with the wrong bytes replaced, and where the first of them was.
    NotUtf8(String, Span),
    TooLong,
}

fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if line.len() > LONGEST_LINE {
        skip_line(input)?;
        return Ok(Line::TooLong);
    }
    Ok(match String::from_utf8(line) {
        Ok(text) => Line::Text(text),
        Err(wrong) => {
            let at = wrong.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(wrong.as_bytes()).into_owned();
            Line::NotUtf8(text, Span::new(at, at + 1))
        }
    })
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|&b| b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn lines_of_all_sorts() {
        let mut input: &[u8] = b"1+1\r\n\n\xff\nlast";
        let mut next = || read_line(&mut input).unwrap();
        assert!(matches!(next(), Line::Text(t) if t == "1+1"));
        assert!(matches!(next(), Line::Text(t) if t.is_empty()));
        assert!(matches!(next(), Line::NotUtf8(_, span) if span.start == 0));
        assert!(matches!(next(), Line::Text(t) if t == "last"));
        assert!(matches!(next(), Line::End));
    }

    #[test]
    fn a_line_without_end_is_read_past() {
        let mut input = io::repeat(b'1').take(LONGEST_LINE as u64 * 2);
        let mut text = Vec::new();
        input.read_to_end(&mut text).unwrap();
        text.extend_from_slice(b"\n2\n");
        let mut input = text.as_slice();
        assert!(matches!(read_line(&mut input).unwrap(), Line::TooLong));
        assert!(matches!(read_line(&mut input).unwrap(), Line::Text(t) if t == "2"));
    }
}
