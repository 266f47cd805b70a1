//! Sums of known values that are searched, against the values themselves.

use proptest::prelude::*;
use upstar_theory::sum::SumWinner;
use upstar_values::{Calc, Dyadic, Short};

/// A game with two options on each side, each of them a switch.
fn hot_game(calc: &mut Calc, stops: &[i64]) -> Short {
    let mut options = Vec::new();
    for pair in stops.chunks(2) {
        let (high, low) = (pair[0].max(pair[1]), pair[0].min(pair[1]));
        let (high, low) = (calc.integer(high).unwrap(), calc.integer(low).unwrap());
        options.push(calc.make(&[high], &[low]).unwrap());
    }
    calc.make(&options[..2], &options[2..]).unwrap()
}

proptest! {
    #[test]
    fn the_search_agrees_with_the_sum(
        games in proptest::collection::vec(proptest::collection::vec(-4i64..=4, 8), 1..=4),
        rest in -3i64..=3,
    ) {
        let mut calc = Calc::default();
        let mut terms: Vec<Short> =
            games.iter().map(|stops| hot_game(&mut calc, stops)).collect();
        // Bring the sum near zero, where the bounds do not decide.
        let mean = terms.iter().fold(Dyadic::zero(), |sum, &term| {
            &sum + &calc.mean(term).unwrap()
        });
        let rest = &Dyadic::new(rest, 1) - &mean;
        terms.push(calc.number(&rest).unwrap());
        let sum = terms.iter().fold(Short::ZERO, |sum, &term| calc.add(sum, term).unwrap());
        let outcome = calc.outcome(sum);
        prop_assert_eq!(SumWinner::new(&mut calc).outcome(&terms).unwrap(), outcome);
    }
}
