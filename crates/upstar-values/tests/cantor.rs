//! Cantor's operations against their definition by transfinite recursion: what they do at zero,
//! at successors, and at limits, where a limit is approached by its fundamental sequence.

use dashu_int::IBig;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use upstar_values::surreal::{CantorError, GeneralizedOrdinal, PowerTerm, Surreal, SurrealError};

type Ordinal = GeneralizedOrdinal;
type Operation = fn(&Ordinal, &Ordinal) -> Result<Ordinal, CantorError>;

/// The natural sum of the terms.
fn ordinal_of(terms: &[PowerTerm]) -> Ordinal {
    terms.iter().fold(Ordinal::default(), |sum, PowerTerm { exponent, coefficient }| {
        let power = Surreal::from(exponent.clone()).omega_power().unwrap();
        let power = power.as_generalized_ordinal().unwrap();
        sum.add(&power.mul(&Ordinal::from(coefficient.clone())).unwrap()).unwrap()
    })
}

fn ordinal(depth: u32) -> BoxedStrategy<Ordinal> {
    let finite = (0i64..4).prop_map(Ordinal::from);
    if depth == 0 {
        return finite.boxed();
    }
    let term = (ordinal(depth - 1), 1i64..4)
        .prop_map(|(exponent, c)| PowerTerm { exponent, coefficient: c.into() });
    proptest::collection::vec(term, 0..4).prop_map(|terms| ordinal_of(&terms)).boxed()
}

fn successor(a: &Ordinal) -> Ordinal {
    a.add(&1.into()).unwrap()
}

fn predecessor(a: &Ordinal) -> Option<Ordinal> {
    let a = a.sub(&1.into()).unwrap();
    a.is_ordinal().then_some(a)
}

/// The `n`th of a sequence that increases to the limit `a`.
fn approach(a: &Ordinal, n: i64) -> Ordinal {
    let (last, before) = a.terms().split_last().unwrap();
    let mut terms = before.to_vec();
    if !last.coefficient.is_one() {
        terms.push(PowerTerm { coefficient: &last.coefficient - 1, ..last.clone() });
    }
    match predecessor(&last.exponent) {
        Some(exponent) if n > 0 => terms.push(PowerTerm { exponent, coefficient: n.into() }),
        Some(_) => {}
        None => {
            terms.push(PowerTerm { exponent: approach(&last.exponent, n), coefficient: IBig::ONE });
        }
    }
    ordinal_of(&terms)
}

/// `step(a, f(a, b))` must be `f(a, b + 1)`, and `f(a, l)` the supremum of `f(a, b)` for `b < l`.
fn recursion(a: &Ordinal, b: &Ordinal, zero: &Ordinal, f: Operation, step: Operation) -> bool {
    assert_eq!(f(a, &Ordinal::default()).unwrap(), *zero);
    let value = f(a, b).unwrap();
    assert_eq!(f(a, &successor(b)).unwrap(), step(&value, a).unwrap(), "{a} {b}");
    if !b.is_limit() {
        return false;
    }
    let mut last = Ordinal::default();
    for n in 0..5 {
        let below = f(a, &approach(b, n)).unwrap();
        assert!(last <= below && below <= value, "{a} {b} {n}");
        last = below;
    }
    if last == value {
        // Constant, as 0 + 0 + ... and 1 · 1 · ...
        return false;
    }
    assert!(value.is_limit(), "{a} {b}");
    for m in 0..4 {
        let target = approach(&value, m);
        assert!(target < value);
        let reached = (0..m + 4).any(|n| f(a, &approach(b, n)).unwrap() >= target);
        assert!(reached, "{a} {b}: {target} is an upper bound");
    }
    true
}

fn for_each(cases: u32, mut test: impl FnMut(&Ordinal, &Ordinal)) {
    let mut runner =
        TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(cases) });
    let pairs = (ordinal(2), ordinal(2));
    let seen = std::cell::RefCell::new(&mut test);
    runner
        .run(&pairs, |(a, b)| {
            seen.borrow_mut()(&a, &b);
            Ok(())
        })
        .unwrap();
}

#[test]
fn operations_obey_their_recursions() {
    let mut limits = [0; 3];
    for_each(3000, |a, b| {
        let after: Operation = |value, _| Ok(successor(value));
        let plus: Operation = Ordinal::cantor_sum;
        let times: Operation = Ordinal::cantor_product;
        limits[0] += u32::from(recursion(a, b, a, plus, after));
        limits[1] += u32::from(recursion(a, b, &0.into(), times, plus));
        // 0^l = 0 at limits is a convention: the recursion would give 0^ω = 0 as well, but not
        // the first step from 0^0 = 1.
        if !a.is_zero() {
            limits[2] += u32::from(recursion(a, b, &1.into(), Ordinal::cantor_power, times));
        }
    });
    assert!(limits.iter().all(|&count| count > 700), "{limits:?}");
}

#[test]
fn inverse_operations() {
    let mut proper = [0; 2];
    for_each(3000, |a, b| {
        if a >= b {
            let rest = a.cantor_difference(b).unwrap();
            assert_eq!(b.cantor_sum(&rest).unwrap(), *a);
            proper[0] += u32::from(!rest.is_zero() && !b.is_zero());
        } else {
            assert!(matches!(a.cantor_difference(b), Err(CantorError::Negative { .. })));
        }
        if b.is_zero() {
            assert!(a.cantor_division(b).is_err());
            return;
        }
        let (quotient, rest) = a.cantor_division(b).unwrap();
        assert!(rest < *b);
        assert_eq!(b.cantor_product(&quotient).unwrap().cantor_sum(&rest).unwrap(), *a);
        proper[1] += u32::from(!quotient.is_zero() && !rest.is_zero());
    });
    assert!(proper.iter().all(|&count| count > 300), "{proper:?}");
}

#[test]
fn natural_operations_bound_the_ordinary_ones() {
    let mut different = 0;
    for_each(2000, |a, b| {
        let sum = a.cantor_sum(b).unwrap();
        let product = a.cantor_product(b).unwrap();
        assert!(sum <= a.add(b).unwrap() && product <= a.mul(b).unwrap());
        different += u32::from(product < a.mul(b).unwrap());
    });
    assert!(different > 500, "{different}");
}

#[test]
fn cantors_identities() {
    let omega = Ordinal::omega();
    let text = |x: Result<Ordinal, CantorError>| x.unwrap().to_string();
    let power = |a: i64, b: &Ordinal| text(Ordinal::from(a).cantor_power(b));
    let times = |n: i64| omega.mul(&n.into()).unwrap();
    let square = omega.mul(&omega).unwrap();
    assert_eq!(power(2, &omega), "ω");
    assert_eq!(power(2, &times(2)), "ω^2");
    assert_eq!(power(2, &times(3)), "ω^3");
    assert_eq!(power(2, &square), "ω^ω");
    assert_eq!(power(3, &successor(&omega)), "ω×3");
    assert_eq!(text(omega.cantor_power(&omega).unwrap().cantor_power(&omega)), "ω^ω^2");
    assert_eq!(text(successor(&omega).cantor_power(&3.into())), "ω^3+ω^2+ω+1");
    assert_eq!(text(successor(&omega).cantor_power(&omega)), "ω^ω");
}

#[test]
fn refusals() {
    let omega = Ordinal::omega();
    let minus = omega.neg();
    assert!(matches!(minus.cantor_sum(&omega), Err(CantorError::NotAnOrdinal(_))));
    assert!(matches!(omega.cantor_power(&minus), Err(CantorError::NotAnOrdinal(_))));
    let billion = Ordinal::from(1_000_000_000);
    let huge = successor(&omega).cantor_power(&billion);
    assert_eq!(huge, Err(CantorError::Refused(SurrealError::TooLarge)));
    let mut tower = omega.clone();
    let refused = loop {
        match omega.cantor_power(&tower) {
            Ok(next) => tower = next,
            Err(error) => break error,
        }
    };
    assert_eq!(refused, CantorError::Refused(SurrealError::TooDeep));
}
