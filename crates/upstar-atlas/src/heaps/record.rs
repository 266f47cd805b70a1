//! The tables of nim-sequences.
//!
//! `class` holds what was found of the codes that represent a class in some plan; `code` lists
//! the plans; `state` holds what is needed to go on with a code. What is found of a code is
//! written in one transaction when it is done; while it is computed its state is written now and
//! then, and when the budget ends.

use super::plan::{Codes, shift};
use super::{HeapFinding, HeapRow};
use crate::accepted;
use crate::database::{SurveyError, count, number};
use crate::packed::pack;
use crate::survey::{self, Surveyed};
use crate::work::{SurveyKind, Task, TaskFinding, TaskOutcome};
use rusqlite::{Connection, OptionalExtension, Transaction, named_params, params};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use upstar_base::Budget;
use upstar_heaps::classes::CodeClass;
use upstar_rules::heap::code::HeapCode;

/// Nim-sequences.
#[derive(Clone, Copy, Debug)]
pub struct Sequences;

/// A survey of nim-sequences.
pub type Survey = survey::Survey<Sequences>;

const SCHEMA: &str = "
    create table if not exists class (
        representative text primary key,  -- the shortest code, then the least
        standard text not null,           -- its standard form
        status text not null,             -- 'proved', 'computed' (not checked), 'open' or 'waiting'
        preperiod integer,                -- of the representative, if proved
        period integer,
        saltus integer,                   -- what a period adds, if proved
        theorem text,
        computed integer not null,        -- how many values were computed
        largest integer, largest_at integer,
        rares integer, last_rare integer, -- under the mask, or the one chosen last
        mask integer,                     -- the bits of values that make them rare or common
        mask_position integer,            -- the parity of breaking digits, if positions count too
        certificate blob                  -- the text, deflated
    ) without rowid;
    create table if not exists code (
        base integer not null,            -- of the survey that lists it: 8 or 16
        digits integer not null,          -- its digits
        code text not null,
        class text not null references class (representative),
        shift integer not null,           -- heap n + shift of the code is heap n of its class
        primary key (base, digits, code)
    ) without rowid;
    create index if not exists code_class on code (class);
    create table if not exists state (    -- of classes that are being computed
        class text primary key references class (representative),
        body blob not null                -- the body of a checkpoint
    ) without rowid;
";

/// What a survey has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SurveyStatus {
    /// How many classes there are.
    pub classes: u64,
    /// How many of them are proved to be periodic.
    pub proved: u64,
    /// How many were computed as far as asked without a period.
    pub open: u64,
    /// How many have a period that the checker has not accepted yet.
    #[serde(skip_serializing_if = "is_zero")]
    pub computed: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl fmt::Display for SurveyStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SurveyStatus { classes, proved, open, computed } = self;
        write!(f, "{classes} classes: {proved} proved periodic, {open} open")?;
        match computed {
            0 => Ok(()),
            _ => write!(f, ", {computed} computed, not yet checked"),
        }
    }
}

impl Survey {
    /// Opens or creates the database, for the octal codes with so many digits. What is known of
    /// them from surveys with other digits is kept.
    pub fn open(path: &Path, digits: u32, budget: &Budget) -> Result<Survey, SurveyError> {
        Survey::of(path, Codes::Octal(digits), budget)
    }
}

impl Surveyed for Sequences {
    const KIND: SurveyKind = SurveyKind::Normal;
    const SCHEMA: &'static str = SCHEMA;
    const CERTIFICATE: &'static str = "select certificate from class where representative = ?";
    type Codes = Codes;
    type Class = CodeClass;
    type Row = HeapRow;
    type Status = SurveyStatus;

    fn codes(class: &CodeClass) -> &[HeapCode] {
        &class.codes
    }

    fn list(
        all: &Transaction<'_>,
        codes: Codes,
        budget: &Budget,
    ) -> Result<Vec<CodeClass>, SurveyError> {
        let plan = codes.classes(budget)?;
        let (base, digits) = (codes.base(), codes.digits());
        all.execute("delete from code where base = ? and digits = ?", [base, digits])?;
        for class in &plan {
            let name = class.representative.to_string();
            all.execute(
                "insert or ignore into class (representative, standard, status, computed)
                 values (?, ?, 'waiting', 0)",
                params![name, class.standard.to_string()],
            )?;
            for code in &class.codes {
                budget.check()?;
                let shift = shift(code, &class.representative);
                all.execute(
                    "insert into code (base, digits, code, class, shift) values (?, ?, ?, ?, ?)",
                    params![base, digits, code.to_string(), name, shift],
                )?;
            }
        }
        Ok(plan)
    }

    fn left(
        database: &Connection,
        class: &CodeClass,
        amount: u64,
    ) -> Result<Vec<Task>, SurveyError> {
        let HeapRow { code, status, computed, .. } = Sequences::row(database, class)?;
        let is_found = matches!(status.as_str(), "proved" | "computed");
        let is_left = status == "waiting" || (!is_found && computed < amount);
        let kind = SurveyKind::Normal;
        Ok(is_left.then_some(Task { kind, code, amount }).into_iter().collect())
    }

    fn state(database: &Connection, task: &Task) -> Result<Option<Vec<u8>>, SurveyError> {
        let mut query = database.prepare_cached("select body from state where class = ?")?;
        Ok(query.query_row([&task.code], |row| row.get(0)).optional()?)
    }

    fn store(
        all: &Transaction<'_>,
        outcome: &TaskOutcome,
        found: &TaskFinding,
    ) -> Result<(), SurveyError> {
        match found {
            TaskFinding::Normal(found) => store(all, outcome, found),
            TaskFinding::Misere(_) => Err(SurveyError::Task(outcome.task.code.clone())),
        }
    }

    fn row(database: &Connection, class: &CodeClass) -> Result<HeapRow, SurveyError> {
        let mut query = database.prepare_cached(
            "select status, preperiod, period, computed, largest, rares, last_rare, saltus
             from class where representative = ?",
        )?;
        let code = class.representative.to_string();
        Ok(query.query_row([&code], |row| {
            Ok(HeapRow {
                code: code.clone(),
                status: row.get(0)?,
                period: count(row.get(1)?).zip(count(row.get(2)?)),
                computed: count(row.get(3)?).unwrap_or(0),
                largest: count(row.get(4)?),
                rares: count(row.get(5)?).zip(count(row.get(6)?)),
                saltus: count(row.get(7)?),
                codes: class.codes.len() as u64,
            })
        })?)
    }

    fn status(rows: &[HeapRow]) -> SurveyStatus {
        let with = |status: &str| rows.iter().filter(|row| row.status == status).count() as u64;
        let classes = rows.len() as u64;
        let (proved, open, computed) = (with("proved"), with("open"), with("computed"));
        SurveyStatus { classes, proved, open, computed }
    }
}

/// Keeps what was found of a class, or its state and how far it is.
fn store(
    all: &Transaction<'_>,
    outcome: &TaskOutcome,
    found: &HeapFinding,
) -> Result<(), SurveyError> {
    let code = &outcome.task.code;
    let status = outcome.done.then(|| accepted::normal(code, found)).transpose()?;
    let period = found.period.as_ref().filter(|_| outcome.done);
    let certificate = found.certificate.as_ref().filter(|_| outcome.done);
    let changed = all.execute(
        "update class set status = coalesce(:status, status), preperiod = :preperiod,
             period = :period, saltus = :saltus, theorem = :theorem, computed = :computed,
             largest = :largest, largest_at = :largest_at, rares = :rares,
             last_rare = :last_rare, mask = :mask, mask_position = :mask_position,
             certificate = :certificate
         where representative = :code and status <> 'proved'
             and (status <> 'computed' or :status is 'proved')
             and (:status in ('proved', 'computed') or computed <= :computed)
             and (:status is not null or status <> 'open' or computed < :computed)",
        named_params! {
            ":code": code,
            ":status": status,
            ":preperiod": period.map(|(preperiod, ..)| number(*preperiod)),
            ":period": period.map(|(_, period, _)| number(*period)),
            ":saltus": found.saltus.filter(|_| outcome.done).map(number),
            ":theorem": period.map(|(.., theorem)| theorem),
            ":computed": number(found.computed),
            ":largest": number(found.largest.0),
            ":largest_at": number(found.largest.1),
            ":rares": number(found.rares.0),
            ":last_rare": number(found.rares.1),
            ":mask": found.mask.map(|(bits, _)| bits),
            ":mask_position": found.mask.and_then(|(_, position)| position),
            ":certificate": certificate.map(|text| pack(text)),
        },
    )?;
    match &outcome.state {
        _ if changed == 0 => {}
        Some(body) if !outcome.done => {
            let sql = "insert or replace into state (class, body) values (?, ?)";
            all.execute(sql, params![code, body])?;
        }
        _ => {
            all.execute("delete from state where class = ?", [code])?;
        }
    }
    Ok(())
}
