//! One process at a time.
//!
//! A file that is replaced by renaming cannot carry a lock itself, so a file beside it does. The
//! system takes the lock away when its process ends, however it ends. The holder removes the
//! file; who gets a lock on a file that was removed meanwhile tries again. The holder also removes
//! what killed processes left in the folder.

use super::leftover::{is_at, sweep};
use super::target::{behind_links, folder};
use super::{FileError, faults, system};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The right to work on a file, until it is dropped.
///
/// ```
/// use upstar_base::file::Lock;
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("state");
/// let lock = Lock::take(&file)?;
/// assert!(Lock::take(&file).is_err());
/// drop(lock);
/// assert!(Lock::take(&file).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the right to work on a file, which need not exist yet.
    pub fn take(name: &Path) -> Result<Lock, FileError> {
        let mut path = behind_links(name)?.into_os_string();
        path.push(".lock");
        let path = PathBuf::from(path);
        loop {
            faults::step().map_err(system("lock", name))?;
            let options =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = options.map_err(system("lock", name))?;
            match file.try_lock() {
                Ok(()) if !is_at(&file, &path) => continue,
                Ok(()) => {
                    // The number is for people; the lock holds without it.
                    let _ = file.set_len(0);
                    let _ = write!(file, "{}", std::process::id());
                    sweep(folder(&path));
                    return Ok(Lock { path, _file: file });
                }
                Err(TryLockError::WouldBlock) => {
                    let mut process = String::new();
                    let _ = file.take(20).read_to_string(&mut process);
                    let process = process.trim().parse().ok();
                    return Err(FileError::Locked { path: name.to_owned(), process });
                }
                // Not every file system knows locks; then nobody can be kept away.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Lock { path, _file: file });
                }
                Err(TryLockError::Error(error)) => return Err(system("lock", name)(error)),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // An open file can be removed here; elsewhere the empty file stays.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
    }
}
