//! `upstar draw --thermograph G...`: pictures on stdout or in a file.
//! ```text
//! $ upstar draw --thermograph '{3||2|1}' -o picture.svg
//! ```

use crate::args::{DrawArgs, Global};
use crate::desk::Desk;
use crate::report::{self, Status};
use anyhow::{Context, Result};
use serde_json::json;
use std::fs;
use std::io::Write;
use upstar_lang::plot;

/// The width of a picture made of characters.
const COLUMNS: usize = 76;

/// Draws what the command line asks for.
pub(crate) fn run(global: &Global, args: &DrawArgs, out: &mut impl Write) -> Result<Status> {
    let mut desk = Desk::open(global)?;
    let mut status = Status::Answered;
    let mut figures = Vec::new();
    for source in &args.thermograph {
        match desk.figure(source) {
            Ok((figure, warnings)) => {
                for warning in &warnings {
                    status = Status::WrongInput;
                    if !global.quiet {
                        report::warning("input", source, warning);
                    }
                }
                figures.push(figure);
            }
            Err(error) => {
                if global.json {
                    writeln!(out, "{}", report::error_json(&error))?;
                } else if !global.quiet {
                    report::error("input", source, &error);
                }
                return Ok(Status::from(error.as_ref()));
            }
        }
    }
    let (format, picture) = if args.text {
        ("text", plot::terminal(&figures, COLUMNS))
    } else {
        ("svg", plot::svg(&figures))
    };
    if let Some(file) = &args.output {
        fs::write(file, &picture).with_context(|| format!("cannot write {}", file.display()))?;
    }
    match (&args.output, global.json) {
        (Some(file), true) => {
            let name = file.to_string_lossy();
            writeln!(out, "{}", json!({"input": args.thermograph, "file": name}))?;
        }
        (None, true) => {
            writeln!(out, "{}", json!({"input": args.thermograph, format: picture}))?;
        }
        (None, false) => out.write_all(picture.as_bytes())?,
        (Some(_), false) => {}
    }
    Ok(status)
}
