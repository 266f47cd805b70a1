//! `upstar heaps survey --database FILE`: all octal games with few digits.

use super::amount;
use crate::args::{Global, SurveyArgs};
use crate::report::{self, Status};
use crate::{limits, progress, signals};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_atlas::SurveyError;
use upstar_atlas::heaps::{Row, Survey};

/// Goes on with the survey and prints its table.
pub(crate) fn run(global: &Global, args: &SurveyArgs, out: &mut impl Write) -> Result<Status> {
    let limit = amount(&args.limit, 1, "the number of values")?;
    let budget = limits::interruptible(global)?;
    let mut survey = match Survey::open(&args.database, args.digits) {
        Ok(survey) => survey,
        Err(error) => return refused(global, error, out),
    };
    let threads = global.threads.map_or(0, usize::from);
    let hold = signals::hold();
    budget.begin("nim-values", None);
    let classes = survey.progress()?.classes as usize;
    let mut done = 0;
    let stopped = survey.run(limit, threads, &budget, |row| {
        done += 1;
        progress::stage("classes", done, classes);
        if !global.quiet {
            report::say(&format!("{done}: {}\n", line(row)));
        }
    })?;
    drop(hold);
    let rows = survey.rows()?;
    let progress = survey.progress()?;
    if global.json {
        let row = |row: &Row| {
            json!({
                "code": row.code, "status": row.status, "computed_to": row.computed.checked_sub(1),
                "preperiod": row.period.map(|(s, _)| s), "period": row.period.map(|(_, p)| p),
                "largest": row.largest, "rares": row.rares.map(|(count, _)| count),
                "last_rare": row.rares.map(|(_, last)| last), "codes": row.codes,
            })
        };
        let object = json!({
            "classes": progress.classes, "proved": progress.proved, "open": progress.open,
            "rows": rows.iter().map(row).collect::<Vec<_>>(),
        });
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        for row in &rows {
            writeln!(out, "{}", line(row))?;
        }
        let (classes, proved, open) = (progress.classes, progress.proved, progress.open);
        writeln!(out, "{classes} classes: {proved} proved periodic, {open} open")?;
    }
    Ok(report::resumable(global, stopped))
}

/// Reports a database that cannot be used.
pub(in crate::cmd) fn refused(
    global: &Global,
    error: SurveyError,
    out: &mut impl Write,
) -> Result<Status> {
    match error {
        SurveyError::Busy(_) => report::no_answer(global, out, "database", &error.to_string()),
        error if error.is_wrong_file() => {
            report::wrong(global, out, "database", &error.to_string())
        }
        error => Err(error.into()),
    }
}

fn line(row: &Row) -> String {
    let result = match row.period {
        Some((preperiod, period)) => format!("period {period} from {preperiod} on"),
        None => format!("{} to {}", row.status, row.computed.saturating_sub(1)),
    };
    let rares = match row.rares {
        Some((count, last)) if row.period.is_none() => format!("{count} rares, last {last}"),
        _ => String::new(),
    };
    let largest = row.largest.map_or(String::new(), |v| format!("largest {v}"));
    let line = format!("{:<7}{:>3} codes  {result:<34}{largest:<14}{rares}", row.code, row.codes);
    line.trim_end().to_owned()
}
