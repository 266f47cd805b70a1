//! Dyadic numbers: laws, texts, and the simplest number of an interval.

use dashu_int::IBig;
use proptest::prelude::*;
use upstar_values::Dyadic;

fn dyadic() -> impl Strategy<Value = Dyadic> {
    (any::<i64>(), 0u32..80, 0u32..70)
        .prop_map(|(n, e, grow)| Dyadic::new(IBig::from(n) << grow as usize, e))
}

proptest! {
    #[test]
    fn ring_laws(a in dyadic(), b in dyadic(), c in dyadic()) {
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        prop_assert_eq!(&a - &a, Dyadic::zero());
        prop_assert_eq!((&a - &b).sign(), a.cmp(&b));
    }

    #[test]
    fn text_round_trip(a in dyadic()) {
        prop_assert_eq!(a.to_string().parse::<Dyadic>().unwrap(), a);
    }

    #[test]
    fn floor_and_ceil_enclose(a in dyadic()) {
        let (lo, hi) = (Dyadic::from(a.floor()), Dyadic::from(a.ceil()));
        prop_assert!(lo <= a && a <= hi && &hi - &lo <= Dyadic::one());
    }

    /// Every number born earlier lies outside of the interval: nothing simpler was missed.
    #[test]
    fn simplest_is_simplest(a in -200i64..200, b in -200i64..200, e in 0u32..5,
                            lo_in: bool, hi_in: bool) {
        let (lo, hi) = (Dyadic::new(a.min(b), e), Dyadic::new(a.max(b), e));
        let inside = |x: &Dyadic| (x > &lo || (lo_in && *x == lo)) && (x < &hi || (hi_in && *x == hi));
        let found = Dyadic::simplest_between(Some((&lo, lo_in)), Some((&hi, hi_in)));
        let birthday = |x: &Dyadic| x.abs().ceil() + IBig::from(x.exponent());
        let grid = (-6500..=6500).map(|n| Dyadic::new(n, 5)).filter(|x| inside(x));
        let least = grid.min_by_key(birthday);
        match (found, least) {
            (Some(x), Some(y)) => {
                prop_assert!(inside(&x));
                prop_assert_eq!(birthday(&x), birthday(&y));
            }
            (None, None) => {}
            (x, y) => prop_assert!(false, "{:?} {:?}", x, y),
        }
    }
}

#[test]
fn very_large_and_very_small() {
    let big = Dyadic::from(IBig::ONE << 200);
    let tiny = Dyadic::new(1, 200);
    assert_eq!(&(&big + &tiny) - &big, tiny);
    assert_eq!((&big * &tiny), Dyadic::one());
    assert_eq!(Dyadic::from(i64::MIN).abs().to_string(), "9223372036854775808");
}

#[test]
fn bad_text() {
    for text in ["", "1/3", "1/0", "x", "1/-2", "3/", "1//2"] {
        assert!(text.parse::<Dyadic>().is_err(), "{text}");
    }
}
