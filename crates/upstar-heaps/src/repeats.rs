//! Finding repetitions in linear time.
//!
//! Both searches look from the end of the sequence backwards, where a period shows first.

/// Calls `accept(p, s)` for p = 1, 2, ..., where s is the least index such that
/// `values[i] == values[i + p]` for all i >= s with i + p inside; stops at the first p that is
/// accepted. Linear: s follows from the Z-function of the reversed sequence (Gusfield 1997).
///
/// ```
/// use upstar_heaps::repeats::first_period;
/// let values = [9, 1, 2, 3, 1, 2, 3, 1, 2, 3];
/// assert_eq!(first_period(&values, |p, s| s + 2 * p <= 10), Some((3, 1)));
/// ```
pub fn first_period<T: Eq>(
    values: &[T],
    mut accept: impl FnMut(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let len = values.len();
    let back = |i: usize| &values[len - 1 - i];
    let mut matches: Vec<u32> = vec![0; len];
    let (mut left, mut right) = (0, 0);
    for p in 1..len {
        let mut length = if p < right { (right - p).min(matches[p - left] as usize) } else { 0 };
        while p + length < len && back(length) == back(p + length) {
            length += 1;
        }
        matches[p] = u32::try_from(length).unwrap_or(u32::MAX);
        if p + length > right {
            (left, right) = (p, p + length);
        }
        let start = len - p - length;
        if accept(p, start) {
            return Some((p, start));
        }
    }
    None
}

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

/// The least period of the cyclic word, a divisor of its length.
pub fn cyclic_period<T: Eq>(word: &[T]) -> usize {
    let mut period = word.len();
    let mut rest = period;
    let mut prime = 2;
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if rest.is_multiple_of(prime) {
            rest /= prime;
            let shorter = period / prime;
            if (shorter..word.len()).all(|i| word[i] == word[i - shorter]) {
                period = shorter;
            }
        } else {
            prime += 1;
        }
    }
    period
}
