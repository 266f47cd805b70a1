//! The tables of misère quotients.
//!
//! `misere_code` holds what was found of single codes; `misere_plan` lists the classes of each
//! survey. The representative of a class is tried first; when it is solved, each other code of
//! the class is solved for itself, so that nothing is claimed by resemblance. A code is written in
//! one transaction when it is done: a survey can be stopped at any moment, and goes on with the
//! codes that have no finite quotient of all heaps and had fewer steps than are now allowed. So
//! the table depends on the steps that are allowed in the end, not on the ways there.

use super::plan::classes;
use super::{MisereFinding, MisereRow};
use crate::accepted;
use crate::database::{SurveyError, count, number};
use crate::packed::pack;
use crate::survey::{self, Surveyed};
use crate::work::{SurveyKind, Task, TaskFinding, TaskOutcome};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use upstar_base::Budget;
use upstar_rules::heap::code::HeapCode;

/// Misère quotients.
#[derive(Clone, Copy, Debug)]
pub struct Quotients;

/// A survey of misère quotients.
pub type Survey = survey::Survey<Quotients>;

const SCHEMA: &str = "
    create table if not exists misere_code (
        code text primary key,
        status text not null,             -- 'complete', 'rule' or 'partial'
        allowed integer not null,         -- the steps that were allowed
        steps integer not null,           -- the steps that were done
        heaps integer not null,           -- the quotient is proved for heaps up to this
        elements integer not null,        -- its order
        p_elements integer not null,
        tame integer not null,            -- 0: wild; 1: tame, but if partial only so far
        preperiod integer,                -- of the pretending function, if complete
        period integer,
        growths text not null,            -- order@heap for each heap at which it grew
        at_least integer,                 -- elements with the next heap, where that was too hard
        why text,                         -- why a partial one ended
        first_not_tame integer,           -- the first heap that is not tame, if there is one
        rule text,                        -- 'knots', 'ladders' or 'counters', if there is a rule
        labels text,                      -- of heaps 1, 2, ...
        linear_from integer,              -- from which heap on they are linear
        linear_period integer,            -- with which period
        linear_step integer,              -- and by how much it grows in it
        certificate blob not null         -- the text, deflated
    ) without rowid;
    create table if not exists misere_plan (
        digits integer not null,          -- of the survey that lists it
        quaternary integer not null,      -- its quaternary digits, or 0
        code text not null,
        class text not null,              -- the representative
        primary key (digits, quaternary, code)
    ) without rowid;
    create index if not exists misere_class on misere_plan (class);
";

/// What a survey has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SurveyStatus {
    /// How many classes there are.
    pub classes: u64,
    /// How many of them are solved.
    pub complete: u64,
    /// How many of those are tame.
    pub tame: u64,
    /// How many of those are wild.
    pub wild: u64,
    /// How many of those are tame as far as their quotients are known, which is not far enough.
    pub undecided: u64,
    /// How many codes are solved, each for itself.
    pub complete_codes: u64,
}

impl fmt::Display for SurveyStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SurveyStatus { classes, complete, tame, wild, undecided, complete_codes } = self;
        let open = match undecided {
            0 => String::new(),
            _ => format!(", {undecided} tame so far"),
        };
        let kinds = format!("{tame} tame, {wild} wild{open}; {complete_codes} codes");
        write!(f, "{classes} classes: {complete} solved ({kinds})")
    }
}

impl Survey {
    /// Opens or creates the database, for the codes with so many digits. What is known of them
    /// from surveys with other digits is kept.
    pub fn open(
        path: &Path,
        digits: u32,
        quaternary: Option<u32>,
        budget: &Budget,
    ) -> Result<Survey, SurveyError> {
        Survey::of(path, (digits, quaternary), budget)
    }
}

impl Surveyed for Quotients {
    const KIND: SurveyKind = SurveyKind::Misere;
    const SCHEMA: &'static str = SCHEMA;
    const CERTIFICATE: &'static str = "select certificate from misere_code where code = ?";
    /// The number of digits, and that of quaternary ones.
    type Codes = (u32, Option<u32>);
    type Class = Vec<HeapCode>;
    type Row = MisereRow;
    type Status = SurveyStatus;

    fn codes(class: &Vec<HeapCode>) -> &[HeapCode] {
        class
    }

    fn list(
        all: &Transaction<'_>,
        (digits, quaternary): (u32, Option<u32>),
        budget: &Budget,
    ) -> Result<Vec<Vec<HeapCode>>, SurveyError> {
        let plan = classes(digits, quaternary, budget)?;
        let quaternary = quaternary.unwrap_or(0);
        all.execute(
            "delete from misere_plan where digits = ? and quaternary = ?",
            [digits, quaternary],
        )?;
        for class in &plan {
            let Some(name) = class.first().map(ToString::to_string) else { continue };
            for code in class {
                budget.check()?;
                all.execute(
                    "insert into misere_plan (digits, quaternary, code, class)
                     values (?, ?, ?, ?)",
                    params![digits, quaternary, code.to_string(), name],
                )?;
            }
        }
        Ok(plan)
    }

    fn left(
        database: &Connection,
        class: &Vec<HeapCode>,
        amount: u64,
    ) -> Result<Vec<Task>, SurveyError> {
        let mut tasks = Vec::new();
        for (place, code) in class.iter().enumerate() {
            let known = known(database, code)?;
            if !known.as_ref().is_some_and(|known| known.finite || known.allowed >= amount) {
                tasks.push(Task { kind: SurveyKind::Misere, code: code.to_string(), amount });
            }
            if place == 0 && !known.is_some_and(|known| known.solved) {
                break;
            }
        }
        Ok(tasks)
    }

    fn store(
        all: &Transaction<'_>,
        outcome: &TaskOutcome,
        found: &TaskFinding,
    ) -> Result<(), SurveyError> {
        let code = &outcome.task.code;
        match found {
            TaskFinding::Misere(found) => store(all, code, found, accepted::misere(code, found)?),
            TaskFinding::Normal(_) => Err(SurveyError::Task(code.clone())),
        }
    }

    fn row(database: &Connection, class: &Vec<HeapCode>) -> Result<MisereRow, SurveyError> {
        let mut query = database.prepare_cached(
            "select status, heaps, case when heaps > 0 then elements end,
                 case when tame = 0 then 0 when status = 'complete' then 1 end,
                 preperiod, period, steps, allowed, first_not_tame, rule
             from misere_code where code = ?",
        )?;
        let code = class.first().map(ToString::to_string).unwrap_or_default();
        let codes = class.len() as u64;
        let waiting = MisereRow {
            code: code.clone(),
            codes,
            complete_codes: 0,
            status: "waiting".to_owned(),
            heaps: None,
            order: None,
            tame: None,
            first_not_tame: None,
            rule: None,
            period: None,
            steps: None,
            allowed: None,
        };
        let found = query.query_row([&code], |row| {
            Ok(MisereRow {
                status: row.get(0)?,
                heaps: count(row.get(1)?),
                order: count(row.get(2)?),
                tame: row.get(3)?,
                period: count(row.get(4)?).zip(count(row.get(5)?)),
                steps: count(row.get(6)?),
                allowed: count(row.get(7)?),
                first_not_tame: count(row.get(8)?),
                rule: row.get(9)?,
                ..waiting.clone()
            })
        });
        let mut row = found.optional()?.unwrap_or(waiting);
        if is_solved(&row.status) {
            for code in class {
                let known = known(database, code)?;
                row.complete_codes += u64::from(known.is_some_and(|known| known.solved));
            }
        }
        Ok(row)
    }

    fn status(rows: &[MisereRow]) -> SurveyStatus {
        let complete = rows.iter().filter(|row| is_solved(&row.status));
        let of_kind = |tame: Option<bool>| complete.clone().filter(|row| row.tame == tame).count();
        SurveyStatus {
            classes: rows.len() as u64,
            complete: complete.clone().count() as u64,
            tame: of_kind(Some(true)) as u64,
            wild: of_kind(Some(false)) as u64,
            undecided: of_kind(None) as u64,
            complete_codes: complete.map(|row| row.complete_codes).sum(),
        }
    }
}

/// Is the winner of every sum known?
fn is_solved(status: &str) -> bool {
    matches!(status, "complete" | "rule")
}

struct KnownRows {
    /// Whether the winner of every sum is known.
    solved: bool,
    /// Whether a finite quotient says so, to which more steps add nothing.
    finite: bool,
    allowed: u64,
}

fn known(database: &Connection, code: &HeapCode) -> Result<Option<KnownRows>, SurveyError> {
    let sql = "select status, allowed from misere_code where code = ?";
    let mut query = database.prepare_cached(sql)?;
    let known = query.query_row([code.to_string()], |row| {
        let status: String = row.get(0)?;
        let allowed = count(row.get(1)?).unwrap_or(0);
        Ok(KnownRows { solved: is_solved(&status), finite: status == "complete", allowed })
    });
    Ok(known.optional()?)
}

/// Keeps what was found of a code, unless more is known.
pub(super) fn store(
    all: &Transaction<'_>,
    code: &str,
    found: &MisereFinding,
    is_verified: bool,
) -> Result<(), SurveyError> {
    // A rule or a quotient of all heaps that the checker has not accepted is neither.
    let rule = found.rule.as_ref().filter(|_| is_verified);
    let period = found.period.filter(|_| is_verified);
    all.execute(
        "insert into misere_code (code, status, allowed, steps, heaps, elements,
             p_elements, tame, preperiod, period, growths, at_least, why, certificate,
             first_not_tame, rule, labels, linear_from, linear_period, linear_step)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (code) do update set status = excluded.status, allowed = excluded.allowed,
             steps = excluded.steps, heaps = excluded.heaps, elements = excluded.elements,
             p_elements = excluded.p_elements,
             tame = case excluded.status when 'complete' then excluded.tame
                 else min(tame, excluded.tame) end,
             preperiod = excluded.preperiod, period = excluded.period,
             growths = excluded.growths, at_least = excluded.at_least, why = excluded.why,
             certificate = excluded.certificate, first_not_tame = excluded.first_not_tame,
             rule = excluded.rule, labels = excluded.labels, linear_from = excluded.linear_from,
             linear_period = excluded.linear_period, linear_step = excluded.linear_step
         where excluded.status = 'complete' and status <> 'complete'
             or status = 'partial' and excluded.status = 'rule'
             or status = excluded.status and status <> 'complete'
                 and (heaps < excluded.heaps
                     or heaps = excluded.heaps and allowed <= excluded.allowed)",
        params![
            code,
            match (period, rule) {
                (Some(_), _) => "complete",
                (None, Some(_)) => "rule",
                (None, None) => "partial",
            },
            number(found.allowed),
            number(found.steps),
            found.heaps,
            number(found.order),
            number(found.p_elements),
            found.tame != Some(false),
            period.map(|(preperiod, _)| number(preperiod)),
            period.map(|(_, period)| number(period)),
            found.growths,
            found.at_least,
            found.why,
            pack(&found.certificate),
            found.first_not_tame,
            rule.map(|rule| &rule.kind),
            rule.map(|rule| &rule.labels),
            rule.map(|rule| number(rule.preperiod)),
            rule.map(|rule| number(rule.period)),
            rule.map(|rule| number(rule.step)),
        ],
    )?;
    // A rule from elsewhere stays where these steps find none; the quotient beside it grows.
    all.execute(
        "update misere_code set steps = ?, heaps = ?, elements = ?, p_elements = ?, tame = ?,
             growths = ?, at_least = ?, why = ?, first_not_tame = ?
         where code = ? and status = 'rule' and heaps < ?",
        params![
            number(found.steps),
            found.heaps,
            number(found.order),
            number(found.p_elements),
            found.tame != Some(false),
            found.growths,
            found.at_least,
            found.why,
            found.first_not_tame,
            code,
            found.heaps,
        ],
    )?;
    // What is known may be from elsewhere, and more than these steps give.
    all.execute(
        "update misere_code set allowed = max(allowed, ?) where code = ? and status <> 'complete'",
        params![number(found.allowed), code],
    )?;
    Ok(())
}
