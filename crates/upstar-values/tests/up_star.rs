//! Sums of a number, ups and a nimber in closed form, against the store.

use upstar_values::value::UpStar;
use upstar_values::value::number::to_dyadic;
use upstar_values::{Calc, Dyadic, NumberUpStar, Value};

/// Every sum is what the store says, and comes back in the same representation.
#[test]
fn sums_are_those_of_the_store() {
    let mut calc = Calc::default();
    let numbers = [(0, 0), (1, 0), (-7, 0), (1, 1), (-3, 2), (5, 60), (i64::MAX, 0), (-1, 60)];
    let mut games = Vec::new();
    for (numerator, exponent) in numbers {
        for up in [0, 1, -2] {
            for nim in [0, 1, 3] {
                let number = Dyadic::new(numerator, exponent);
                games.push(NumberUpStar { number, up, nim });
            }
        }
    }
    let value = |game: &NumberUpStar| match UpStar::of(game) {
        Some(small) => Value::UpStar(small),
        None => Value::dyadic(&game.number),
    };
    let mut closed = 0;
    for a in &games {
        for b in &games {
            let (x, y) = (calc.number_up_star(a).unwrap(), calc.number_up_star(b).unwrap());
            let sum = calc.add(x, y).unwrap();
            let sum = calc.as_number_up_star(sum).unwrap();
            if let Some(found) = UpStar::sum(&value(a), &value(b)) {
                closed += 1;
                match (found, UpStar::of(&sum)) {
                    (Value::UpStar(found), Some(sum)) => assert_eq!(found, sum),
                    (Value::Integer(n), None) => assert_eq!(Dyadic::from(n), sum.number),
                    (Value::Rational(x), None) => {
                        assert_eq!(to_dyadic(&x).unwrap(), sum.number);
                    }
                    (found, sum) => panic!("{a:?} + {b:?}: {found:?}, not {sum:?}"),
                }
            }
            if let Some(small) = UpStar::of(a) {
                let negative = calc.neg(x).unwrap();
                let negative = calc.as_number_up_star(negative).unwrap();
                assert_eq!(Some(small.negated()), UpStar::of(&negative));
                assert_eq!(small.number_up_star(), *a);
            }
        }
    }
    assert!(closed > 3000, "{closed}");
}
