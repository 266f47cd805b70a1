//! The limits of the command line, and a world that keeps them.

use crate::args::GlobalOptions;
use crate::report::{self, CommandStatus};
use crate::{files, progress, signals};
use anyhow::Result;
use std::path::PathBuf;
use std::sync::Arc;
use upstar_base::file::{FileError, Source, read_text};
use upstar_base::{Budget, Stopped};
use upstar_memory::LastWords;
use upstar_session::{
    Amount, Format, Kind, Limits, LoadError, Notation, Observer, QueryError, Session, TimeSpan,
    half_of_ram,
};

/// Longer files are no programs.
pub(crate) const LONGEST_PROGRAM: u64 = 64 << 20;

/// The limits that the command line asks for.
pub(crate) fn limits(global: &GlobalOptions) -> Limits {
    let memory = global.memory.map(|Amount(bytes)| bytes);
    Limits {
        time: global.time.map(|TimeSpan(time)| time),
        memory: Some(memory.unwrap_or_else(half_of_ram)),
        threads: global.threads.map(usize::from),
    }
}

/// Keeps the memory of the whole process within the limit that the command line asks for, also
/// where code forgets to charge what it holds.
pub(crate) fn keep_process(global: &GlobalOptions) {
    let Some(limit) = limits(global).memory else { return };
    let stopped = Stopped::Memory(limit);
    let line = match (global.json, global.quiet) {
        (true, _) => {
            let message = stopped.to_string();
            report::json_line(&QueryError::plain(Kind::Stopped(stopped), message)) + "\n"
        }
        (false, true) => String::new(),
        (false, false) => format!("error: {stopped}\n"),
    };
    let status = CommandStatus::NoAnswer as u8;
    upstar_memory::set_last_words(LastWords { line, to_stdout: global.json, status });
    upstar_memory::set_limit(Some(limit));
}

/// A world with these limits; a signal ends its questions, and a terminal shows how far they are.
pub(crate) fn world(global: &GlobalOptions) -> Session {
    with_files(Session::watched(limits(global), global.notation, Box::new(Terminal)))
}

/// The same world; names with `/` or `.up` are files of rules, and the calculator can load files.
pub(crate) fn with_files(mut world: Session) -> Session {
    world.set_shelf(Box::new(files::rules));
    world.set_loader(|name, budget| {
        let source = Source::File(PathBuf::from(name));
        read_text(&source, LONGEST_PROGRAM, budget).map_err(|error| match error {
            FileError::Stopped(stopped) => LoadError::Stopped(stopped),
            error => LoadError::Failed(error.to_string()),
        })
    });
    world
}

/// The same for an answer in some format: formulas of LaTeX are written as such.
pub(crate) fn world_for(global: &GlobalOptions, format: Option<Format>) -> Session {
    let mut world = world(global);
    if format == Some(Format::Latex) {
        world.set_notation(Notation::Latex);
    }
    world
}

struct Terminal;

impl Observer for Terminal {
    fn begin(&self, budget: &Arc<Budget>) {
        signals::begin(budget);
        progress::begin(budget);
        if signals::must_end() {
            budget.interrupt();
        }
    }

    fn end(&self) {
        signals::end();
        progress::end();
    }

    fn stage(&self, what: &'static str, done: usize, of: usize) {
        progress::stage(what, done, of);
    }
}

/// The budget that the command line asks for.
pub(crate) fn budget(global: &GlobalOptions) -> Budget {
    let Limits { time, memory, .. } = limits(global);
    Budget::new(time, memory)
}

/// The budget that the command line asks for, of a command that begins its work now: a signal ends
/// it, and a terminal shows how far it is.
pub(crate) fn interruptible(global: &GlobalOptions) -> Result<Arc<Budget>> {
    let budget = Arc::new(budget(global));
    signals::begin(&budget);
    progress::begin(&budget);
    Ok(budget)
}
