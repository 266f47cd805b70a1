//! `upstar table RULES SIZE`: the values of a whole family.
//! ```text
//! $ upstar table domineering 3x3
//! ```

use super::misere::Misere;
use super::{Failure, fail, must_be_answerable};
use crate::args::{Global, Manner, Play, TableArgs, Variant};
use crate::desk::{Desk, Limits};
use crate::report::Status;
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use upstar_base::{Outcome, Stopped};
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::variant::{Dicotic, Impartial, Twisted};
use upstar_rules::{PositionError, Rules};
use upstar_theory::judge::Judge;

/// The most cells of a table.
const MOST_CELLS: usize = 1 << 20;

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
        must_be_answerable(about, &rules, self.manner)?;
        match self.manner.variant {
            None => self.fill(about, &rules),
            Some(Variant::Impartial) => self.fill(about, &Erased::new(Impartial(rules))),
            Some(Variant::Dicotic) => self.fill(about, &Erased::new(Dicotic(rules))),
            Some(Variant::Twisted) => self.fill(about, &Erased::new(Twisted(rules))),
        }
    }
}

impl Family<'_> {
    fn fill<R: Rules>(mut self, about: &'static About, rules: &R) -> Result<Table, Failure> {
        let size = parse_size(self.size).map_err(|e| wrong("size", self.size, e))?;
        let calc = self.desk.calc().fork();
        let budget = Arc::clone(calc.budget());
        let misere = self.manner.play == Play::Misere;
        let mut misere = if misere { Misere::of(rules, budget) } else { None };
        let mut judge = Judge::new(rules, self.manner.play.into(), calc).with_threads(self.threads);
        let (heights, widths) = match *size {
            [n] => (None, n),
            [rows, columns] => (Some(rows), columns),
            _ => (None, 0),
        };
        let mut table =
            Table { rows: Vec::new(), cells: Vec::new(), index: about.tables, cut: None };
        self.desk.begin();
        for r in 1..=heights.unwrap_or(1) {
            if table.cut.is_some() {
                break;
            }
            let (mut texts, mut cells) = (Vec::new(), Vec::new());
            for c in 1..=widths {
                let both = [r, c];
                let wanted = if heights.is_some() { &both[..] } else { &both[1..] };
                let Some(position) = rules.member(wanted) else {
                    let whole = |text: &str, message| PositionError::whole(text, message);
                    return Err(match about.tables {
                        "" => {
                            let message = format!("{} has no table", about.title);
                            wrong("rules", self.typed, whole(self.typed, message))
                        }
                        sizes => {
                            let message =
                                format!("this is no size for {}; expected {sizes}", about.title);
                            wrong("size", self.size, whole(self.size, message))
                        }
                    });
                };
                match self.cell(rules, &mut judge, &mut misere, position) {
                    Ok((text, cell)) => {
                        texts.push(text);
                        cells.push(cell);
                    }
                    Err(stopped) => {
                        table.cut = Some(stopped);
                        break;
                    }
                }
            }
            if !texts.is_empty() {
                table.rows.push(texts);
                table.cells.push(cells);
            }
        }
        self.desk.end();
        Ok(table)
    }

    /// One cell as text and as data.
    fn cell<R: Rules>(
        &mut self,
        rules: &R,
        judge: &mut Judge<'_, R>,
        misere: &mut Option<Misere<'_, R>>,
        position: R::Position,
    ) -> Result<(String, serde_json::Value), Stopped> {
        let sum = [position];
        if self.manner.play == Play::Misere {
            let verdict = match misere {
                Some(misere) => {
                    misere.begin(&sum);
                    misere.verdict(&sum)?
                }
                None => None,
            };
            let outcome = match verdict {
                Some(verdict) if verdict.previous_wins => Outcome::P,
                Some(_) => Outcome::N,
                None => judge.outcome(&sum)?,
            };
            let outcome = outcome.to_string();
            return Ok((outcome.clone(), json!(outcome)));
        }
        let value = judge.value(&sum)?;
        let nimber = judge.calc().as_number_up_star(value).map(|v| v.nim);
        let (text, _) = self.desk.show_short(value)?;
        let cell = match nimber {
            Some(nim) if rules.is_impartial() => json!(nim),
            _ => json!(text),
        };
        Ok((text, cell))
    }
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &TableArgs, out: &mut impl Write) -> Result<Status> {
    let size = parse_size(&args.size);
    let shape = match size.as_deref() {
        Ok([n]) => (1, *n),
        Ok([rows, columns]) => (*rows, *columns),
        _ => (1, 1),
    };
    let mut desk = Desk::open(global)?;
    let family = Family {
        typed: &args.rules,
        size: &args.size,
        manner: &args.manner,
        desk: &mut desk,
        threads: Limits::of(global).threads,
    };
    let table = registry::visit_sized(&args.rules, shape, family)
        .map_err(Failure::Rules)
        .and_then(|table| table);
    let table = match table {
        Ok(table) => table,
        Err(failure) => return fail(global, &args.rules, &args.size, failure, out),
    };
    let cut = table.cut.map(|stopped| {
        let (known, all) = (table.rows.iter().map(Vec::len).sum::<usize>(), shape.0 * shape.1);
        Failure::Stopped(stopped, Some(format!("{known} of {all} cells are known")))
    });
    if global.json {
        if let Some(cut) = cut {
            return fail(global, &args.rules, &args.size, cut, out);
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
    let head = line((1..=columns).map(|c| c.to_string()).collect());
    writeln!(out, "{:margin$}{head}", "")?;
    for (r, row) in table.rows.into_iter().enumerate() {
        let label = if numbered { format!("{:<margin$}", r + 1) } else { String::new() };
        writeln!(out, "{label}{}", line(row))?;
    }
    if let Some(cut) = cut {
        return fail(global, &args.rules, &args.size, cut, out);
    }
    Ok(Status::Answered)
}
