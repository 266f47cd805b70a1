//! The commands, one file each.

mod atlas;
mod draw;
mod each;
mod eval;
mod heaps;
mod man;
mod misere;
mod play;
mod position;
mod repl;
mod rules;
mod run;
mod survey;
mod verify;

use crate::args::{self, Cli, Command, GlobalOptions};
use crate::files::Unusable;
use crate::report::{self, CommandStatus};
use crate::{limits, signals};
use anyhow::{Context, Result};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use upstar_atlas::SurveyError;
use upstar_base::Budget;
use upstar_base::file::{FileError, Target};
use upstar_lab::Settings;
use upstar_session::Kind;

/// Does what the command line asks.
pub(crate) fn run(cli: &Cli, out: &mut impl Write) -> Result<CommandStatus> {
    let global = &cli.global;
    match answer(cli, out) {
        Err(error) if error.is::<SurveyError>() => survey::refused(global, error, out),
        Err(error) => match (error.downcast_ref::<Unusable>(), error.downcast_ref::<FileError>()) {
            (Some(file), _) if file.is_busy() => {
                report::no_answer(global, out, Kind::File, &file.to_string())
            }
            (Some(file), _) => report::wrong(global, out, Kind::File, &file.to_string()),
            (None, Some(file)) => report::no_answer(global, out, Kind::File, &file.to_string()),
            (None, None) => Err(error),
        },
        answered => answered,
    }
}

fn answer(cli: &Cli, out: &mut impl Write) -> Result<CommandStatus> {
    let global = &cli.global;
    match &cli.command {
        None => repl::run(global, out),
        Some(Command::Eval(args)) => eval::run(global, args, out),
        Some(Command::Run { file }) => run::run(global, file, out),
        Some(Command::Draw(args)) => draw::run(global, args, out),
        Some(Command::Listed(query)) => position::listed(global, query, out),
        Some(Command::Outcome(args)) => position::outcome(global, args, out),
        Some(Command::Table(args)) => position::table(global, args, out),
        Some(Command::Rules(args)) => rules::run(global, args, out),
        Some(Command::Play(args)) => play::run(global, args, out),
        Some(Command::Lab { port, atlas, no_open }) => {
            let (limits, atlas) = (limits::limits(global), atlas.clone());
            let settings = Settings { port: *port, limits, atlas, ..Settings::default() };
            // A signal ends the laboratory as it ends any other command; `--time` bounds questions.
            let work = Arc::new(Budget::unlimited());
            signals::begin(&work);
            upstar_lab::run(settings, !no_open, || work.check().is_ok(), out)?;
            Ok(CommandStatus::NoAnswer)
        }
        Some(Command::Heaps(command)) => heaps::run(global, command, out),
        Some(Command::Misere(command)) => misere::run(global, command, out),
        Some(Command::Atlas(command)) => atlas::run(global, command, out),
        Some(Command::Verify { file, long }) => verify::run(global, file, *long, out),
        Some(Command::Schema) => {
            writeln!(out, "{:#}", upstar_session::schema())?;
            Ok(CommandStatus::Answered)
        }
        Some(Command::Completions { shell }) => {
            // The generator panics if it cannot write, so it writes to memory.
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut args::command(), "upstar", &mut script);
            out.write_all(&script)?;
            Ok(CommandStatus::Answered)
        }
        Some(Command::Man(args)) => man::run(global, args, out),
        Some(Command::Reference { rules: Some(folder) }) => write_pages(global, folder, out),
        Some(Command::Reference { rules: None }) => {
            out.write_all(upstar_calculator::reference_markdown().as_bytes())?;
            Ok(CommandStatus::Answered)
        }
    }
}

/// Writes one page and one picture of each ruleset into a folder.
fn write_pages(
    global: &GlobalOptions,
    folder: &Path,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let pages = match limits::world(global).pages() {
        Ok(pages) => pages,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, text) in pages {
        Target::new(&folder.join(name))?.write(text.as_bytes())?;
    }
    Ok(CommandStatus::Answered)
}
