//! Failures on demand: the n-th step of writing fails, or the process ends there.
//!
//! Everything that is written as a whole goes through here, so that a test can try every place where
//! a disk fills up or a process is killed. Builds with debug assertions read two variables of the
//! environment; other builds contain nothing of this.
//!
//! - `UPSTAR_FAIL_WRITE=7`: the seventh step fails as on a full disk, after half of its bytes;
//!   `UPSTAR_FAIL_WRITE=7..`: so does every later one.
//! - `UPSTAR_KILL_WRITE=7`: the process aborts in the seventh step, without any cleaning up.

use std::io::{self, Write};

/// A step that may fail: a file is created, synced or renamed, or a transaction is committed.
///
/// # Errors
/// The failure that the environment asks for.
pub fn step() -> io::Result<()> {
    on_demand::step(&mut || ())
}

/// A step whose failure is no error, but in which the process may be killed.
pub fn moment() {
    on_demand::moment();
}

/// Writes `bytes`; a failure on demand comes after half of them.
///
/// # Errors
/// The failure of `file`, or the one that the environment asks for.
pub fn write_all(file: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let mut written = Ok(());
    on_demand::step(&mut || written = file.write_all(first).and_then(|()| file.flush()))?;
    written?;
    let rest = if on_demand::IS_ON { second } else { bytes };
    file.write_all(rest)
}

#[cfg(debug_assertions)]
mod on_demand {
    use std::io;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Whether a step does the first half of its work itself.
    pub(super) const IS_ON: bool = true;

    /// The first step that fails, and whether the later ones fail too.
    static FAIL: LazyLock<Option<(u64, bool)>> = LazyLock::new(|| {
        let text = std::env::var("UPSTAR_FAIL_WRITE").ok()?;
        match text.strip_suffix("..") {
            Some(first) => Some((first.parse().ok()?, true)),
            None => Some((text.parse().ok()?, false)),
        }
    });
    /// The step in which the process ends.
    static KILL: LazyLock<Option<u64>> =
        LazyLock::new(|| std::env::var("UPSTAR_KILL_WRITE").ok()?.parse().ok());
    static STEPS: AtomicU64 = AtomicU64::new(0);
    static MOMENTS: AtomicU64 = AtomicU64::new(0);

    pub(super) fn step(half: &mut dyn FnMut()) -> io::Result<()> {
        half();
        moment();
        let step = STEPS.fetch_add(1, Ordering::Relaxed) + 1;
        match *FAIL {
            Some((first, later)) if step == first || (later && step > first) => {
                Err(io::ErrorKind::StorageFull.into())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn moment() {
        if *KILL == Some(MOMENTS.fetch_add(1, Ordering::Relaxed) + 1) {
            std::process::abort();
        }
    }
}

#[cfg(not(debug_assertions))]
mod on_demand {
    use std::io;

    pub(super) const IS_ON: bool = false;

    #[inline(always)]
    pub(super) fn step(_: &mut dyn FnMut()) -> io::Result<()> {
        Ok(())
    }

    #[inline(always)]
    pub(super) fn moment() {}
}
