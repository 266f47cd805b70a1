//! An atlas that is read and never changed: a file, or the one that comes along.
//!
//! The atlas that comes along has all codes d0.d1d2d3 and the hexadecimal codes d0.xy
//! (`docs/atlas.md` has the command that made it); it is part of the program, so that nothing has
//! to be found or built.

use crate::database::{self, SurveyError, named};
use crate::packed::inflated;
use crate::seal;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The built-in atlas, deflated.
static SHIPPED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/three-digits.z"));

/// An atlas to look into.
///
/// ```
/// use upstar_atlas::{Atlas, look::Filter};
/// let atlas = Atlas::shipped()?;
/// let kayles = Filter { code: Some("0.77".into()), ..Filter::default() };
/// let found = atlas.look(&kayles)?;
/// assert_eq!((found.rows[0].preperiod, found.rows[0].period), (Some(71), Some(12)));
/// # Ok::<(), upstar_atlas::SurveyError>(())
/// ```
#[derive(Debug)]
pub struct Atlas {
    pub(crate) database: Connection,
    /// Where it is.
    path: PathBuf,
}

impl Atlas {
    /// The atlas in a file, after its seal was compared. A file with something else in it is refused,
    /// and so is one that is damaged or that a survey works on at the moment.
    pub fn open(path: &Path) -> Result<Atlas, SurveyError> {
        Ok(Atlas { database: database::read(path)?, path: path.to_owned() })
    }

    /// The atlas that comes along.
    pub fn shipped() -> Result<Atlas, SurveyError> {
        /// The bytes cannot change, so they are checked once.
        static IS_CHECKED: AtomicBool = AtomicBool::new(false);
        let mut database = Connection::open_in_memory()?;
        let path = PathBuf::from("the atlas that comes along");
        let bytes =
            inflated(SHIPPED).ok_or_else(|| SurveyError::Foreign(path.display().to_string()))?;
        database.deserialize_read_exact("main", bytes.as_slice(), bytes.len(), true)?;
        let atlas = Atlas { database, path };
        if !IS_CHECKED.load(Ordering::Relaxed) {
            let undamaged = database::undamaged(&atlas.database, &atlas.path);
            undamaged.map_err(|error| named(&atlas.path, error))?;
            IS_CHECKED.store(true, Ordering::Relaxed);
        }
        Ok(atlas)
    }

    /// The atlas in a file, or the one that comes along.
    pub fn of(path: Option<&Path>) -> Result<Atlas, SurveyError> {
        path.map_or_else(Atlas::shipped, Atlas::open)
    }

    /// Whether the file has a seal, with which it was compared when it was opened. Those of earlier
    /// versions have none until something is written to them.
    pub(crate) fn is_sealed(&self) -> Result<bool, SurveyError> {
        seal::is_sealed(&self.database).map_err(|error| self.named(error))
    }

    /// What it is called.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Is there a table of this name?
    pub(crate) fn has(&self, table: &str) -> Result<bool, SurveyError> {
        database::has(&self.database, table).map_err(|error| self.named(error))
    }

    /// An error of the database, with the name of the file if that is to blame.
    pub(crate) fn named(&self, error: rusqlite::Error) -> SurveyError {
        named(&self.path, error.into())
    }
}
