//! The files that commands write: tried before the work, written after the answer is printed.

use crate::signals;
use anyhow::Result;
use std::path::Path;
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
