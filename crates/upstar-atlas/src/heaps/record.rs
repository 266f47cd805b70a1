//! The survey in its database.
//!
//! `class` holds what was found of the codes that represent a class in some plan; `code` lists
//! the plans; `state` holds what is needed to go on with a code. What is found of a code is
//! written in one transaction when it is done; while it is computed its state is written now and
//! then, and when the budget ends.

use super::plan::{Codes, shift};
use super::{HeapRow, compute};
use crate::accepted;
use crate::database::{self, SurveyError, commit, count, named, number};
use crate::packed::{pack, unpack};
use crate::seal;
use crate::work::{self, SurveyKind, Task, TaskFinding, TaskOutcome};
use rusqlite::{Connection, OptionalExtension, Transaction, named_params, params};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_heaps::classes::CodeClass;
use upstar_rules::heap::code::HeapCode;

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

/// A survey in its database.
#[derive(Debug)]
pub struct Survey {
    database: Connection,
    plan: Vec<CodeClass>,
    /// Where the class of a representative is in the plan.
    places: HashMap<String, usize>,
    /// The codes to whose classes the work is confined, if it is.
    only: Option<Vec<HeapCode>>,
    /// The file.
    path: PathBuf,
    /// Whether the work continues in memory when the file cannot be written.
    is_tolerant: bool,
    /// Why the file lacks results, if it does.
    unsaved: Option<SurveyError>,
}

impl Survey {
    /// Opens or creates the database, for the octal codes with so many digits. What is known of
    /// them from surveys with other digits is kept.
    pub fn open(path: &Path, digits: u32, budget: &Budget) -> Result<Survey, SurveyError> {
        Survey::of(path, Codes::Octal(digits), budget)
    }

    /// Opens or creates the database, for a family of codes.
    pub fn of(path: &Path, codes: Codes, budget: &Budget) -> Result<Survey, SurveyError> {
        Survey::on(database::open(path)?, path, codes, budget).map_err(|error| named(path, error))
    }

    /// Opens or creates the database as [`Survey::of`] does. If the disk is full, then or later, the
    /// survey continues in memory, and [`Survey::unsaved`] returns the error.
    pub fn tolerant(path: &Path, codes: Codes, budget: &Budget) -> Result<Survey, SurveyError> {
        let survey = match Survey::of(path, codes, budget) {
            Err(error) if error.is_unsaved() => {
                let old = database::read(path).ok();
                let survey = Survey::on(database::in_memory(old.as_ref())?, path, codes, budget)?;
                Survey { unsaved: Some(error), ..survey }
            }
            survey => survey?,
        };
        Ok(Survey { is_tolerant: true, ..survey })
    }

    fn on(
        mut database: Connection,
        path: &Path,
        codes: Codes,
        budget: &Budget,
    ) -> Result<Survey, SurveyError> {
        let plan = codes.classes(budget)?;
        let all = database.transaction()?;
        all.execute_batch(SCHEMA)?;
        seal::prepare(&all)?;
        seal::watch(&all)?;
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
        commit(all)?;
        let names = plan.iter().map(|class| class.representative.to_string());
        let places = names.zip(0..).collect();
        let path = path.to_owned();
        let (only, is_tolerant, unsaved) = (None, false, None);
        Ok(Survey { database, plan, places, only, path, is_tolerant, unsaved })
    }

    /// Why the file lacks what was found, if it does.
    pub fn unsaved(&mut self) -> Option<SurveyError> {
        self.unsaved.take()
    }

    /// Confines the work to the classes of these codes.
    pub fn confine(&mut self, codes: &[HeapCode]) {
        self.only = Some(codes.to_vec());
    }

    /// What is left to do: every class that has no proof and fewer than `limit` values.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_atlas::{heaps::Survey, work::compute};
    /// use upstar_base::Budget;
    /// let folder = tempfile::tempdir()?;
    /// let budget = Arc::new(Budget::unlimited());
    /// let mut survey = Survey::open(&folder.path().join("atlas.db"), 1, &budget)?;
    /// for task in survey.plan(1000)? {
    ///     let state = survey.state(&task)?;
    ///     let outcome = compute(&task, state.as_deref(), &budget, &mut |_| ())?;
    ///     survey.record(&[outcome])?;
    /// }
    /// assert_eq!(survey.plan(1000)?, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self, limit: u64) -> Result<Vec<Task>, SurveyError> {
        let mut tasks = Vec::new();
        for row in self.rows()? {
            let class = self.class(&row.code);
            let is_wanted = |codes: &Vec<HeapCode>| {
                class.is_some_and(|class| codes.iter().any(|code| class.codes.contains(code)))
            };
            if !self.only.as_ref().is_none_or(is_wanted) {
                continue;
            }
            let is_found = matches!(row.status.as_str(), "proved" | "computed");
            if row.status == "waiting" || (!is_found && row.computed < limit) {
                tasks.push(Task { kind: SurveyKind::Normal, code: row.code, amount: limit });
            }
        }
        Ok(tasks)
    }

    /// From what a task goes on.
    pub fn state(&self, task: &Task) -> Result<Option<Vec<u8>>, SurveyError> {
        let mut query = self.database.prepare_cached("select body from state where class = ?")?;
        Ok(query.query_row([&task.code], |row| row.get(0)).optional()?)
    }

    /// Keeps outcomes, in one transaction. What is known already is never replaced by less.
    pub fn record(&mut self, outcomes: &[TaskOutcome]) -> Result<(), SurveyError> {
        match self.keep(outcomes).map_err(|error| named(&self.path, error)) {
            Err(error) if self.is_tolerant && error.is_unsaved() => {
                self.database = database::in_memory(Some(&self.database))?;
                self.unsaved = Some(error);
                self.keep(outcomes)
            }
            kept => kept,
        }
    }

    fn keep(&mut self, outcomes: &[TaskOutcome]) -> Result<(), SurveyError> {
        let all = self.database.transaction()?;
        for outcome in outcomes {
            match &outcome.found {
                Some(TaskFinding::Normal(found)) if outcome.task.kind == SurveyKind::Normal => {
                    store(&all, outcome, found)?;
                }
                None => {}
                Some(_) => return Err(SurveyError::Task(outcome.task.code.clone())),
            }
        }
        commit(all)
    }

    /// Does what is left, several tasks at a time (0 threads: as many as there are cores); `done` is
    /// called after each class. Ends early, without an error, when the budget stops it.
    pub fn run(
        &mut self,
        limit: u64,
        threads: usize,
        budget: &Arc<Budget>,
        mut done: impl FnMut(&HeapRow),
    ) -> Result<Option<Stopped>, SurveyError> {
        let mut tasks = Vec::new();
        for task in self.plan(limit)? {
            let state = self.state(&task)?;
            tasks.push((task, state));
        }
        work::each(tasks, threads, budget, |outcome| {
            self.record(std::slice::from_ref(outcome))?;
            if outcome.done
                && let Some(class) = self.class(&outcome.task.code)
            {
                done(&row(&self.database, class)?);
            }
            Ok(())
        })
    }

    fn class(&self, code: &str) -> Option<&CodeClass> {
        self.plan.get(*self.places.get(code)?)
    }

    /// The certificate of the representative of a class, as text, if it is proved.
    pub fn certificate(&self, code: &str) -> Result<Option<String>, SurveyError> {
        let sql = "select certificate from class where representative = ?";
        let found = self.database.query_row(sql, [code], |row| row.get::<_, Option<Vec<u8>>>(0));
        Ok(found.optional()?.flatten().and_then(|packed| unpack(&packed)))
    }

    /// The classes of these digits with their results.
    pub fn rows(&self) -> Result<Vec<HeapRow>, SurveyError> {
        self.plan.iter().map(|class| row(&self.database, class)).collect()
    }

    /// How far the survey is.
    pub fn progress(&self) -> Result<SurveyStatus, SurveyError> {
        let rows = self.rows()?;
        let with = |status: &str| rows.iter().filter(|row| row.status == status).count() as u64;
        let classes = rows.len() as u64;
        let (proved, open, computed) = (with("proved"), with("open"), with("computed"));
        Ok(SurveyStatus { classes, proved, open, computed })
    }
}

/// Keeps what was found of a class, or its state and how far it is.
fn store(
    all: &Transaction<'_>,
    outcome: &TaskOutcome,
    found: &compute::HeapFinding,
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
