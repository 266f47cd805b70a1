//! `upstar atlas`: builds an atlas, and asks one.

use super::survey::{tell, threads};
use super::verify::LONGEST;
use crate::args::GlobalOptions;
use crate::atlas_args::{AtlasCommand, BuildArgs};
use crate::report::{self, CommandStatus};
use crate::{files, limits, signals};
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use upstar_atlas::Atlas;
use upstar_atlas::add::{Added, Certificate, add};
use upstar_atlas::build::{Plan, build};
use upstar_atlas::verify::Sample;
use upstar_base::file::{FileError, Source, read_text};
use upstar_session::{Grid, Kind};

/// Builds an atlas or answers a question about one.
pub(crate) fn run(
    global: &GlobalOptions,
    command: &AtlasCommand,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    match command {
        AtlasCommand::Build(args) => make(global, args, out),
        AtlasCommand::Add { file, certificates, long } => {
            keep(global, file, certificates, *long, out)
        }
        AtlasCommand::Query { file, filter, written } => {
            let found = Atlas::of(file.as_deref())?.look(filter)?;
            let (head, rows) = found.table();
            let head = head.into_iter().map(str::to_owned).collect();
            let grid = Grid { head, rows, formulas: 0..0, sequence: None };
            match written.format.and_then(|format| format.write(&grid)) {
                None => told(global, &found, &found.text(), true, out),
                Some(Ok(text)) => told(global, &found, &text, true, out),
                Some(Err(error)) => report::wrong(global, out, Kind::Argument, &error.to_string()),
            }
        }
        AtlasCommand::Show { file, code, certificate, misere } => {
            let target = files::target(certificate.as_deref())?;
            let atlas = Atlas::of(file.as_deref())?;
            let shown = atlas.show(code)?;
            let status = told(global, &shown, &shown.text(), shown.is_known(), out)?;
            let Some(target) = target else { return Ok(status) };
            match atlas.certificate(code, *misere)? {
                Some(text) => files::write(&target, text.as_bytes()).map(|()| status),
                None => {
                    let message = format!("{} has no certificate of {code}", atlas.name());
                    report::no_answer(global, out, Kind::Database, &message)
                }
            }
        }
        AtlasCommand::Verify { file, sample, seed } => {
            let budget = limits::interruptible(global)?;
            let atlas = Atlas::of(file.as_deref())?;
            let sample = Sample { size: *sample, seed: *seed };
            let checked = atlas.verify(sample, threads(global), &budget)?;
            told(global, &checked, &checked.text(), checked.is_verified(), out)
        }
        AtlasCommand::Diff { first, second } => {
            let found = Atlas::open(first)?.diff(&Atlas::of(second.as_deref())?)?;
            told(global, &found, &found.text(), found.differences.is_empty(), out)
        }
    }
}

fn make(global: &GlobalOptions, args: &BuildArgs, out: &mut impl Write) -> Result<CommandStatus> {
    let hexadecimal = args.hex.then_some(2);
    let BuildArgs { digits, values, hex_values: hexadecimal_values, steps, .. } = *args;
    let only = args.only.clone();
    let plan = Plan { digits, hexadecimal, values, hexadecimal_values, steps, only };
    let budget = limits::interruptible(global)?;
    let hold = signals::hold();
    let (built, stopped) =
        build(&args.to, &plan, threads(global), &budget, &mut |what, done, of, line| {
            tell(global, what, done, of, line);
        })?;
    drop(hold);
    told(global, &built, &built.text(), true, out)?;
    Ok(report::resumable(global, stopped))
}

/// Checks certificates and keeps what they prove. All files are read before anything is checked.
fn keep(
    global: &GlobalOptions,
    file: &Path,
    names: &[PathBuf],
    long: bool,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let budget = limits::interruptible(global)?;
    budget.begin("reading certificates", None);
    let mut certificates = Vec::new();
    for name in names {
        let source = Source::named(name);
        let text = match read_text(&source, LONGEST, &budget) {
            Ok(text) => text,
            Err(FileError::Stopped(stopped)) => {
                let message = stopped.to_string();
                return report::no_answer(global, out, Kind::Stopped(stopped), &message);
            }
            Err(error) => return report::wrong(global, out, Kind::File, &error.to_string()),
        };
        match Certificate::read(&text) {
            Ok(certificate) => certificates.push(certificate),
            Err(error) => {
                let message = format!("{}: {error}", source.name());
                return report::wrong(global, out, Kind::Certificate, &message);
            }
        }
    }
    let hold = signals::hold();
    let found = add(file, &certificates, long, &budget)?;
    drop(hold);
    let lines = names.iter().zip(&found);
    let text: String =
        lines.map(|(name, added)| format!("{}: {}", name.display(), added.text())).collect();
    told(global, &found, &text, found.iter().all(Added::is_known), out)
}

/// Writes an answer as JSON or as text.
fn told(
    global: &GlobalOptions,
    answer: &impl Serialize,
    text: &str,
    complete: bool,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    if global.json {
        writeln!(out, "{}", report::json_line(answer))?;
    } else {
        out.write_all(text.as_bytes())?;
    }
    Ok(if complete { CommandStatus::Answered } else { CommandStatus::NoAnswer })
}
