//! Superheavy atoms: the equations of the literature, and a second search that plays with real
//! integers, each move to one of them three times as large as the last.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::HashMap;
use upstar_base::{Outcome, Stopped};
use upstar_values::{Calc, MAX_NUMBER, Side, Superheavy, SuperheavyStore};

/// An atom as a tree: for each player, whether all integers are options, and the others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Tree {
    Integer(i32),
    Atom([(bool, Vec<Tree>); 2]),
}

fn tree(depth: u32) -> BoxedStrategy<Tree> {
    let integer = (-2..=2).prop_map(Tree::Integer);
    if depth == 0 {
        return integer.boxed();
    }
    let side = move || (any::<bool>(), proptest::collection::vec(tree(depth - 1), 0..2));
    let atom = (side(), side()).prop_map(|(l, r)| Tree::Atom([l, r]));
    prop_oneof![1 => integer, 3 => atom].boxed()
}

fn build(store: &mut SuperheavyStore, calc: &mut Calc, tree: &Tree) -> Superheavy {
    match tree {
        Tree::Integer(n) => calc.integer((*n).into()).unwrap().into(),
        Tree::Atom(sides) => {
            let [left, right] = sides.each_ref().map(|(integers, games)| Side {
                integers: *integers,
                games: games.iter().map(|game| build(store, calc, game)).collect(),
            });
            store.make(left, right)
        }
    }
}

/// The atoms still there, the integer, how many moves to an integer were made, who moves.
type Place = (Vec<Tree>, i32, u32, usize);

fn mover_wins(place: &Place, known: &mut HashMap<Place, bool>) -> bool {
    if let Some(&wins) = known.get(place) {
        return wins;
    }
    let (atoms, number, moves, mover) = place;
    let sign = if *mover == 0 { 1 } else { -1 };
    let mut options: Vec<Place> = Vec::new();
    for i in 0..atoms.len() {
        let mut rest = atoms.clone();
        let Tree::Atom(sides) = rest.remove(i) else { panic!("integers are added up") };
        let (integers, games) = &sides[*mover];
        if *integers {
            let great = sign * 40 * 3i32.pow(*moves);
            options.push((rest.clone(), number + great, moves + 1, 1 - mover));
        }
        for game in games {
            let mut to = rest.clone();
            let mut total = *number;
            match game {
                Tree::Integer(n) => total += n,
                atom => to.push(atom.clone()),
            }
            to.sort_unstable();
            options.push((to, total, *moves, 1 - mover));
        }
    }
    if sign * number > 0 {
        options.push((atoms.clone(), number - sign, *moves, 1 - mover));
    }
    let wins = options.iter().any(|option| !mover_wins(option, known));
    known.insert(place.clone(), wins);
    wins
}

#[test]
fn agrees_with_play_on_real_integers() {
    let config = Config { failure_persistence: None, ..Config::with_cases(400) };
    // Always the same sums, since their outcomes are counted.
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, random);
    let sums = (proptest::collection::vec(tree(2), 1..4), -3..=3i32);
    let outcomes = std::cell::RefCell::new([0; 4]);
    let run = runner.run(&sums, |(trees, number)| {
        let (mut store, mut calc) = (SuperheavyStore::default(), Calc::default());
        let mut sum = Superheavy::from(calc.integer(number.into()).unwrap());
        let (mut atoms, mut total) = (Vec::new(), number);
        for tree in &trees {
            let game = build(&mut store, &mut calc, tree);
            sum = store.add(&mut calc, &sum, &game).unwrap();
            match tree {
                Tree::Integer(n) => total += n,
                atom => atoms.push(atom.clone()),
            }
        }
        atoms.sort_unstable();
        let mut known = HashMap::new();
        let first = [0, 1].map(|who| mover_wins(&(atoms.clone(), total, 0, who), &mut known));
        let expected = Outcome::from_first(first[0], first[1]);
        prop_assert_eq!(store.outcome(&mut calc, &sum).unwrap(), expected);
        let same = store.simplest(&mut calc, &sum).unwrap();
        prop_assert_eq!(store.outcome(&mut calc, &same).unwrap(), expected);
        let negative = store.neg(&mut calc, &sum).unwrap();
        prop_assert_eq!(store.outcome(&mut calc, &negative).unwrap(), -expected);
        if !atoms.is_empty() {
            let i = match expected {
                Outcome::L => 0,
                Outcome::R => 1,
                Outcome::N => 2,
                Outcome::P => 3,
            };
            outcomes.borrow_mut()[i] += 1;
        }
        Ok(())
    });
    run.unwrap();
    let outcomes = outcomes.into_inner();
    assert!(outcomes.iter().all(|&count| count > 5), "{outcomes:?}");
}

#[test]
fn large_numbers_are_refused() {
    let (mut store, mut calc) = (SuperheavyStore::default(), Calc::default());
    let all = || Side { integers: true, games: Vec::new() };
    let switch = store.make(all(), all());
    let near = calc.integer(MAX_NUMBER).unwrap().into();
    let sum = store.add(&mut calc, &switch, &near).unwrap();
    assert_eq!(store.outcome(&mut calc, &sum).unwrap(), Outcome::N);
    let far = calc.integer(MAX_NUMBER + 1).unwrap().into();
    let sum = store.add(&mut calc, &switch, &far).unwrap();
    assert!(matches!(store.outcome(&mut calc, &sum), Err(Stopped::Limit { .. })));
}
