//! The files that commands write: tried before the work, written after the answer is printed; and
//! the files of rules that they read.

use crate::signals;
use anyhow::Result;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use upstar_base::Budget;
use upstar_base::file::{FileError, Lock, Source, Target, read};
use upstar_session::LoadError;

/// A file that cannot be used, noticed before the work.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) struct Unusable(#[from] FileError);

impl Unusable {
    /// Is another run at work on it? Then nothing is wrong with its name.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.0, FileError::Locked { .. })
    }
}

/// Tries the place where a result will go.
pub(crate) fn target(file: Option<&Path>) -> Result<Option<Target>> {
    Ok(file.map(Target::new).transpose().map_err(Unusable)?)
}

/// Writes a result. The answer is printed by then, so this must be the last thing to do.
pub(crate) fn write(target: &Target, bytes: &[u8]) -> Result<()> {
    let _hold = signals::hold();
    Ok(target.write(bytes)?)
}

/// The state of a computation, which no other run may touch meanwhile and which a signal lets
/// be saved.
pub(crate) struct KeptState {
    _lock: Lock,
    _hold: signals::Hold,
}

/// Takes over the file with the state of a computation.
pub(crate) fn keep(file: Option<&Path>) -> Result<Option<KeptState>> {
    let Some(file) = file else { return Ok(None) };
    Target::new(file).map_err(Unusable)?;
    let lock = Lock::take(file).map_err(Unusable)?;
    Ok(Some(KeptState { _lock: lock, _hold: signals::hold() }))
}

/// The most bytes of a file of rules.
const MOST_RULES: u64 = 64 << 10;

/// The text of the file of rules that a name means: one with `/` or ending in `.up`, `-` for
/// stdin, or `NAME.up` in the folder that the environment names.
pub(crate) fn rules(name: &str, budget: &Budget) -> Option<Result<String, LoadError>> {
    if name == "-" {
        return Some(text(&Source::Stdin, budget));
    }
    let file = if name.contains('/') || name.ends_with(".up") {
        PathBuf::from(name)
    } else {
        let folder = std::env::var_os("UPSTAR_RULES")?;
        let file = Path::new(&folder).join(format!("{name}.up"));
        file.is_file().then_some(file)?
    };
    Some(text(&Source::File(file), budget))
}

/// Reads a file of rules, which may be a pipe that nobody writes to.
fn text(source: &Source, budget: &Budget) -> Result<String, LoadError> {
    let name = source.name();
    let bytes = read(source, MOST_RULES, budget).map_err(|error| match error {
        FileError::Stopped(stopped) => LoadError::Stopped(stopped),
        FileError::Folder(_) => {
            LoadError::Failed(format!("{name} is a folder; name a file of rules in it"))
        }
        FileError::TooLong { most, .. } => {
            LoadError::Failed(format!("{name} is no file of rules: they have at most {most} bytes"))
        }
        FileError::System { error, .. } if error.kind() == ErrorKind::NotFound => {
            let way_out = "`upstar rules new NAME` writes one to begin with";
            LoadError::Failed(format!("there is no file of rules {name}; {way_out}"))
        }
        FileError::System { error, .. } => {
            LoadError::Failed(format!("cannot read the rules in {name}: {error}"))
        }
        error => LoadError::Failed(error.to_string()),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        LoadError::Failed(format!(
            "{name} is no file of rules: it is not UTF-8 text, from byte {at} on"
        ))
    })
}
