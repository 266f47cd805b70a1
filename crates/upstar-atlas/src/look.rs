//! Looking into an atlas without touching it: rows by a filter, a page at a time.
//!
//! The file is opened read-only and nothing of a filter ever becomes part of a statement: all
//! values are bound. A survey that is at work has the file alone; then looking is refused.

use crate::database::{SurveyError, count, foreign_or_old, number};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, named_params};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The most rows of a page.
const MOST: u64 = 500;

/// Which rows are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// Misère quotients instead of nim-sequences?
    pub misere: bool,
    /// The survey of so many digits.
    pub digits: Option<u32>,
    /// `proved`, `open`, `waiting`; `complete`, `partial`.
    pub status: Option<String>,
    /// The code has this in it.
    pub code: Option<String>,
    /// The least period.
    pub least: Option<u64>,
    /// The largest period.
    pub most: Option<u64>,
    /// The first row.
    pub from: u64,
}

/// A class of codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The representative.
    pub code: String,
    /// How many codes the class has.
    pub codes: u64,
    /// How far it is.
    pub status: String,
    /// From which heap on it repeats.
    pub preperiod: Option<u64>,
    /// With which period.
    pub period: Option<u64>,
    /// How many values, or heaps of the quotient, were computed.
    pub computed: Option<u64>,
    /// The largest nim-value.
    pub largest: Option<u64>,
    /// The order of the quotient.
    pub order: Option<u64>,
    /// Is the quotient that of Nim?
    pub tame: Option<bool>,
}

/// A page of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The rows.
    pub rows: Vec<Entry>,
    /// How many there are in all.
    pub total: u64,
    /// The numbers of digits for which there are surveys.
    pub digits: Vec<u32>,
}

const HEAPS: &str = "
    from class c where
        exists (select 1 from code k where k.class = c.representative and (:digits is null or k.digits = :digits))
        and (:status is null or c.status = :status) and (:code is null or instr(c.representative, :code) > 0)
        and (:least is null or c.period >= :least) and (:most is null or c.period <= :most)";

const MISERE: &str = "
    from (select class, digits, count(distinct code) as codes from misere_plan group by class, digits) p
        left join misere_code c on c.code = p.class where
        (:digits is null or p.digits = :digits) and (:digits is not null or p.digits = (select max(digits) from misere_plan q where q.class = p.class))
        and (:status is null or coalesce(c.status, 'waiting') = :status) and (:code is null or instr(p.class, :code) > 0)
        and (:least is null or c.period >= :least) and (:most is null or c.period <= :most)";

/// The rows that a filter wants, the shortest codes first.
///
/// ```no_run
/// use upstar_atlas::look::{Filter, look};
/// let open = Filter { status: Some("open".into()), ..Filter::default() };
/// let found = look("atlas.db".as_ref(), &open)?;
/// println!("{} classes are open", found.total);
/// # Ok::<(), upstar_atlas::SurveyError>(())
/// ```
pub fn look(path: &Path, filter: &Filter) -> Result<Found, SurveyError> {
    let name = || path.display().to_string();
    read(path, filter).map_err(|error| match error {
        SurveyError::Database(inner) => match inner.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => SurveyError::Busy(name()),
            Some(ErrorCode::NotADatabase) => SurveyError::Foreign(name()),
            _ => SurveyError::Database(inner),
        },
        other => other,
    })
}

fn read(path: &Path, filter: &Filter) -> Result<Found, SurveyError> {
    let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    foreign_or_old(&database, path)?;
    let (table, rest) = if filter.misere { ("misere_plan", MISERE) } else { ("code", HEAPS) };
    let has = "select 1 from sqlite_schema where type = 'table' and name = ?1";
    if database.query_row(has, [table], |_| Ok(())).optional()?.is_none() {
        return Ok(Found::default());
    }
    let columns = if filter.misere {
        "p.class, p.codes, coalesce(c.status, 'waiting'), c.preperiod, c.period, c.heaps, null, c.elements, c.tame"
    } else {
        "c.representative, (select count(distinct k.code) from code k where k.class = c.representative), \
         c.status, c.preperiod, c.period, c.computed, c.largest, null, null"
    };
    let bound = |n: Option<u64>| n.map(number);
    let values = named_params! {
        ":digits": filter.digits, ":status": filter.status, ":code": filter.code,
        ":least": bound(filter.least), ":most": bound(filter.most),
    };
    let total: i64 =
        database.query_row(&format!("select count(*) {rest}"), values, |row| row.get(0))?;
    let by = if filter.misere { "p.class" } else { "c.representative" };
    let text = format!(
        "select {columns} {rest} order by length({by}), {by} limit {MOST} offset {}",
        number(filter.from)
    );
    let mut statement = database.prepare(&text)?;
    let rows = statement.query_map(values, entry)?.collect::<Result<Vec<_>, _>>()?;
    let digits = format!("select distinct digits from {table} order by digits");
    let mut statement = database.prepare(&digits)?;
    let digits = statement.query_map([], |row| row.get(0))?.collect::<Result<Vec<_>, _>>()?;
    Ok(Found { rows, total: count(Some(total)).unwrap_or(0), digits })
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        code: row.get(0)?,
        codes: count(row.get(1)?).unwrap_or(0),
        status: row.get(2)?,
        preperiod: count(row.get(3)?),
        period: count(row.get(4)?),
        computed: count(row.get(5)?),
        largest: count(row.get(6)?),
        order: count(row.get(7)?),
        tame: row.get(8)?,
    })
}
