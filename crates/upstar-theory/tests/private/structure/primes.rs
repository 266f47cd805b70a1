//! Tests of what is private to `structure::primes`.
#![allow(clippy::unwrap_used)]
use super::*;

#[test]
fn primes_are_counted() {
    let budget = Budget::unlimited();
    let mut seen = 0;
    for n in 0..3000u64 {
        seen += u64::from(n > 1 && (2..=n.isqrt()).all(|d| !n.is_multiple_of(d)));
        assert_eq!(count(n, &budget).unwrap(), seen, "{n}");
    }
    assert_eq!(count(10_000_000_000, &budget).unwrap(), 455_052_511);
}

#[test]
fn numbers_of_least_factors() {
    let budget = Budget::unlimited();
    for (n, k) in [(1, 0), (2, 1), (9, 2), (10u128.pow(30), 1), (3u128.pow(60), 2), (13, 6)] {
        assert_eq!(number_of_least_factor(n, &budget).unwrap(), k, "{n}");
    }
    let prime: u128 = (1 << 61) - 1;
    assert!(number_of_least_factor(prime, &budget).is_err());
    assert_eq!(super::prime(6, &budget).unwrap(), Some(13));
}
