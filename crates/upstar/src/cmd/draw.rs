//! `upstar draw RULES POSITION`, `upstar draw --thermograph G...`: pictures on stdout or in a
//! file.
//! ```text
//! $ upstar draw --thermograph '{3||2|1}' -o picture.svg
//! ```

use crate::args::{DrawArgs, DrawFormat, GlobalOptions};
use crate::report::{self, CommandStatus};
use crate::{files, limits};
use anyhow::Result;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::Path;
use upstar_base::file::Target;
use upstar_picture::{Picture, TooLarge};
use upstar_session::{
    Kind, NumberTreeQuery, PictureAnswer, PictureQuery, PositionSpec, Question, ThermographsQuery,
};

/// The width of a picture made of characters.
const COLUMNS: usize = 76;

/// Draws what the command line asks for.
pub(crate) fn run(
    global: &GlobalOptions,
    args: &DrawArgs,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let format = match format(args) {
        Ok(format) => format,
        Err(message) => return report::wrong(global, out, Kind::Argument, &message),
    };
    if let Some(field) = args.manner.first_field().filter(|_| !args.moves) {
        let message = format!(
            "--{field} says how a position is played and changes which moves win, not how it looks: \
             it goes with --moves"
        );
        return report::wrong(global, out, Kind::Argument, &message);
    }
    let binary = matches!(format, DrawFormat::Png | DrawFormat::Pdf);
    if binary && args.output.is_none() && (global.json || std::io::stdout().is_terminal()) {
        let message = "this format is not text: name a file with -o FILE";
        return report::wrong(global, out, Kind::Argument, message);
    }
    // Whether it can be written is found out before the work.
    let target = files::target(args.output.as_deref())?;
    let target = target.as_ref();
    let question = match (&args.rules, &args.position) {
        (Some(rules), Some(position)) => Question::Picture(PictureQuery {
            place: PositionSpec::new(rules, position).played(args.manner),
            winning: args.moves.then_some(args.player),
        }),
        _ => match args.number_tree {
            Some(days) => Question::NumberTree(NumberTreeQuery { days }),
            None => Question::Thermographs(ThermographsQuery { games: args.thermograph.clone() }),
        },
    };
    let answer = match limits::world(global).ask(&question) {
        Ok(answer) => answer,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    let Some(drawing) = answer.get::<PictureAnswer>() else { return Ok(CommandStatus::Answered) };
    for (i, warning) in drawing.warnings.iter().filter(|_| !global.quiet) {
        report::warning("input", &drawing.input[*i], warning);
    }
    match bytes(drawing, format) {
        Ok(bytes) => {
            deliver(global, target, &drawing.input, &bytes, out)?;
            let suspicious = !drawing.warnings.is_empty();
            Ok(if suspicious { CommandStatus::WrongInput } else { CommandStatus::Answered })
        }
        Err(error) => report::no_answer(global, out, Kind::Size, &error.to_string()),
    }
}

/// What is written of a picture.
fn bytes(drawing: &PictureAnswer, format: DrawFormat) -> Result<Vec<u8>, TooLarge> {
    match (&drawing.sketch, format) {
        (Some(sketch), DrawFormat::Text) => Ok(sketch.clone().into_bytes()),
        _ => written(&drawing.picture, format),
    }
}

/// The format that the command line names, or that the name of the file does.
fn format(args: &DrawArgs) -> Result<DrawFormat, String> {
    if args.text {
        return Ok(DrawFormat::Text);
    }
    if let Some(format) = args.format {
        return Ok(format);
    }
    match args.output.as_deref() {
        None => Ok(DrawFormat::Svg),
        Some(file) if file.extension().is_none() => Ok(DrawFormat::Svg),
        Some(file) => format_of(file).ok_or_else(|| {
            format!(
                "there is no format for `{}`: use .svg, .png, .pdf, .tex or .txt, or say --format",
                file.display()
            )
        }),
    }
}

/// The format that the name of a file tells.
fn format_of(file: &Path) -> Option<DrawFormat> {
    match file.extension()?.to_string_lossy().to_ascii_lowercase().as_str() {
        "svg" => Some(DrawFormat::Svg),
        "png" => Some(DrawFormat::Png),
        "pdf" => Some(DrawFormat::Pdf),
        "tex" | "tikz" => Some(DrawFormat::Tikz),
        "txt" => Some(DrawFormat::Text),
        _ => None,
    }
}

/// Does the name of a file tell a format of pictures?
pub(crate) fn has_format(file: &Path) -> bool {
    format_of(file).is_some_and(|format| format != DrawFormat::Text)
}

/// A picture in the format that the name of a file tells.
pub(crate) fn in_format_of(file: &Path, picture: &Picture) -> Result<Vec<u8>, TooLarge> {
    written(picture, format_of(file).unwrap_or(DrawFormat::Svg))
}

fn written(picture: &Picture, format: DrawFormat) -> Result<Vec<u8>, TooLarge> {
    match format {
        DrawFormat::Svg => upstar_picture::svg(picture).map(String::into_bytes),
        DrawFormat::Png => upstar_picture::png(picture),
        DrawFormat::Pdf => upstar_picture::pdf(picture),
        DrawFormat::Tikz => upstar_picture::tikz(picture).map(String::into_bytes),
        DrawFormat::Text => upstar_picture::text(picture, COLUMNS).map(String::into_bytes),
    }
}

/// Writes a picture where the command line wants it.
fn deliver(
    global: &GlobalOptions,
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
        struct DrawnJson<'a> {
            input: &'a [String],
            #[serde(skip_serializing_if = "Option::is_none")]
            file: Option<Cow<'a, str>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            picture: Option<Cow<'a, str>>,
        }
        let file = target.map(|target| target.name().to_string_lossy());
        let picture = file.is_none().then(|| String::from_utf8_lossy(picture));
        let object = DrawnJson { input, file, picture };
        writeln!(out, "{}", report::json_line(&object))?;
    } else if target.is_none() {
        out.write_all(picture)?;
    }
    Ok(())
}
