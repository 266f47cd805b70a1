//! Files that are never half there: tried before the work, written whole, locked, read within
//! limits.
//!
//! A result that took hours must not be lost for the want of a folder, and a file must not be
//! read for ever because it has no end. [`Target`] is where a result will go, [`Lock`] keeps a
//! second process away, [`read`] reads within a size and a budget, [`sealed`] files hold the state
//! of a long computation. [`faults`] lets tests fail every write.

pub mod faults;
#[doc(hidden)]
pub mod leftover;
mod lines;
mod lock;
mod read;
pub mod sealed;
mod target;

pub use lines::{LONGEST_LINE, Line, Lines, without_mark};
pub use lock::Lock;
pub use read::{Source, read, read_text};
pub use target::Target;

use crate::Stopped;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system says no.
    #[error("cannot {doing} {path}: {error}")]
    System {
        /// What was tried.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is needed and this is a folder.
    #[error("{0} is a folder, not a file")]
    Folder(PathBuf),
    /// The folder that should hold the file is not there.
    #[error("cannot write {path}: there is no folder {folder}")]
    NoFolder {
        /// The file.
        path: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
    /// Another process is at work on the file.
    #[error("{path} is in use by another run{}; wait for its end or take another file", by(*.process))]
    Locked {
        /// Which file.
        path: PathBuf,
        /// The process that holds it, if it said so.
        process: Option<u32>,
    },
    /// What is read goes on and on.
    #[error("{name} is longer than {most} bytes")]
    TooLong {
        /// What is read.
        name: String,
        /// How much is read at most.
        most: u64,
    },
    /// Text was expected.
    #[error("{name} is not a text: byte {at} is not UTF-8")]
    NotText {
        /// What is read.
        name: String,
        /// Where it stops being text.
        at: usize,
    },
    /// The budget ended the reading.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

fn by(process: Option<u32>) -> String {
    process.map_or(String::new(), |id| format!(" (process {id})"))
}

fn system(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
    let path = path.to_owned();
    move |error| FileError::System { doing, path, error }
}
