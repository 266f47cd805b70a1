//! Repetitions, against slow searches.

use proptest::prelude::*;
use upstar_heaps::repeats::{cyclic_period, earlier_occurrences, first_period};

fn slow_start(values: &[u8], p: usize) -> usize {
    let same = |i: &usize| values[*i] == values[i + p];
    values.len() - p - (0..values.len() - p).rev().take_while(same).count()
}

proptest! {
    #[test]
    fn starts_of_all_periods(values in prop::collection::vec(0u8..3, 2..60)) {
        let mut next = 1;
        first_period(&values, |p, start| {
            assert_eq!((p, start), (next, slow_start(&values, p)));
            next += 1;
            false
        });
        prop_assert_eq!(next, values.len());
    }

    #[test]
    fn occurrences(values in prop::collection::vec(0u32..2, 2..80), size in 1usize..6, least in 0u64..40) {
        let size = size.min(values.len());
        let pattern = &values[values.len() - size..];
        let mut found = Vec::new();
        let read = |from: u64, out: &mut [u32]| {
            out.copy_from_slice(&values[from as usize..][..out.len()]);
            true
        };
        earlier_occurrences(pattern, values.len() as u64, least, read, |distance| {
            found.push(distance as usize);
            false
        });
        let ends = (size..values.len()).rev().filter(|&e| e as u64 >= least.max(size as u64));
        let slow: Vec<usize> = ends
            .filter(|&end| &values[end - size..end] == pattern)
            .map(|end| values.len() - end)
            .collect();
        prop_assert_eq!(found, slow);
    }

    #[test]
    fn cycles(word in prop::collection::vec(0u8..2, 1..7), times in 1usize..7) {
        let long = word.repeat(times);
        let slow = (1..=long.len())
            .find(|p| long.len().is_multiple_of(*p) && long.chunks(*p).all(|c| c == &long[..*p]))
            .unwrap();
        prop_assert_eq!(cyclic_period(&long), slow);
    }
}
