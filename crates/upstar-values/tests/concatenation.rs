//! Ordinal sums of surreal numbers: sign expansions one after the other.

use proptest::prelude::*;
use upstar_values::surreal::Surreal;
use upstar_values::{Calc, Dyadic};

fn number(n: i64, d: i64) -> Surreal {
    Surreal::from(n).div(&Surreal::from(d)).unwrap()
}

#[test]
fn strings_of_the_chapter() {
    let omega = Surreal::omega();
    let sum = |x: &Surreal, y: &Surreal| match x.ordinal_sum(y) {
        Ok(sum) => sum.to_string(),
        Err(why) => format!("{why:?}"),
    };
    let plus = |x: &Surreal, n: i64| x.add(&n.into()).unwrap();
    assert_eq!(sum(&omega, &number(-1, 1)), "ω-1");
    assert_eq!(sum(&omega, &number(2, 3)), "(ω×3+2)/3");
    assert_eq!(sum(&number(1, 1), &omega.neg()), "1/ω");
    assert_eq!(sum(&number(3, 1), &omega.neg()), "(ω×2+1)/ω");
    assert_eq!(sum(&number(1, 2), &omega), "(ω-1)/ω");
    assert_eq!(sum(&plus(&omega, 1), &number(-1, 1)), "(ω×2+1)/2");
    assert_eq!(sum(&plus(&omega, 1), &omega), "ω×2");
    assert_eq!(sum(&omega.neg(), &omega.neg()), "-ω×2");
    assert_eq!(sum(&number(1, 1), &plus(&omega.neg(), -1)), "1/(ω×2)");
    assert_eq!(sum(&number(1, 1), &plus(&omega.neg(), 1)), "2/ω");
    assert_eq!(sum(&number(1, 1), &number(-1, 3)), "5/6");
    assert_eq!(sum(&number(1, 1), &number(-2, 3)), "2/3");
    assert!(sum(&omega, &omega.neg()).starts_with("NoSigns"));
}

/// Edges with trees on them: branches that stand side by side are added.
#[test]
fn infinite_trees() {
    let (omega, one) = (Surreal::omega(), number(1, 1));
    let near = omega.reciprocal().unwrap();
    let on = |x: &Surreal, branches: &[&Surreal]| {
        let tree = branches.iter().try_fold(Surreal::from(0), |sum, y| sum.add(y)).unwrap();
        x.ordinal_sum(&tree).unwrap().to_string()
    };
    assert_eq!(on(&one, &[&omega, &one.neg()]), "ω-1");
    assert_eq!(on(&one, &[&omega, &number(2, 3)]), "(ω×3+2)/3");
    assert_eq!(on(&one, &[&omega.neg(), &omega.neg()]), "1/ω^2");
    assert_eq!(on(&one, &[&near]), "(ω+1)/ω");
    assert_eq!(on(&one.neg(), &[&one, &near]), "(-ω+2)/(ω×2)");
    assert_eq!(on(&number(2, 3), &[&one]), "(ω×2+3)/(ω×3)");
    assert_eq!(on(&omega, &[&omega, &one.neg()]), "ω×2-1");
    assert_eq!(on(&one.neg(), &[&omega]), "-1/ω");
    assert!(number(2, 3).ordinal_sum(&omega).is_err());
}

/// Strings are put together in any order, and a larger one makes a larger sum.
#[test]
fn strings_are_associative_and_in_order() {
    let omega = Surreal::omega();
    let near = omega.reciprocal().unwrap();
    let square = omega.mul(&omega).unwrap();
    let mut pool = vec![near.clone(), square.clone(), square.sub(&omega).unwrap()];
    for (n, d) in [(1, 1), (3, 4), (2, 3)] {
        let x = number(n, d);
        pool.extend([omega.add(&x).unwrap(), omega.sub(&x).unwrap()]);
        pool.extend([near.add(&x).unwrap(), x]);
    }
    pool.extend(pool.clone().iter().map(Surreal::neg));
    let (mut same, mut ordered) = (0, 0);
    for x in &pool {
        for y in &pool {
            let Ok(xy) = x.ordinal_sum(y) else { continue };
            for z in &pool {
                if let Ok(xz) = x.ordinal_sum(z) {
                    assert_eq!(xy.compare(&xz), y.compare(z), "{x} : {y}, {z}");
                    ordered += 1;
                }
                let after = y.ordinal_sum(z).and_then(|yz| x.ordinal_sum(&yz));
                if let (Ok(before), Ok(after)) = (xy.ordinal_sum(z), after) {
                    assert_eq!(before, after, "{x} : {y} : {z}");
                    same += 1;
                }
            }
        }
    }
    assert!(same > 1_000 && ordered > 2_000, "{same} {ordered}");
}

proptest! {
    #[test]
    fn finite_strings_agree_with_short_games(a in -40i64..40, i in 0u32..4, b in -40i64..40, j in 0u32..4) {
        let mut calc = Calc::default();
        let (x, y) = (Dyadic::new(a, i), Dyadic::new(b, j));
        let (g, h) = (calc.number(&x).unwrap(), calc.number(&y).unwrap());
        let sum = calc.ordinal_sum(g, h).unwrap();
        let expected = Surreal::from(&calc.as_number(sum).unwrap());
        prop_assert_eq!(Surreal::from(&x).ordinal_sum(&Surreal::from(&y)), Ok(expected));
    }
}
