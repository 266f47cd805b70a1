//! Functions of integers, against their definitions.

use dashu_int::{IBig, UBig};
use proptest::prelude::*;
use upstar_values::integers::*;

fn int(n: i64) -> IBig {
    IBig::from(n)
}

#[test]
fn logarithms_and_roots() {
    assert_eq!(lb(&int(1)), Ok(0));
    assert_eq!(lb(&int(1023)), Ok(9));
    assert_eq!(lb(&int(1024)), Ok(10));
    assert_eq!(lb(&(IBig::ONE << 1000)), Ok(1000));
    assert!(matches!(lb(&int(0)), Err(DomainError::NotPositive(..))));
    assert_eq!(isqrt(&int(24)), Ok(4u8.into()));
    assert_eq!(isqrt(&int(25)), Ok(5u8.into()));
    assert_eq!(isqrt(&int(0)), Ok(UBig::ZERO));
    assert!(matches!(isqrt(&int(-1)), Err(DomainError::Negative(..))));
}

#[test]
fn divisors() {
    assert_eq!(gcd(&int(0), &int(0)), UBig::ZERO);
    assert_eq!(gcd(&int(-12), &int(18)), 6u8.into());
    assert_eq!(gcd(&int(0), &int(-5)), 5u8.into());
    assert_eq!(div(&int(-7), &int(2)), Ok(int(-3)));
    assert_eq!(div(&int(7), &int(-2)), Ok(int(-3)));
    assert_eq!(div(&int(7), &int(0)), Err(DomainError::DivisionByZero("Div")));
}

#[test]
fn odious_and_evil() {
    for n in 0..1000 {
        assert_ne!(is_odious(&int(n)), is_evil(&int(n)));
    }
    assert!(is_evil(&int(-1)).is_err() && is_odious(&int(-1)).is_err());
}

#[test]
fn mex_of_few_and_many() {
    assert_eq!(mex(&[]), UBig::ZERO);
    assert_eq!(mex(&[int(1), int(2)]), UBig::ZERO);
    let all: Vec<IBig> = (-5..100).rev().map(int).collect();
    assert_eq!(mex(&all), 100u8.into());
}

/// Term by term from the definition.
fn ugly_by_definition(a: u64, b: u64) -> u64 {
    let mut result = 0;
    for m in (0..64).filter(|m| a >> m & 1 == 1) {
        for n in (0..64).filter(|n| b >> n & 1 == 1) {
            let (high, low) = (m.max(n), m.min(n));
            result ^= match low {
                0 => 1u64 << high,
                _ if high == low => 1 << (high - 1),
                _ => (1 << high) | (1 << (low - 1)),
            };
        }
    }
    result
}

#[test]
fn ugly_refusals() {
    assert!(matches!(ugly_product(&int(-1), &int(2)), Err(DomainError::Negative(..))));
    let huge = IBig::ONE << (1 << 21);
    assert!(matches!(ugly_product(&huge, &huge), Err(DomainError::TooLarge(..))));
}

proptest! {
    #[test]
    fn ugly_products(a in any::<u64>(), b in any::<u64>(), s in 0u32..64, t in 0u32..64) {
        let (a, b) = (a >> s, b >> t);
        let product = ugly_product(&a.into(), &b.into()).unwrap();
        prop_assert_eq!(product, UBig::from(ugly_by_definition(a, b)));
    }

    #[test]
    fn root_is_the_root(n in 1u64..) {
        let root = u64::try_from(&isqrt(&n.into()).unwrap()).unwrap();
        prop_assert!(u128::from(root).pow(2) <= n.into());
        prop_assert!(u128::from(root + 1).pow(2) > n.into());
    }
}
