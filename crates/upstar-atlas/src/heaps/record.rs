//! The survey in its database.
//!
//! `class` holds what was found of the codes that represent a class in some plan; `code` lists
//! the plans; `state` holds what is needed to go on with a code. What is found of a code is
//! written in one transaction when it is done; while it is computed its state is written now and
//! then, and when the budget ends.

use super::compute;
use crate::database::{self, SurveyError, count, number};
use crate::work::{self, Found, Kind, Outcome, Task};
use rusqlite::{Connection, OptionalExtension, Transaction, named_params, params};
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_heaps::classes::{Class, classes};

const SCHEMA: &str = "
    create table if not exists class (
        representative text primary key,  -- the shortest code, then the least
        standard text not null,           -- its standard form
        status text not null,             -- 'proved', 'open' or 'waiting'
        preperiod integer,                -- of the representative, if proved
        period integer,
        theorem text,
        computed integer not null,        -- how many values were computed
        largest integer, largest_at integer,
        rares integer, last_rare integer, -- under the mask chosen last
        certificate text
    );
    create table if not exists code (
        digits integer not null,          -- of the survey that lists it
        code text not null,
        class text not null references class (representative),
        primary key (digits, code)
    );
    create table if not exists state (    -- of classes that are being computed
        class text primary key references class (representative),
        body blob not null                -- the body of a checkpoint
    );
";

/// What a survey has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many classes there are.
    pub classes: u64,
    /// How many of them are proved to be periodic.
    pub proved: u64,
    /// How many were computed as far as asked without a period.
    pub open: u64,
}

/// A row of the table of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The representative of the class.
    pub code: String,
    /// `proved`, `open` or `waiting`.
    pub status: String,
    /// Preperiod and period, if proved.
    pub period: Option<(u64, u64)>,
    /// How many values were computed.
    pub computed: u64,
    /// The largest value.
    pub largest: Option<u64>,
    /// The number of rare positions, and the last.
    pub rares: Option<(u64, u64)>,
    /// How many codes the class has.
    pub codes: u64,
}

/// Each number under a name of its own.
impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<'a> {
            code: &'a str,
            status: &'a str,
            computed_to: Option<u64>,
            preperiod: Option<u64>,
            period: Option<u64>,
            largest: Option<u64>,
            rares: Option<u64>,
            last_rare: Option<u64>,
            codes: u64,
        }
        let (preperiod, period) = self.period.unzip();
        let (rares, last_rare) = self.rares.unzip();
        Object {
            code: &self.code,
            status: &self.status,
            computed_to: self.computed.checked_sub(1),
            preperiod,
            period,
            largest: self.largest,
            rares,
            last_rare,
            codes: self.codes,
        }
        .serialize(serializer)
    }
}

/// A survey in its database.
#[derive(Debug)]
pub struct Survey {
    database: Connection,
    plan: Vec<Class>,
    /// Where the class of a representative is in the plan.
    places: HashMap<String, usize>,
}

impl Survey {
    /// Opens or creates the database, for the codes with so many digits. What is known of them
    /// from surveys with other digits is kept.
    pub fn open(path: &Path, digits: u32) -> Result<Survey, SurveyError> {
        let mut database = database::open(path)?;
        let plan = classes(digits);
        let all = database.transaction()?;
        all.execute_batch(SCHEMA)?;
        all.execute("delete from code where digits = ?", [digits])?;
        for class in &plan {
            let name = class.representative.to_string();
            all.execute(
                "insert or ignore into class (representative, standard, status, computed)
                 values (?, ?, 'waiting', 0)",
                params![name, class.standard.to_string()],
            )?;
            for code in &class.codes {
                all.execute(
                    "insert into code (digits, code, class) values (?, ?, ?)",
                    params![digits, code.to_string(), name],
                )?;
            }
        }
        all.commit()?;
        let names = plan.iter().map(|class| class.representative.to_string());
        let places = names.zip(0..).collect();
        Ok(Survey { database, plan, places })
    }

    /// What is left to do: every class that has no proof and fewer than `limit` values.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_atlas::{heaps::Survey, work::compute};
    /// use upstar_base::Budget;
    /// let folder = tempfile::tempdir()?;
    /// let mut survey = Survey::open(&folder.path().join("atlas.db"), 1)?;
    /// for task in survey.plan(1000)? {
    ///     let state = survey.state(&task)?;
    ///     let outcome = compute(&task, state.as_deref(), &Arc::new(Budget::unlimited()), &mut |_| ())?;
    ///     survey.record(&[outcome])?;
    /// }
    /// assert_eq!(survey.plan(1000)?, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self, limit: u64) -> Result<Vec<Task>, SurveyError> {
        let mut tasks = Vec::new();
        for row in self.rows()? {
            if row.status == "waiting" || (row.status != "proved" && row.computed < limit) {
                tasks.push(Task { kind: Kind::Normal, code: row.code, amount: limit });
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
    pub fn record(&mut self, outcomes: &[Outcome]) -> Result<(), SurveyError> {
        let all = self.database.transaction()?;
        for outcome in outcomes {
            match &outcome.found {
                Some(Found::Normal(found)) if outcome.task.kind == Kind::Normal => {
                    store(&all, outcome, found)?;
                }
                None => {}
                Some(_) => return Err(SurveyError::Task(outcome.task.code.clone())),
            }
        }
        all.commit()?;
        Ok(())
    }

    /// Does what is left, several tasks at a time (0 threads: as many as there are cores); `done` is
    /// called after each class. Ends early, without an error, when the budget stops it.
    pub fn run(
        &mut self,
        limit: u64,
        threads: usize,
        budget: &Arc<Budget>,
        mut done: impl FnMut(&Row),
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

    fn class(&self, code: &str) -> Option<&Class> {
        self.plan.get(*self.places.get(code)?)
    }

    /// The certificate of the representative of a class, as text, if it is proved.
    pub fn certificate(&self, code: &str) -> Result<Option<String>, SurveyError> {
        let sql = "select certificate from class where representative = ?";
        let found = self.database.query_row(sql, [code], |row| row.get(0));
        Ok(found.optional()?.flatten())
    }

    /// The classes of these digits with their results.
    pub fn rows(&self) -> Result<Vec<Row>, SurveyError> {
        self.plan.iter().map(|class| row(&self.database, class)).collect()
    }

    /// How far the survey is.
    pub fn progress(&self) -> Result<Progress, SurveyError> {
        let rows = self.rows()?;
        let with = |status: &str| rows.iter().filter(|row| row.status == status).count() as u64;
        Ok(Progress { classes: rows.len() as u64, proved: with("proved"), open: with("open") })
    }
}

/// Keeps what was found of a class, or its state and how far it is.
fn store(
    all: &Transaction<'_>,
    outcome: &Outcome,
    found: &compute::Found,
) -> Result<(), SurveyError> {
    let code = &outcome.task.code;
    let status = match (&found.period, outcome.done) {
        (Some(_), true) => Some("proved"),
        (None, true) => Some("open"),
        (_, false) => None,
    };
    let period = found.period.as_ref().filter(|_| outcome.done);
    let changed = all.execute(
        "update class set status = coalesce(:status, status), preperiod = :preperiod,
             period = :period, theorem = :theorem, computed = :computed, largest = :largest,
             largest_at = :largest_at, rares = :rares, last_rare = :last_rare,
             certificate = :certificate
         where representative = :code and status <> 'proved'
             and (:status is 'proved' or computed <= :computed)
             and (:status is not null or status <> 'open' or computed < :computed)",
        named_params! {
            ":code": code,
            ":status": status,
            ":preperiod": period.map(|(preperiod, ..)| number(*preperiod)),
            ":period": period.map(|(_, period, _)| number(*period)),
            ":theorem": period.map(|(.., theorem)| theorem),
            ":computed": number(found.computed),
            ":largest": number(found.largest.0),
            ":largest_at": number(found.largest.1),
            ":rares": number(found.rares.0),
            ":last_rare": number(found.rares.1),
            ":certificate": found.certificate.as_ref().filter(|_| outcome.done),
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

fn row(database: &Connection, class: &Class) -> Result<Row, SurveyError> {
    let mut query = database.prepare_cached(
        "select status, preperiod, period, computed, largest, rares, last_rare
         from class where representative = ?",
    )?;
    let code = class.representative.to_string();
    Ok(query.query_row([&code], |row| {
        Ok(Row {
            code: code.clone(),
            status: row.get(0)?,
            period: count(row.get(1)?).zip(count(row.get(2)?)),
            computed: count(row.get(3)?).unwrap_or(0),
            largest: count(row.get(4)?),
            rares: count(row.get(5)?).zip(count(row.get(6)?)),
            codes: class.codes.len() as u64,
        })
    })?)
}
