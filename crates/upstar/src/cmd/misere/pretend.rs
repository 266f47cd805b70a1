//! `upstar misere pretend CODE`: genus table, heap pretending table, addition table, adder
//! approximator and exceptions, in rows of the period.
//!
//! What is proved to repeat are the names of heaps; their genera are computed as far as shown.

use super::code;
use super::quotient::known;
use crate::args::{Global, PretendArgs};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::Budget;
use upstar_misere::genus::Genera;
use upstar_misere::pretend::{Name, Pretension};
use upstar_misere::quotient::{End, solve};

/// Heaps beyond this are never tried.
const MOST_HEAPS: u32 = 5000;
/// The length of rows when there is no period, or one that is too long for a row.
const COLUMNS: u64 = 10;
/// The longest rows.
const WIDEST: u64 = 60;
/// How many steps a quotient is looked for when no time is given.
const PATIENCE: u64 = 40_000;

/// Computes and prints.
pub(crate) fn run(global: &Global, args: &PretendArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    // Half of the time is for the tables.
    let part = match global.time {
        Some(time) => Budget::part_of(&budget, time.0 / 2),
        None => Budget::steps_of(&budget, PATIENCE),
    };
    let quotient = solve(&code, args.heaps.unwrap_or(MOST_HEAPS).min(MOST_HEAPS), &part);
    let (shown, row) = match (quotient.end().clone(), args.heaps) {
        (End::Complete { preperiod, period }, None) => {
            let row = if period <= WIDEST { period } else { COLUMNS };
            // Whole rows, to the first that begins in the period and contains it.
            let before = preperiod.saturating_sub(1).div_ceil(row) * row;
            let last = before + period.div_ceil(row) * row;
            (last.min(u64::from(MOST_HEAPS)) as u32, row)
        }
        (End::Complete { period, .. }, Some(heaps)) => {
            (heaps.min(MOST_HEAPS), if period <= WIDEST { period } else { COLUMNS })
        }
        (_, heaps) => (quotient.heaps().min(heaps.unwrap_or(MOST_HEAPS)), COLUMNS),
    };
    budget.begin("the tables", None);
    let mut genera = Genera::new(code.clone());
    let pretension = match Pretension::new(&quotient, &mut genera, shown, args.sums, &budget) {
        Ok(pretension) => pretension,
        Err(stopped) => {
            let message = format!("{stopped}; {}", known(&quotient));
            return report::no_answer(global, out, "stopped", &message);
        }
    };
    let complete = pretension.period.is_some();
    let met = complete || args.heaps.is_some_and(|heaps| pretension.heaps >= heaps);
    if global.json {
        let object = as_json(&code.to_string(), &pretension, quotient.monoid().order());
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        print(&pretension, row, out)?;
        if !met && !global.quiet {
            let message = match quotient.end() {
                End::Stopped(stopped) => stopped.to_string(),
                End::Stuck(why) => (*why).to_owned(),
                _ => "the game is not solved".to_owned(),
            };
            report::say(&format!("{message}; heaps up to {} are covered\n", pretension.heaps));
        }
    }
    Ok(if met { Status::Answered } else { Status::NoAnswer })
}

fn name(pretension: &Pretension, name: Name, with_law: bool) -> String {
    match name {
        Name::Adder(a) => format!(":{a}"),
        Name::Symbol(i) => {
            let symbol = &pretension.symbols[i];
            match with_law {
                true => format!("{}({},{})", symbol.name, symbol.p, symbol.s),
                false => symbol.name.clone(),
            }
        }
    }
}

/// `A + 2B`.
fn sum(pretension: &Pretension, counts: &[u64]) -> String {
    let terms = pretension.symbols.iter().zip(counts).filter(|(_, n)| **n > 0);
    let term = |(symbol, &n): (&upstar_misere::pretend::Symbol, &u64)| match n {
        1 => symbol.name.clone(),
        n => format!("{n}{}", symbol.name),
    };
    let terms: Vec<String> = terms.map(term).collect();
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}

fn as_json(code: &str, pretension: &Pretension, order: usize) -> serde_json::Value {
    let symbols = pretension.symbols.iter().map(|symbol| {
        json!({
            "name": symbol.name, "law": [symbol.p, symbol.s], "heaps": symbol.heaps,
            "approximator": symbol.approximator.map(|stand| stand.to_string()),
        })
    });
    let row = |(counts, genus): &(Vec<u64>, upstar_misere::genus::Genus)| json!({ "counts": counts, "genus": genus.to_string() });
    json!({
        "code": code, "complete": pretension.period.is_some(), "heaps": pretension.heaps,
        "proved_for_all_heaps": pretension.period.is_some(), "genus_proved_for_all_heaps": false,
        "preperiod": pretension.period.map(|(start, _)| start),
        "period": pretension.period.map(|(_, period)| period), "order": order,
        "genus": pretension.genera.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "names": pretension.names.iter().map(|&n| name(pretension, n, false)).collect::<Vec<_>>(),
        "symbols": symbols.collect::<Vec<_>>(),
        "most_terms": pretension.most_terms,
        "addition": pretension.addition.iter().map(row).collect::<Vec<_>>(),
        "exceptions": pretension.exceptions.iter().map(|e| json!({
            "counts": e.counts, "genus": e.genus.to_string(),
            "approximation": e.approximation.to_string(),
        })).collect::<Vec<_>>(),
    })
}

fn print(pretension: &Pretension, row: u64, out: &mut impl Write) -> Result<()> {
    let genera: Vec<String> = pretension.genera.iter().skip(1).map(ToString::to_string).collect();
    writeln!(out, "genus table")?;
    rows(&genera, row, false, out)?;
    writeln!(
        out,
        "computed to heap {}; beyond, genera are not proved to repeat",
        pretension.heaps
    )?;
    writeln!(out, "\nheap pretending table")?;
    let names: Vec<String> =
        pretension.names.iter().skip(1).map(|&n| name(pretension, n, true)).collect();
    match pretension.period {
        Some((start, period)) => {
            // The last row repeats if it is one of the period and begins in it.
            let last = (names.len() as u64 / row).saturating_sub(1) * row;
            let whole = names.len() as u64 % row == 0 && row == period && last + 1 >= start;
            rows(&names, row, whole, out)?;
            let repeats = if whole { "the last row repeats" } else { "the names repeat" };
            writeln!(out, "{repeats}, period {period} from heap {start} on: proved for all heaps")?;
        }
        None => {
            rows(&names, row, false, out)?;
            writeln!(out, "proved for sums of these heaps; no period is proved")?;
        }
    }
    for symbol in &pretension.symbols {
        let multiple = |n: u64| match n {
            0 => "0".to_owned(),
            1 => symbol.name.clone(),
            n => format!("{n}{}", symbol.name),
        };
        writeln!(out, "{} = {}", multiple(symbol.p + symbol.s), multiple(symbol.s))?;
    }
    if pretension.symbols.is_empty() {
        return Ok(());
    }
    writeln!(out, "\naddition table")?;
    if let Some(most) = pretension.most_terms {
        writeln!(out, "(only sums of at most {most} terms)")?;
    }
    for (counts, genus) in &pretension.addition {
        writeln!(out, "{:<10} {}", genus.to_string(), sum(pretension, counts))?;
    }
    let adders = pretension.symbols.iter().map(|s| s.approximator.map(|a| (&s.name, a)));
    if let Some(adders) = adders.collect::<Option<Vec<_>>>() {
        writeln!(out, "\nadder approximator")?;
        for (name, a) in adders {
            writeln!(out, "{name} {a}")?;
        }
        writeln!(out, "\nexceptions: {}", pretension.exceptions.len())?;
        for e in &pretension.exceptions {
            let (genus, approximation) = (e.genus.to_string(), e.approximation.to_string());
            writeln!(out, "{genus:<10} not {approximation:<8} {}", sum(pretension, &e.counts))?;
        }
    }
    Ok(())
}

/// Rows of `row` cells, numbered from heap 1.
fn rows(cells: &[String], row: u64, endless: bool, out: &mut impl Write) -> Result<()> {
    let row = (row as usize).max(1);
    let width = |column: usize| {
        let cells = cells.iter().skip(column).step_by(row).map(String::len).max().unwrap_or(0);
        cells.max((column + 1).to_string().len())
    };
    let widths: Vec<usize> = (0..row.min(cells.len())).map(width).collect();
    let label = format!("{}+", cells.len()).len() + 2;
    let line = |first: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells = cells.zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        let text = format!("{first:<label$}{}", cells.collect::<Vec<_>>().join("  "));
        text.trim_end().to_owned()
    };
    let header = (1..=row).map(|column| column.to_string());
    writeln!(out, "{}", line("", &mut header.into_iter()))?;
    for (i, chunk) in cells.chunks(row).enumerate() {
        writeln!(out, "{}", line(&format!("{}+", i * row), &mut chunk.iter().cloned()))?;
    }
    if endless {
        writeln!(
            out,
            "{}",
            line(&format!("{}+", cells.len()), &mut ["...".to_owned()].into_iter())
        )?;
    }
    Ok(())
}
