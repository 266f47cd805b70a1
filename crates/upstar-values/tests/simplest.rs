//! The simplest surreal number of an interval.

use upstar_values::surreal::{Bound, Surreal};

fn omega() -> Surreal {
    Surreal::omega()
}

fn near(n: i64, d: i64) -> Surreal {
    Surreal::from(n).div(&Surreal::from(d)).unwrap()
}

fn between(low: Option<Surreal>, high: Option<Surreal>) -> String {
    let [low, high] = [low, high].map(|end| end.map(Bound::open));
    match Surreal::simplest_between(low.as_ref(), high.as_ref()) {
        Ok(Some(x)) => x.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_ordinals_come_first() {
    let one = Surreal::from(1);
    let small = omega().reciprocal().unwrap();
    assert_eq!(between(Some(omega()), None), "ω+1");
    assert_eq!(between(None, Some(omega().neg())), "-ω-1");
    assert_eq!(between(Some(omega().div(&2.into()).unwrap()), None), "ω");
    assert_eq!(between(Some(near(5, 2).add(&small).unwrap()), None), "3");
    assert_eq!(between(Some(Surreal::from(3).sub(&small).unwrap()), None), "3");
    assert_eq!(between(Some(one.clone()), Some(omega())), "2");
    assert_eq!(between(Some(omega().neg()), Some(omega())), "0");
    // Between ω^n for all n and ω^ω.
    let gap = omega().power(&omega().sub(&one).unwrap()).unwrap();
    assert_eq!(between(Some(gap), None), "ω^ω");
}

#[test]
fn signs_behind_an_ordinal_are_those_of_the_rest() {
    let small = omega().reciprocal().unwrap();
    let plus = |x: &Surreal, y: &Surreal| x.add(y).unwrap();
    let third = near(1, 3);
    assert_eq!(between(Some(omega()), Some(plus(&omega(), &1.into()))), "(ω×2+1)/2");
    assert_eq!(between(Some(plus(&omega(), &(-3).into())), Some(omega())), "ω-1");
    assert_eq!(between(Some(plus(&omega(), &(-1).into())), Some(omega())), "(ω×2-1)/2");
    assert_eq!(between(Some(omega().div(&2.into()).unwrap()), Some(omega())), "ω-1");
    assert_eq!(between(Some(Surreal::from(0)), Some(small.clone())), "1/(ω×2)");
    assert_eq!(between(Some(Surreal::from(0)), Some(plus(&small, &small))), "1/ω");
    assert_eq!(between(Some(small.clone()), Some(near(1, 1))), "1/2");
    assert_eq!(between(Some(small.mul(&small).unwrap()), Some(small.clone())), "1/(ω×2)");
    assert_eq!(between(Some(third.sub(&small).unwrap()), Some(plus(&third, &small))), "1/3");
    assert_eq!(between(Some(near(1, 2)), Some(plus(&near(1, 2), &small))), "(ω+1)/(ω×2)");
}

#[test]
fn closed_ends_count() {
    let bound = |x: Surreal| Bound { number: x, closed: true };
    let (low, high) = (bound(omega()), bound(omega()));
    assert_eq!(Surreal::simplest_between(Some(&low), Some(&high)), Ok(Some(omega())));
    let open = Bound::open(omega());
    assert_eq!(Surreal::simplest_between(Some(&low), Some(&open)), Ok(None));
    assert_eq!(Surreal::simplest_between(Some(&low), None), Ok(Some(omega())));
}
