//! A file that is there in full or not at all.
//!
//! What is written goes to a new file in the same folder, which takes the place of the old one in
//! one step. Opening it tells whether the folder can be written to, before any work is done.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file to be written.
pub(crate) struct Target {
    file: File,
    path: PathBuf,
    /// Where it is written until it is complete; what is no ordinary file is written directly.
    draft: Option<PathBuf>,
}

impl Target {
    /// Prepares to write a file.
    pub(crate) fn open(path: &Path) -> io::Result<Target> {
        // A link is followed: what it points to is replaced, not the link.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&place) {
            Ok(known) if known.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(known) if !known.is_file() => {
                let file = OpenOptions::new().write(true).open(&place)?;
                return Ok(Target { file, path: place, draft: None });
            }
            // The old file must be writable too.
            Ok(_) => drop(OpenOptions::new().append(true).open(&place)?),
            Err(_) => {}
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(place.file_name().ok_or(io::ErrorKind::InvalidInput)?);
        name.push(format!(".{}.part", std::process::id()));
        let draft = place.with_file_name(name);
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(&draft)?;
        Ok(Target { file, path: place, draft: Some(draft) })
    }

    /// Writes it.
    pub(crate) fn write(mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        if let Some(draft) = &self.draft {
            self.file.sync_all()?;
            fs::rename(draft, &self.path)?;
        }
        self.draft = None;
        Ok(())
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            // Nothing can be done about a draft that stays.
            let _ = fs::remove_file(draft);
        }
    }
}
