//! Heap games whose nim-values have a closed form.
//!
//! Nim is its own; here are its disguises and relatives. Sums of heaps are nim-sums.

/// Staircase Nim: only the steps with odd numbers count, the lowest being step 1; they are Nim
/// heaps, because coins that come down to them from above are sent on at once.
///
/// ```
/// assert_eq!(upstar_theory::structure::heaps::staircase(&[3, 100, 1]), 2);
/// ```
pub fn staircase(steps: &[u64]) -> u64 {
    steps.iter().step_by(2).fold(0, |sum, coins| sum ^ coins)
}

/// Dim: with 2^k the largest power of 2 that divides the heap, k, or k+1 if whole heaps may be
/// taken (Winning Ways ch. 4).
pub fn dim(heap: u128, whole_heap: bool) -> u64 {
    if heap == 0 { 0 } else { u64::from(heap.trailing_zeros()) + u64::from(whole_heap) }
}

/// Dividing Rulers: with 2^k the largest power of 2 that divides the heap, 0 if k = 0, else 1 or
/// 2 as k is odd or even (Winning Ways ch. 13).
pub fn dividing_rulers(heap: u128) -> u64 {
    match heap {
        0 => 0,
        _ => match heap.trailing_zeros() {
            0 => 0,
            k if k.is_multiple_of(2) => 2,
            _ => 1,
        },
    }
}

/// Euclid with positive numbers: floor(y/x - x/y) for x <= y (Nivasch 2006). `None` if a number
/// is 0.
///
/// ```
/// assert_eq!(upstar_theory::structure::heaps::euclid_positive(7, 25), Some(3));
/// ```
pub fn euclid_positive(a: u64, b: u64) -> Option<u64> {
    let (x, y) = (u128::from(a.min(b)), u128::from(a.max(b)));
    let value = (y - x).checked_mul(y + x)?.checked_div(x.checked_mul(y)?)?;
    u64::try_from(value).ok()
}

/// Euclid to zero: does the previous player win? Just if a number is 0, or the numbers differ
/// and their ratio is less than the golden ratio (Cole and Davie 1969).
pub fn euclid_previous_player_wins(a: u64, b: u64) -> bool {
    let (x, y) = (u128::from(a.min(b)), u128::from(a.max(b)));
    // y/x < (1 + sqrt 5)/2 just if y(y - x) < x^2.
    x == 0 || (x != y && y * (y - x) < x * x)
}

/// Fibonacci Nim: does the previous player win when at most `most` beans may be taken from a
/// heap? Just if `most` is less than the smallest term of the heap as a sum of Fibonacci numbers
/// no two of which are neighbours (Whinihan 1963, Zeckendorf).
///
/// ```
/// use upstar_theory::structure::heaps::fibonacci_previous_player_wins;
/// assert!(fibonacci_previous_player_wins(20, 1)); // 20 = 13 + 5 + 2
/// assert!(!fibonacci_previous_player_wins(20, 2));
/// ```
pub fn fibonacci_previous_player_wins(heap: u64, most: u64) -> bool {
    let mut rest = heap;
    let mut smallest = u64::MAX;
    while rest > 0 {
        let (mut a, mut b) = (1u64, 2u64);
        while b <= rest {
            (a, b) = (b, a.saturating_add(b));
        }
        smallest = a;
        rest -= a;
    }
    most < smallest
}
