//! `upstar heaps ...`: nim-sequences of taking-and-breaking games.

mod info;
mod period;
pub(super) mod survey;
mod values;

use crate::args::{Global, HeapsCommand};
use crate::report::{self, Status};
use anyhow::Result;
use std::io::Write;
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::heap::code::HeapCode;

/// Does what the command line asks.
pub(crate) fn run(global: &Global, command: &HeapsCommand, out: &mut impl Write) -> Result<Status> {
    let answer = match command {
        HeapsCommand::Values(args) => values::run(global, args, out),
        HeapsCommand::Period(args) => period::run(global, args, out),
        HeapsCommand::Info(args) => info::run(global, args, out),
        HeapsCommand::Survey(args) => survey::run(global, args, out),
    };
    match answer {
        Err(error) => match error.downcast::<Wrong>() {
            Ok(wrong) => wrong.report(global, out),
            Err(error) => Err(error),
        },
        answer => answer,
    }
}

/// A wrong input, with its place.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct Wrong {
    pub(super) source_text: String,
    pub(super) span: Span,
    pub(super) message: String,
}

impl Wrong {
    pub(super) fn report(self, global: &Global, out: &mut impl Write) -> Result<Status> {
        let error = Error::new(ErrorKind::Syntax, self.span, self.message);
        if global.json {
            writeln!(out, "{}", report::error_json("input", &self.source_text, &error))?;
        } else if !global.quiet {
            report::error("input", &self.source_text, &error);
        }
        Ok(Status::WrongInput)
    }
}

/// How many threads work on one sequence: two, if there are cores for them, unless told.
fn threads(global: &Global) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    global.threads.map_or(cores.min(2), usize::from)
}

/// Reads a code.
pub(super) fn code(text: &str) -> Result<HeapCode> {
    text.parse().map_err(|error: upstar_rules::PositionError| {
        let span = Span::new(error.at, error.at + error.len);
        Wrong { source_text: text.to_owned(), span, message: error.message }.into()
    })
}

/// The largest number of values that may be asked for.
const MOST: u64 = 1_000_000_000_000_000;

/// Reads a number of values from `least` on; powers such as `2^28` and `10^6` are understood.
pub(super) fn amount(text: &str, least: u64, what: &str) -> Result<u64> {
    let number = match text.split_once('^') {
        None => text.replace('_', "").parse::<u64>().ok(),
        Some((base, exponent)) => {
            let (base, exponent) = (base.parse::<u64>().ok(), exponent.parse::<u32>().ok());
            base.zip(exponent).and_then(|(base, exponent)| base.checked_pow(exponent))
        }
    };
    match number {
        Some(number) if (least..=MOST).contains(&number) => Ok(number),
        _ => Err(Wrong {
            source_text: text.to_owned(),
            span: Span::new(0, text.len()),
            message: format!("expected {what}, a number from {least} to 10^15"),
        }
        .into()),
    }
}
