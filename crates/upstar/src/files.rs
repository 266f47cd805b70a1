//! The files that commands write: tried before the work, written after the answer is printed; and
//! the files of rules that they read.

use crate::signals;
use anyhow::Result;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use upstar_base::file::{FileError, Lock, Target};

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
pub(crate) struct Kept {
    _lock: Lock,
    _hold: signals::Hold,
}

/// Takes over the file with the state of a computation.
pub(crate) fn keep(file: Option<&Path>) -> Result<Option<Kept>> {
    let Some(file) = file else { return Ok(None) };
    Target::new(file).map_err(Unusable)?;
    let lock = Lock::take(file).map_err(Unusable)?;
    Ok(Some(Kept { _lock: lock, _hold: signals::hold() }))
}

/// The most bytes of a file of rules.
const MOST_RULES: u64 = 64 << 10;

/// The text of the file of rules that a name means: one with `/` or ending in `.up`, `-` for
/// stdin, or `NAME.up` in the folder that the environment names.
pub(crate) fn rules(name: &str) -> Option<Result<String, String>> {
    if name == "-" {
        return Some(text(std::io::stdin().lock(), "stdin"));
    }
    let file = if name.contains('/') || name.ends_with(".up") {
        PathBuf::from(name)
    } else {
        let folder = std::env::var_os("UPSTAR_RULES")?;
        let file = Path::new(&folder).join(format!("{name}.up"));
        file.is_file().then_some(file)?
    };
    let shown = file.display().to_string();
    if file.is_dir() {
        return Some(Err(format!("{shown} is a folder; name a file of rules in it")));
    }
    Some(match std::fs::File::open(&file) {
        Ok(file) => text(file, &shown),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let way_out = "`upstar rules new NAME` writes one to begin with";
            Err(format!("there is no file of rules {shown}; {way_out}"))
        }
        Err(error) => Err(format!("cannot read the rules in {shown}: {error}")),
    })
}

fn text(input: impl Read, name: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = input.take(MOST_RULES + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot read the rules in {name}: {error}"))?;
    if bytes.len() as u64 > MOST_RULES {
        return Err(format!("{name} is no file of rules: they have at most {MOST_RULES} bytes"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("{name} is no file of rules: it is not UTF-8 text, from byte {at} on")
    })
}
