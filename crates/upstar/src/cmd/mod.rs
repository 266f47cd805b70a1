//! The commands, one file each.

mod draw;
mod eval;
mod heaps;
mod misere;
mod position;
mod repl;
mod verify;

use crate::args::{Cli, Command};
use crate::report::Status;
use anyhow::Result;
use clap::CommandFactory;
use std::io::Write;

/// Does what the command line asks.
pub(crate) fn run(cli: &Cli, out: &mut impl Write) -> Result<Status> {
    let global = &cli.global;
    match &cli.command {
        None => repl::run(global, out),
        Some(Command::Eval(args)) => eval::run(global, args, out),
        Some(Command::Draw(args)) => draw::run(global, args, out),
        Some(
            command @ (Command::Rules { .. }
            | Command::Value(_)
            | Command::Outcome(_)
            | Command::Moves(_)
            | Command::Table(_)
            | Command::Play(_)),
        ) => position::run(global, command, out),
        Some(Command::Heaps(command)) => heaps::run(global, command, out),
        Some(Command::Misere(command)) => misere::run(global, command, out),
        Some(Command::Verify { file, long }) => verify::run(global, file, *long, out),
        Some(Command::Completions { shell }) => {
            // The generator panics if it cannot write, so it writes to memory.
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "upstar", &mut script);
            out.write_all(&script)?;
            Ok(Status::Answered)
        }
        Some(Command::Man) => {
            clap_mangen::Man::new(Cli::command()).render(out)?;
            Ok(Status::Answered)
        }
        Some(Command::Reference { rules: Some(folder) }) => position::write_pages(global, folder),
        Some(Command::Reference { rules: None }) => {
            out.write_all(upstar_lang::reference_markdown().as_bytes())?;
            Ok(Status::Answered)
        }
    }
}
