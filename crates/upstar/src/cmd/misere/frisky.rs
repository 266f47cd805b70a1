//! `upstar misere frisky CODE --heaps N`: which positions with few heaps are frisky.
//!
//! A table for each smallest heap t and all differences but the last two; a cell is the tau of
//! the positions whose largest heap grows token by token. What is printed last repeats for ever.

use super::{code, position, show_position};
use crate::args::{FriskyArgs, Global};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::{Value, json};
use std::io::Write;
use upstar_base::Budget;
use upstar_misere::decomposition::eventually::{Eventually, Nest};
use upstar_misere::decomposition::frisky::{FewHeaps, MOST_BITS, MOST_HEAPS, NoLabels, Tau};
use upstar_rules::heap::code::HeapCode;

/// The names of smallest heap and differences; the last difference is k.
const COORDINATES: [&str; MOST_HEAPS - 1] = ["t", "s", "r", "q"];
/// The bits of a group when single heaps have a longer period.
const GROUP: usize = 5;

/// Computes and prints.
pub(crate) fn run(global: &Global, args: &FriskyArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    if let Some(text) = &args.position {
        return one(global, &code, &position(text)?, &budget, out);
    }
    let (labels, group) = match tables(&code, args, &budget) {
        Ok(found) => found,
        Err(why) => return refuse(global, out, &why),
    };
    let Some(taus) = labels.taus(group) else {
        return report::no_answer(global, out, "stopped", "there are no heaps");
    };
    if global.json {
        let object = json!({
            "code": code.to_string(), "heaps": labels.heaps(), "group": group,
            "proved": "all sizes", "tau": as_json(&taus),
        });
        writeln!(out, "{}", report::json_line(&object))?;
        return Ok(Status::Answered);
    }
    let name = |i: usize| if i + 1 == labels.heaps() { "k" } else { COORDINATES[i] };
    let terms: Vec<String> = (0..labels.heaps())
        .map(|heap| (0..=heap).map(name).collect::<Vec<_>>().join("+"))
        .collect();
    writeln!(out, "proved for heaps {} of all sizes", terms.join(", "))?;
    print(&taus, group, &mut Vec::new(), out)?;
    Ok(Status::Answered)
}

fn tables(
    code: &HeapCode,
    args: &FriskyArgs,
    budget: &Budget,
) -> Result<(FewHeaps, usize), NoLabels> {
    let labels = FewHeaps::new(code, args.heaps, budget)?;
    let group = match args.group {
        Some(group) => group.clamp(1, MOST_BITS),
        None => match FewHeaps::new(code, 1, budget)?.labels() {
            Nest::Row(row) if row.period() <= MOST_BITS => row.period(),
            _ => GROUP,
        },
    };
    Ok((labels, group))
}

fn refuse(global: &Global, out: &mut impl Write, why: &NoLabels) -> Result<Status> {
    report::no_answer(global, out, "stopped", &why.to_string())
}

/// The label of one sum.
fn one(
    global: &Global,
    code: &HeapCode,
    sum: &[(u32, u32)],
    budget: &Budget,
    out: &mut impl Write,
) -> Result<Status> {
    let mut sizes = Vec::new();
    for &(heap, count) in sum {
        if count as usize > MOST_HEAPS || sizes.len() > MOST_HEAPS {
            return refuse(global, out, &NoLabels::Heaps);
        }
        sizes.extend(std::iter::repeat_n(heap, count as usize));
    }
    let labels = match FewHeaps::new(code, sizes.len().max(1), budget) {
        Ok(labels) => labels,
        Err(why) => return refuse(global, out, &why),
    };
    let Some(label) = labels.label(&sizes) else {
        return refuse(global, out, &NoLabels::Heaps);
    };
    if global.json {
        let object = json!({
            "code": code.to_string(), "position": show_position(sum), "label": label.to_string(),
            "frisky": label.is_frisky(),
        });
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        let not = if label.is_frisky() { "" } else { "not " };
        writeln!(out, "{label}  {not}frisky")?;
    }
    Ok(Status::Answered)
}

fn as_json(taus: &Nest<Tau>) -> Value {
    match taus {
        Nest::Cell(tau) => tau.to_string().into(),
        Nest::Row(row) => json!({
            "start": row.start(), "period": row.period(),
            "items": row.items().iter().map(as_json).collect::<Vec<_>>(),
        }),
    }
}

/// Prints the tables below these values of the first coordinates.
fn print(
    taus: &Nest<Tau>,
    columns: usize,
    before: &mut Vec<String>,
    out: &mut impl Write,
) -> Result<()> {
    let row = match taus {
        Nest::Cell(tau) => return Ok(writeln!(out, "{tau}")?),
        Nest::Row(row) => row,
    };
    let name = COORDINATES.get(before.len()).copied().unwrap_or("");
    if matches!(row.items(), [Nest::Cell(_), ..]) {
        if !before.is_empty() {
            writeln!(out, "\n{}", before.join(", "))?;
        }
        return cells(row, name, columns, out);
    }
    for (x, item) in row.items().iter().enumerate() {
        let p = row.period();
        before.push(match x < row.start() {
            true => format!("{name} = {x}"),
            false => format!("{name} = {x}, {}, {}, ...", x + p, x + 2 * p),
        });
        print(item, columns, before, out)?;
        before.pop();
    }
    Ok(())
}

/// Rows of cells, as many as needed; the period begins where the last line says.
fn cells(
    row: &Eventually<Nest<Tau>>,
    name: &str,
    columns: usize,
    out: &mut impl Write,
) -> Result<()> {
    let lines = row.items().len().div_ceil(columns);
    let text = |x: usize| match row.at(x) {
        Nest::Cell(tau) => tau.to_string(),
        Nest::Row(_) => String::new(),
    };
    let width = |column: usize| {
        let texts = (0..lines).map(|line| text(line * columns + column).len());
        texts.chain([column.to_string().len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let label = format!("{}+", lines * columns).len() + 2;
    let mut line = |first: &str, texts: Vec<String>| {
        let texts = texts.iter().zip(&widths).map(|(text, &width)| format!("{text:<width$}"));
        let whole = format!("{first:<label$}{}", texts.collect::<Vec<_>>().join("  "));
        writeln!(out, "{}", whole.trim_end())
    };
    line(name, (0..columns).map(|column| column.to_string()).collect())?;
    for i in 0..lines {
        let first = i * columns;
        line(&format!("{first}+"), (first..first + columns).map(text).collect())?;
    }
    writeln!(out, "period {} from {name} = {} on", row.period(), row.start())?;
    Ok(())
}
