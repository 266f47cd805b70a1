//! Infinite Nim against its definition: what the theory calls a win has a move to a loss, what it
//! calls a loss has none; and the same with ω replaced by a power of two that is large enough.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use upstar_base::{Outcome, Player};
use upstar_rules::Rules;
use upstar_rules::infinite::heaps::OrdinalHeaps;
use upstar_rules::infinite::infinite_nim::InfiniteNim;
use upstar_rules::infinite::ordinal::Ordinal;
use upstar_rules::infinite::two_dee_nim::TwoDeeNim;
use upstar_theory::infinite::{nimber, number};

fn ordinal(depth: u32) -> BoxedStrategy<Ordinal> {
    let finite = (0u64..6).prop_map(Ordinal::from);
    if depth == 0 {
        return finite.boxed();
    }
    // Different powers have different places, so their nim-sum is their sum.
    let term = (ordinal(depth - 1), 1u64..9).prop_map(|(e, c)| Ordinal::power(e, c));
    proptest::collection::vec(term, 0..4)
        .prop_map(|terms| terms.iter().fold(Ordinal::default(), |sum, t| sum.nim_sum(t)))
        .boxed()
}

fn previous_wins(position: &OrdinalHeaps) -> bool {
    nimber::<InfiniteNim>(position).unwrap().unwrap().outcome() == Outcome::P
}

#[test]
fn wins_have_a_move_to_a_loss_and_losses_none() {
    let config = Config { failure_persistence: None, ..Config::with_cases(3000) };
    let mut runner = TestRunner::new(config);
    let counts = std::cell::RefCell::new([0u32; 2]);
    let heaps = (proptest::collection::vec(ordinal(2), 1..4), any::<bool>());
    let run = runner.run(&heaps, |(mut heaps, balance)| {
        if balance {
            // A heap that balances the others, so that losses are not rare.
            heaps.push(heaps.iter().fold(Ordinal::default(), |sum, heap| sum.nim_sum(heap)));
        }
        let position = OrdinalHeaps::new(heaps);
        let mut options = Vec::new();
        InfiniteNim.options(&position, Player::Left, &mut options);
        prop_assert!(options.iter().all(|to| InfiniteNim.can_move(&position, Player::Left, to)));
        let winning = options.iter().filter(|to| previous_wins(to)).count();
        let lost = previous_wins(&position);
        counts.borrow_mut()[usize::from(lost && !position.sizes().is_empty())] += 1;
        prop_assert_eq!(winning == 0, lost);
        // In each heap at most one size balances the others.
        prop_assert!(winning <= position.sizes().len());
        Ok(())
    });
    run.unwrap();
    let counts = counts.into_inner();
    assert!(counts.iter().all(|&count| count > 800), "{counts:?}");
}

/// Brute force for two counters on the first 4 rows of a board 8 columns wide. The position of
/// such a counter on the endless board is lost exactly if it is lost here, as `ω` and 8 are both
/// powers of two above the columns in use.
#[test]
fn two_counters_by_brute_force() {
    const WIDE: u64 = 8;
    const ALL: usize = 32;
    let mut lost = [[false; ALL]; ALL];
    let mut count = 0;
    for total in 0..2 * ALL - 1 {
        for a in total.saturating_sub(ALL - 1)..=total.min(ALL - 1) {
            let b = total - a;
            lost[a][b] = (0..a).all(|to| !lost[to][b]) && (0..b).all(|to| !lost[a][to]);
            let place = |n: usize| {
                let n = n as u64;
                Ordinal::row_and_column(n / WIDE, n % WIDE)
            };
            let position = OrdinalHeaps::new([place(a), place(b)]);
            let read = TwoDeeNim.parse(&TwoDeeNim.show(&position)).unwrap();
            assert_eq!(read, position);
            let value = nimber::<TwoDeeNim>(&position).unwrap().unwrap();
            assert_eq!(value.outcome() == Outcome::P, lost[a][b], "{value}");
            count += usize::from(lost[a][b]);
        }
    }
    assert_eq!(count, ALL);
}

/// Three heaps below ω^3 with small coefficients, ω as 16: nim-values by the mex rule.
#[test]
fn finite_models() {
    let size = |n: u64| {
        let [c, b, a] = [n % 16, n / 16 % 16, n / 256];
        let terms = [(2, a), (1, b), (0, c)].map(|(e, c)| Ordinal::power(Ordinal::from(e), c));
        terms.iter().fold(Ordinal::default(), |sum, term| sum.nim_sum(term))
    };
    // Grundy values of two heaps by definition, for all sizes up to 64.
    let mut grundy = vec![vec![0usize; 64]; 64];
    for a in 0..64 {
        for b in 0..64 {
            let mut seen = [false; 256];
            (0..a).for_each(|to| seen[grundy[to][b]] = true);
            (0..b).for_each(|to| seen[grundy[a][to]] = true);
            grundy[a][b] = seen.iter().position(|seen| !seen).unwrap();
            let pair = OrdinalHeaps::new([size(a as u64), size(b as u64)]);
            let value = nimber::<InfiniteNim>(&pair).unwrap().unwrap();
            let expected = number(&size(grundy[a][b] as u64)).unwrap();
            assert_eq!(value.heap(), expected.numerator(), "{a} {b}");
        }
    }
}

#[test]
fn the_order_of_sizes_is_that_of_numbers() {
    let config = Config { failure_persistence: None, ..Config::with_cases(2000) };
    let run = TestRunner::new(config).run(&(ordinal(3), ordinal(3)), |(a, b)| {
        let numbers = [&a, &b].map(|x| number(x).unwrap());
        prop_assert_eq!(a.cmp(&b), numbers[0].compare(&numbers[1]).unwrap());
        prop_assert_eq!(format!("{:#}", numbers[0]), a.to_string());
        prop_assert_eq!(Ordinal::read(&a.to_string()), Ok(a));
        Ok(())
    });
    run.unwrap();
}
