//! `upstar heaps survey` and `upstar misere survey`: all games with few digits, into a database.

use crate::args::{Global, MisereSurveyArgs, SurveyArgs};
use crate::report::{self, Status};
use crate::{limits, progress, signals};
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use upstar_ask::{Kind, amount};
use upstar_atlas::{SurveyError, heaps as normal, misere as last_loses};

/// The periods of nim-sequences.
pub(super) fn heaps(global: &Global, args: &SurveyArgs, out: &mut impl Write) -> Result<Status> {
    let limit = match amount(&args.limit, 1, "the number of values") {
        Ok(limit) => limit,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    let budget = limits::interruptible(global)?;
    let mut survey = match normal::Survey::open(&args.database, args.digits) {
        Ok(survey) => survey,
        Err(error) => return refused(global, error, out),
    };
    let hold = signals::hold();
    budget.begin("nim-values", None);
    let classes = survey.progress()?.classes as usize;
    let mut done = 0;
    let stopped = survey.run(limit, threads(global), &budget, |row| {
        done += 1;
        tell(global, done, classes, &normal_line(row));
    })?;
    drop(hold);
    let rows = survey.rows()?;
    let normal::Progress { classes, proved, open, .. } = survey.progress()?;
    if global.json {
        #[derive(Serialize)]
        struct Object {
            classes: u64,
            proved: u64,
            open: u64,
            rows: Vec<normal::Row>,
        }
        let object = Object { classes, proved, open, rows };
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        for row in &rows {
            writeln!(out, "{}", normal_line(row))?;
        }
        writeln!(out, "{classes} classes: {proved} proved periodic, {open} open")?;
    }
    Ok(report::resumable(global, stopped))
}

/// Misère quotients.
pub(super) fn misere(
    global: &Global,
    args: &MisereSurveyArgs,
    out: &mut impl Write,
) -> Result<Status> {
    let steps = match amount(&args.steps, 1, "the number of steps") {
        Ok(steps) => steps,
        Err(refusal) => return report::refused(global, &refusal, out),
    };
    let budget = limits::interruptible(global)?;
    let opened = last_loses::Survey::open(&args.database, args.digits, args.quaternary);
    let mut survey = match opened {
        Ok(survey) => survey,
        Err(error) => return refused(global, error, out),
    };
    let hold = signals::hold();
    budget.begin("heaps", None);
    let classes = survey.progress()?.classes as usize;
    let mut done = 0;
    let stopped = survey.run(steps, threads(global), &budget, |row| {
        done += 1;
        tell(global, done, classes, &misere_line(row));
    })?;
    drop(hold);
    let rows = survey.rows()?;
    let last_loses::Progress { classes, complete, tame, complete_codes, .. } = survey.progress()?;
    if global.json {
        #[derive(Serialize)]
        struct Object {
            classes: u64,
            complete: u64,
            tame: u64,
            complete_codes: u64,
            rows: Vec<last_loses::Row>,
        }
        let object = Object { classes, complete, tame, complete_codes, rows };
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        for row in &rows {
            writeln!(out, "{}", misere_line(row))?;
        }
        let wild = complete - tame;
        let kinds = format!("{tame} tame, {wild} wild; {complete_codes} codes");
        writeln!(out, "{classes} classes: {complete} solved ({kinds})")?;
    }
    Ok(report::resumable(global, stopped))
}

/// How many threads work; 0 is as many as there are cores.
fn threads(global: &Global) -> usize {
    global.threads.map_or(0, usize::from)
}

/// Says that a class is done.
fn tell(global: &Global, done: usize, classes: usize, line: &str) {
    progress::stage("classes", done, classes);
    if !global.quiet {
        report::say(&format!("{done}: {line}\n"));
    }
}

/// Reports a database that cannot be used.
fn refused(global: &Global, error: SurveyError, out: &mut impl Write) -> Result<Status> {
    let text = error.to_string();
    match error {
        SurveyError::Busy(_) => report::no_answer(global, out, Kind::Database, &text),
        error if error.is_wrong_file() => report::wrong(global, out, Kind::Database, &text),
        error => Err(error.into()),
    }
}

fn normal_line(row: &normal::Row) -> String {
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

fn misere_line(row: &last_loses::Row) -> String {
    let order = row.order.map_or(String::new(), |order| format!("order {order}"));
    let kind = match row.tame {
        Some(true) => "tame",
        Some(false) => "wild",
        None => "",
    };
    let result = match (row.period, row.heaps) {
        (Some((preperiod, period)), _) => format!("solved: period {period} from {preperiod} on"),
        _ if row.status == "rule" => "solved: a rule like that of Knots".to_owned(),
        (None, Some(heaps)) => format!("open, to heap {heaps}"),
        (None, None) => row.status.clone(),
    };
    let first = row.first_not_tame.map_or(String::new(), |heap| format!(" from heap {heap} on"));
    let kind = format!("{kind}{first}");
    let line = format!("{:<7}{:>4} codes  {order:<12}{kind:<22} {result}", row.code, row.codes);
    line.trim_end().to_owned()
}
