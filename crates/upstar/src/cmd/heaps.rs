//! `upstar heaps ...`: nim-sequences of taking-and-breaking games.
//! ```text
//! $ upstar heaps values .77 --to 11
//! 0 1 2 3 1 4 3 2 1 4 2 6
//! ```

use super::survey;
use crate::args::{GlobalOptions, HeapsCommand, PeriodArgs, ValuesArgs};
use crate::report::{self, CommandStatus};
use crate::{files, limits, signals};
use anyhow::{Result, anyhow};
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;
use upstar_session::{
    Format, HeapCertificateQuery, HeapPeriod, HeapValuesAnswer, Keeping, Kind, MOST_LISTED, amount,
    code_name,
};

/// Does what the command line asks.
pub(crate) fn run(
    global: &GlobalOptions,
    command: &HeapsCommand,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    match command {
        HeapsCommand::Values(args) => values(global, args, out),
        HeapsCommand::Period(args) => period(global, args, out),
        HeapsCommand::Survey(args) => survey::heaps(global, args, out),
    }
}

/// How many values stand in a line.
const COLUMNS: u64 = 32;

/// Computes and prints a sequence.
fn values(
    global: &GlobalOptions,
    args: &ValuesArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let to = match amount(&args.query.to, 0, "the largest heap") {
        Ok(to) => to,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    if args.save.is_none() && to >= MOST_LISTED {
        let message = format!("at most {MOST_LISTED} values are printed; `--save` writes more");
        return report::no_answer(global, out, Kind::Size, &message);
    }
    let target = files::target(args.save.as_deref())?;
    let kept = files::keep(args.checkpoint.as_deref())?;
    let keeping = Keeping { checkpoint: args.checkpoint.as_deref(), pack: target.is_some() };
    let format = args.written.format.unwrap_or_default();
    if target.is_some() && format != Format::Text {
        let message = "--save writes a compact form of its own: --format does not belong to it";
        return report::wrong(global, out, Kind::Argument, message);
    }
    if format != Format::Text && format.stream().is_none() {
        if args.checkpoint.is_some() {
            let message = "this format is written at once: --checkpoint does not belong to it";
            return report::wrong(global, out, Kind::Argument, message);
        }
        let answer = limits::world(global).ask(&args.query.clone().into());
        return report::written(global, answer, Some(format), out);
    }
    let code = match code_name(&args.query.code) {
        Ok(code) => code,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    let mut listing = PrintedSequence { global, format, code: &code, out, n: 0, broken: Ok(()) };
    let mut world = limits::world(global);
    let answer = world.heap_values(&args.query.code, &args.query.to, keeping, &mut |part| {
        listing.broken = listing.part(part);
        if listing.broken.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    drop(kept);
    let answer = match answer {
        Ok(answer) => answer,
        Err(refusal) => {
            std::mem::replace(&mut listing.broken, Ok(()))?;
            return report::refused(global, &refusal, listing.out);
        }
    };
    let Some(found) = answer.get::<HeapValuesAnswer>() else { return Ok(CommandStatus::Answered) };
    let mut unwritten = None;
    if let (Some(target), Some(bytes)) = (&target, &found.packed)
        && let Err(error) = files::write(target, bytes)
    {
        // What cannot be written is at least printed.
        unwritten = Some(error);
        found.unpacked(&mut |part| {
            listing.broken = listing.part(part);
            if listing.broken.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    let PrintedSequence { n, broken, out, .. } = listing;
    broken?;
    match &target {
        Some(target) if unwritten.is_none() && global.json => {
            #[derive(Serialize)]
            struct SequenceJson<'a> {
                code: &'a str,
                file: std::borrow::Cow<'a, str>,
                to: u64,
            }
            let file = target.name().to_string_lossy();
            let object = SequenceJson { code: &found.code, file, to };
            writeln!(out, "{}", report::json_line(&object))?;
        }
        _ if n > 0 && format == Format::Text => {
            writeln!(out, "{}", if global.json { "]}" } else { "" })?;
        }
        _ => {}
    }
    if let Some(error) = unwritten {
        return Err(error);
    }
    match &found.unsaved {
        Some(error) => Err(anyhow!("{error}")),
        None => Ok(CommandStatus::Answered),
    }
}

/// A sequence that is being printed.
struct PrintedSequence<'a, W> {
    global: &'a GlobalOptions,
    format: Format,
    code: &'a str,
    out: &'a mut W,
    n: u64,
    broken: io::Result<()>,
}

impl<W: Write> PrintedSequence<'_, W> {
    fn part(&mut self, part: &[u32]) -> io::Result<()> {
        if let Some(stream) = self.format.stream() {
            if self.n == 0 {
                write!(self.out, "{}", stream.head)?;
            }
            for value in part {
                writeln!(self.out, "{}{}{value}", self.n, stream.separator)?;
                self.n += 1;
            }
            return Ok(());
        }
        if self.n == 0 && self.global.json {
            write!(
                self.out,
                "{{\"code\":{},\"from\":0,\"values\":[",
                report::json_line(&self.code)
            )?;
        }
        for value in part {
            let separator = match (self.n, self.global.json) {
                (0, _) => "",
                (_, true) => ",",
                (n, false) if n.is_multiple_of(COLUMNS) => "\n",
                _ => " ",
            };
            write!(self.out, "{separator}{value}")?;
            self.n += 1;
        }
        Ok(())
    }
}

/// Looks for a period, prints it, then writes the certificate.
fn period(
    global: &GlobalOptions,
    args: &PeriodArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let target = files::target(args.certificate.as_deref())?;
    let _hold = target.as_ref().map(|_| signals::hold());
    let mut world = limits::world(global);
    let (code, certificate) = (&args.query.code, target.is_some());
    let answer = match &args.claim {
        None => {
            let question = if certificate {
                let (code, limit) = (code.clone(), args.query.limit.clone());
                HeapCertificateQuery { code, limit }.into()
            } else {
                args.query.clone().into()
            };
            world.ask(&question).map_err(|refusal| *refusal)
        }
        Some(claim) => {
            let kept = files::keep(args.checkpoint.as_deref())?;
            let answer = world.heap_claim(code, claim, args.checkpoint.as_deref(), certificate);
            drop(kept);
            answer
        }
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    let said = report::at_once(global, &answer, out);
    let Some(found) = answer.get::<HeapPeriod>() else { return said };
    if let (Some(stopped), false) = (&found.stopped, global.quiet || global.json) {
        report::say(&format!("{stopped}\n"));
    }
    match (&target, &found.certificate) {
        (Some(target), Some(text)) => files::write(target, text.as_bytes())?,
        (Some(_), None) if found.proved => return Err(anyhow!("this proof has no certificate")),
        _ => {}
    }
    said
}
