//! Finding repetitions in linear time.
//!
//! Searches look from the end of the sequence backwards, where a period shows first.

pub use upstar_base::repeats::{cyclic_period, first_period};

/// The distances, increasing, at which `pattern` occurs before the end of a sequence of `len`
/// values that itself ends with it; `read(from, out)` copies values. Only occurrences that end
/// at `least_end` or later are found. Linear by Knuth, Morris and Pratt (1977), with memory for
/// the pattern alone.
pub fn earlier_occurrences(
    pattern: &[u32],
    len: u64,
    least_end: u64,
    mut read: impl FnMut(u64, &mut [u32]) -> bool,
    mut accept: impl FnMut(u64) -> bool,
) -> Option<u64> {
    const BLOCK: u64 = 1 << 14;
    let size = pattern.len();
    if size == 0 {
        return None;
    }
    let key = |i: usize| pattern[size - 1 - i];
    let mut fail = vec![0usize; size];
    for i in 1..size {
        let mut k = fail[i - 1];
        while k > 0 && key(i) != key(k) {
            k = fail[k - 1];
        }
        fail[i] = k + usize::from(key(i) == key(k));
    }
    // Read backwards from the value before the last one; what is matched ends `matched` behind.
    let stop = least_end.saturating_sub(size as u64);
    let mut matched = 0;
    let mut end = len.saturating_sub(1);
    let mut block = vec![0; BLOCK as usize];
    while end > stop {
        let from = end.saturating_sub(BLOCK).max(stop);
        let block = &mut block[..(end - from) as usize];
        if !read(from, block) {
            return None;
        }
        for (n, &value) in (from..end).rev().zip(block.iter().rev()) {
            if matched == size {
                matched = fail[size - 1];
            }
            while matched > 0 && value != key(matched) {
                matched = fail[matched - 1];
            }
            matched += usize::from(value == key(matched));
            if matched == size {
                // The occurrence is values n .. n + size.
                let distance = len - (n + size as u64);
                if accept(distance) {
                    return Some(distance);
                }
            }
        }
        end = from;
    }
    None
}
