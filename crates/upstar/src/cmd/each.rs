//! `--each`: a question about every line of stdin.
//!
//! The lines are answered in order, one line of output each, in a world that stays warm: what it
//! learnt of one position serves for the next.
//! ```text
//! $ upstar value domineering --each < boards.txt
//! ```

use super::lines::{self, Line};
use crate::args::Global;
use crate::limits;
use crate::report::{self, Status};
use anyhow::{Context, Result};
use serde::Serialize;
use std::io::{self, BufReader, Write};
use upstar_ask::{Kind, Place, Question, Refusal};
use upstar_lang::{Error, ErrorKind, Span};

/// Asks about every line.
pub(super) fn run(
    global: &Global,
    place: &Place,
    question: &(dyn Fn(Place) -> Question + Sync),
    out: &mut impl Write,
) -> Result<Status> {
    if !place.position.is_empty() {
        let message = "with --each the positions come from stdin, one a line";
        return report::wrong(global, out, Kind::Argument, message);
    }
    let mut world = limits::world(global);
    let mut input = BufReader::new(io::stdin().lock());
    let mut status = Status::Answered;
    for number in 1u64.. {
        out.flush()?;
        let (text, span, message) = match lines::read(&mut input).context("cannot read stdin")? {
            Line::End => break,
            Line::Text(position) => {
                let answer = world.ask(&question(Place { position, ..place.clone() }));
                match answer {
                    Ok(answer) if global.json => writeln!(out, "{}", answer.json())?,
                    Ok(answer) => writeln!(out, "{}", answer.line())?,
                    // No line can be answered.
                    Err(refusal) if refusal.field == "rules" && refusal.kind == Kind::Name => {
                        return report::refused(global, &refusal, out);
                    }
                    Err(refusal) => {
                        status = status.max(refuse(global, number, &refusal, out)?);
                        if refusal.is_cancelled() {
                            break;
                        }
                    }
                }
                continue;
            }
            Line::NotUtf8(text, span) => (text, span, "this is not UTF-8".to_owned()),
            Line::TooLong | Line::Endless => {
                let message = format!("a line is limited to {} bytes", lines::LONGEST);
                (String::new(), Span::new(0, 0), message)
            }
        };
        let error = Error::new(ErrorKind::Syntax, span, message);
        let refusal = Refusal::new("position", text, error);
        status = status.max(refuse(global, number, &refusal, out)?);
    }
    Ok(status)
}

/// A line that has no answer.
fn refuse(global: &Global, line: u64, refusal: &Refusal, out: &mut impl Write) -> Result<Status> {
    #[derive(Serialize)]
    struct Object<'a> {
        position: &'a str,
        line: u64,
        error: serde_json::Value,
    }
    if global.json {
        let error = serde_json::to_value(refusal)?["error"].take();
        writeln!(out, "{}", report::json_line(&Object { position: &refusal.input, line, error }))?;
    } else {
        writeln!(out, "error: {}", refusal.to_string().replace('\n', " "))?;
    }
    Ok(Status::from(refusal))
}
