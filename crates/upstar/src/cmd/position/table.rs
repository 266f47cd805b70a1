//! `upstar table RULES SIZE`: the values of a whole family.
//! ```text
//! $ upstar table domineering 3x3
//! ```

use super::answer::extend;
use super::case::{Case, Worth};
use super::{Failure, Fault, fail, must_have_variant};
use crate::args::{Global, Manner, Play, TableArgs};
use crate::desk::{Desk, Limits};
use crate::progress;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::{PositionError, Rules};

/// The most cells of a table.
const MOST_CELLS: usize = 1 << 18;

/// Columns are no wider than this; a longer value stands out.
const WIDEST: usize = 400;

/// What a cell holds until it is printed, about.
const CELL_BYTES: u64 = 160;

/// The most squares of a board that hardly takes time however it is kept.
const CHEAP: usize = 16;

/// Which cells are filled at once, and the size of the boards for which the rules are made.
type Turn<'a> = ((usize, usize), &'a dyn Fn(usize, usize) -> bool);

struct Family<'a> {
    size: &'a str,
    manner: &'a Manner,
    desk: &'a mut Desk,
    threads: usize,
    table: &'a mut Table,
    /// Which cells are asked for now.
    wanted: &'a dyn Fn(usize, usize) -> bool,
}

struct Table {
    /// Row by row; a cell that is not known is `None`.
    cells: Vec<Vec<Option<Cell>>>,
    /// What the sizes mean; empty until a cell is found.
    index: &'static str,
    /// What the first column is called.
    first: usize,
    /// Is there something to remember about the values?
    note: Option<String>,
    /// Why it ends early.
    cut: Option<Stopped>,
    /// How many cells have a position.
    known: usize,
}

/// What a cell holds, as text and as data.
#[derive(Clone, Default)]
struct Cell {
    text: String,
    data: serde_json::Value,
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
    type Output = Result<(), Failure>;

    fn visit<R: Rules>(self, about: &'static About, rules: R) -> Self::Output {
        must_have_variant(about, &rules, self.manner)?;
        match self.manner.varied(rules) {
            Ok(varied) => self.fill(about, &Arc::new(varied)),
            Err(rules) => self.fill(about, &Arc::new(rules)),
        }
    }
}

impl Table {
    /// A table in which nothing is known yet.
    fn new(size: &[usize]) -> Table {
        let (rows, columns) = match *size {
            [rows, columns] => (rows, columns),
            [n] => (1, n),
            _ => (0, 0),
        };
        let cells = vec![vec![None; columns]; rows];
        Table { cells, index: "", first: 1, note: None, cut: None, known: 0 }
    }
}

/// The places of a table from the cheapest to the dearest, about: small boards before large ones,
/// narrow ones before square ones.
fn by_cost(
    rows: std::ops::RangeInclusive<usize>,
    columns: std::ops::RangeInclusive<usize>,
) -> Vec<(usize, usize)> {
    let mut places: Vec<(usize, usize)> =
        rows.flat_map(|r| columns.clone().map(move |c| (r, c))).collect();
    places.sort_by_key(|&(r, c)| (r.saturating_mul(c), r.min(c), r));
    places
}

impl Family<'_> {
    /// Fills the cells that `wanted` names, the cheapest first.
    fn fill<R: Rules>(self, about: &'static About, rules: &Arc<R>) -> Result<(), Failure> {
        let size = parse_size(self.size).map_err(|e| wrong("size", self.size, e))?;
        let table = self.table;
        let (rows, columns, first) = match *size {
            [n] => (1, n, rules.first_size()),
            [rows, columns] => (rows, columns, 1),
            _ => (0, 0, 1),
        };
        table.first = first;
        table.index = about.tables;
        // A family may begin at 0.
        let width = (columns + 1).saturating_sub(first);
        table.cells.iter_mut().for_each(|row| row.resize(width, None));
        let mut case = Case::new(about, rules, self.desk, self.manner, self.threads, &[])?;
        let cells = width.saturating_mul(rows);
        for (r, c) in by_cost(1..=rows, first..=columns) {
            if !(self.wanted)(r, c) {
                continue;
            }
            let both = [r, c];
            let place = if size.len() == 2 { &both[..] } else { &both[1..] };
            let Some(position) = rules.cell(&size, place) else {
                table.cells[r - 1][c - first] = Some(Cell::default());
                continue;
            };
            progress::stage("cells", table.known, cells);
            table.known += 1;
            match cell(&mut case, position, self.manner.play) {
                Ok(worth) => {
                    // Cells are data; as text they show the same.
                    let numbers = matches!(worth.kind, "Remoteness" | "Suspense");
                    let text = match &worth.cell {
                        serde_json::Value::String(text) => text.clone(),
                        serde_json::Value::Array(pair) if numbers => {
                            let pair: Vec<String> = pair.iter().map(|n| n.to_string()).collect();
                            pair.join(",")
                        }
                        number if numbers => number.to_string(),
                        _ => worth.text,
                    };
                    table.cells[r - 1][c - first] = Some(Cell { text, data: worth.cell });
                    if table.note.is_none() {
                        table.note = worth.note;
                    }
                }
                Err(Failure::Stopped(stopped, _)) => {
                    table.cut = Some(stopped);
                    break;
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }
}

/// Why a table has no cells at all.
fn no_cells(rules: &str, size: &str) -> Failure {
    let whole = |text: &str, message| PositionError::whole(text, message);
    match registry::about(rules) {
        Ok(about) if about.tables.is_empty() => {
            let message = format!("{} has no table", about.title);
            wrong("rules", rules, whole(rules, message))
        }
        Ok(about) => {
            let message = format!("this is no size for {}; expected {}", about.title, about.tables);
            wrong("size", size, whole(size, message))
        }
        Err(error) => Failure::Rules(error),
    }
}

/// The size and the rules that a size such as `quarter:12x12` means: `horses(quarter)` and 12x12.
fn with_board(rules: &str, size: &str) -> Option<(String, String)> {
    let (board, size) = size.split_once(':')?;
    (!rules.contains('(')).then(|| (format!("{rules}({board})"), size.to_owned()))
}

/// The table, boards that are kept in one word first.
fn filled(
    global: &Global,
    desk: &mut Desk,
    rules: &str,
    size: &str,
    shape: (usize, usize),
    manner: &Manner,
) -> Result<Table, Failure> {
    let sizes = parse_size(size).map_err(|e| wrong("size", size, e))?;
    let mut table = Table::new(&sizes);
    let threads = Limits::of(global).threads;
    let small = registry::small_shape(rules, shape).map_err(Failure::Rules)?;
    let is_small = |r, c| r <= small.0 && c <= small.1;
    let is_cheap = |r: usize, c: usize| r.saturating_mul(c) <= CHEAP;
    let narrow = |r, c| !is_small(r, c) && is_cheap(r, c);
    let large = |r, c| !is_small(r, c) && !is_cheap(r, c);
    // Large boards with few squares, small boards, the rest.
    let turns: [Turn<'_>; 3] = [(shape, &narrow), (small, &is_small), (shape, &large)];
    let one_turn: [Turn<'_>; 1] = [(shape, &|_, _| true)];
    desk.begin("");
    let turns = if small == shape { &one_turn[..] } else { &turns[..] };
    let mut filled = Ok(());
    for &(shape, wanted) in turns {
        let family = Family { size, manner, desk: &mut *desk, threads, table: &mut table, wanted };
        filled = registry::visit_sized(rules, shape, family)
            .map_err(Failure::Rules)
            .and_then(|filled| filled);
        if filled.is_err() || table.cut.is_some() {
            break;
        }
    }
    desk.end();
    filled?;
    if table.known == 0 && table.cut.is_none() {
        return Err(no_cells(rules, size));
    }
    Ok(table)
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
    let mut table = match filled(global, &mut desk, &rules, &size, shape, &args.manner) {
        Ok(table) => table,
        Err(failure) => return fail(global, &rules, &size, failure, out),
    };
    let assumed = registry::assumed(&rules).map(|full| format!("`{rules}` is read as `{full}`"));
    if let Some(note) = assumed.as_ref().filter(|_| !global.json && !global.quiet) {
        report::say(&format!("note: {note}\n"));
    }
    let cut = table.cut.take().map(|stopped| {
        let all: usize = table.cells.iter().map(Vec::len).sum();
        let known = table.cells.iter().flatten().flatten().count();
        let message = format!("{stopped}; {known} of {all} cells are known");
        let span = Span::new(0, size.len());
        let error = Error::new(ErrorKind::Stopped(stopped), span, message);
        Failure::Argument("size", size.clone(), Box::new(error))
    });
    let texts: Vec<Vec<String>> = table
        .cells
        .iter()
        .map(|row| {
            row.iter().map(|cell| cell.as_ref().map_or("?", |cell| &cell.text).to_owned()).collect()
        })
        .collect();
    if global.json {
        let text = |cell: &Option<Cell>| cell.as_ref().map(|cell| cell.text.clone());
        let data = |cell: &Option<Cell>| cell.as_ref().map(|cell| cell.data.clone());
        let rows: Vec<Vec<_>> =
            table.cells.iter().map(|row| row.iter().map(text).collect()).collect();
        let cells: Vec<Vec<_>> =
            table.cells.iter().map(|row| row.iter().map(data).collect()).collect();
        let mut answer = json!({"rows": rows, "cells": cells, "index": table.index});
        if let Some(note) = &assumed {
            answer = extend(answer, json!({ "note": note }));
        }
        let mut status = Status::Answered;
        if let Some(cut) = cut {
            let fault = Fault::of(&rules, &size, cut)?;
            status = super::status(&fault.error);
            answer = extend(answer, report::error_json("size", &fault.source, &fault.error));
        }
        writeln!(out, "{answer}")?;
        return Ok(status);
    }
    let columns = texts.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|c| {
            let cells = texts.iter().filter_map(|row| row.get(c));
            let widest = cells.map(|text| text.chars().count()).max().unwrap_or(0);
            widest.max(columns.to_string().len()).min(WIDEST)
        })
        .collect();
    let numbered = texts.len() > 1;
    let margin = if numbered { texts.len().to_string().len() + 2 } else { 0 };
    let line = |cells: Vec<String>| {
        let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        padded.collect::<Vec<_>>().join("  ")
    };
    let last = table.first + columns;
    let head = line((table.first..last).map(|c| c.to_string()).collect());
    writeln!(out, "{:margin$}{head}", "")?;
    for (r, row) in texts.into_iter().enumerate() {
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
