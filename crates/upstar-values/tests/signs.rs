//! Sign expansions, against the tree of numbers and Berlekamp's rule.

use dashu_int::IBig;
use proptest::prelude::*;
use upstar_values::{Calc, Dyadic, sign_expansion};

/// The number at the end of the walk down the tree: each sign leads to the simplest number between
/// the last one and the nearest one passed on that side.
fn number(signs: &str) -> Dyadic {
    let (mut low, mut high): (Option<Dyadic>, Option<Dyadic>) = (None, None);
    let mut here = Dyadic::zero();
    for sign in signs.chars() {
        *(if sign == '+' { &mut low } else { &mut high }) = Some(here);
        let [low, high] = [&low, &high].map(|end| end.as_ref().map(|end| (end, false)));
        here = Dyadic::simplest_between(low, high).unwrap();
    }
    here
}

proptest! {
    #[test]
    fn signs_lead_to_the_number(n in -2000i64..2000, k in 0u32..8) {
        let x = Dyadic::new(n, k);
        prop_assert_eq!(number(&sign_expansion(&x).unwrap()), x);
    }

    #[test]
    fn ordinal_sums_join_signs(a in -300i64..300, i in 0u32..6, b in -300i64..300, j in 0u32..6) {
        let mut calc = Calc::default();
        let [x, y] = [Dyadic::new(a, i), Dyadic::new(b, j)];
        let (g, h) = (calc.number(&x).unwrap(), calc.number(&y).unwrap());
        let sum = calc.ordinal_sum(g, h).unwrap();
        let whole = calc.as_number(sum).unwrap();
        let [x, y, all] = [&x, &y, &whole].map(|x| sign_expansion(x).unwrap());
        prop_assert_eq!(all, x + &y);
        prop_assert_eq!(calc.subordinate(sum, g).unwrap(), h);
    }
}

#[test]
fn expansions_that_do_not_begin_with_the_base() {
    let mut calc = Calc::default();
    let mut after = |x: (i64, u32), base: (i64, u32)| {
        let [g, base] = [x, base].map(|(n, k)| calc.number(&Dyadic::new(n, k)).unwrap());
        let rest = calc.subordinate(g, base).ok()?;
        calc.as_number(rest)
    };
    assert_eq!(after((1, 1), (2, 0)), None);
    assert_eq!(after((3, 1), (1, 1)), None);
    assert_eq!(after((-1, 0), (1, 0)), None);
    assert_eq!(after((1, 3), (1, 0)), Some(Dyadic::from(IBig::from(-3))));
}
