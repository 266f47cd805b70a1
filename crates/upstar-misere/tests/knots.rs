//! The proof of Allemang's rule for Knots, step by step.
//!
//! The rule sees a sum only through its weights, so each step is a statement about one heap and
//! the weights of the rest. Sizes go up to a bound; from 9 on the weights are linear, and a step
//! about n is the step about n - 1 moved by one.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::HashMap;
use upstar_misere::decomposition::knots::{Weights, is_previous_win, t, w, winning_move};

const BOUND: u32 = 30;

/// The moves of 4.7, from its definition.
fn options(n: u32) -> Vec<Vec<u32>> {
    let splits = |m: u32| (1..=m / 2).map(move |a| vec![m - a, a]);
    let taken = if n == 1 { vec![] } else { vec![n - 1] };
    std::iter::once(taken).chain(splits(n)).chain(splits(n - 1)).collect()
}

/// The rule as Allemang gives it.
fn allemang(heaps: &[u32]) -> bool {
    if heaps.iter().all(|&n| n == 1 || n == 3) {
        return heaps.len() % 2 == 1;
    }
    let largest = heaps.iter().copied().max().unwrap();
    let a = w(largest) + t(largest) - heaps.iter().map(|&n| t(n)).sum::<i128>();
    let even = heaps.iter().filter(|&&n| n % 2 == 0).count();
    let odd = heaps.len() - even;
    match a {
        ..=0 => even.is_multiple_of(2) && odd.is_multiple_of(2),
        1 => false,
        _ => even % 2 == 1 && odd % 2 == 1,
    }
}

#[test]
fn copies() {
    let two = Weights::of_heap(9u32).plus(Weights::of_heap(4u32));
    assert_eq!(two.times(3), Weights::of(&[9, 9, 9, 4, 4, 4]));
    assert_eq!(two.times(0), Weights::default());
    let many = Weights::of_heap(u32::MAX).times(u32::MAX);
    assert!(many.times(2).sum > i128::from(u64::MAX));
    assert!(many.times(2).is_previous_win() && !many.is_previous_win());
}

fn each_sum(tokens: u32, visit: &mut dyn FnMut(&[u32])) {
    fn from(left: u32, most: u32, heaps: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
        visit(heaps);
        for n in 1..=most.min(left) {
            heaps.push(n);
            from(left - n, n, heaps, visit);
            heaps.pop();
        }
    }
    from(tokens, tokens, &mut Vec::new(), visit);
}

/// All weights of rests with heaps up to the bound, and more that no rest has.
fn each_rest(visit: &mut dyn FnMut(Weights)) {
    for odd in [false, true] {
        visit(Weights { sum: 0, most: 0, odd });
        for largest in (2..=BOUND).filter(|&n| n != 3) {
            for more in 0..=i128::from(BOUND) + 5 {
                let heap = Weights::of_heap(largest);
                visit(Weights { sum: heap.sum + more, odd, ..heap });
            }
        }
    }
}

#[test]
fn the_weights_are_as_the_proof_says() {
    let f = |n: u32| w(n) + t(n);
    for n in 1..=2000 {
        assert_eq!(t(n) % 2 == 1, n % 2 == 0, "{n}");
        assert_eq!(t(n) == 0, n == 1 || n == 3, "{n}");
        assert_eq!(f(n) % 2 == 1, t(n) > 0, "{n}");
        assert!(f(n) >= f(n - 1) || n == 3, "{n}");
        if n >= 7 {
            assert_eq!((f(n), t(n)), (2 * i128::from(n) - 9, i128::from(n) - 3));
        }
    }
}

#[test]
fn a_move_changes_a_parity_and_both_only_without_a_split() {
    for n in 1..=BOUND {
        let parities = |heaps: &[u32]| [0, 1].map(|r| heaps.iter().filter(|&m| m % 2 == r).count());
        let before = parities(&[n]);
        for option in options(n) {
            let after = parities(&option);
            let changed = [0, 1].map(|i| before[i] % 2 != after[i] % 2);
            assert!(changed.contains(&true), "{n} {option:?}");
            assert_eq!(changed == [true, true], option == [n.wrapping_sub(1)], "{n} {option:?}");
        }
    }
}

/// For every heap, each of its moves, and every rest.
#[test]
fn no_p_position_moves_to_another() {
    let mut cases = 0u64;
    for n in 1..=BOUND {
        let before = Weights::of_heap(n);
        let options: Vec<Weights> = options(n).iter().map(|option| Weights::of(option)).collect();
        each_rest(&mut |rest| {
            if before.plus(rest).is_previous_win() {
                for &after in &options {
                    cases += 1;
                    assert!(!after.plus(rest).is_previous_win(), "{n} + {rest:?}");
                }
            }
        });
    }
    assert!(cases > 10_000, "{cases}");
}

fn answered(heaps: &[u32]) -> Result<(), TestCaseError> {
    let Some((heap, left)) = winning_move(heaps) else {
        prop_assert!(heaps.is_empty() || is_previous_win(heaps), "{:?}", heaps);
        return Ok(());
    };
    prop_assert!(!is_previous_win(heaps));
    prop_assert!(left.iter().all(|&m| m > 0), "{:?}", heaps);
    let lost = heap - left.iter().sum::<u32>();
    let legal = if left.len() == 2 { lost <= 1 } else { lost == 1 };
    prop_assert!(legal && left.len() <= 2, "{:?}: {} -> {:?}", heaps, heap, left);
    let mut after = heaps.to_vec();
    after.remove(heaps.iter().position(|&n| n == heap).unwrap());
    after.extend(left);
    prop_assert!(is_previous_win(&after), "{:?} -> {:?}", heaps, after);
    Ok(())
}

/// The moves of the proof, with the largest heap n, the next one, and a rest that consists of
/// heaps that only the parities and T see.
#[test]
fn every_n_position_has_the_move_of_the_proof() {
    each_sum(34, &mut |heaps| answered(heaps).unwrap());
    for n in 1..=BOUND {
        for next in 0..=n {
            for twos in 0..=n + 4 {
                for rest in [&[][..], &[1], &[3], &[1, 3]] {
                    let mut heaps = vec![2; twos as usize];
                    heaps.extend_from_slice(rest);
                    heaps.extend([n, next].iter().filter(|&&m| m > 0));
                    answered(&heaps).unwrap();
                }
            }
        }
    }
}

#[test]
fn the_rule_is_allemangs_and_is_right() {
    let mut known: HashMap<Vec<u32>, bool> = HashMap::new();
    fn is_p(heaps: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
        if let Some(&p) = known.get(heaps) {
            return p;
        }
        let mut p = !heaps.is_empty();
        for i in 0..heaps.len() {
            for option in options(heaps[i]) {
                let mut next = heaps.to_vec();
                next.remove(i);
                next.extend(option);
                next.sort_unstable();
                p &= !is_p(&next, known);
            }
        }
        known.insert(heaps.to_vec(), p);
        p
    }
    each_sum(18, &mut |heaps| {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        assert_eq!(is_previous_win(heaps), is_p(&sorted, &mut known), "{heaps:?}");
    });
    each_sum(34, &mut |heaps| assert_eq!(is_previous_win(heaps), allemang(heaps), "{heaps:?}"));
}

proptest! {
    #[test]
    fn large_sums(
        mut heaps in prop::collection::vec(prop_oneof![1u32..12, 1u32..60, 1u32..100_000], 1..12),
        close in -4i128..4,
    ) {
        answered(&heaps)?;
        prop_assert_eq!(is_previous_win(&heaps), allemang(&heaps));
        // One heap against all others, near the edge of the rule.
        let others: i128 = heaps.iter().map(|&n| t(n)).sum();
        heaps.push(u32::try_from((others + 7 + close).max(1)).unwrap());
        answered(&heaps)?;
        prop_assert_eq!(is_previous_win(&heaps), allemang(&heaps));
    }
}
