//! Reading what may have no end, or may never begin.
//!
//! A thread of its own reads, so that the budget is looked at also while nothing comes: a pipe
//! that nobody writes to ends with the time limit.

use super::{FileError, system, without_mark};
use crate::Budget;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Where bytes come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file, a device or a pipe.
    File(PathBuf),
    /// The standard input.
    Stdin,
}

impl Source {
    /// The source that a command line names: `-` is the standard input.
    pub fn named(path: &Path) -> Source {
        if path == Path::new("-") { Source::Stdin } else { Source::File(path.to_owned()) }
    }

    /// What it is called in messages.
    pub fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Stdin => "stdin".to_owned(),
        }
    }

    fn path(&self) -> &Path {
        match self {
            Source::File(path) => path,
            Source::Stdin => Path::new("stdin"),
        }
    }

    fn open(&self) -> io::Result<Box<dyn Read>> {
        Ok(match self {
            Source::File(path) => Box::new(File::open(path)?),
            Source::Stdin => Box::new(io::stdin()),
        })
    }
}

const BLOCK: usize = 1 << 16;
/// How often the budget is looked at while nothing comes.
const PAUSE: Duration = Duration::from_millis(20);

/// Reads everything, but no more than `most` bytes and no longer than the budget allows.
///
/// ```
/// use upstar_base::{Budget, file::{Source, read}};
/// let endless = Source::File("/dev/zero".into());
/// assert!(read(&endless, 1_000_000, &Budget::unlimited()).is_err());
/// ```
pub fn read(source: &Source, most: u64, budget: &Budget) -> Result<Vec<u8>, FileError> {
    let too_long = || FileError::TooLong { name: source.name(), most };
    let what = fs::metadata(source.path());
    if what.as_ref().is_ok_and(fs::Metadata::is_dir) && !matches!(source, Source::Stdin) {
        return Err(FileError::Folder(source.path().to_owned()));
    }
    let (sender, blocks) = sync_channel::<io::Result<Vec<u8>>>(4);
    let from = source.clone();
    thread::spawn(move || {
        let mut input = match from.open() {
            Ok(input) => input,
            Err(error) => return drop(sender.send(Err(error))),
        };
        loop {
            let mut block = Vec::new();
            let end = match input.by_ref().take(BLOCK as u64).read_to_end(&mut block) {
                Ok(0) => return,
                Ok(_) => sender.send(Ok(block)),
                Err(error) => return drop(sender.send(Err(error))),
            };
            if end.is_err() {
                return;
            }
        }
    });
    let mut bytes = Vec::new();
    let ended = loop {
        if let Err(stopped) = budget.check() {
            break Err(stopped.into());
        }
        match blocks.recv_timeout(PAUSE) {
            Ok(Ok(block)) => {
                let charged = budget.charge(block.len() as u64);
                bytes.extend(block);
                if bytes.len() as u64 > most {
                    break Err(too_long());
                }
                if let Err(stopped) = charged {
                    break Err(stopped.into());
                }
            }
            Ok(Err(error)) => break Err(system("read", source.path())(error)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        }
    };
    budget.refund(bytes.len() as u64);
    ended.map(|()| bytes)
}

/// The same for a text.
pub fn read_text(source: &Source, most: u64, budget: &Budget) -> Result<String, FileError> {
    let mut text = String::from_utf8(read(source, most, budget)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        FileError::NotText { name: source.name(), at }
    })?;
    text.drain(..text.len() - without_mark(&text).len());
    Ok(text)
}
