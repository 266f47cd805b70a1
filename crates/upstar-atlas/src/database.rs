//! The file of an atlas: one SQLite database that all surveys share, each with tables of its own.
//!
//! Who works on an atlas has it alone: SQLite's exclusive lock is taken when it is opened and ends
//! with the process, however that ends. Who reads opens it read-only.

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};
use std::path::Path;
use std::time::Duration;

/// Why a survey failed.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// The database says no.
    #[error("the database: {0}")]
    Database(rusqlite::Error),
    /// No threads can be had.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// There is no such file, or it cannot be read.
    #[error("cannot read {0}: {1}")]
    Missing(String, std::io::Error),
    /// The file cannot be made, or not be changed.
    #[error("cannot write {0}: there is no such folder, or it may not be changed")]
    Unwritable(String),
    /// The file holds something else.
    #[error("{0} is not the database of a survey; it was left as it is")]
    Foreign(String),
    /// The file has the tables of an earlier program.
    #[error(
        "{0} was written by an earlier version of this program; it was left as it is: name a new file"
    )]
    Old(String),
    /// The file has the tables of a later program.
    #[error("{0} was written by a later version of this program; it was left as it is")]
    New(String),
    /// A task or an outcome that this program did not make.
    #[error("no work of this survey: {0}")]
    Task(String),
    /// Another process works on the file.
    #[error("{0} is in use: another survey works on it; wait for its end or name another file")]
    Busy(String),
    /// A question that has no answer in any atlas.
    #[error("{0}")]
    Question(String),
}

impl SurveyError {
    /// Is it the file that was named, and not the work on it, that cannot be used?
    pub fn is_wrong_file(&self) -> bool {
        matches!(
            self,
            SurveyError::Foreign(_)
                | SurveyError::Old(_)
                | SurveyError::New(_)
                | SurveyError::Missing(..)
                | SurveyError::Unwritable(_)
        )
    }
}

/// Its words are said once: an error with a source is printed with that of the source behind it.
impl From<rusqlite::Error> for SurveyError {
    fn from(error: rusqlite::Error) -> Self {
        SurveyError::Database(error)
    }
}

/// Identifies our files: "UpSv".
const APPLICATION: i32 = 0x5570_5376;
/// The version of the tables.
const VERSION: i32 = 4;
/// How long a reader that looks into the file is waited for.
const PATIENCE: Duration = Duration::from_millis(500);

/// Opens or creates an atlas and locks it. A file with something else in it is refused and left
/// as it is.
pub(crate) fn open(path: &Path) -> Result<Connection, SurveyError> {
    lock(path).map_err(|error| named(path, error))
}

/// Opens an atlas for reading. A file with something else in it is refused.
pub(crate) fn read(path: &Path) -> Result<Connection, SurveyError> {
    let missing = |error| SurveyError::Missing(path.display().to_string(), error);
    let file = std::fs::File::open(path).and_then(|file| file.metadata()).map_err(missing)?;
    if file.is_dir() {
        return Err(missing(std::io::ErrorKind::IsADirectory.into()));
    }
    let open = || {
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        database.busy_timeout(PATIENCE)?;
        foreign_or_old(&database, path)?;
        Ok(database)
    };
    open().map_err(|error| named(path, error))
}

/// Gives the file back what was deleted, and makes it one that can be read anywhere: without a
/// log beside it.
pub(crate) fn compact(path: &Path) -> Result<(), SurveyError> {
    let tidy = || {
        let database = lock(path)?;
        database.pragma_update(None, "journal_mode", "delete")?;
        Ok(database.execute_batch("vacuum")?)
    };
    tidy().map_err(|error| named(path, error))
}

/// An error of the database that is the fault of the file, with its name.
pub(crate) fn named(path: &Path, error: SurveyError) -> SurveyError {
    let SurveyError::Database(inner) = &error else { return error };
    let name = path.display().to_string();
    match inner.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => SurveyError::Busy(name),
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => SurveyError::Foreign(name),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            SurveyError::Unwritable(name)
        }
        _ => error,
    }
}

fn lock(path: &Path) -> Result<Connection, SurveyError> {
    let database = Connection::open(path)?;
    database.busy_timeout(PATIENCE)?;
    database.pragma_update(None, "locking_mode", "exclusive")?;
    foreign_or_old(&database, path)?;
    database.pragma_update(None, "journal_mode", "wal")?;
    // The first write takes the lock and keeps it.
    database.execute_batch("begin immediate")?;
    database.pragma_update(None, "application_id", APPLICATION)?;
    database.pragma_update(None, "user_version", VERSION)?;
    database.execute_batch("commit")?;
    Ok(database)
}

/// Refuses a file with something else in it, or with tables of another version.
fn foreign_or_old(database: &Connection, path: &Path) -> Result<(), SurveyError> {
    let number = |what: &str| database.pragma_query_value(None, what, |row| row.get::<_, i32>(0));
    let (id, version) = (number("application_id")?, number("user_version")?);
    let tables: i64 =
        database.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    let name = || path.display().to_string();
    if id != APPLICATION && (id != 0 || tables != 0) {
        return Err(SurveyError::Foreign(name()));
    }
    match version {
        VERSION => Ok(()),
        _ if tables == 0 => Ok(()),
        ..VERSION => Err(SurveyError::Old(name())),
        _ => Err(SurveyError::New(name())),
    }
}

/// Is there a table of this name?
pub(crate) fn has(database: &Connection, table: &str) -> rusqlite::Result<bool> {
    let sql = "select 1 from sqlite_schema where type = 'table' and name = ?1";
    Ok(database.query_row(sql, [table], |_| Ok(())).optional()?.is_some())
}

/// A count as SQLite keeps it.
pub(crate) fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A count that SQLite kept.
pub(crate) fn count(n: Option<i64>) -> Option<u64> {
    n.and_then(|n| u64::try_from(n).ok())
}
