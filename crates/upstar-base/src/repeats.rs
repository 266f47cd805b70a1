//! Periods of sequences and words.

/// Calls `accept(p, s)` for p = 1, 2, ..., where s is the least index such that
/// `values[i] == values[i + p]` for all i >= s with i + p inside; stops at the first p that is
/// accepted. Linear: s follows from the Z-function of the reversed sequence (Gusfield 1997).
///
/// ```
/// use upstar_base::repeats::first_period;
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

/// Returns the least period of the cyclic word, a divisor of its length.
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
