//! Files that a killed process left behind.
//!
//! A new file has the name `.upstar-PROCESS-COUNT.new` until it is complete, and its writer holds a
//! lock on it. A file of such a name that nobody has locked, and whose process has ended, is of no
//! use to anybody: whoever writes in the same folder next removes it.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The name of a new file that this process writes.
pub(super) fn name(count: u64) -> String {
    named(std::process::id(), count)
}

fn named(process: u32, count: u64) -> String {
    format!(".upstar-{process}-{count}.new")
}

/// The process that a name belongs to; `None` for other names.
fn writer(name: &OsStr) -> Option<u32> {
    let text = name.to_str()?;
    let inner = text.strip_prefix(".upstar-")?.strip_suffix(".new")?;
    let (process, count) = inner.split_once('-')?;
    let (process, count) = (process.parse().ok()?, count.parse().ok()?);
    (named(process, count) == text).then_some(process)
}

/// Marks a new file as being written, until it is closed. False if [`sweep`] has removed it
/// meanwhile.
pub fn claim(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => is_at(file, path),
        Err(TryLockError::WouldBlock) => false,
        // Without locks nothing is ever swept.
        Err(TryLockError::Error(_)) => true,
    }
}

/// Removes what killed processes of this user left in a folder.
pub fn sweep(folder: &Path) {
    // Elsewhere a file that is locked cannot be renamed, so writers hold no lock to the end.
    if !cfg!(unix) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if let Some(process) = writer(&entry.file_name()) {
            remove(&entry.path(), process);
        }
    }
}

fn remove(path: &Path, process: u32) {
    let Ok(what) = fs::symlink_metadata(path) else { return };
    if !what.is_file() || !is_own(&what) || is_written(process, &what) {
        return;
    }
    let Ok(file) = OpenOptions::new().write(true).open(path) else { return };
    if file.try_lock().is_ok() && is_at(&file, path) {
        let _ = fs::remove_file(path);
    }
}

/// Whether a process of this number runs that may have written the file.
fn is_written(process: u32, what: &Metadata) -> bool {
    if !Path::new("/proc/self/stat").exists() {
        // The lock alone must tell.
        return false;
    }
    let Some(began) = began(process) else {
        return Path::new(&format!("/proc/{process}")).exists();
    };
    // A later process may have the same number; times of the system are full seconds.
    what.modified().map_or(true, |written| began <= written + Duration::from_secs(2))
}

/// When a process began, as Linux tells it.
fn began(process: u32) -> Option<SystemTime> {
    /// What the kernel calls a second, in every report of times.
    const TICKS: u64 = 100;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, may contain anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: u64 = fields.split_whitespace().nth(19)?.parse().ok()?;
    let system = fs::read_to_string("/proc/stat").ok()?;
    let boot = system.lines().find_map(|line| line.strip_prefix("btime "))?;
    let boot: u64 = boot.trim().parse().ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(boot.checked_add(ticks / TICKS)?))
}

/// Whether a file belongs to the user of this process.
#[cfg(unix)]
fn is_own(what: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").map_or(true, |this| this.uid() == what.uid())
}

#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    true
}

/// Whether this is still the file of that name.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let both = file.metadata().ok().zip(fs::metadata(path).ok());
    both.is_some_and(|(a, b)| (a.dev(), a.ino()) == (b.dev(), b.ino()))
}

#[cfg(not(unix))]
pub(super) fn is_at(_: &File, _: &Path) -> bool {
    true
}
