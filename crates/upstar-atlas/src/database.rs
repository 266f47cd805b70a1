//! The file of an atlas: one SQLite database that all surveys share, each with tables of its own.
//!
//! Who works on an atlas has it alone: SQLite's exclusive lock is taken when it is opened and ends
//! with the process, however that ends. Who reads opens it read-only. Both check the file first
//! ([`crate::seal`]).

use crate::seal;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, ffi};
use std::path::Path;
use std::time::Duration;
use upstar_base::Stopped;
use upstar_base::file::faults;

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
    /// The disk is full, or the system refuses to write for another reason.
    #[error("cannot write {0}: {1}")]
    Unsaved(String, String),
    /// The file was written by this program and has changed since.
    #[error("{0} is damaged: {1}; restore a copy, or build it again under another name")]
    Damaged(String, String),
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
    /// A limit was reached before the work began.
    #[error(transparent)]
    Stopped(#[from] Stopped),
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
                | SurveyError::Damaged(..)
                | SurveyError::Old(_)
                | SurveyError::New(_)
                | SurveyError::Missing(..)
                | SurveyError::Unwritable(_)
        )
    }

    /// Whether the work could continue with another place for its results.
    pub(crate) fn is_unsaved(&self) -> bool {
        matches!(self, SurveyError::Unsaved(..))
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
const VERSION: i32 = 5;
/// The same tables without a seal; it is added when the file is next opened for writing.
const UNSEALED: i32 = 4;
/// How long a reader that looks into the file is waited for.
const PATIENCE: Duration = Duration::from_millis(500);

/// Opens or creates an atlas and locks it. A file with something else in it is refused and left
/// as it is.
pub(crate) fn open(path: &Path) -> Result<Connection, SurveyError> {
    lock(path).map_err(|error| named(path, error))
}

/// Opens an atlas for reading. A file with something else in it is refused, and a damaged one is
/// too.
pub(crate) fn read(path: &Path) -> Result<Connection, SurveyError> {
    let missing = |error| SurveyError::Missing(path.display().to_string(), error);
    // A pipe is never opened: that would wait for its other end.
    let file = std::fs::metadata(path).map_err(missing)?;
    if file.is_dir() {
        return Err(missing(std::io::ErrorKind::IsADirectory.into()));
    }
    if !file.is_file() || file.len() == 0 {
        return Err(SurveyError::Foreign(path.display().to_string()));
    }
    std::fs::File::open(path).map_err(missing)?;
    let open = || {
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        database.busy_timeout(PATIENCE)?;
        // All that is checked is one state of the file.
        database.execute_batch("begin")?;
        foreign_or_old(&database, path)?;
        undamaged(&database, path)?;
        database.execute_batch("commit")?;
        Ok(database)
    };
    open().map_err(|error| named(path, error))
}

/// A database in memory with what another one has; an empty one if there is none.
pub(crate) fn in_memory(of: Option<&Connection>) -> Result<Connection, SurveyError> {
    let mut database = Connection::open_in_memory()?;
    if let Some(of) = of {
        let mut bytes = of.serialize("main")?.to_vec();
        // A log belongs to a file; without this mark of it the copy can be opened.
        if let Some(versions) = bytes.get_mut(18..20) {
            versions.fill(1);
        }
        database.deserialize_read_exact("main", bytes.as_slice(), bytes.len(), false)?;
    }
    seal::prepare(&database)?;
    seal::watch(&database)?;
    Ok(database)
}

/// Commits a transaction.
pub(crate) fn commit(all: Transaction<'_>) -> Result<(), SurveyError> {
    // Memory is not a disk that fills up.
    let is_file = all.path().is_some_and(|path| !path.is_empty());
    if is_file {
        faults::step().map_err(|_| full())?;
    }
    all.commit()?;
    if is_file {
        faults::moment();
    }
    Ok(())
}

/// What SQLite says, on one line: it may quote bytes of the file.
fn shown(text: &str) -> String {
    /// Longer quotations say no more.
    const LONGEST: usize = 100;
    let plain = |c: char| if c.is_control() || c == '\u{fffd}' { ' ' } else { c };
    let text: String = text.chars().map(plain).collect();
    let mut words: Vec<&str> = Vec::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        length += word.len() + 1;
        if length > LONGEST {
            words.push("...");
            break;
        }
        words.push(word);
    }
    words.join(" ")
}

/// What SQLite says when the disk is full.
fn full() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_FULL), None)
}

/// Gives the file back what was deleted, and makes it one that can be read anywhere: without a
/// log beside it.
pub(crate) fn compact(path: &Path) -> Result<(), SurveyError> {
    let tidy = || {
        let database = lock(path)?;
        faults::step().map_err(|_| full())?;
        database.pragma_update(None, "journal_mode", "delete")?;
        faults::moment();
        Ok(database.execute_batch("vacuum")?)
    };
    tidy().map_err(|error| named(path, error))
}

/// Whether a database has a log or a journal.
pub(crate) fn has_log(path: &Path) -> bool {
    ["-wal", "-journal"].iter().any(|end| {
        let mut log = path.as_os_str().to_owned();
        log.push(end);
        Path::new(&log).exists()
    })
}

/// An error of the database that is the fault of the file, with its name.
pub(crate) fn named(path: &Path, error: SurveyError) -> SurveyError {
    let SurveyError::Database(inner) = &error else { return error };
    let name = path.display().to_string();
    if matches!(
        inner,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::Utf8Error(..)
    ) {
        return SurveyError::Damaged(name, shown(&inner.to_string()));
    }
    match inner.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => SurveyError::Busy(name),
        Some(ErrorCode::NotADatabase) => SurveyError::Foreign(name),
        Some(ErrorCode::DatabaseCorrupt) => SurveyError::Damaged(name, shown(&inner.to_string())),
        Some(ErrorCode::DiskFull) => SurveyError::Unsaved(name, "the disk is full".to_owned()),
        Some(ErrorCode::SystemIoFailure) => SurveyError::Unsaved(name, shown(&inner.to_string())),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            SurveyError::Unwritable(name)
        }
        _ => error,
    }
}

fn lock(path: &Path) -> Result<Connection, SurveyError> {
    // A pipe is never opened: that would wait for its other end.
    if std::fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir()) {
        return Err(SurveyError::Foreign(path.display().to_string()));
    }
    let database = Connection::open(path)?;
    database.busy_timeout(PATIENCE)?;
    foreign_or_old(&database, path)?;
    // What is locked from now on stays so: a second process waits, and then gives up.
    database.pragma_update(None, "locking_mode", "exclusive")?;
    database.execute_batch("begin immediate")?;
    undamaged(&database, path)?;
    database.execute_batch("commit")?;
    database.pragma_update(None, "journal_mode", "wal")?;
    database.execute_batch("begin immediate")?;
    database.pragma_update(None, "application_id", APPLICATION)?;
    database.pragma_update(None, "user_version", VERSION)?;
    seal::prepare(&database)?;
    faults::step().map_err(|_| full())?;
    database.execute_batch("commit")?;
    faults::moment();
    seal::watch(&database)?;
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
        UNSEALED | VERSION => Ok(()),
        _ if tables == 0 => Ok(()),
        ..UNSEALED => Err(SurveyError::Old(name())),
        _ => Err(SurveyError::New(name())),
    }
}

/// Refuses a database that is damaged.
pub(crate) fn undamaged(database: &Connection, path: &Path) -> Result<(), SurveyError> {
    let damaged = |what: &str| SurveyError::Damaged(path.display().to_string(), shown(what));
    let version: i32 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version == VERSION && !seal::is_sealed(database)? {
        return Err(damaged("its seal is missing"));
    }
    match seal::damage(database) {
        Ok(None) => Ok(()),
        Ok(Some(what)) => Err(damaged(&what)),
        // A statement that fits the tables of this program fails on others.
        Err(rusqlite::Error::SqlInputError { .. }) => {
            Err(damaged("its tables have other columns than they should"))
        }
        Err(error) => Err(error.into()),
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
