//! The memory of the whole process: how much is allocated, and how much may be.
//!
//! Engines charge a budget for their tables. Code that forgets to charge is caught here: a program
//! that installs [`Counting`] as its global allocator knows how many bytes it holds, and every look
//! at a budget compares them with the limit of the process ([`exceeded`]). Three things happen, one
//! after another, to a program that needs too much:
//!
//! 1. its tables reach the limit, and the engine that charged them stops (`upstar-base`);
//! 2. everything together exceeds the limit by more than [`ALLOWANCE`], and the next look at a
//!    budget stops the work;
//! 3. everything together exceeds twice that, or the system has no more memory: nobody looks at the
//!    budget any more, so the process says its [`LastWords`] and ends.
//!
//! A program that does not install the allocator, such as the Python package, counts nothing, and
//! its limit is never exceeded.

mod allocator;
mod end;
mod system;

pub use allocator::Counting;
pub use end::{LastWords, set_last_words};
pub use system::return_freed_tables;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The bytes that a process may hold beyond its limit: what is not a table, such as the program's
/// own data, texts that are read and answers that are written.
pub const ALLOWANCE: u64 = 32 << 20;

/// The bytes that are allocated; each thread may be 64 KB off.
static LIVE: AtomicI64 = AtomicI64::new(0);
/// The most that [`LIVE`] has been.
static PEAK: AtomicI64 = AtomicI64::new(0);
/// The limit of the process; `u64::MAX` is none.
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

/// Returns the bytes that are allocated, to within 64 KB for each thread.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: upstar_memory::Counting = upstar_memory::Counting;
///
/// fn main() {
///     let before = upstar_memory::live();
///     let bytes = vec![1u8; 1 << 20];
///     assert!(upstar_memory::live() >= before + (1 << 19));
///     drop(bytes);
///     assert!(upstar_memory::live() < before + (1 << 19));
///     assert!(upstar_memory::peak() >= before + (1 << 19));
/// }
/// ```
pub fn live() -> u64 {
    u64::try_from(LIVE.load(Ordering::Relaxed)).unwrap_or(0)
}

/// Returns the most bytes that were ever allocated at once, to within 64 KB for each thread.
pub fn peak() -> u64 {
    u64::try_from(PEAK.load(Ordering::Relaxed)).unwrap_or(0)
}

/// Limits the memory of the process to `limit` bytes and the [`ALLOWANCE`]; `None` is no limit.
pub fn set_limit(limit: Option<u64>) {
    LIMIT.store(limit.unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Returns the limit if the process holds more than it and the [`ALLOWANCE`].
#[inline]
pub fn exceeded() -> Option<u64> {
    let limit = LIMIT.load(Ordering::Relaxed);
    (live() > limit.saturating_add(ALLOWANCE)).then_some(limit)
}

/// The bytes at which the process ends, whether or not anybody looks at a budget. A table that
/// grows to twice its size reserves more than it uses, so this is twice what is allowed.
fn most() -> u64 {
    LIMIT.load(Ordering::Relaxed).saturating_add(ALLOWANCE).saturating_mul(2)
}
