//! All octal games with few digits, class by class, in a database.
//!
//! Codes d0.d1...dk with d0 = 0 or 4 are grouped by nim-sequence up to leading zeros: either
//! [`class_name`] proves that two codes are the same game, or both have a period that is proved
//! and the same values. Each class is computed once, with the shortest code as its
//! representative. A class is written to the database in one transaction when it is done; while
//! it is computed its state is written now and then, and when the budget ends. So a survey can be
//! stopped or killed at any moment and goes on where it was.

use crate::auto::engine;
use crate::checkpoint::{restored, state};
use crate::plain::Plain;
use crate::search::{Answer, Watch, search, search_from};
use crate::sequence::{Engine, Statistics};
use crate::standard::{class_name, cousins};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};
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
    create table if not exists state (    -- of classes that are being computed
        class text primary key references class (representative),
        body blob not null                -- the body of a checkpoint
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

/// The length to which saturated forms are written.
const NAMED: usize = 16;

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

/// All codes d0.d1...dk with d0 = 0 or 4 that allow a move, by [`class_name`].
fn groups(digits: u32) -> BTreeMap<String, Vec<HeapCode>> {
    let mut groups: BTreeMap<String, Vec<HeapCode>> = BTreeMap::new();
    for first in [0, 4] {
        for number in 0..8u64.pow(digits) {
            let digit = |i: u32| (number >> (3 * (digits - i))) & 7;
            let bits: Vec<u64> = std::iter::once(first).chain((1..=digits).map(digit)).collect();
            let code = HeapCode::from_bits(&bits).filter(|_| bits.iter().any(|&d| d != 0));
            let code = code.and_then(|code| Some((class_name(&code, NAMED)?, code)));
            if let Some((name, code)) = code {
                groups.entry(name).or_default().push(code);
            }
        }
    }
    groups
}

/// Short codes first, as they are written in the literature: without a leading 0.
fn order(code: &HeapCode) -> (usize, String) {
    let text = code.to_string();
    let short = text.strip_prefix('0').unwrap_or(&text);
    let short = short.strip_suffix('0').unwrap_or(short).to_owned();
    (short.len(), short)
}

/// The class of these codes.
fn class(mut codes: Vec<HeapCode>) -> Option<Class> {
    codes.sort_by_key(order);
    codes.dedup();
    let representative = codes.first()?.clone();
    let standard = cousins(&representative)?.pop()?;
    Some(Class { representative, standard, codes })
}

/// The class of one code among all codes d0.d1...dk with d0 = 0 or 4; the code itself need not
/// be one of them. `None` if none of them is the same game, as far as can be told.
///
/// ```
/// let class = upstar_heaps::survey::class_of(&".137".parse()?, 2).unwrap();
/// let names: Vec<String> = class.codes.iter().map(|code| code.to_string()).collect();
/// assert_eq!(names, ["0.4", "0.07", "0.42"]);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn class_of(code: &HeapCode, digits: u32) -> Option<Class> {
    /// So many values must agree before anything is proved.
    const START: u64 = 128;
    let name = class_name(code, NAMED);
    let start = |code: &HeapCode| -> Vec<u32> {
        let mut plain = Plain::new(code.clone());
        let known = plain.extend(START, &Budget::unlimited()).is_ok();
        let values = plain.values().iter().filter(|_| known).copied();
        values.skip_while(|&v| v == 0).take(START as usize / 2).collect()
    };
    let own = start(code);
    let mut own_key = None;
    let codes: Vec<HeapCode> = groups(digits)
        .into_iter()
        .filter(|(other, codes)| {
            Some(other) == name.as_ref()
                || codes.first().is_some_and(|first| {
                    let mut named = || key(name.as_deref().unwrap_or("this game"), code);
                    start(first) == own
                        && key(other, first) == *own_key.get_or_insert_with(&mut named)
                })
        })
        .flat_map(|(_, codes)| codes)
        .collect();
    class(codes)
}

/// The classes of all codes d0.d1...dk with d0 = 0 or 4, except those that allow no move.
///
/// ```
/// let classes = upstar_heaps::survey::classes(1);
/// let names: Vec<String> = classes.iter().map(|c| c.representative.to_string()).collect();
/// assert_eq!(names, ["0.1", "0.2", "0.4", "0.6", "4.1", "4.3", "4.4", "4.7"]);
/// ```
pub fn classes(digits: u32) -> Vec<Class> {
    let groups: Vec<(String, Vec<HeapCode>)> = groups(digits).into_iter().collect();
    let keyed = |(name, codes): (String, Vec<HeapCode>)| Some((key(&name, codes.first()?), codes));
    let keyed: Vec<(Key, Vec<HeapCode>)> = groups.into_par_iter().filter_map(keyed).collect();
    let mut merged: BTreeMap<Key, Vec<HeapCode>> = BTreeMap::new();
    for (key, mut codes) in keyed {
        merged.entry(key).or_default().append(&mut codes);
    }
    let mut classes: Vec<Class> = merged.into_values().filter_map(class).collect();
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
    /// (0 threads: as many as there are cores); `done` is called after each. Ends early, without
    /// an error, when the budget stops it.
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
            .filter(|row| {
                row.status == "waiting" || (row.status != "proved" && row.computed < limit)
            })
            .filter_map(|row| row.code.parse().ok())
            .collect();
        let mut states = self.states()?;
        let waiting: Vec<(HeapCode, Option<Vec<u8>>)> = waiting
            .into_iter()
            .map(|code| {
                let state = states.remove(&code.to_string());
                (code, state)
            })
            .collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let (sender, receiver) = mpsc::channel::<(HeapCode, News)>();
        let database = &mut self.database;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                pool.install(|| {
                    waiting.into_par_iter().for_each_with(sender, |sender, (code, state)| {
                        if budget.check().is_ok() {
                            // A state that cannot be read costs time only.
                            let resumed = state.and_then(|body| restored(&body, &code, 1).ok());
                            let from = resumed.unwrap_or_else(|| engine(&code));
                            let mut keeper = Keeper::new(&code, sender.clone());
                            let answer = search_from(from, &code, limit, budget, &mut keeper);
                            // Nobody listens any more only when the database failed.
                            let _ = sender.send((code, News::Answer(answer)));
                        }
                    });
                });
            });
            for (code, news) in receiver {
                match news {
                    News::State(body, statistics, computed) => {
                        store_state(database, &code, &body, &statistics, computed)?;
                    }
                    News::Answer(answer) if answer.stopped.is_none() => {
                        store(database, &code, &answer)?;
                        if let Some(row) = rows(database, Some(&code.to_string()))?.first() {
                            done(row);
                        }
                    }
                    News::Answer(_) => {}
                }
            }
            Ok(budget.check().err())
        })
    }

    /// The states of classes that were being computed.
    fn states(&self) -> Result<BTreeMap<String, Vec<u8>>, SurveyError> {
        let mut query = self.database.prepare("select class, body from state")?;
        let states = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(states.collect::<Result<_, _>>()?)
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

/// What a thread tells.
enum News {
    /// The body of a checkpoint, and what is known of the run with how many values.
    State(Vec<u8>, Statistics, u64),
    /// The result.
    Answer(Answer),
}

/// Sends the state of a class now and then.
struct Keeper<'a> {
    code: &'a HeapCode,
    sender: mpsc::Sender<(HeapCode, News)>,
    last: Instant,
    rest: Duration,
}

impl Keeper<'_> {
    fn new(code: &HeapCode, sender: mpsc::Sender<(HeapCode, News)>) -> Keeper<'_> {
        Keeper { code, sender, last: Instant::now(), rest: Duration::from_secs(5) }
    }
}

impl Watch for Keeper<'_> {
    fn progress(&mut self, _: u64, _: Statistics) {}

    fn pause(&mut self, engine: &dyn Engine, stopped: bool) {
        if stopped || self.last.elapsed() > self.rest {
            let start = Instant::now();
            let news = News::State(state(self.code, engine), engine.statistics(), engine.len());
            let _ = self.sender.send((self.code.clone(), news));
            // Saving takes at most about a twentieth of the time.
            self.rest = self.rest.max(20 * start.elapsed());
            self.last = Instant::now();
        }
    }
}

fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Keeps the state of a class that is not done, and how far it is.
fn store_state(
    database: &mut Connection,
    code: &HeapCode,
    body: &[u8],
    statistics: &Statistics,
    computed: u64,
) -> Result<(), SurveyError> {
    let all = database.transaction()?;
    let name = code.to_string();
    all.execute("insert or replace into state (class, body) values (?, ?)", params![name, body])?;
    all.execute(
        "update class set computed = ?, largest = ?, largest_at = ?, rares = ?, last_rare = ?
         where representative = ?",
        params![
            number(computed),
            number(u64::from(statistics.largest)),
            number(statistics.largest_at),
            number(statistics.rares),
            number(statistics.last_rare),
            name,
        ],
    )?;
    all.commit()?;
    Ok(())
}

fn store(database: &mut Connection, code: &HeapCode, answer: &Answer) -> Result<(), SurveyError> {
    let all = database.transaction()?;
    let proved = answer.period.as_ref().filter(|period| period.proof.is_some());
    let certificate = proved.and_then(|period| period.certificate(code, answer.computed));
    let theorem = proved.and_then(|period| period.proof.as_ref()).map(crate::Proof::name);
    let statistics = &answer.statistics;
    all.execute("delete from state where class = ?", [code.to_string()])?;
    all.execute(
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
    all.commit()?;
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
