//! The end of a process that holds far more than it may.
//!
//! An allocation cannot fail gently: the caller expects a block, and a panic must not leave an
//! allocator. So the process says in one line what happened and ends, with the status that it
//! documents for a limit. The line is made beforehand, because nothing can be allocated then.
//!
//! `unsafe` is needed to call `write` and `_exit`. It is sound: `write` gets a pointer and a length
//! of one slice that lives for the whole program, and `_exit` has no conditions. Neither takes a
//! lock of the program or runs its destructors, so both may be called from inside an allocation, by
//! any thread.

#![allow(unsafe_code)]

use std::sync::OnceLock;

/// What a process says when it ends because it holds too much memory.
#[derive(Clone, Debug)]
pub struct LastWords {
    /// The line, with its end.
    pub line: String,
    /// Whether it goes to stdout, where programs read answers, instead of stderr.
    pub to_stdout: bool,
    /// The exit status.
    pub status: u8,
}

static LAST_WORDS: OnceLock<LastWords> = OnceLock::new();

/// Sets what the process says when it ends because it holds more than twice what it may, or the
/// system has no more. Only the first call counts. Without it nothing ends the process here, and an
/// allocation that the system refuses aborts as usual.
pub fn set_last_words(words: LastWords) {
    let _ = LAST_WORDS.set(words);
}

/// Ends the process if it has last words.
#[cold]
pub(crate) fn end() {
    if let Some(LastWords { line, to_stdout, status }) = LAST_WORDS.get() {
        leave(line.as_bytes(), if *to_stdout { 1 } else { 2 }, i32::from(*status));
    }
}

#[cfg(unix)]
fn leave(mut line: &[u8], to: i32, status: i32) -> ! {
    while !line.is_empty() {
        // SAFETY: the pointer and the length are those of a slice.
        let written = unsafe { libc::write(to, line.as_ptr().cast(), line.len()) };
        match usize::try_from(written) {
            Ok(written) if written > 0 => line = line.get(written..).unwrap_or_default(),
            // Nobody can be told.
            _ => break,
        }
    }
    // SAFETY: ending the process has no conditions.
    unsafe { libc::_exit(status) }
}

#[cfg(not(unix))]
fn leave(_: &[u8], _: i32, _: i32) -> ! {
    std::process::abort()
}
