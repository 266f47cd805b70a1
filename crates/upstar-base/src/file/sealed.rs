//! Files with the state of a long computation, under a seal.
//!
//! Such a file is written beside its place, synced and renamed, so that at every moment it is
//! absent, the old one or the new one, whole. It begins like no other file, has a version, and
//! ends with a checksum: what is cut off, damaged or something else is refused and left alone.
//!
//! ```text
//! "UPSTARCP"  u32 version  u64 length of the body  body  u64 FNV-1a of the body
//! ```
//! All numbers are little-endian.

use super::{FileError, Source, Target, read as read_all};
use crate::Budget;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"UPSTARCP";
const VERSION: u32 = 1;

/// Why a sealed file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SealedError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is something else, cut off or damaged. It was not changed.
    #[error("{path} is not a usable checkpoint: {what}; it was left as it is")]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

/// Writes a body under a seal.
///
/// ```
/// use upstar_base::{Budget, file::sealed};
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("state");
/// sealed::write(&file, b"half done")?;
/// let budget = Budget::unlimited();
/// assert_eq!(sealed::read(&file, &budget)?.as_deref(), Some(&b"half done"[..]));
/// std::fs::write(&file, b"something else")?;
/// assert!(sealed::read(&file, &budget).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(path: &Path, body: &[u8]) -> Result<(), SealedError> {
    let (length, sum) = ((body.len() as u64).to_le_bytes(), checksum(body).to_le_bytes());
    let bytes = [MAGIC, &VERSION.to_le_bytes()[..], &length, body, &sum].concat();
    Ok(Target::untried(path)?.write(&bytes)?)
}

/// The body of a file that [`write()`] wrote; `None` when there is no such file.
pub fn read(path: &Path, budget: &Budget) -> Result<Option<Vec<u8>>, SealedError> {
    let foreign =
        |what: &str| SealedError::Foreign { path: path.to_owned(), what: what.to_owned() };
    let size = match fs::metadata(path) {
        Ok(what) if what.is_file() => what.len(),
        Ok(_) => return Err(foreign("it is not an ordinary file")),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(_) => u64::MAX,
    };
    let bytes = read_all(&Source::File(path.to_owned()), size, budget)?;
    let mut reader = SealedReader::new(&bytes);
    let start = reader.bytes(8).filter(|&magic| magic == MAGIC);
    start.ok_or_else(|| foreign("it does not start like one"))?;
    match reader.u32() {
        Some(VERSION) => {}
        Some(other) => return Err(foreign(&format!("it has version {other}, not {VERSION}"))),
        None => return Err(foreign("it is cut off")),
    }
    let body = reader.u64().and_then(|len| reader.bytes(usize::try_from(len).ok()?));
    let body = body.ok_or_else(|| foreign("it is cut off"))?;
    let sum = reader.u64().ok_or_else(|| foreign("it is cut off"))?;
    if sum != checksum(body) || !reader.is_at_end() {
        return Err(foreign("its checksum is wrong"));
    }
    Ok(Some(body.to_vec()))
}

/// FNV-1a, 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Appends a text after its length, as [`SealedReader::text`] reads it.
pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

/// Bytes that are read from the front; `None` where there are too few.
#[derive(Clone, Copy, Debug)]
pub struct SealedReader<'b>(&'b [u8]);

impl<'b> SealedReader<'b> {
    /// Reads these bytes.
    pub fn new(bytes: &'b [u8]) -> SealedReader<'b> {
        SealedReader(bytes)
    }

    /// Is nothing left?
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let (front, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(front)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    /// A number of one byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// A number of two bytes.
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// A number of four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number of eight bytes.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A text after its length, a number of four bytes.
    pub fn text(&mut self) -> Option<&'b str> {
        let length = self.u32()?;
        std::str::from_utf8(self.bytes(length as usize)?).ok()
    }
}
