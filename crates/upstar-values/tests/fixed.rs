//! Numbers in the store, which keeps most of them in fixed point, against dyadic numbers.

use dashu_int::IBig;
use proptest::prelude::*;
use std::cmp::Ordering;
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

fn dyadic() -> impl Strategy<Value = Dyadic> {
    prop_oneof![
        (-40i64..40, 0u32..6).prop_map(|(n, e)| Dyadic::new(n, e)),
        (any::<i64>(), 0u32..70).prop_map(|(n, e)| Dyadic::new(n, e)),
        (any::<i64>(), 0usize..60).prop_map(|(n, e)| Dyadic::new(IBig::from(n) << e, 0)),
    ]
}

/// An option that a number may equal if `closed`, and else only pass: `x` less an up or `x`, where
/// an up has this sign.
fn option(calc: &mut Calc, x: &Dyadic, closed: bool, up: i32) -> Short {
    let up = if closed { up } else { 0 };
    calc.number_up_star(&NumberUpStar { number: x.clone(), up, nim: 0 }).unwrap()
}

proptest! {
    #[test]
    fn agrees_with_dyadics(a in dyadic(), b in dyadic(), ai: bool, bi: bool) {
        let calc = &mut Calc::default();
        let (x, y) = (calc.number(&a).unwrap(), calc.number(&b).unwrap());
        prop_assert_eq!(calc.as_number(x), Some(a.clone()));
        prop_assert_eq!(calc.le(x, y).unwrap(), a.cmp(&b) != Ordering::Greater);
        prop_assert_eq!(x == y, a == b);
        let sum = calc.add(x, y).unwrap();
        prop_assert_eq!(calc.as_number(sum), Some(&a + &b));
        let negative = calc.neg(x).unwrap();
        prop_assert_eq!(calc.as_number(negative), Some(-&a));
        if a < b {
            let (low, high) = (option(calc, &a, ai, -1), option(calc, &b, bi, 1));
            let between = calc.make(&[low], &[high]).unwrap();
            let slow = Dyadic::simplest_between(Some((&a, ai)), Some((&b, bi)));
            prop_assert_eq!(calc.as_number(between), slow);
            let above = calc.make(&[low], &[]).unwrap();
            let slow = Dyadic::simplest_between(Some((&a, ai)), None);
            prop_assert_eq!(calc.as_number(above), slow);
            let low = option(calc, &a, ai, 1);
            let below = calc.make(&[], &[low]).unwrap();
            let slow = Dyadic::simplest_between(None, Some((&a, ai)));
            prop_assert_eq!(calc.as_number(below), slow);
        }
    }
}
