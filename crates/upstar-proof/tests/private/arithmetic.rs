//! Tests of what is private to `arithmetic`.
#![allow(clippy::unwrap_used)]
use super::*;
use crate::sums::SumLevels;
use std::collections::{BTreeMap, BTreeSet};
use upstar_base::{Budget, Random};

/// The heaviest divisions are those of all divisions, listed one by one.
#[test]
fn weights_are_those_of_all_divisions() {
    let budget = Budget::unlimited();
    let meter = &Meter::new(&budget);
    let digits = &CodeDigits::read("0.{2+}").unwrap();
    let mut random = Random::new(3);
    for _ in 0..60 {
        let (start, distance, modulus) = (3, 2, 2);
        let levels = SumLevels { last: 3, open: true };
        let values = (0..5).map(|_| random.under(5)).collect();
        let rise = 2 * random.under(12);
        let sums = Sums { levels, values, sets: Vec::new() };
        let (period, from, low) = (1, 5, 0);
        let check =
            ArithmeticCheck { digits, sums, start, period, distance, rise, modulus, from, low };
        let heaps = 1..start + distance;
        let tiny = |a: usize| a < start && check.value(a) < modulus;
        // By how many are not tiny, total and nim-sum.
        let mut slow = BTreeMap::from([((0, 0, 0), 0)]);
        let mut table = Heaviest::nothing(cells(distance as u64, modulus) as usize);
        for _ in 0..3 {
            let mut more = BTreeMap::new();
            for (&(large, total, value), &weight) in &slow {
                for a in heaps.clone() {
                    let large = (large + usize::from(!tiny(a))).min(2);
                    let value = value ^ (check.value(a) % modulus) as usize;
                    let entry = more.entry((large, (total + a) % distance, value));
                    let entry = entry.or_insert(i128::MIN);
                    *entry = (*entry).max(weight + check.weight(a));
                }
            }
            slow = more;
            table = check.one_heap_more(&table, meter).unwrap();
            for (large, total, value) in each(distance) {
                let found = table.0[check.place(large, total, value)];
                let right = slow.get(&(large, total, value));
                assert_eq!(found, right.map_or(Weight::Never, |&weight| Weight::Most(weight)));
            }
        }
        let is_endless = heaps.clone().any(|a| check.weight(a) > 0);
        let mut reached: BTreeSet<(usize, usize, usize)> = slow.keys().copied().collect();
        for _ in 0..20 {
            for (large, total, value) in reached.clone() {
                reached.extend(heaps.clone().map(|a| {
                    let large = (large + usize::from(!tiny(a))).min(2);
                    (large, (total + a) % distance, value ^ (check.value(a) % modulus) as usize)
                }));
            }
        }
        let before: Vec<Weight> = table.0.clone();
        check.any_heaps_more(&mut table, meter).unwrap();
        for (large, total, value) in each(distance) {
            let place = check.place(large, total, value);
            let found = table.0[place];
            assert!(found >= before[place]);
            assert_eq!(found != Weight::Never, reached.contains(&(large, total, value)));
            assert!(found == Weight::Never || (found == Weight::Endless) == is_endless);
        }
        let again = check.one_heap_more(&table, meter).unwrap();
        assert!(again.0.iter().zip(&table.0).all(|(more, known)| more <= known));
    }
}

fn each(distance: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..3).flat_map(move |l| (0..distance).flat_map(move |t| (0..2).map(move |v| (l, t, v))))
}
