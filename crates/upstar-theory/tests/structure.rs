//! Structure theorems against the plain search over the positions of the rulesets.
#![allow(clippy::unwrap_used)]

use crate::subtraction;
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use upstar_base::arithmetic::mex;
use upstar_base::{Budget, Player};
use upstar_rules::Rules;
use upstar_rules::coin::nimble::Nimble;
use upstar_rules::coin::tartan::Tartan;
use upstar_rules::coin::turning::Turning;
use upstar_rules::coin::turning_rule::TurningRule;
use upstar_rules::coin::welter::Welter;
use upstar_rules::heap::euclid::Euclid;
use upstar_rules::heap::fibonacci_nim::FibonacciNim;
use upstar_rules::heap::independent::{Heap, Independent};
use upstar_rules::heap::moore_nim::MooreNim;
use upstar_rules::heap::poker_nim::PokerNim;
use upstar_rules::heap::staircase_nim::StaircaseNim;
use upstar_rules::heap::subtraction::Take;
use upstar_theory::structure::{coin_code, coins, heaps, moore, welter};

/// Nim-values by the definition alone: no components, no normal forms.
struct Plain<'r, R: Rules>(&'r R, HashMap<R::Position, u64>);

impl<'r, R: Rules> Plain<'r, R> {
    fn new(rules: &'r R) -> Self {
        Plain(rules, HashMap::new())
    }

    fn of(&mut self, position: &R::Position) -> u64 {
        if let Some(&value) = self.1.get(position) {
            return value;
        }
        let mut options = Vec::new();
        self.0.options(position, Player::Left, &mut options);
        let mut values: Vec<u64> = options.iter().map(|option| self.of(option)).collect();
        values.sort_unstable();
        values.dedup();
        let value =
            values.iter().enumerate().take_while(|&(i, &value)| i as u64 == value).count() as u64;
        self.1.insert(position.clone(), value);
        value
    }

    fn read(&mut self, text: &str) -> u64 {
        let position = self.0.parse(text).unwrap();
        self.of(&position)
    }
}

fn join(numbers: impl IntoIterator<Item = u64>, separator: &str) -> String {
    numbers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(separator)
}

/// All increasing lists of up to `most` numbers below `bound`.
fn subsets(bound: u64, most: u32) -> impl Iterator<Item = Vec<u64>> {
    (1u64..1 << bound)
        .filter(move |set| set.count_ones() <= most)
        .map(move |set| (0..bound).filter(|i| set >> i & 1 == 1).collect())
}

#[test]
fn welter_function_is_the_nim_value() {
    let rules = Welter;
    let mut plain = Plain::new(&rules);
    for coins in subsets(13, 5) {
        let value = plain.read(&join(coins.iter().copied(), ","));
        assert_eq!(welter::welter(&coins), Some(value), "{coins:?}");
    }
}

/// Misère play of two strips by the definition: is it lost for the player to move?
fn misere_lost(strips: &[Vec<u64>; 2], known: &mut HashMap<[Vec<u64>; 2], bool>) -> bool {
    if let Some(&lost) = known.get(strips) {
        return lost;
    }
    let mut moves = Vec::new();
    for (strip, coins) in strips.iter().enumerate() {
        for (i, &from) in coins.iter().enumerate() {
            for to in (0..from).filter(|to| !coins.contains(to)) {
                let mut after = strips.clone();
                after[strip][i] = to;
                after[strip].sort_unstable();
                moves.push(after);
            }
        }
    }
    let lost = !moves.is_empty() && moves.iter().all(|after| !misere_lost(after, known));
    known.insert(strips.clone(), lost);
    lost
}

/// Abacus positions are fickle, others firm: one strip and sums of two.
#[test]
fn misere_welter_is_tame_with_abacus_positions() {
    let mut known = HashMap::new();
    let tame = |strips: &[Vec<u64>; 2]| {
        let sum = strips.iter().fold(0, |sum, coins| sum ^ welter::welter(coins).unwrap());
        let fickle = strips.iter().all(|coins| welter::is_abacus(coins));
        sum == u64::from(fickle)
    };
    for coins in subsets(11, 5) {
        let strips = [coins, Vec::new()];
        assert_eq!(misere_lost(&strips, &mut known), tame(&strips), "{strips:?}");
    }
    let small: Vec<Vec<u64>> = subsets(6, 3).collect();
    for (i, first) in small.iter().enumerate() {
        for second in &small[i..] {
            let strips = [first.clone(), second.clone()];
            assert_eq!(misere_lost(&strips, &mut known), tame(&strips), "{strips:?}");
        }
    }
}

#[test]
fn good_moves_of_welter_are_all_the_good_moves() {
    for coins in subsets(12, 5) {
        let value = welter::welter(&coins).unwrap();
        for target in 0..value {
            let mut expected = Vec::new();
            for (i, &from) in coins.iter().enumerate() {
                for to in (0..from).filter(|to| !coins.contains(to)) {
                    let mut after = coins.clone();
                    after[i] = to;
                    if welter::welter(&after) == Some(target) {
                        expected.push((from, to));
                    }
                }
            }
            assert_eq!(expected.len() % 2, 1);
            let answers = welter::alterations(&coins, target).unwrap().into_iter();
            let good = coins.iter().copied().zip(answers).filter(|(from, to)| to < from);
            assert_eq!(good.collect::<Vec<_>>(), expected, "{coins:?} to {target}");
        }
    }
}

proptest! {
    #[test]
    fn alterations_alter(
        coins in prop::collection::btree_set(0u64..1 << 40, 1..12), target in 0u64..1 << 40
    ) {
        let coins: Vec<u64> = coins.into_iter().collect();
        let Some(answers) = welter::alterations(&coins, target) else { return Ok(()) };
        for (i, &answer) in answers.iter().enumerate() {
            let mut after = coins.clone();
            after[i] = answer;
            prop_assert_eq!(welter::welter(&after), Some(target));
        }
    }
}

/// The values of coins by the definition, trying every move.
fn head_values_by_moves(rule: &TurningRule, coins: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for last in 0..coins {
        let mut options = Vec::new();
        rule.turns(last, &mut |set| {
            options.push(set[1..].iter().fold(0, |sum, &coin| sum ^ values[coin]));
            true
        });
        values.push(mex(&mut options) as u64);
    }
    values
}

#[test]
fn heads_of_a_row() {
    let budget = Budget::unlimited();
    for text in
        ["1", "2", "3", "4", "5", "6", "1,3", "2-2", "3-3", "2-4", "1,4", "ruler", "turnips"]
    {
        let rule = TurningRule::parse(0, text).unwrap();
        let fast = coins::head_values(&rule, 17, &budget).unwrap();
        assert_eq!(fast, head_values_by_moves(&rule, 17), "{text}");
    }
    let rule = TurningRule::parse(0, "ruler").unwrap();
    let fast = coins::head_values(&rule, 100, &budget).unwrap();
    assert_eq!(fast, head_values_by_moves(&rule, 100));
    let rule = TurningRule::parse(0, "turnips").unwrap();
    let fast = coins::head_values(&rule, 245, &budget).unwrap();
    assert_eq!(fast, head_values_by_moves(&rule, 245));
}

#[test]
fn heads_add() {
    let budget = Budget::unlimited();
    for text in ["1", "2", "3", "4", "1,3", "2-2", "ruler", "turnips"] {
        let rules = Turning::from_parameters(text).unwrap();
        let values = coins::head_values(&rules.rule, 10, &budget).unwrap();
        let mut plain = Plain::new(&rules);
        for heads in 0u32..1 << 10 {
            let row: String =
                (0..10).map(|i| if heads >> i & 1 == 1 { 'h' } else { 't' }).collect();
            let sum = (0..10).filter(|i| heads >> i & 1 == 1).fold(0, |sum, i| sum ^ values[i]);
            assert_eq!(plain.read(&row), sum, "{text} {row}");
        }
    }
}

#[test]
fn mock_turtle_theorem() {
    let budget = Budget::unlimited();
    for m in 1..4 {
        let odd = coins::head_values(&TurningRule::at_most(2 * m + 1), 20, &budget).unwrap();
        let even = coins::head_values(&TurningRule::at_most(2 * m), 19, &budget).unwrap();
        assert!(odd.iter().all(|value| value.count_ones() % 2 == 1));
        assert_eq!(odd[1..].iter().map(|value| value / 2).collect::<Vec<_>>(), even);
    }
}

#[test]
fn codes_of_moebius_and_mogul() {
    let count = |t, n| {
        let budget = Budget::unlimited();
        let values = coins::head_values(&TurningRule::at_most(t), n, &budget).unwrap();
        let counts = coin_code::weights(&values, &budget).unwrap().unwrap();
        counts.into_iter().enumerate().filter(|&(_, n)| n > 0).collect::<Vec<_>>()
    };
    assert_eq!(count(5, 18), [(0, 1), (6, 102), (8, 153), (10, 153), (12, 102), (18, 1)]);
    assert_eq!(count(7, 24), [(0, 1), (8, 759), (12, 2576), (16, 759), (24, 1)]);
    // Without the Mock Turtle: the perfect Golay code.
    let perfect =
        [(0, 1), (7, 253), (8, 506), (11, 1288), (12, 1288), (15, 506), (16, 253), (23, 1)];
    assert_eq!(count(6, 23), perfect);
}

#[test]
fn heads_of_a_product_add() {
    let rules = Tartan::from_parameters("mock-turtles,ruler").unwrap();
    let mut plain = Plain::new(&rules);
    let board = |heads: u32| -> String {
        let coin = |i: u32| if heads >> i & 1 == 1 { 'h' } else { 't' };
        let row = |r: u32| (0..3).map(|c| coin(3 * r + c)).collect::<String>();
        (0..3).map(row).collect::<Vec<_>>().join("|")
    };
    let single: Vec<u64> = (0..9).map(|i| plain.read(&board(1 << i))).collect();
    // Mock Turtles 1, 2, 4 along the rows, Ruler 1, 2, 1 down: the Tartan Theorem.
    assert_eq!(single, [1, 2, 4, 2, 3, 8, 1, 2, 4]);
    for heads in 0..1 << 9 {
        let sum = (0..9).filter(|i| heads >> i & 1 == 1).fold(0, |sum, i| sum ^ single[i]);
        assert_eq!(plain.read(&board(heads)), sum);
    }
}

#[test]
fn moores_nim() {
    for k in 1..4 {
        let rules = MooreNim { most: k };
        let mut plain = Plain::new(&rules);
        for code in 0..4u64.pow(5) {
            let sizes: Vec<u64> = (0..5).map(|i| code / 4u64.pow(i) % 4).collect();
            let zero = plain.read(&join(sizes.iter().copied(), "+")) == 0;
            assert_eq!(moore::previous_player_wins(&sizes, k), zero, "{k}: {sizes:?}");
        }
        for (a, b, c) in
            (0..9).flat_map(|a| (0..9).flat_map(move |b| (0..9).map(move |c| (a, b, c))))
        {
            let zero = plain.read(&format!("{a}+{b}+{c}")) == 0;
            assert_eq!(moore::previous_player_wins(&[a, b, c], k), zero, "{k}: {a} {b} {c}");
        }
    }
}

fn values_of(rules: Independent, largest: u64) -> Vec<u64> {
    let (rules, budget) = (Arc::new(rules), Arc::new(Budget::unlimited()));
    let engine = || upstar_theory::grundy::Grundy::new(&rules, Arc::clone(&budget));
    let (mut engine, mut by_moves) = (engine(), engine().without_theorems());
    let value = |n: u64| {
        let heap = rules.parse(&n.to_string()).unwrap();
        let value = by_moves.of(heap.clone()).unwrap();
        assert_eq!(engine.of(heap).unwrap(), value, "{rules:?} {n}");
        value as u64
    };
    (0..=largest).map(value).collect()
}

/// k if the k-th prime is the least that divides the heap; if the last bean may be taken, 0 and 1
/// are exchanged (Winning Ways ch. 4).
fn prim(heap: u64, last_bean: bool) -> u64 {
    if heap == 0 {
        return 0;
    }
    let least = (2..=heap).find(|&d| heap.is_multiple_of(d)).unwrap_or(1);
    let is_prime = |n: &u64| (2..=n.isqrt()).all(|d| !n.is_multiple_of(d));
    let value = (2..=least).filter(is_prime).count() as u64;
    if last_bean && value < 2 { 1 - value } else { value }
}

#[test]
fn heap_games_with_closed_forms() {
    use upstar_rules::heap::dim::Dim;
    use upstar_rules::heap::dividing_rulers::DividingRulers;
    use upstar_rules::heap::lasker_nim::LaskerNim;
    use upstar_rules::heap::prim::Prim;
    let closed = |value: &dyn Fn(u64) -> u64| (0..=100).map(value).collect::<Vec<u64>>();
    let lasker = values_of(LaskerNim::from_parameters("").unwrap(), 100);
    assert_eq!(lasker[..10], [0, 1, 2, 4, 3, 5, 6, 8, 7, 9]);
    for (sign, plus) in [("+", true), ("-", false)] {
        let expected = closed(&|n| prim(n, plus));
        assert_eq!(values_of(Prim::from_parameters(sign).unwrap(), 100), expected);
        let expected = closed(&|n| heaps::dim(n.into(), plus));
        assert_eq!(values_of(Dim::from_parameters(sign).unwrap(), 100), expected);
    }
    let expected = closed(&|n| heaps::dividing_rulers(n.into()));
    assert_eq!(values_of(DividingRulers::from_parameters("").unwrap(), 100), expected);
}

#[test]
fn subtraction_games() {
    let period = |set: &[u32]| {
        let period = subtraction::period(set, 2000).unwrap();
        (period.start, period.length)
    };
    assert_eq!(period(&[1]), (0, 2));
    assert_eq!(period(&[1, 2, 3, 4]), (0, 5));
    assert_eq!(period(&[2, 5, 6]), (0, 11));
    assert_eq!(period(&[4, 10, 12]), (0, 22));
    assert_eq!(period(&[2, 4, 7]), (8, 3));
    assert_eq!(period(&[2, 3, 7]), (0, 5));
    let values = subtraction::nim_sequence(&Take::These(vec![2, 4, 7]), 15);
    assert_eq!(values, [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2, 1, 0, 2, 1, 0]);
    assert_eq!(subtraction::period(&[], 10), None);
    assert_eq!(subtraction::period(&[0, 1], 10), None);
    assert_eq!(subtraction::period(&[2, 5, 6], 11), None);
    for set in ["2,5,6", "2,4,7", "all-but 2,3,7", "squares", "primes", "powers-of-2", ""] {
        let take = Take::parse(set).unwrap();
        assert_eq!(
            values_of(Independent::new(take.clone()), 100),
            subtraction::nim_sequence(&take, 100),
            "{set}"
        );
    }
    let all_but = Take::parse("all-but 2,3,7").unwrap();
    assert_eq!(
        subtraction::nim_sequence(&all_but, 20)[1..],
        [1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10]
    );
}

proptest! {
    /// The value 1 occurs just s after the value 0, where s is the least member of the set.
    #[test]
    fn ferguson_pairing(set in prop::collection::btree_set(1u32..30, 1..6), all_but: bool) {
        let set: Vec<u32> = set.into_iter().collect();
        let take = if all_but { Take::AllBut(set) } else { Take::These(set) };
        let least = take.up_to(1000).next().unwrap() as usize;
        let values = subtraction::nim_sequence(&take, 300);
        for n in 0..values.len() {
            let paired = n >= least && values[n - least] == 0;
            prop_assert_eq!(values[n] == 1, paired);
        }
    }
}

#[test]
fn squares_and_primes_are_paired_too() {
    for set in ["squares", "primes", "powers-of-2"] {
        let take = Take::parse(set).unwrap();
        let least = take.up_to(10).next().unwrap() as usize;
        let values = subtraction::nim_sequence(&take, 500);
        assert!((least..=500).all(|n| (values[n] == 1) == (values[n - least] == 0)), "{set}");
    }
}

#[test]
fn disguises_of_nim() {
    let stairs = StaircaseNim;
    let poker = PokerNim;
    let (leave, stay) = (Nimble { stay: false }, Nimble { stay: true });
    let (mut on_stairs, mut with_bag) = (Plain::new(&stairs), Plain::new(&poker));
    let (mut leaving, mut staying) = (Plain::new(&leave), Plain::new(&stay));
    for code in 0..5u64.pow(3) {
        let numbers: Vec<u64> = (0..3).map(|i| code / 5u64.pow(i) % 5).collect();
        let listed = join(numbers.iter().copied(), ",");
        let sum = numbers.iter().fold(0, |sum, n| sum ^ n);
        assert_eq!(on_stairs.read(&listed), heaps::staircase(&numbers), "{listed}");
        assert_eq!(staying.read(&listed), sum, "{listed}");
        assert_eq!(leaving.read(&listed), numbers.iter().fold(0, |sum, n| sum ^ (n + 1)));
        for bag in 0..4 {
            let text = format!("{};{bag}", join(numbers.iter().copied(), "+"));
            assert_eq!(with_bag.read(&text), sum, "{text}");
        }
    }
}

#[test]
fn euclid() {
    let (zero, positive) = (Euclid { to_zero: true }, Euclid { to_zero: false });
    let (mut to_zero, mut staying) = (Plain::new(&zero), Plain::new(&positive));
    for (a, b) in (1..60).flat_map(|a| (1..60).map(move |b| (a, b))) {
        let text = format!("{a},{b}");
        assert_eq!(heaps::euclid_positive(a, b), Some(staying.read(&text)), "{text}");
        assert_eq!(heaps::euclid_previous_player_wins(a, b), to_zero.read(&text) == 0, "{text}");
    }
    assert_eq!(heaps::euclid_positive(0, 3), None);
    assert_eq!(heaps::euclid_positive(1, u64::MAX), Some(u64::MAX - 1));
}

#[test]
fn fibonacci_nim() {
    let rules = FibonacciNim::from_parameters("").unwrap();
    let mut plain = Plain::new(&rules);
    for (heap, most) in (1..60).flat_map(|n| (1..=n).map(move |most| (n, most))) {
        let zero = plain.read(&format!("{heap}:{most}")) == 0;
        assert_eq!(heaps::fibonacci_previous_player_wins(heap, most), zero, "{heap}:{most}");
    }
}
