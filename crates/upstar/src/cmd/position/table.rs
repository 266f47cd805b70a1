//! `upstar table RULES SIZE`: the values of a whole family.
//! ```text
//! $ upstar table domineering 3x3
//! ```

use super::case::{Case, Worth};
use super::{Failure, fail, must_have_variant};
use crate::args::{Global, Manner, Play, TableArgs, Variant};
use crate::desk::{Desk, Limits};
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::variant::{Dicotic, Impartial, Twisted};
use upstar_rules::{PositionError, Rules};

/// The most cells of a table.
const MOST_CELLS: usize = 1 << 20;

/// What a cell holds until it is printed, about.
const CELL_BYTES: u64 = 160;

struct Family<'a> {
    /// The rules as they were typed.
    typed: &'a str,
    size: &'a str,
    manner: &'a Manner,
    desk: &'a mut Desk,
    threads: usize,
}

struct Table {
    rows: Vec<Vec<String>>,
    cells: Vec<Vec<serde_json::Value>>,
    index: &'static str,
    /// What the first column is called.
    first: usize,
    /// Is there something to remember about the values?
    note: Option<String>,
    /// Why it ends early.
    cut: Option<Stopped>,
}

/// A mistake in an argument that is neither rules nor position.
fn wrong(name: &'static str, text: &str, error: PositionError) -> Failure {
    let span = Span::new(error.at, error.at + error.len);
    let error = Error::new(ErrorKind::Domain, span, error.message);
    Failure::Argument(name, text.to_owned(), Box::new(error))
}

/// Reads `8x8` or `40`.
fn parse_size(text: &str) -> Result<Vec<usize>, PositionError> {
    let mut start = 0;
    let mut numbers = Vec::new();
    for part in text.split(['x', 'X', '×']) {
        let wrong = |message: &str| PositionError::new(start, part.len(), message);
        let number: usize =
            part.trim().parse().map_err(|_| wrong("expected a size such as `8x8` or `40`"))?;
        if number == 0 {
            return Err(wrong("a size must be at least 1"));
        }
        numbers.push(number);
        start += part.len() + 1;
    }
    let cells = numbers.iter().try_fold(1usize, |product, &n| product.checked_mul(n));
    if numbers.len() > 2 || cells.is_none_or(|cells| cells > MOST_CELLS) {
        let message = format!("a table has one or two sizes and at most {MOST_CELLS} cells");
        return Err(PositionError::whole(text, message));
    }
    Ok(numbers)
}

impl Visitor for Family<'_> {
    type Output = Result<Table, Failure>;

    fn visit<R: Rules>(self, about: &'static About, rules: R) -> Self::Output {
        must_have_variant(about, &rules, self.manner)?;
        match self.manner.variant {
            None => self.fill(about, &rules),
            Some(Variant::Impartial) => self.fill(about, &Erased::new(Impartial(rules))),
            Some(Variant::Dicotic) => self.fill(about, &Erased::new(Dicotic(rules))),
            Some(Variant::Twisted) => self.fill(about, &Erased::new(Twisted(rules))),
        }
    }
}

impl Family<'_> {
    fn fill<R: Rules>(self, about: &'static About, rules: &R) -> Result<Table, Failure> {
        let size = parse_size(self.size).map_err(|e| wrong("size", self.size, e))?;
        let (heights, widths, first) = match *size {
            [n] => (None, n, rules.first_size()),
            [rows, columns] => (Some(rows), columns, 1),
            _ => (None, 0, 1),
        };
        let mut case = Case::new(about, rules, self.desk, self.manner, self.threads, &[])?;
        let mut table = Table {
            rows: Vec::new(),
            cells: Vec::new(),
            index: about.tables,
            first,
            note: None,
            cut: None,
        };
        let mut known = 0;
        case.desk.begin();
        let cells = (widths + 1).saturating_sub(first).saturating_mul(heights.unwrap_or(1));
        case.desk.calc().budget().begin("cells", Some(cells as u64));
        'rows: for r in 1..=heights.unwrap_or(1) {
            let (mut texts, mut cells) = (Vec::new(), Vec::new());
            for c in first..=widths {
                let both = [r, c];
                let wanted = if heights.is_some() { &both[..] } else { &both[1..] };
                let Some(position) = rules.cell(&size, wanted) else {
                    texts.push(String::new());
                    cells.push(serde_json::Value::Null);
                    continue;
                };
                known += 1;
                match cell(&mut case, position, self.manner.play) {
                    Ok(worth) => {
                        // Cells are data; as text they show the same.
                        let numbers = matches!(worth.kind, "Remoteness" | "Suspense");
                        texts.push(match &worth.cell {
                            serde_json::Value::String(text) => text.clone(),
                            serde_json::Value::Array(pair) if numbers => {
                                let pair: Vec<String> =
                                    pair.iter().map(|n| n.to_string()).collect();
                                pair.join(",")
                            }
                            number if numbers => number.to_string(),
                            _ => worth.text,
                        });
                        cells.push(worth.cell);
                        table.note = table.note.or(worth.note);
                    }
                    Err(Failure::Stopped(stopped, _)) => {
                        table.cut = Some(stopped);
                        if !texts.is_empty() {
                            table.rows.push(texts);
                            table.cells.push(cells);
                        }
                        break 'rows;
                    }
                    Err(failure) => return Err(failure),
                }
            }
            table.rows.push(texts);
            table.cells.push(cells);
        }
        case.desk.end();
        if known == 0 {
            let whole = |text: &str, message| PositionError::whole(text, message);
            return Err(match about.tables {
                "" => {
                    let message = format!("{} has no table", about.title);
                    wrong("rules", self.typed, whole(self.typed, message))
                }
                sizes => {
                    let message = format!("this is no size for {}; expected {sizes}", about.title);
                    wrong("size", self.size, whole(self.size, message))
                }
            });
        }
        Ok(table)
    }
}

/// The size and the rules that a size such as `quarter:12x12` means: `horses(quarter)` and 12x12.
fn with_board(rules: &str, size: &str) -> Option<(String, String)> {
    let (board, size) = size.split_once(':')?;
    (!rules.contains('(')).then(|| (format!("{rules}({board})"), size.to_owned()))
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &TableArgs, out: &mut impl Write) -> Result<Status> {
    let (rules, size) = with_board(&args.rules, &args.size)
        .unwrap_or_else(|| (args.rules.clone(), args.size.clone()));
    let shape = match parse_size(&size).as_deref() {
        Ok([n]) => (1, *n),
        Ok([rows, columns]) => (*rows, *columns),
        _ => (1, 1),
    };
    let mut desk = Desk::open(global)?;
    let family = Family {
        typed: &rules,
        size: &size,
        manner: &args.manner,
        desk: &mut desk,
        threads: Limits::of(global).threads,
    };
    let table = registry::visit_sized(&rules, shape, family)
        .map_err(Failure::Rules)
        .and_then(|table| table);
    let table = match table {
        Ok(table) => table,
        Err(failure) => return fail(global, &rules, &size, failure, out),
    };
    let cut = table.cut.map(|stopped| {
        let (known, all) = (table.rows.iter().map(Vec::len).sum::<usize>(), shape.0 * shape.1);
        Failure::Stopped(stopped, Some(format!("{known} of {all} cells are known")))
    });
    if global.json {
        if let Some(cut) = cut {
            return fail(global, &rules, &size, cut, out);
        }
        let answer = json!({"rows": table.rows, "cells": table.cells, "index": table.index});
        writeln!(out, "{answer}")?;
        return Ok(Status::Answered);
    }
    let columns = table.rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|c| {
            let cells = table.rows.iter().filter_map(|row| row.get(c));
            let widest = cells.map(|text| text.chars().count()).max().unwrap_or(0);
            widest.max(columns.to_string().len())
        })
        .collect();
    let numbered = table.rows.len() > 1;
    let margin = if numbered { table.rows.len().to_string().len() + 2 } else { 0 };
    let line = |cells: Vec<String>| {
        let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        padded.collect::<Vec<_>>().join("  ")
    };
    let last = table.first + columns;
    let head = line((table.first..last).map(|c| c.to_string()).collect());
    writeln!(out, "{:margin$}{head}", "")?;
    for (r, row) in table.rows.into_iter().enumerate() {
        let label = if numbered { format!("{:<margin$}", r + 1) } else { String::new() };
        writeln!(out, "{label}{}", line(row))?;
    }
    if let Some(cut) = cut {
        return fail(global, &rules, &size, cut, out);
    }
    if let Some(note) = table.note.filter(|_| !global.quiet) {
        report::say(&format!("note: {note}\n"));
    }
    Ok(Status::Answered)
}

/// What a position is worth, with the memory of the cell counted.
fn cell<R: Rules>(
    case: &mut Case<'_, R>,
    position: R::Position,
    play: Play,
) -> Result<Worth, Failure> {
    let budget = Arc::clone(case.desk.calc().budget());
    budget.charge(CELL_BYTES)?;
    budget.check()?;
    budget.advance(1);
    case.standing = case.read(&[position])?;
    case.worth(play)
}
