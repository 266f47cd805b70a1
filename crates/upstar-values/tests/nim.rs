//! Nim arithmetic of finite numbers, against its definition and the laws of fields.

use dashu_int::{IBig, UBig};
use proptest::prelude::*;
use upstar_base::{Budget, Stopped};
use upstar_values::nim::*;

/// The definition: the least number that is no `a'b ⊕ ab' ⊕ a'b'`.
fn products_by_mex(n: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0u64; n]; n];
    for a in 0..n {
        for b in 0..n {
            let mut seen = vec![false; 2 * n * n];
            for x in 0..a {
                for y in 0..b {
                    seen[(table[x][b] ^ table[a][y] ^ table[x][y]) as usize] = true;
                }
            }
            table[a][b] = seen.iter().position(|&s| !s).unwrap() as u64;
        }
    }
    table
}

#[test]
fn products_are_those_of_the_definition() {
    let table = products_by_mex(64);
    for (a, row) in table.iter().enumerate() {
        for (b, &product) in row.iter().enumerate() {
            assert_eq!(nim_product_u64(a as u64, b as u64), product, "{a} x {b}");
        }
    }
}

/// The field of 16 bits, in which products are looked up: each number but 0 has its inverse.
#[test]
fn tables_hold_the_whole_field() {
    for a in 1..1u64 << 16 {
        let inverse = u64::try_from(&nim_inverse(&a.into()).unwrap()).unwrap();
        assert!(inverse < 1 << 16);
        assert_eq!(nim_product_u64(a, inverse), 1, "{a}");
    }
}

#[test]
fn fermat_powers() {
    for k in 0..12u32 {
        let fermat = UBig::ONE << (1usize << k);
        let half_more = &fermat + (&fermat >> 1);
        assert_eq!(nim_product(&fermat, &fermat).unwrap(), half_more);
        let below = &fermat - UBig::ONE;
        assert_eq!(nim_product(&fermat, &below).unwrap(), &fermat * &below);
    }
}

#[test]
fn roots() {
    let budget = Budget::unlimited();
    let roots = |a: u64, n: u64| -> Vec<u64> {
        let roots = nim_roots(&a.into(), &n.into(), &budget).unwrap();
        roots.iter().map(|r| u64::try_from(r).unwrap()).collect()
    };
    assert_eq!(roots(1, 3), [1, 2, 3]);
    assert_eq!(roots(1, 5), [1, 8, 10, 13, 14]);
    assert!(roots(2, 3).is_empty());
    assert_eq!(roots(1, 7), [1]);
    assert_eq!(roots(1, 17).len(), 17);
    assert_eq!(roots(1, 257).len(), 257);
    assert_eq!(nim_roots(&UBig::ONE, &641u32.into(), &budget).unwrap().len(), 641);
    for n in 1..40u64 {
        for a in 0..32u64 {
            let brute: Vec<u64> = (0..256)
                .filter(|&x: &u64| {
                    let x = nim_power(&x.into(), &n.into(), &budget).unwrap();
                    x == a.into()
                })
                .collect();
            assert_eq!(roots(a, n), brute, "{n}th roots of {a}");
        }
    }
    assert_eq!(nim_roots(&UBig::ONE, &UBig::ZERO, &budget), Err(NimError::ZerothRoot));
    assert!(nim_roots(&UBig::ONE, &65537u32.into(), &budget).is_err());
}

#[test]
fn refusals() {
    let budget = Budget::unlimited();
    let huge = UBig::ONE << MAX_NIM_BITS;
    assert!(matches!(nim_product(&huge, &huge), Err(NimError::Stopped(_))));
    assert_eq!(nim_inverse(&UBig::ZERO), Err(NimError::DivisionByZero));
    let power = nim_power(&UBig::ZERO, &IBig::NEG_ONE, &budget);
    assert_eq!(power, Err(NimError::DivisionByZero));
    budget.interrupt();
    let power = nim_power(&UBig::from(5u8), &IBig::from(5), &budget);
    assert_eq!(power, Err(NimError::Stopped(Stopped::Interrupted)));
}

fn number() -> impl Strategy<Value = UBig> {
    prop_oneof![
        (0u64..256).prop_map(UBig::from),
        any::<u64>().prop_map(UBig::from),
        proptest::collection::vec(any::<u8>(), 0..80).prop_map(|b| UBig::from_le_bytes(&b)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn field_laws(a in number(), b in number(), c in number()) {
        let mul = |a: &UBig, b: &UBig| nim_product(a, b).unwrap();
        prop_assert_eq!(mul(&a, &b), mul(&b, &a));
        prop_assert_eq!(mul(&a, &mul(&b, &c)), mul(&mul(&a, &b), &c));
        prop_assert_eq!(mul(&a, &nim_sum(&b, &c)), nim_sum(&mul(&a, &b), &mul(&a, &c)));
        prop_assert_eq!(mul(&a, &UBig::ONE), a.clone());
        if !a.is_zero() {
            prop_assert_eq!(mul(&a, &nim_inverse(&a).unwrap()), UBig::ONE);
            prop_assert_eq!(mul(&nim_quotient(&b, &a).unwrap(), &a), b);
        }
        let root = nim_square_root(&a).unwrap();
        prop_assert_eq!(mul(&root, &root), a);
    }

    #[test]
    fn fields_are_closed(a in any::<u32>(), b in any::<u32>(), k in 0u32..6) {
        let mask = if k == 5 { u32::MAX } else { (1 << (1 << k)) - 1 };
        let product = nim_product_u64((a & mask).into(), (b & mask).into());
        prop_assert!(product <= mask.into());
    }

    #[test]
    fn powers(a in number(), m in -30i64..30, n in -30i64..30) {
        let budget = Budget::unlimited();
        prop_assume!(!a.is_zero());
        let pow = |n: i64| nim_power(&a, &n.into(), &budget).unwrap();
        prop_assert_eq!(nim_product(&pow(m), &pow(n)).unwrap(), pow(m + n));
        prop_assert_eq!(pow(1), a.clone());
    }

    #[test]
    fn roots_are_roots(a in any::<u64>(), n in 1u64..100) {
        let budget = Budget::unlimited();
        let (a, n) = (UBig::from(a), UBig::from(n));
        let power = nim_power(&a, n.as_ibig(), &budget).unwrap();
        let roots = nim_roots(&power, &n, &budget).unwrap();
        prop_assert!(roots.contains(&a));
        for root in roots {
            prop_assert_eq!(&nim_power(&root, n.as_ibig(), &budget).unwrap(), &power);
        }
    }
}
