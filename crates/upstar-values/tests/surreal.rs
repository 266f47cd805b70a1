//! Laws of the field, of its order and of its notation, and the limits.

use dashu_int::IBig;
use proptest::prelude::*;
use std::cmp::Ordering;
use upstar_values::surreal::{
    GeneralizedOrdinal, NotAnOrdinal, Surreal, SurrealError, TransfiniteNimber,
};

fn int(n: i64) -> Surreal {
    Surreal::from(n)
}

fn omega() -> Surreal {
    Surreal::omega()
}

/// `ω^e`
fn power(e: &Surreal) -> Surreal {
    e.omega_power().unwrap()
}

fn sum(terms: &[Surreal]) -> Surreal {
    terms.iter().fold(int(0), |sum, term| sum.add(term).unwrap())
}

#[test]
fn written_as_in_the_literature() {
    let (w, one) = (omega(), int(1));
    let cases = [
        (w.add(&int(5)), "ω+5"),
        (int(5).sub(&w), "-ω+5"),
        (w.mul(&int(5)), "ω×5"),
        (w.add(&int(5)).unwrap().sub(&w), "5"),
        (one.div(&w), "1/ω"),
        (one.div(&w.mul(&int(3)).unwrap()), "1/(ω×3)"),
        (w.div(&int(-2)), "-ω/2"),
        (w.mul(&w), "ω^2"),
        (int(-6).div(&int(23)), "-6/23"),
        (w.sub(&w), "0"),
        (power(&w).div(&w.pow(&2.into()).unwrap()), "ω^ω/ω^2"),
    ];
    for (value, text) in cases {
        assert_eq!(value.unwrap().to_string(), text);
    }
    let square = w.pow(&2.into()).unwrap();
    let x = sum(&[
        w.mul(&int(3)).unwrap(),
        power(&square.add(&w).unwrap()),
        w.pow(&19.into()).unwrap().mul(&int(-9)).unwrap().mul(&w).unwrap(),
    ]);
    assert_eq!(x.to_string(), "ω^(ω^2+ω)-ω^20×9+ω×3");
    assert_eq!(format!("{x:#}"), "omega^(omega^2+omega)-omega^20*9+omega*3");
    assert_eq!(
        power(&square).add(&one).unwrap().pow(&6.into()).unwrap().to_string(),
        "ω^(ω^2×6)+ω^(ω^2×5)×6+ω^(ω^2×4)×15+ω^(ω^2×3)×20+ω^(ω^2×2)×15+ω^ω^2×6+1"
    );
}

#[test]
fn quotients() {
    let (w, one) = (omega(), int(1));
    let x = power(&w).add(&one.div(&w.add(&one).unwrap()).unwrap()).unwrap();
    assert_eq!(x.to_string(), "(ω^(ω+1)+ω^ω+1)/(ω+1)");
    let dividend = sum(&[power(&w.add(&one).unwrap()), power(&w).neg(), w.neg(), one.clone()]);
    let quotient = dividend.div(&w.sub(&one).unwrap()).unwrap();
    assert_eq!(quotient.to_string(), "ω^ω-1");
    assert_eq!(one.div(&int(0)), Err(SurrealError::DivisionByZero));
    assert_eq!(int(0).pow(&(-1).into()), Err(SurrealError::DivisionByZero));
    assert_eq!(int(2).pow(&(-4).into()).unwrap().to_string(), "1/16");
}

#[test]
fn birthdays_and_outcomes() {
    let w = omega();
    let x = int(5).sub(&w).unwrap();
    assert_eq!(x.birthday().unwrap().to_string(), "ω+5");
    assert_eq!(x.outcome(), upstar_base::Outcome::R);
    assert_eq!(w.outcome(), upstar_base::Outcome::L);
    assert!(w.is_ordinal() && !x.is_ordinal() && !w.neg().is_ordinal());
    let day = |n: i64, d: i64| int(n).div(&int(d)).unwrap().birthday().unwrap().to_string();
    assert_eq!(day(-3, 16), "5");
    assert_eq!(day(11, 4), "5");
    assert_eq!(day(1, 2), "2");
    assert_eq!(day(-6, 23), "ω");
    assert_eq!(day(0, 7), "0");
    assert_eq!(day(-19, 1), "19");
    let inverse = w.reciprocal().unwrap();
    assert_eq!(inverse.birthday(), Err(SurrealError::UnknownBirthday(inverse.clone())));
}

#[test]
fn demotion() {
    let w = omega();
    let x = w.add(&int(5)).unwrap().sub(&w).unwrap();
    assert_eq!(x.as_integer(), Some(5.into()));
    let half = w.div(&w.mul(&int(2)).unwrap()).unwrap();
    assert_eq!(half.as_rational().unwrap().to_string(), "1/2");
    assert_eq!(half.as_integer(), None);
    assert_eq!(w.as_rational(), None);
    assert_eq!(Surreal::from(half.as_rational().unwrap()), half);
    assert_eq!(Surreal::from(&"1/2".parse::<upstar_values::Dyadic>().unwrap()), half);
}

#[test]
fn nimbers() {
    let w = omega();
    let heap = |x: Surreal| TransfiniteNimber::new(x);
    assert_eq!(heap(w.mul(&w).unwrap()).unwrap().to_string(), "*ω^2");
    assert_eq!(heap(w.add(&int(5)).unwrap()).unwrap().to_string(), "*(ω+5)");
    assert_eq!(heap(w.mul(&int(5)).unwrap()).unwrap().to_string(), "*(ω×5)");
    assert_eq!(heap(int(7)).unwrap().to_string(), "*7");
    let bad = w.sub(&int(1)).unwrap();
    assert_eq!(heap(bad.clone()), Err(NotAnOrdinal(bad)));
    assert!(heap(w.reciprocal().unwrap()).is_err());
    let a = heap(sum(&[w.mul(&int(5)).unwrap(), int(3)])).unwrap();
    let b = heap(sum(&[w.mul(&int(3)).unwrap(), int(5)])).unwrap();
    assert_eq!(a.add(&b).unwrap().to_string(), "*(ω×6+6)");
    assert_eq!(a.add(&a).unwrap().outcome(), upstar_base::Outcome::P);
}

#[test]
fn fractional_exponents_are_refused() {
    let half = int(1).div(&int(2)).unwrap();
    assert_eq!(half.omega_power(), Err(SurrealError::FractionalExponent(half.clone())));
    let x = omega().sub(&int(1)).unwrap();
    assert_eq!(power(&x).to_string(), "ω^ω/ω");
    assert_eq!(power(&int(-3)).to_string(), "1/ω^3");
}

#[test]
fn huge_exponents_that_cancel() {
    let (w, one) = (omega(), int(1));
    let huge = IBig::from(10).pow(30);
    let a = w.pow(&huge).unwrap();
    assert_eq!(a.div(&w.pow(&(&huge - IBig::from(2))).unwrap()).unwrap().to_string(), "ω^2");
    let square = w.pow(&(&huge * IBig::from(2))).unwrap().sub(&one).unwrap();
    let quotient = square.div(&a.add(&one).unwrap()).unwrap();
    assert_eq!(quotient, a.sub(&one).unwrap());
}

/// Each of these must be refused soon, not computed for ever.
#[test]
fn limits() {
    let (w, one) = (omega(), int(1));
    let x = w.add(&one).unwrap();
    assert_eq!(x.pow(&1_000_000_000.into()), Err(SurrealError::TooLarge));
    assert_eq!(int(2).pow(&(IBig::ONE << 100)), Err(SurrealError::TooLarge));
    assert_eq!(int(-1).pow(&(IBig::ONE << 100)).unwrap(), one);
    assert_eq!(int(-1).pow(&((IBig::ONE << 100) + IBig::ONE)).unwrap(), int(-1));
    let high = w.pow(&IBig::from(10).pow(30)).unwrap().sub(&one).unwrap();
    assert_eq!(high.div(&x), Err(SurrealError::TooMuchWork));

    let mut tower = w.clone();
    let refusal = loop {
        match tower.omega_power() {
            Ok(higher) => tower = higher,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!(refusal, SurrealError::TooDeep);

    let mut bushy = x.clone();
    let refusal = loop {
        match bushy.pow(&50.into()).and_then(|wide| wide.omega_power()?.add(&one)) {
            Ok(next) => bushy = next,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!(refusal, SurrealError::TooLarge);
}

/// Sums of few terms with exponents of depth two.
fn generalized_ordinal() -> impl Strategy<Value = Surreal> {
    let exponent = (0i64..3, 0i64..3, 0i64..3).prop_map(|(a, b, c)| {
        let w = omega();
        let a = w.mul(&w).unwrap().mul(&int(a)).unwrap();
        let b = w.mul(&int(b)).unwrap();
        sum(&[a, b, int(c)])
    });
    let term =
        (exponent, -4i64..5).prop_map(|(exponent, n)| power(&exponent).mul(&int(n)).unwrap());
    proptest::collection::vec(term, 0..4).prop_map(|terms| sum(&terms))
}

fn surreal() -> impl Strategy<Value = Surreal> {
    (generalized_ordinal(), generalized_ordinal())
        .prop_map(|(numerator, denominator)| numerator.div(&denominator).unwrap_or(numerator))
}

/// Sums of few terms `ω^x · (ω^ω)^y · n`.
fn polynomial() -> impl Strategy<Value = Surreal> {
    let term = (0i64..3, 0i64..3, -4i64..5).prop_map(|(x, y, n)| {
        let exponent = omega().mul(&int(y)).unwrap().add(&int(x)).unwrap();
        power(&exponent).mul(&int(n)).unwrap()
    });
    proptest::collection::vec(term, 1..4).prop_map(|terms| sum(&terms))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn ring_laws(a in generalized_ordinal(), b in generalized_ordinal(), c in generalized_ordinal()) {
        prop_assert_eq!(a.add(&b).unwrap(), b.add(&a).unwrap());
        prop_assert_eq!(a.mul(&b).unwrap(), b.mul(&a).unwrap());
        let (ab, bc) = (a.add(&b).unwrap(), b.add(&c).unwrap());
        prop_assert_eq!(ab.add(&c).unwrap(), a.add(&bc).unwrap());
        let (ab, bc) = (a.mul(&b).unwrap(), b.mul(&c).unwrap());
        prop_assert_eq!(ab.mul(&c).unwrap(), a.mul(&bc).unwrap());
        let ac = a.mul(&c).unwrap();
        prop_assert_eq!(a.mul(&b.add(&c).unwrap()).unwrap(), ab.add(&ac).unwrap());
        prop_assert_eq!(a.sub(&a).unwrap(), int(0));
        prop_assert_eq!(a.mul(&int(1)).unwrap(), a);
    }

    #[test]
    fn the_order_is_that_of_an_ordered_field(a in surreal(), b in surreal(), c in surreal()) {
        let order = a.compare(&b).unwrap();
        prop_assert_eq!(order, a.sub(&b).unwrap().sign());
        prop_assert_eq!(order.reverse(), b.compare(&a).unwrap());
        prop_assert_eq!(order == Ordering::Equal, a == b);
        prop_assert_eq!(order, a.add(&c).unwrap().compare(&b.add(&c).unwrap()).unwrap());
        let scaled = a.mul(&c).unwrap().compare(&b.mul(&c).unwrap()).unwrap();
        prop_assert_eq!(scaled, match c.sign() {
            Ordering::Less => order.reverse(),
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => order,
        });
    }

    #[test]
    fn exact_division(a in generalized_ordinal(), b in generalized_ordinal()) {
        prop_assume!(b != int(0));
        prop_assert_eq!(a.mul(&b).unwrap().div(&b).unwrap(), a);
    }

    /// A common factor leaves no trace: equal numbers are equal as data.
    #[test]
    fn lowest_terms(a in generalized_ordinal(), b in generalized_ordinal(), c in generalized_ordinal()) {
        prop_assume!(b != int(0) && c != int(0));
        let quotient = a.div(&b).unwrap();
        let scaled = a.mul(&c).unwrap().div(&b.mul(&c).unwrap()).unwrap();
        prop_assert_eq!(&quotient, &scaled);
        prop_assert!(quotient.denominator().sign() == Ordering::Greater);
    }

    /// Quotients of polynomials in two powers of ω, dense enough for every way to a common divisor.
    #[test]
    fn lowest_terms_of_dense_sums(a in polynomial(), b in polynomial(), c in polynomial()) {
        prop_assume!(b != int(0) && c != int(0));
        let quotient = a.div(&b).unwrap();
        let scaled = a.mul(&c).unwrap().div(&b.mul(&c).unwrap()).unwrap();
        prop_assert_eq!(&quotient, &scaled);
        let [numerator, denominator] = [quotient.numerator(), quotient.denominator()]
            .map(|part| Surreal::from(part.clone()));
        prop_assert_eq!(a.mul(&denominator).unwrap(), b.mul(&numerator).unwrap());
    }

    #[test]
    fn field_laws(a in surreal(), b in surreal(), c in surreal()) {
        let (ab, ac) = (a.mul(&b).unwrap(), a.mul(&c).unwrap());
        prop_assert_eq!(a.mul(&b.add(&c).unwrap()).unwrap(), ab.add(&ac).unwrap());
        if a != int(0) {
            prop_assert_eq!(a.mul(&a.reciprocal().unwrap()).unwrap(), int(1));
            prop_assert_eq!(ab.div(&a).unwrap(), b);
        }
    }

    #[test]
    fn powers(a in generalized_ordinal(), b in generalized_ordinal(), n in 0u8..4) {
        prop_assert_eq!(power(&a.add(&b).unwrap()), power(&a).mul(&power(&b)).unwrap());
        let product = (0..n).fold(int(1), |product, _| product.mul(&a).unwrap());
        prop_assert_eq!(a.pow(&n.into()).unwrap(), product);
    }

    #[test]
    fn natural_numbers_are_embedded(a in -1000i64..1000, b in -1000i64..1000) {
        prop_assert_eq!(int(a).add(&int(b)).unwrap(), int(a + b));
        prop_assert_eq!(int(a).mul(&int(b)).unwrap(), int(a * b));
        prop_assert_eq!(int(a).compare(&int(b)).unwrap(), a.cmp(&b));
        prop_assert_eq!(int(a).to_string(), a.to_string());
        prop_assert!(int(a) == omega() || int(a).compare(&omega()).unwrap() == Ordering::Less);
    }

    /// An oracle: a number that is large for all the coefficients and degrees in play orders sums
    /// of finite powers of ω as ω itself does.
    #[test]
    fn omega_is_like_a_large_number(
        a in proptest::collection::vec(-9i64..10, 0..4),
        b in proptest::collection::vec(-9i64..10, 0..4),
    ) {
        let at = |coefficients: &[i64], x: &Surreal| {
            coefficients.iter().fold(int(0), |value, &c| value.mul(x).unwrap().add(&int(c)).unwrap())
        };
        let (w, large) = (omega(), int(1000));
        let infinite = at(&a, &w).compare(&at(&b, &w)).unwrap();
        prop_assert_eq!(infinite, at(&a, &large).compare(&at(&b, &large)).unwrap());
        if at(&b, &w) != int(0) {
            let quotient = at(&a, &w).div(&at(&b, &w)).unwrap();
            let large_denominator = |g: &GeneralizedOrdinal| {
                g.terms().iter().fold(int(0), |value, term| {
                    let power = large.pow(&term.exponent.as_integer().unwrap()).unwrap();
                    value.add(&power.mul(&term.coefficient.clone().into()).unwrap()).unwrap()
                })
            };
            let numerator = large_denominator(quotient.numerator());
            let denominator = large_denominator(quotient.denominator());
            prop_assert_eq!(
                numerator.div(&denominator).unwrap(),
                at(&a, &large).div(&at(&b, &large)).unwrap()
            );
        }
    }
}
