//! Arithmetic of machine numbers that many crates need.

use std::ops::Rem;

/// The bases that decide for every number below 2^64 (Sorenson and Webster, Strong pseudoprimes to
/// twelve prime bases, 2015).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64;
    let mut result = 1 % modulus;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent /= 2;
    }
    result
}

/// Whether `n` is a prime number.
///
/// ```
/// use upstar_base::arithmetic::is_prime;
/// assert!(is_prime(18_446_744_073_709_551_557) && !is_prime(3_215_031_751));
/// ```
pub fn is_prime(n: u64) -> bool {
    if n < 2 || BASES.iter().any(|&prime| n != prime && n.is_multiple_of(prime)) {
        return false;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().filter(|&&base| base < n).all(|&base| {
        let mut x = power(base, odd, n);
        let mut passed = x == 1 || x == n - 1;
        for _ in 1..twos {
            x = power(x, 2, n);
            passed |= x == n - 1;
        }
        passed
    })
}

/// Returns the least number that is not in the list, which is sorted and loses what it has twice.
///
/// ```
/// use upstar_base::arithmetic::mex;
/// assert_eq!(mex(&mut vec![4u32, 0, 1, 1]), 2);
/// ```
pub fn mex<T: Copy + Ord + TryFrom<usize>>(values: &mut Vec<T>) -> usize {
    values.sort_unstable();
    values.dedup();
    let is_here = |&(i, value): &(usize, &T)| T::try_from(i).is_ok_and(|i| i == *value);
    values.iter().enumerate().take_while(is_here).count()
}

/// Returns the greatest common divisor of two numbers.
///
/// ```
/// use upstar_base::arithmetic::gcd;
/// assert_eq!((gcd(12u32, 18), gcd(0, 5u128)), (6, 5));
/// ```
pub fn gcd<T: Copy + Default + PartialEq + Rem<Output = T>>(mut a: T, mut b: T) -> T {
    while b != T::default() {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the least common multiple of two numbers, unless it is too large.
///
/// ```
/// use upstar_base::arithmetic::lcm;
/// assert_eq!((lcm(4, 6), lcm(u64::MAX, 2)), (Some(12), None));
/// ```
pub fn lcm(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b).max(1)).checked_mul(b)
}
