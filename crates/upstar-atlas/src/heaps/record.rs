//! The survey in its database.
//!
//! `class` holds what was found of the codes that represent a class in some plan; `code` lists
//! the plans; `state` holds what is needed to go on with a code. What is found of a code is
//! written in one transaction when it is done; while it is computed its state is written now and
//! then, and when the budget ends.

use super::compute::{Found, compute};
use crate::database::{self, SurveyError, count, number};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Serialize, Serializer};
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use upstar_base::{Budget, Stopped};
use upstar_heaps::classes::{Class, classes};
use upstar_rules::heap::code::HeapCode;

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
        Ok(Survey { database, plan })
    }

    /// Computes every class that has no proof and fewer than `limit` values, several at a time
    /// (0 threads: as many as there are cores); `done` is called after each. Ends early, without
    /// an error, when the budget stops it.
    pub fn run(
        &mut self,
        limit: u64,
        threads: usize,
        budget: &Budget,
        mut done: impl FnMut(&Row),
    ) -> Result<Option<Stopped>, SurveyError> {
        let mut waiting: Vec<(&Class, Option<Vec<u8>>)> = Vec::new();
        for class in &self.plan {
            let row = row(&self.database, class)?;
            if row.status == "waiting" || (row.status != "proved" && row.computed < limit) {
                waiting.push((class, state(&self.database, class)?));
            }
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let (sender, receiver) = mpsc::channel::<(&Class, News)>();
        let database = &mut self.database;
        let mut stopped = None;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                pool.install(|| {
                    waiting.into_par_iter().for_each_with(sender, |sender, (class, state)| {
                        if budget.check().is_ok() {
                            let mut keeper = Keeper::new(class, sender.clone());
                            let code = &class.representative;
                            let found =
                                compute(code, state.as_deref(), limit, budget, &mut |f, s| {
                                    keeper.pause(f, s);
                                });
                            // Nobody listens any more only when the database failed.
                            let _ = sender.send((class, News::Done(found)));
                        }
                    });
                });
            });
            for (class, news) in receiver {
                let code = &class.representative;
                match news {
                    News::State(found, body) => store_state(database, code, &found, &body)?,
                    News::Done(found) => match &found.stopped {
                        Some((why, body)) => {
                            store_state(database, code, &found, body)?;
                            stopped = Some(why.clone());
                        }
                        None => {
                            store(database, code, &found)?;
                            done(&row(database, class)?);
                        }
                    },
                }
            }
            Ok(stopped.or(budget.check().err()))
        })
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

/// What a thread tells.
enum News {
    /// What is known so far, and the body of a checkpoint.
    State(Found, Vec<u8>),
    /// The result, or the state in which it was stopped.
    Done(Found),
}

/// Sends the state of a class now and then.
struct Keeper<'a> {
    class: &'a Class,
    sender: mpsc::Sender<(&'a Class, News)>,
    last: Instant,
    rest: Duration,
}

impl<'a> Keeper<'a> {
    fn new(class: &'a Class, sender: mpsc::Sender<(&'a Class, News)>) -> Keeper<'a> {
        Keeper { class, sender, last: Instant::now(), rest: Duration::from_secs(5) }
    }

    fn pause(&mut self, found: Found, state: &dyn Fn() -> Vec<u8>) {
        if self.last.elapsed() > self.rest {
            let start = Instant::now();
            let _ = self.sender.send((self.class, News::State(found, state())));
            // Saving takes at most about a twentieth of the time.
            self.rest = self.rest.max(20 * start.elapsed());
            self.last = Instant::now();
        }
    }
}

/// Keeps the state of a class that is not done, and how far it is.
fn store_state(
    database: &mut Connection,
    code: &HeapCode,
    found: &Found,
    body: &[u8],
) -> Result<(), SurveyError> {
    let all = database.transaction()?;
    let name = code.to_string();
    all.execute("insert or replace into state (class, body) values (?, ?)", params![name, body])?;
    all.execute(
        "update class set computed = ?, largest = ?, largest_at = ?, rares = ?, last_rare = ?
         where representative = ?",
        params![
            number(found.computed),
            number(found.largest.0),
            number(found.largest.1),
            number(found.rares.0),
            number(found.rares.1),
            name,
        ],
    )?;
    all.commit()?;
    Ok(())
}

fn store(database: &mut Connection, code: &HeapCode, found: &Found) -> Result<(), SurveyError> {
    let all = database.transaction()?;
    all.execute("delete from state where class = ?", [code.to_string()])?;
    all.execute(
        "update class set status = ?, preperiod = ?, period = ?, theorem = ?, computed = ?,
             largest = ?, largest_at = ?, rares = ?, last_rare = ?, certificate = ?
         where representative = ?",
        params![
            if found.period.is_some() { "proved" } else { "open" },
            found.period.map(|(preperiod, _, _)| number(preperiod)),
            found.period.map(|(_, period, _)| number(period)),
            found.period.map(|(_, _, theorem)| theorem),
            number(found.computed),
            number(found.largest.0),
            number(found.largest.1),
            number(found.rares.0),
            number(found.rares.1),
            found.certificate,
            code.to_string(),
        ],
    )?;
    all.commit()?;
    Ok(())
}

fn state(database: &Connection, class: &Class) -> Result<Option<Vec<u8>>, SurveyError> {
    let mut query = database.prepare_cached("select body from state where class = ?")?;
    Ok(query.query_row([class.representative.to_string()], |row| row.get(0)).optional()?)
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
