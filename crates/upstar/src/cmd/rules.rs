//! `upstar rules`: what rulesets there are, and files of rules.

use crate::args::{GlobalOptions, RulesAction, RulesArgs};
use crate::report::{self, CommandStatus};
use crate::{files, limits};
use anyhow::Result;
use std::io::{ErrorKind, Write};
use std::path::Path;
use upstar_base::file::FileError;
use upstar_session::{Kind, RulesQuery, starter};

/// Lists rulesets, or says all about one.
pub(crate) fn run(
    global: &GlobalOptions,
    args: &RulesArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let format = args.written.format;
    let (question, format) = match &args.action {
        None => (RulesQuery { name: args.name.clone() }.into(), format),
        Some(RulesAction::Check(query)) => (query.clone().into(), None),
        Some(RulesAction::New { name }) => return begin(global, name, out),
    };
    report::written(global, limits::world_for(global, format).ask(&question), format, out)
}

/// Writes a file of rules to begin with; never over another one.
fn begin(global: &GlobalOptions, title: &str, out: &mut impl Write) -> Result<CommandStatus> {
    let named = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let file =
        format!("{}.up", title.trim_end_matches(".up").chars().map(named).collect::<String>());
    let title = title.trim_end_matches(".up");
    if let Some(target) = files::target(Some(Path::new(&file)))? {
        match target.create(starter(title).as_bytes()) {
            Err(FileError::System { error, .. }) if error.kind() == ErrorKind::AlreadyExists => {
                let message = format!("{file} exists already; choose another name");
                return report::wrong(global, out, Kind::File, &message);
            }
            created => created?,
        }
    }
    #[derive(serde::Serialize)]
    struct MadePicture<'a> {
        file: &'a str,
    }
    if global.json {
        writeln!(out, "{}", report::json_line(&MadePicture { file: &file }))?;
    } else {
        writeln!(out, "{file}")?;
    }
    Ok(CommandStatus::Answered)
}
