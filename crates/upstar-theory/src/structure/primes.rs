//! Prim needs the number of a prime: how many primes there are up to it.

use upstar_base::{Budget, Stopped};

/// The largest prime factor that is looked for by trial, and the root of the largest prime that is
/// numbered.
const MOST: u128 = 1 << 22;

/// The least prime that divides `n` > 1; `None` when it exceeds 2^22 and `n` may be composite.
fn least_factor(n: u128, budget: &Budget) -> Result<Option<u128>, Stopped> {
    for d in 2..=n.isqrt().min(MOST) {
        if d.is_multiple_of(1 << 14) {
            budget.check()?;
        }
        if n.is_multiple_of(d) {
            return Ok(Some(d));
        }
    }
    Ok((n.isqrt() <= MOST).then_some(n))
}

/// How many primes there are up to `n`, by counting what a sieve leaves for all n / k at once
/// (Legendre), in about n^(3/4) steps.
fn count(n: u64, budget: &Budget) -> Result<u64, Stopped> {
    let root = n.isqrt();
    // What is left up to i, and up to n / i.
    let mut low: Vec<u64> = (0..=root).map(|i| i.saturating_sub(1)).collect();
    let mut high: Vec<u64> = (0..=root).map(|i| n.checked_div(i).map_or(0, |m| m - 1)).collect();
    for p in 2..=root {
        if low[p as usize] == low[p as usize - 1] {
            continue;
        }
        budget.check()?;
        let before = low[p as usize - 1];
        for i in 1..=root.min(n / (p * p)) {
            let left =
                if i * p <= root { high[(i * p) as usize] } else { low[(n / (i * p)) as usize] };
            high[i as usize] -= left - before;
        }
        for i in (p * p..=root).rev() {
            low[i as usize] -= low[(i / p) as usize] - before;
        }
    }
    Ok(if root == 0 { 0 } else { high[1] })
}

/// k, if the k-th prime is the least that divides `n`; 0 for 1.
pub(super) fn number_of_least_factor(n: u128, budget: &Budget) -> Result<u128, Stopped> {
    if n <= 1 {
        return Ok(0);
    }
    let limit =
        || Stopped::Limit { what: "the least prime factor of a heap of Prim", limit: MOST as u64 };
    let least = least_factor(n, budget)?.ok_or_else(limit)?;
    let least = u64::try_from(least).map_err(|_| limit())?;
    count(least, budget).map(u128::from)
}

/// The k-th prime.
pub(super) fn prime(k: u128, budget: &Budget) -> Result<Option<u128>, Stopped> {
    let mut primes = (2u128..MOST).filter(|&n| (2..=n.isqrt()).all(|d| !n.is_multiple_of(d)));
    budget.check()?;
    match usize::try_from(k) {
        Ok(k) if (1..=10_000).contains(&k) => Ok(primes.nth(k - 1)),
        _ => Ok(None),
    }
}

#[cfg(test)]
#[path = "../../tests/private/structure/primes.rs"]
mod tests;
