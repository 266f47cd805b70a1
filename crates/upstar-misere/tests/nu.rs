//! Genera from monoids of misère nim-values, against search.
#![allow(clippy::unwrap_used)]

use upstar_base::{Budget, Random};
use upstar_misere::genus::{Genera, Genus, Rough};
use upstar_misere::quotient::{Adjoined, End, NuMonoid};

/// Heaps with few tokens in all.
fn random_sum(random: &mut Random, tokens: u64) -> Vec<(u32, u32)> {
    let (mut left, mut sum) = (tokens, Vec::new());
    while left > 0 && !random.one_in(6) {
        let heap = 1 + random.under(left);
        sum.push((heap as u32, 1));
        left -= heap;
    }
    sum
}

fn solved(code: &str) -> (Adjoined, NuMonoid) {
    let (code, budget) = (code.parse().unwrap(), Budget::unlimited());
    let plain = Adjoined::solve(&code, 5000, &budget);
    let values = NuMonoid::solve(&code, 5000, &plain, &budget);
    (plain, values)
}

#[test]
fn orders_of_monoids_of_values() {
    for (code, order, of_values) in [
        (".15", 42, 58),
        (".115", 42, 58),
        (".53", 16, 18),
        (".153", 16, 18),
        (".72", 24, 32),
        (".144", 30, 32),
        (".75", 8, 8),
        (".123", 20, 20),
        (".351", 22, 22),
        (".34", 12, 12),
        (".71", 36, 36),
        (".512", 8, 8),
        ("4.56", 8, 8),
    ] {
        let (plain, values) = solved(code);
        assert_eq!(plain.heaps(), None, "{code}");
        assert_eq!((plain.order(), values.order()), (order, of_values), "{code}");
        assert_eq!(values.heaps(), None, "{code}");
    }
    assert!(matches!(solved(".144").1.end(), End::Complete { preperiod: 25, .. }));
}

#[test]
fn genera_of_sums_are_those_that_search_finds() {
    let budget = Budget::unlimited();
    let mut dice = Random::new(7);
    for code in [".15", ".115", ".72", ".53", ".144", ".123", ".351", ".71", ".75", "4.74", ".152"]
    {
        let (plain, values) = solved(code);
        let mut genera = Genera::new(code.parse().unwrap());
        for trial in 0..60 {
            let sum = match trial {
                0..24 => vec![(trial + 1, 1)],
                _ => random_sum(&mut dice, 30),
            };
            let word = genera.sum(&sum, &budget).unwrap();
            let genus = genera.of(&word, &budget).unwrap();
            let heaps = || sum.iter().map(|&(heap, times)| (u64::from(heap), times));
            let sharp = values.superscripts(heaps()).unwrap();
            assert_eq!(Genus::new(genus.base(), &sharp).unwrap(), genus, "{code} {sum:?}");
            let rough = plain.superscripts(heaps()).unwrap();
            let blurred = genus.exponents().iter().map(|&y| Some(y).filter(|&y| y < 4)).collect();
            let base = genus.base().into();
            assert_eq!(Rough::new(base, rough), Rough::new(base, blurred), "{code} {sum:?}");
        }
    }
}

#[test]
fn kayles_has_superscripts_up_to_three() {
    let budget = Budget::unlimited();
    let plain = Adjoined::solve(&".77".parse().unwrap(), 1000, &budget);
    assert_eq!((plain.order(), plain.heaps()), (40, None));
    let mut genera = Genera::new(".77".parse().unwrap());
    for heap in 0..30 {
        let genus = genera.heap(heap, &budget).unwrap();
        let rough = plain.superscripts([(heap.into(), 1)]).unwrap();
        let rough = Rough::new(genus.base().into(), rough).unwrap();
        let blurred = genus.exponents().iter().map(|&y| Some(y).filter(|&y| y < 4)).collect();
        assert_eq!(Some(rough), Rough::new(genus.base().into(), blurred), "{heap}");
    }
}
