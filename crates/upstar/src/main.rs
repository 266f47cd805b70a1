//! The program `upstar`: reads the command line, asks the libraries, prints what they say.
//!
//! Invariant: the exit status is 0 if everything was answered, 1 if something has no answer
//! within the limits, 2 if some input is wrong; answers go to stdout, messages to stderr, and
//! a reader that closes the pipe is not an error.

mod args;
mod atlas_args;
mod cmd;
mod files;
mod limits;
mod listed;
mod misere_args;
mod position_args;
mod quotient_args;
mod report;
mod signals;
mod wording;

use std::io::{self, Write};
use std::process::ExitCode;
use upstar_terminal::progress;

#[global_allocator]
static ALLOCATOR: upstar_memory::Counting = upstar_memory::Counting;

fn main() -> ExitCode {
    upstar_memory::return_freed_tables();
    if let Err(error) = signals::listen() {
        return report::failure(&error).into();
    }
    let cli = args::parse();
    if cli.global.quiet {
        signals::be_quiet();
    }
    if !cli.global.quiet && !cli.global.json {
        progress::start();
    }
    let mut out = io::BufWriter::new(progress::Cleared(io::stdout().lock()));
    let status = cmd::run(&cli, &mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    let status = status.unwrap_or_else(|error| report::failure(&error));
    progress::end();
    status.into()
}
