//! Knots, 4.7: Allemang's rule for who wins misère play.
//!
//! Let n0 be the largest heap, t(n) = 0, 0, 1, 0 for n = 0, ..., 3 and n - 3 beyond
//! w(n) = 0 up to 4, w(5) = 1, w(6) = 0 and n - 6 beyond, A = w(n0) - Σ t(n) over the others.
//! With E and D the numbers of heaps of even and odd size: if all heaps are 1 or 3, it is a
//! P-position exactly if their number is odd. Else, A <= 0: P exactly if E and D are even;
//! A = 1: N; A >= 2: P exactly if E and D are odd.

/// t(n): what a heap that is not the largest takes off.
fn t(n: u32) -> i64 {
    match n {
        0 | 1 | 3 => 0,
        2 => 1,
        n => i64::from(n) - 3,
    }
}

/// w(n): what the largest heap is worth.
fn w(n: u32) -> i64 {
    match n {
        0..=4 | 6 => 0,
        5 => 1,
        n => i64::from(n) - 6,
    }
}

/// Is this sum of heaps of 4.7 a P-position in misère play?
pub fn is_previous_win(heaps: &[u32]) -> bool {
    let heaps: Vec<u32> = heaps.iter().copied().filter(|&n| n > 0).collect();
    if heaps.iter().all(|&n| n == 1 || n == 3) {
        return heaps.len() % 2 == 1;
    }
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let others: i64 = heaps.iter().map(|&n| t(n)).sum::<i64>() - t(largest);
    let a = w(largest) - others;
    let even = heaps.iter().filter(|&&n| n % 2 == 0).count() % 2 == 0;
    let odd = heaps.iter().filter(|&&n| n % 2 == 1).count() % 2 == 0;
    match a {
        ..=0 => even && odd,
        1 => false,
        _ => !even && !odd,
    }
}
