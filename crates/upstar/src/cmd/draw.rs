//! `upstar draw RULES POSITION`, `upstar draw --thermograph G...`: pictures on stdout or in a
//! file.
//! ```text
//! $ upstar draw --thermograph '{3||2|1}' -o picture.svg
//! ```

use super::position;
use crate::args::{DrawArgs, Global};
use crate::desk::Desk;
use crate::files;
use crate::report::{self, Status};
use anyhow::Result;
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;
use upstar_base::file::Target;
use upstar_lang::plot;

/// The width of a picture made of characters.
const COLUMNS: usize = 76;

/// Draws what the command line asks for.
pub(crate) fn run(global: &Global, args: &DrawArgs, out: &mut impl Write) -> Result<Status> {
    let target = files::target(args.output.as_deref())?;
    let target = target.as_ref();
    if let (Some(rules), Some(position)) = (&args.rules, &args.position) {
        let drawn = if args.text { position::text } else { position::picture };
        return match drawn(rules, position) {
            Ok(picture) => {
                deliver(global, target, &[rules.clone(), position.clone()], &picture, out)
            }
            Err(failure) => position::fail(global, rules, position, failure, out),
        };
    }
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
                    writeln!(out, "{}", report::error_json("input", source, &error))?;
                } else if !global.quiet {
                    report::error("input", source, &error);
                }
                return Ok(Status::from(error.as_ref()));
            }
        }
    }
    let picture = if args.text { plot::terminal(&figures, COLUMNS) } else { plot::svg(&figures) };
    Ok(status.max(deliver(global, target, &args.thermograph, &picture, out)?))
}

/// Writes a picture where the command line wants it.
fn deliver(
    global: &Global,
    target: Option<&Target>,
    input: &[String],
    picture: &str,
    out: &mut impl Write,
) -> Result<Status> {
    if let Some(target) = target {
        files::write(target, picture.as_bytes())?;
    }
    if global.json {
        #[derive(Serialize)]
        struct Object<'a> {
            input: &'a [String],
            #[serde(skip_serializing_if = "Option::is_none")]
            file: Option<Cow<'a, str>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            picture: Option<&'a str>,
        }
        let file = target.map(|target| target.name().to_string_lossy());
        let picture = file.is_none().then_some(picture);
        let object = Object { input, file, picture };
        writeln!(out, "{}", report::json_line(&object))?;
    } else if target.is_none() {
        out.write_all(picture.as_bytes())?;
    }
    Ok(Status::Answered)
}
