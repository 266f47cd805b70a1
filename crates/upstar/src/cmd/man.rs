//! `upstar man [COMMAND]`, `upstar man --folder DIR`: the manual pages.

use crate::args::{GlobalOptions, ManArgs, command};
use crate::files;
use crate::report::{self, CommandStatus};
use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;
use std::fs;
use std::io::Write;

/// Prints one page, or writes all of them into a folder.
pub(crate) fn run(
    global: &GlobalOptions,
    args: &ManArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let mut program = command();
    program.build();
    if let Some(folder) = &args.folder {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for (name, page) in pages(&program)? {
            let file = folder.join(name);
            if let Some(target) = files::target(Some(&file))? {
                files::write(&target, &page)?;
            }
        }
        return Ok(CommandStatus::Answered);
    }
    let mut command = &program;
    for name in &args.command {
        match command.find_subcommand(name).filter(|found| !found.is_hide_set()) {
            Some(found) => command = found,
            None => {
                let known: Vec<_> = shown(command).map(Command::get_name).collect();
                let known = match known.as_slice() {
                    [] => "it has no commands".to_owned(),
                    known => format!("expected {}", known.join(", ")),
                };
                let message = format!("there is no command `{name}` here; {known}");
                return report::wrong(global, out, upstar_session::Kind::Name, &message);
            }
        }
    }
    out.write_all(&page(command)?)?;
    Ok(CommandStatus::Answered)
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help")
}

/// Every page with the name of its file.
fn pages(command: &Command) -> Result<Vec<(String, Vec<u8>)>> {
    let mut all = vec![(format!("{}.1", title(command)), page(command)?)];
    for below in shown(command) {
        all.extend(pages(below)?);
    }
    Ok(all)
}

/// `upstar-heaps-values`.
fn title(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command.clone()).title(title(command).to_uppercase()).render(&mut text)?;
    Ok(text)
}
