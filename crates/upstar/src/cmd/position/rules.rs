//! `upstar rules [NAME]`: which games there are, and all that is known of one.

use super::{Failure, fail};
use crate::args::Global;
use crate::report::Status;
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_rules::registry::{self, About};

/// Answers the command.
pub(crate) fn run(global: &Global, name: Option<&str>, out: &mut impl Write) -> Result<Status> {
    let Some(name) = name else {
        return list(global, out);
    };
    let about = match registry::about(name) {
        Ok(about) => about,
        Err(error) => return fail(global, name, "", Failure::Rules(error), out),
    };
    if global.json {
        writeln!(out, "{}", as_json(about))?;
    } else {
        out.write_all(page(about).as_bytes())?;
    }
    Ok(Status::Answered)
}

fn list(global: &Global, out: &mut impl Write) -> Result<Status> {
    let mut all = registry::all().to_vec();
    all.sort_by_key(|about| about.name);
    if global.json {
        let rules: Vec<_> = all.iter().map(|about| as_json(about)).collect();
        writeln!(out, "{}", json!({ "rules": rules }))?;
        return Ok(Status::Answered);
    }
    let width = all.iter().map(|about| about.name.len()).max().unwrap_or(0);
    for about in all {
        let kind = if about.impartial { "impartial" } else { "partizan " };
        writeln!(out, "{:width$}  {kind}  {}", about.name, about.examples[0])?;
    }
    Ok(Status::Answered)
}

fn as_json(about: &About) -> serde_json::Value {
    let known: Vec<_> = about
        .known
        .iter()
        .map(|k| json!({"position": k.position, "value": k.value, "source": k.source}))
        .collect();
    json!({
        "name": about.name, "aliases": about.aliases, "title": about.title,
        "impartial": about.impartial, "rules": about.rules, "notation": about.notation,
        "examples": about.examples, "table": about.tables, "source": about.source, "known": known,
    })
}

/// The page of one ruleset, readable in a terminal and as Markdown.
pub(crate) fn page(about: &About) -> String {
    let mut text = format!("# {}\n\n{}\n\n", about.title, about.rules);
    text += &format!("Notation: {}\n\n", about.notation);
    if !about.aliases.is_empty() {
        text += &format!("Also called: {}\n\n", about.aliases.join(", "));
    }
    text += "Try:\n\n";
    for example in about.examples {
        text += &format!("    upstar value {} '{example}'\n", about.name);
    }
    if !about.tables.is_empty() {
        text += &format!("\nTable: {}\n", about.tables);
    }
    if !about.known.is_empty() {
        text += "\nKnown values:\n\n";
        for known in about.known {
            text += &format!("    {} = {}  ({})\n", known.position, known.value, known.source);
        }
    }
    text + &format!("\nSource: {}\n", about.source)
}
