//! `upstar draw RULES POSITION`, `upstar draw --thermograph G...`: pictures on stdout or in a
//! file.
//! ```text
//! $ upstar draw --thermograph '{3||2|1}' -o picture.svg
//! ```

use super::position;
use crate::args::{DrawArgs, Format, Global, PositionArgs};
use crate::desk::Desk;
use crate::files;
use crate::report::{self, Status};
use anyhow::Result;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::Path;
use upstar_base::file::Target;
use upstar_lang::plot::{self, Figure};
use upstar_picture::{Picture, TooLarge};

/// The width of a picture made of characters.
const COLUMNS: usize = 76;

/// Draws what the command line asks for.
pub(crate) fn run(global: &Global, args: &DrawArgs, out: &mut impl Write) -> Result<Status> {
    let format = match format(args) {
        Ok(format) => format,
        Err(message) => return report::wrong(global, out, "argument", &message),
    };
    if let Some(flag) = args.manner.first_flag().filter(|_| !args.moves) {
        let message = format!(
            "{flag} says how a position is played and changes which moves win, not how it looks: \
             it goes with --moves"
        );
        return report::wrong(global, out, "argument", &message);
    }
    let binary = matches!(format, Format::Png | Format::Pdf);
    if binary && args.output.is_none() && (global.json || std::io::stdout().is_terminal()) {
        let message = "this format is not text: name a file with -o FILE";
        return report::wrong(global, out, "argument", message);
    }
    // Whether it can be written is found out before the work.
    let target = files::target(args.output.as_deref())?;
    let target = target.as_ref();
    let (input, drawn, status) = match (&args.rules, &args.position) {
        (Some(rules), Some(position)) => {
            match position_bytes(global, args, rules, position, format) {
                Ok(drawn) => (vec![rules.clone(), position.clone()], drawn, Status::Answered),
                Err(failure) => return position::fail(global, rules, position, failure, out),
            }
        }
        _ => {
            let mut desk = Desk::open(global)?;
            let (figures, status) = figures(global, args, &mut desk, out)?;
            let Some(figures) = figures else { return Ok(status) };
            let drawn = match format {
                Format::Text => Ok(plot::terminal(&figures, COLUMNS).into_bytes()),
                _ => written(&plot::picture(&figures), format),
            };
            (args.thermograph.clone(), drawn, status)
        }
    };
    match drawn {
        Ok(bytes) => {
            deliver(global, target, &input, &bytes, out)?;
            Ok(status)
        }
        Err(error) => report::no_answer(global, out, "limit", &error.to_string()),
    }
}

/// The format that the command line names, or that the name of the file does.
fn format(args: &DrawArgs) -> Result<Format, String> {
    if args.text {
        return Ok(Format::Text);
    }
    if let Some(format) = args.format {
        return Ok(format);
    }
    match args.output.as_deref() {
        None => Ok(Format::Svg),
        Some(file) if file.extension().is_none() => Ok(Format::Svg),
        Some(file) => format_of(file).ok_or_else(|| {
            format!(
                "there is no format for `{}`: use .svg, .png, .pdf, .tex or .txt, or say --format",
                file.display()
            )
        }),
    }
}

/// The format that the name of a file tells.
fn format_of(file: &Path) -> Option<Format> {
    match file.extension()?.to_string_lossy().to_ascii_lowercase().as_str() {
        "svg" => Some(Format::Svg),
        "png" => Some(Format::Png),
        "pdf" => Some(Format::Pdf),
        "tex" | "tikz" => Some(Format::Tikz),
        "txt" => Some(Format::Text),
        _ => None,
    }
}

/// Does the name of a file tell a format of pictures?
pub(crate) fn has_format(file: &Path) -> bool {
    format_of(file).is_some_and(|format| format != Format::Text)
}

/// A picture in the format that the name of a file tells.
pub(crate) fn in_format_of(file: &Path, picture: &Picture) -> Result<Vec<u8>, TooLarge> {
    written(picture, format_of(file).unwrap_or(Format::Svg))
}

/// What is written of a position.
fn position_bytes(
    global: &Global,
    args: &DrawArgs,
    rules: &str,
    position: &str,
    format: Format,
) -> Result<Result<Vec<u8>, TooLarge>, position::Failure> {
    if args.moves {
        let (rules, position) = (rules.to_owned(), position.to_owned());
        let place =
            PositionArgs { rules, position, manner: args.manner, each: false, entailed: None };
        let picture = position::winning_moves(global, &place, args.player.into())?;
        return Ok(picture.and_then(|picture| written(&picture, format)));
    }
    if format == Format::Text {
        return Ok(Ok(position::text(rules, position)?.into_bytes()));
    }
    Ok(written(&position::picture(rules, position)?, format))
}

fn written(picture: &Picture, format: Format) -> Result<Vec<u8>, TooLarge> {
    match format {
        Format::Svg => upstar_picture::svg(picture).map(String::into_bytes),
        Format::Png => upstar_picture::png(picture),
        Format::Pdf => upstar_picture::pdf(picture),
        Format::Tikz => upstar_picture::tikz(picture).map(String::into_bytes),
        Format::Text => upstar_picture::text(picture, COLUMNS).map(String::into_bytes),
    }
}

/// The thermographs that the command line asks for; none if one of them is wrong.
fn figures(
    global: &Global,
    args: &DrawArgs,
    desk: &mut Desk,
    out: &mut impl Write,
) -> Result<(Option<Vec<Figure>>, Status)> {
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
                return Ok((None, Status::from(error.as_ref())));
            }
        }
    }
    Ok((Some(figures), status))
}

/// Writes a picture where the command line wants it.
fn deliver(
    global: &Global,
    target: Option<&Target>,
    input: &[String],
    picture: &[u8],
    out: &mut impl Write,
) -> Result<()> {
    if let Some(target) = target {
        files::write(target, picture)?;
    }
    if global.json {
        #[derive(Serialize)]
        struct Object<'a> {
            input: &'a [String],
            #[serde(skip_serializing_if = "Option::is_none")]
            file: Option<Cow<'a, str>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            picture: Option<Cow<'a, str>>,
        }
        let file = target.map(|target| target.name().to_string_lossy());
        let picture = file.is_none().then(|| String::from_utf8_lossy(picture));
        let object = Object { input, file, picture };
        writeln!(out, "{}", report::json_line(&object))?;
    } else if target.is_none() {
        out.write_all(picture)?;
    }
    Ok(())
}
