//! `upstar heaps period CODE`: the period of a nim-sequence, proved.
//! ```text
//! $ upstar heaps period .77
//! period 12 from 71 on: proved (sparse-space)
//! ```

use super::{Wrong, amount, code, threads};
use crate::args::{Global, PeriodArgs};
use crate::report::{self, Status};
use crate::{files, limits};
use anyhow::{Context, Result};
use serde::Serialize;
use std::io::Write;
use upstar_base::file::Target;
use upstar_heaps::checkpoint::FileError;
use upstar_heaps::claim::{Claim, ClaimError, Claimed};
use upstar_heaps::{Answer, Period, search_on};
use upstar_lang::Span;
use upstar_rules::heap::code::HeapCode;

/// The limit when none is given.
const LIMIT: u64 = 1 << 28;

#[derive(Serialize)]
struct Object<'a> {
    code: String,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    proved: bool,
    theorem: Option<&'a str>,
    computed_to: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// Looks for a period and prints it.
pub(crate) fn run(global: &Global, args: &PeriodArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let target = files::target(args.certificate.as_deref())?;
    if let Some(claim) = &args.claim {
        return check_claim(global, args, &code, claim, target.as_ref(), out);
    }
    let limit = args.limit.as_deref().map(|text| amount(text, 1, "the number of values"));
    let limit = limit.transpose()?.unwrap_or(LIMIT);
    let budget = limits::interruptible(global)?;
    budget.begin("values without a proved period", None);
    let answer = search_on(&code, threads(global), limit, &budget, &mut ());
    conclude(global, &code, &answer, target.as_ref(), out)
}

/// Prints the answer, then writes the certificate.
fn conclude(
    global: &Global,
    code: &HeapCode,
    answer: &Answer,
    target: Option<&Target>,
    out: &mut impl Write,
) -> Result<Status> {
    let said = show(global, code, answer, out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    let proved = answer.period.as_ref().filter(|period| period.proof.is_some());
    if let Some((target, period)) = target.zip(proved) {
        let certificate = period.certificate(code, answer.computed);
        let certificate = certificate.context("this proof has no certificate")?;
        files::write(target, certificate.write().as_bytes())?;
    }
    said
}

fn show(global: &Global, code: &HeapCode, answer: &Answer, out: &mut impl Write) -> Result<Status> {
    let Answer { period, computed, stopped, .. } = answer;
    let proved = period.as_ref().filter(|period| period.proof.is_some());
    let theorem = proved.and_then(|p| p.proof.as_ref()).map(|proof| proof.name());
    let last = computed - 1;
    if global.json {
        let part = |f: fn(&Period) -> u64| period.as_ref().map(f);
        let object = Object {
            code: code.to_string(),
            period: part(|p| p.period),
            preperiod: part(|p| p.preperiod),
            saltus: part(|p| p.saltus),
            proved: proved.is_some(),
            theorem,
            computed_to: last,
            stopped: stopped.as_ref().map(ToString::to_string),
        };
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        match (period, theorem) {
            (Some(Period { period, preperiod, .. }), Some(theorem)) => {
                let how = format!("proved ({theorem})");
                writeln!(out, "period {period} from {preperiod} on: {how}")?;
            }
            (Some(Period { period, preperiod, saltus, .. }), None) => {
                let saltus = match saltus {
                    0 => String::new(),
                    s => format!(" and saltus {s}"),
                };
                writeln!(
                    out,
                    "period {period}{saltus} from {preperiod} on: observed to {last}, not proved"
                )?;
            }
            (None, _) => writeln!(out, "no period to {last}")?,
        }
        if let Some(stopped) = stopped
            && !global.quiet
        {
            report::say(&format!("{stopped}\n"));
        }
    }
    Ok(if proved.is_some() { Status::Answered } else { Status::NoAnswer })
}

/// Checks `PREPERIOD,PERIOD` with little memory.
fn check_claim(
    global: &Global,
    args: &PeriodArgs,
    code: &HeapCode,
    text: &str,
    target: Option<&Target>,
    out: &mut impl Write,
) -> Result<Status> {
    let numbers: Option<Vec<u64>> =
        text.split(',').map(|part| part.trim().replace('_', "").parse().ok()).collect();
    let Some([preperiod, period]) = numbers.as_deref() else {
        let span = Span::new(0, text.len());
        let message = "expected the preperiod and the period, as in `71,12`".to_owned();
        return Err(Wrong { source_text: text.to_owned(), span, message }.into());
    };
    let budget = limits::interruptible(global)?;
    let claim = Claim { preperiod: *preperiod, period: *period };
    let file = args.checkpoint.as_deref();
    let kept = files::keep(file)?;
    budget.begin("values checked", claim.length(code));
    let checked = claim.check(code, threads(global), file, &budget, &mut ());
    drop(kept);
    match checked {
        Ok(Claimed::Proved(answer)) => conclude(global, code, &answer, target, out),
        Ok(Claimed::Refuted(why)) => report::no_answer(global, out, "refuted", &why),
        Ok(Claimed::Open(why)) => {
            let message = format!("neither proved nor refuted: {why}");
            report::no_answer(global, out, "open", &message)
        }
        Ok(Claimed::Stopped(stopped, len)) => {
            let message = format!("{stopped} after {len} values");
            report::no_answer(global, out, "stopped", &message)
        }
        Err(ClaimError::NotSparse(why)) => report::no_answer(global, out, "theorem", &why),
        Err(ClaimError::File(error @ FileError::Foreign { .. })) => {
            report::wrong(global, out, "checkpoint", &error.to_string())
        }
        Err(ClaimError::File(FileError::File(error))) => Err(error.into()),
    }
}
