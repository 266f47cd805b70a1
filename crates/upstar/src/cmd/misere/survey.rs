//! `upstar misere survey --database FILE`: the quotients of all games with few digits.

use crate::args::{Global, MisereSurveyArgs};
use crate::cmd::heaps::amount;
use crate::cmd::heaps::survey::refused;
use crate::report::{self, Status};
use crate::{limits, progress, signals};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_atlas::misere::{Row, Survey};

/// Goes on with the survey and prints its table.
pub(crate) fn run(
    global: &Global,
    args: &MisereSurveyArgs,
    out: &mut impl Write,
) -> Result<Status> {
    let steps = amount(&args.steps, 1, "the number of steps")?;
    let budget = limits::interruptible(global)?;
    let mut survey = match Survey::open(&args.database, args.digits, args.quaternary) {
        Ok(survey) => survey,
        Err(error) => return refused(global, error, out),
    };
    let threads = global.threads.map_or(0, usize::from);
    let hold = signals::hold();
    budget.begin("heaps", None);
    let classes = survey.progress()?.classes as usize;
    let mut done = 0;
    let stopped = survey.run(steps, threads, &budget, |row| {
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
                "code": row.code, "codes": row.codes, "status": row.status, "heaps": row.heaps,
                "order": row.order, "tame": row.tame, "preperiod": row.period.map(|(s, _)| s),
                "period": row.period.map(|(_, p)| p), "complete_codes": row.complete_codes,
                "steps": row.steps, "steps_allowed": row.allowed,
            })
        };
        let object = json!({
            "classes": progress.classes, "complete": progress.complete, "tame": progress.tame,
            "complete_codes": progress.complete_codes,
            "rows": rows.iter().map(row).collect::<Vec<_>>(),
        });
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        for row in &rows {
            writeln!(out, "{}", line(row))?;
        }
        let (classes, complete, tame) = (progress.classes, progress.complete, progress.tame);
        let (wild, codes) = (complete - tame, progress.complete_codes);
        let kinds = format!("{tame} tame, {wild} wild; {codes} codes");
        writeln!(out, "{classes} classes: {complete} solved ({kinds})")?;
    }
    Ok(report::resumable(global, stopped))
}

fn line(row: &Row) -> String {
    let order = row.order.map_or(String::new(), |order| format!("order {order}"));
    let kind = match row.tame {
        Some(true) => "tame",
        Some(false) => "wild",
        None => "",
    };
    let result = match (row.period, row.heaps) {
        (Some((preperiod, period)), _) => format!("solved: period {period} from {preperiod} on"),
        (None, Some(heaps)) => format!("open, to heap {heaps}"),
        (None, None) => row.status.clone(),
    };
    let line = format!("{:<7}{:>4} codes  {order:<12}{kind:<5} {result}", row.code, row.codes);
    line.trim_end().to_owned()
}
