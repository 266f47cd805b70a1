//! Roots of infinite nimbers.

use proptest::prelude::*;
use upstar_values::surreal::{Surreal, TransfiniteNimError, TransfiniteNimber};

/// `ω^(ω^j · c) · n`
fn nimber(j: i64, c: i64, n: i64) -> TransfiniteNimber {
    let int = |n: i64| Surreal::from(n);
    let exponent = int(j).omega_power().unwrap().mul(&int(c)).unwrap();
    let power = exponent.omega_power().unwrap();
    TransfiniteNimber::new(power.mul(&int(n)).unwrap()).unwrap()
}

fn check(x: &TransfiniteNimber, n: u64, odd_part: usize) {
    let roots = x.roots(n).unwrap();
    assert_eq!(roots.len(), odd_part);
    for pair in roots.windows(2) {
        assert!(pair[0].heap() < pair[1].heap());
    }
    for root in roots {
        assert_eq!(root.pow(&n.into()).unwrap(), *x, "{x} {n}");
    }
}

#[test]
fn defining_roots() {
    // ω is the least cube root of 2, ω^3 that of ω, ω^ω the least fifth root of 4.
    assert_eq!(nimber(0, 0, 2).roots(3).unwrap()[0].to_string(), "*ω");
    assert_eq!(nimber(0, 1, 1).roots(3).unwrap()[0].to_string(), "*ω^3");
    assert_eq!(nimber(0, 0, 4).roots(5).unwrap()[0].to_string(), "*ω^ω");
    let unity: Vec<String> =
        nimber(0, 0, 1).roots(5).unwrap().iter().map(|x| x.to_string()).collect();
    assert_eq!(unity, ["*", "*8", "*10", "*13", "*14"]);
    assert_eq!(nimber(0, 0, 0).roots(15).unwrap(), [nimber(0, 0, 0)]);
    assert!(nimber(0, 1, 1).roots(0).is_err());
    assert_eq!(nimber(0, 1, 1).roots(283), Err(TransfiniteNimError::UnknownConstant(283)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn roots_have_their_powers(a in 0i64..9, m in 0i64..16, n in 1i64..16) {
        let x = nimber(0, a, n).add(&nimber(0, 0, m)).unwrap();
        prop_assume!(!x.heap().is_zero());
        check(&x, 2, 1);
        check(&x, 3, 3);
        let root = x.square_root().unwrap();
        prop_assert_eq!(root.mul(&root).unwrap(), x);
    }

    #[test]
    fn other_roots(m in 1i64..16) {
        let x = nimber(0, 0, m);
        check(&x, 5, 5);
        check(&x, 6, 3);
        check(&x, 9, 9);
        check(&x, 7, 7);
    }
}
