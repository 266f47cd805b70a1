//! All octal games with few digits, class by class, in a database.
//!
//! Codes d0.d1...dk with d0 = 0 or 4 are grouped by nim-sequence up to leading zeros: either
//! [`class_name`] proves that two codes are the same game, or both have a period that is proved
//! and the same values. Each class is computed once, with the shortest code as its
//! representative. A class is written to the database in one transaction when it is done, so a
//! survey can be stopped at any moment and goes on where it was.

use crate::plain::Plain;
use crate::search::{Answer, search};
use crate::sequence::Engine;
use crate::standard::{class_name, cousins};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// Why a survey failed.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// The database says no.
    #[error("the database: {0}")]
    Database(#[from] rusqlite::Error),
    /// No threads can be had.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The file holds something else.
    #[error("{0} is not the database of a survey; it was left as it is")]
    Foreign(String),
}

/// Identifies our files: "UpSv".
const APPLICATION: i32 = 0x5570_5376;

const SCHEMA: &str = "
    create table if not exists class (
        representative text primary key,  -- the shortest code, then the least
        standard text not null,           -- its standard form
        codes integer not null,           -- how many codes belong to it
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
        code text primary key,
        class text not null references class (representative)
    );
";

/// One class of codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The shortest code, then the least.
    pub representative: HeapCode,
    /// Its standard form.
    pub standard: HeapCode,
    /// All codes of the class.
    pub codes: Vec<HeapCode>,
}

/// How many values are computed to see whether a game has a short period.
const SHORT: u64 = 4096;

/// What the codes of a class share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// The values without leading zeros, to the end of the first period, and the period.
    Periodic(Vec<u32>, u64),
    /// The name of the game.
    Named(String),
}

fn key(name: &str, code: &HeapCode) -> Key {
    let budget = Budget::unlimited();
    let found = search(code, SHORT, &budget, &mut ()).period.filter(|p| p.proof.is_some());
    let values = found.and_then(|period| {
        let mut plain = Plain::new(code.clone());
        plain.extend(period.preperiod + 2 * period.period + 1, &budget).ok()?;
        let zeros = plain.values().iter().take_while(|&&v| v == 0).count();
        let start = (period.preperiod as usize).max(zeros);
        let end = start + period.period as usize;
        Some(Key::Periodic(plain.values().get(zeros..end)?.to_vec(), period.period))
    });
    values.unwrap_or_else(|| Key::Named(name.to_owned()))
}

/// The classes of all codes d0.d1...dk with d0 = 0 or 4, except those that allow no move.
///
/// ```
/// let classes = upstar_heaps::survey::classes(1);
/// let names: Vec<String> = classes.iter().map(|c| c.representative.to_string()).collect();
/// assert_eq!(names, ["0.1", "0.2", "0.4", "0.6", "4.1", "4.3", "4.4", "4.7"]);
/// ```
pub fn classes(digits: u32) -> Vec<Class> {
    let mut groups: BTreeMap<String, Vec<HeapCode>> = BTreeMap::new();
    for first in [0, 4] {
        for number in 0..8u64.pow(digits) {
            let digit = |i: u32| (number >> (3 * (digits - i))) & 7;
            let bits: Vec<u64> = std::iter::once(first).chain((1..=digits).map(digit)).collect();
            let code = HeapCode::from_bits(&bits).filter(|_| bits.iter().any(|&d| d != 0));
            let code = code.and_then(|code| Some((class_name(&code, 16)?, code)));
            if let Some((name, code)) = code {
                groups.entry(name).or_default().push(code);
            }
        }
    }
    let order = |code: &HeapCode| {
        let text = code.to_string();
        let short = text.strip_prefix('0').unwrap_or(&text);
        let short = short.strip_suffix('0').unwrap_or(short).to_owned();
        (short.len(), short)
    };
    let groups: Vec<(String, Vec<HeapCode>)> = groups.into_iter().collect();
    let keyed = |(name, codes): (String, Vec<HeapCode>)| Some((key(&name, codes.first()?), codes));
    let keyed: Vec<(Key, Vec<HeapCode>)> = groups.into_par_iter().filter_map(keyed).collect();
    let mut merged: BTreeMap<Key, Vec<HeapCode>> = BTreeMap::new();
    for (key, mut codes) in keyed {
        merged.entry(key).or_default().append(&mut codes);
    }
    let mut classes: Vec<Class> = merged
        .into_values()
        .filter_map(|mut codes| {
            codes.sort_by_key(order);
            codes.dedup();
            let representative = codes.first()?.clone();
            let standard = cousins(&representative)?.pop()?;
            Some(Class { representative, standard, codes })
        })
        .collect();
    classes.sort_by_key(|class| order(&class.representative));
    classes
}

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

/// A survey in its database.
#[derive(Debug)]
pub struct Survey {
    database: Connection,
}

/// Opens or creates the atlas: a database that surveys share, each with tables of its own. A file
/// with something else in it is refused and left as it is.
pub fn open_atlas(path: &Path) -> Result<Connection, SurveyError> {
    let database = Connection::open(path)?;
    let foreign = || SurveyError::Foreign(path.display().to_string());
    let id: i32 = database
        .pragma_query_value(None, "application_id", |row| row.get(0))
        .map_err(|_| foreign())?;
    let tables: i64 =
        database.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    if id != APPLICATION && (id != 0 || tables != 0) {
        return Err(foreign());
    }
    database.pragma_update(None, "application_id", APPLICATION)?;
    database.pragma_update(None, "journal_mode", "wal")?;
    Ok(database)
}

impl Survey {
    /// Opens or creates the database and enters the classes of codes with so many digits.
    pub fn open(path: &Path, digits: u32) -> Result<Survey, SurveyError> {
        let mut database = open_atlas(path)?;
        let all = database.transaction()?;
        all.execute_batch(SCHEMA)?;
        for class in classes(digits) {
            let name = class.representative.to_string();
            // A class of an earlier survey with other digits keeps its results.
            let known: Option<String> = all
                .query_row("select class from code where code = ?", [&name], |row| row.get(0))
                .optional()?;
            let known = known.unwrap_or(name);
            all.execute(
                "insert into class (representative, standard, codes, status, computed)
                 values (?, ?, ?, 'waiting', 0)
                 on conflict (representative) do update set codes = max(codes, excluded.codes)",
                params![known, class.standard.to_string(), class.codes.len() as i64],
            )?;
            for code in &class.codes {
                all.execute(
                    "insert or ignore into code (code, class) values (?, ?)",
                    params![code.to_string(), known],
                )?;
            }
        }
        all.commit()?;
        Ok(Survey { database })
    }

    /// Computes every class that has no proof and fewer than `limit` values, several at a time
    /// (0 threads: as many as there are cores); `done` is called after each. Ends early, without an error, when the budget stops it.
    pub fn run(
        &mut self,
        limit: u64,
        threads: usize,
        budget: &Budget,
        mut done: impl FnMut(&Row),
    ) -> Result<Option<Stopped>, SurveyError> {
        let waiting: Vec<HeapCode> = self
            .rows()?
            .into_iter()
            .filter(|row| row.status != "proved" && row.computed < limit)
            .filter_map(|row| row.code.parse().ok())
            .collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let (sender, receiver) = mpsc::channel::<(HeapCode, Answer)>();
        let database = &mut self.database;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                pool.install(|| {
                    waiting.par_iter().for_each_with(sender, |sender, code| {
                        if budget.check().is_ok() {
                            let answer = search(code, limit, budget, &mut ());
                            // Nobody listens any more only when the database failed.
                            let _ = sender.send((code.clone(), answer));
                        }
                    });
                });
            });
            for (code, answer) in receiver {
                if answer.stopped.is_none() {
                    store(database, &code, &answer)?;
                    if let Some(row) = rows(database, Some(&code.to_string()))?.first() {
                        done(row);
                    }
                }
            }
            Ok(budget.check().err())
        })
    }

    /// All classes with their results.
    pub fn rows(&self) -> Result<Vec<Row>, SurveyError> {
        rows(&self.database, None)
    }

    /// How far the survey is.
    pub fn progress(&self) -> Result<Progress, SurveyError> {
        let count = |status: &str| -> Result<u64, SurveyError> {
            let sql = "select count(*) from class where status like ?";
            Ok(self.database.query_row(sql, [status], |row| row.get::<_, i64>(0))? as u64)
        };
        Ok(Progress { classes: count("%")?, proved: count("proved")?, open: count("open")? })
    }
}

fn store(database: &Connection, code: &HeapCode, answer: &Answer) -> Result<(), SurveyError> {
    let proved = answer.period.as_ref().filter(|period| period.proof.is_some());
    let certificate = proved.and_then(|period| period.certificate(code, answer.computed));
    let theorem = proved.and_then(|period| period.proof.as_ref()).map(crate::Proof::name);
    let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let statistics = &answer.statistics;
    database.execute(
        "update class set status = ?, preperiod = ?, period = ?, theorem = ?, computed = ?,
             largest = ?, largest_at = ?, rares = ?, last_rare = ?, certificate = ?
         where representative = ?",
        params![
            if proved.is_some() { "proved" } else { "open" },
            proved.map(|period| number(period.preperiod)),
            proved.map(|period| number(period.period)),
            theorem,
            number(answer.computed),
            number(u64::from(statistics.largest)),
            number(statistics.largest_at),
            number(statistics.rares),
            number(statistics.last_rare),
            certificate.map(|certificate| certificate.write()),
            code.to_string(),
        ],
    )?;
    Ok(())
}

fn rows(database: &Connection, only: Option<&str>) -> Result<Vec<Row>, SurveyError> {
    let mut query = database.prepare(
        "select representative, status, preperiod, period, computed, largest, rares, last_rare,
             codes
         from class where ?1 is null or representative = ?1
         order by length(representative), representative",
    )?;
    let number = |n: Option<i64>| n.map(|n| n as u64);
    let rows = query.query_map([only], |row| {
        Ok(Row {
            code: row.get(0)?,
            status: row.get(1)?,
            period: number(row.get(2)?).zip(number(row.get(3)?)),
            computed: row.get::<_, i64>(4)? as u64,
            largest: number(row.get(5)?),
            rares: number(row.get(6)?).zip(number(row.get(7)?)),
            codes: row.get::<_, i64>(8)? as u64,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
