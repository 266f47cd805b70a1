//! Recursion as deep as the memory goes.
//!
//! Positions and games nest thousands of levels deep. Every recursion over them takes its next
//! level with [`deeper`], which continues on a fresh piece of stack when the old one runs low;
//! so no input ends the process.

/// Stack left below which a recursion continues on a fresh segment.
const RED_ZONE: usize = 128 << 10;
/// The size of that segment.
const SEGMENT: usize = 2 << 20;

/// Runs one level of a recursion, on more stack when it runs low.
///
/// ```
/// use upstar_base::deeper;
/// fn depth(n: u32) -> u32 {
///     if n == 0 { 0 } else { deeper(|| depth(n - 1)) + 1 }
/// }
/// assert_eq!(depth(1_000_000), 1_000_000);
/// ```
#[inline]
pub fn deeper<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, SEGMENT, level)
}
