//! Prime numbers.

use upstar_base::arithmetic::is_prime;

#[test]
fn primes_are_those_of_the_sieve() {
    let most = 20_000;
    let mut composite = vec![false; most];
    for n in 2..most {
        assert_eq!(is_prime(n as u64), !composite[n], "{n}");
        (n * n..most).step_by(n).for_each(|multiple| composite[multiple] = true);
    }
    // Strong pseudoprimes to the first bases, and the ends of the range.
    for n in [2047, 1_373_653, 25_326_001, 3_215_031_751, 3_825_123_056_546_413_051, u64::MAX] {
        assert!(!is_prime(n), "{n}");
    }
    for n in [4_294_967_291, 18_446_744_073_709_551_557] {
        assert!(is_prime(n), "{n}");
    }
}
