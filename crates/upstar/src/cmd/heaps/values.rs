//! `upstar heaps values CODE --to N`: a nim-sequence.
//! ```text
//! $ upstar heaps values .77 --to 11
//! 0 1 2 3 1 4 3 2 1 4 2 6
//! ```

use super::{amount, code, threads};
use crate::args::{Global, ValuesArgs};
use crate::report::{self, Status};
use crate::{files, limits};
use anyhow::Result;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use upstar_base::{Budget, Stopped};
use upstar_heaps::beginning::Beginning;
use upstar_heaps::checkpoint::{FileError, each_value, load_on, packed, save};
use upstar_heaps::period::{Period, Theorems};
use upstar_heaps::search::extend_or_prove;
use upstar_heaps::{Engine, engine_on};
use upstar_rules::heap::code::HeapCode;

/// How many values stand in a line.
const COLUMNS: u64 = 32;

/// The most values that are printed.
const MOST_PRINTED: u64 = 1_000_000_000;

/// Computes and prints a sequence.
pub(crate) fn run(global: &Global, args: &ValuesArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let to = amount(&args.to, 0, "the largest heap")?;
    if args.save.is_none() && to >= MOST_PRINTED {
        let message = format!("at most {MOST_PRINTED} values are printed; `--save` writes more");
        return report::no_answer(global, out, "stopped", &message);
    }
    let target = files::target(args.save.as_deref())?;
    let file = args.checkpoint.as_deref();
    let kept = files::keep(file)?;
    let budget = limits::interruptible(global)?;
    budget.begin("nim-values", Some(to + 1));
    let mut engine = match file {
        None => engine_on(&code, threads(global)),
        Some(file) => match load_on(file, &code, threads(global), &budget) {
            Ok(resumed) => resumed.unwrap_or_else(|| engine_on(&code, threads(global))),
            Err(error @ FileError::Foreign { .. }) => {
                return report::wrong(global, out, "checkpoint", &error.to_string());
            }
            Err(FileError::File(error)) => return Err(error.into()),
        },
    };
    budget.advance(engine.len());
    let (end, saved) = extend_saved(&mut *engine, to + 1, &budget, file, &code);
    drop(kept);
    let end = end.and_then(|period| {
        // Four bytes a value are enough for what is written at once.
        let bytes = if target.is_some() { 4 * (to + 1) } else { 0 };
        budget.charge(bytes).map(|()| period)
    });
    if let Err(stopped) = &end {
        let kept = match (file, &saved) {
            (None, _) => String::new(),
            (Some(file), Ok(())) => {
                format!("; {} holds the first {}", file.display(), engine.len())
            }
            (Some(_), Err(error)) => format!("; {error}"),
        };
        let message = format!("{stopped} after {} values{kept}", engine.len());
        return report::no_answer(global, out, "stopped", &message);
    }
    let period = end.ok().flatten();
    let first = Beginning::new(&*engine, period.as_ref(), to + 1);
    let written = target.as_ref().map(|target| files::write(target, &packed(&code, &first)));
    match (&target, &written) {
        (Some(target), Some(Ok(()))) if global.json => {
            let object = serde_json::json!({
                "code": code.to_string(), "file": target.name().to_string_lossy(), "to": to,
            });
            writeln!(out, "{}", report::json_line(&object))?;
        }
        (Some(_), Some(Ok(()))) => {}
        // What cannot be written is at least printed.
        _ => print(global, &code, &first, to, out)?,
    }
    written.transpose()?;
    if let Err(FileError::File(error)) = saved {
        return Err(error.into());
    }
    Ok(Status::Answered)
}

/// Computes and saves the state now and then, and at the end; or until a period gives the rest. A
/// state that cannot be saved does not end the computation.
fn extend_saved(
    engine: &mut dyn Engine,
    len: u64,
    budget: &Budget,
    file: Option<&Path>,
    code: &HeapCode,
) -> (Result<Option<Period>, Stopped>, Result<(), FileError>) {
    let theorems = Theorems::of(code);
    let Some(file) = file else {
        return (extend_or_prove(engine, theorems, len, budget, &mut ()), Ok(()));
    };
    let mut portion = 1 << 12;
    let (mut end, mut saved) = (Ok(None), Ok(()));
    let mut rest = Duration::from_secs(2);
    let mut last = Instant::now();
    while matches!(end, Ok(None)) && engine.len() < len {
        let start = Instant::now();
        let to = len.min(engine.len() + portion);
        end = extend_or_prove(engine, theorems, to, budget, &mut ());
        if start.elapsed() < Duration::from_millis(500) {
            portion *= 2;
        }
        if !matches!(end, Ok(None)) || engine.len() >= len || last.elapsed() > rest {
            let start = Instant::now();
            saved = save(file, code, engine);
            // Writing takes at most a twentieth of the time.
            rest = Duration::from_secs(2).max(20 * start.elapsed());
            last = Instant::now();
        }
    }
    (end, saved)
}

fn print(
    global: &Global,
    code: &HeapCode,
    engine: &dyn Engine,
    to: u64,
    out: &mut impl Write,
) -> Result<()> {
    let mut result = Ok(());
    let mut n = 0;
    if global.json {
        let name = report::json_line(&code.to_string());
        write!(out, "{{\"code\":{name},\"from\":0,\"values\":[")?;
    }
    each_value(engine, |value| {
        if n > to || result.is_err() {
            return;
        }
        let separator = match (n, global.json) {
            (0, _) => "",
            (_, true) => ",",
            (n, false) if n.is_multiple_of(COLUMNS) => "\n",
            _ => " ",
        };
        result = write!(out, "{separator}{value}");
        n += 1;
    });
    result?;
    writeln!(out, "{}", if global.json { "]}" } else { "" })?;
    Ok(())
}
