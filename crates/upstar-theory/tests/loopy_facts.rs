//! Statements of Winning Ways, chapter 12, on larger boards than the printed tables.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use upstar_base::{Budget, OutcomeClass};
use upstar_rules::Rules;
use upstar_rules::erased::Erased;
use upstar_rules::loopy::l_game::LGame;
use upstar_rules::registry::{About, open};
use upstar_theory::entailing::Entailing;
use upstar_theory::grundy::Grundy;
use upstar_theory::loopy::values::{LoopyLabel, LoopyValues};
use upstar_values::Entailed;

/// The place of an outcome among P, N and D.
fn place(outcome: OutcomeClass) -> usize {
    [OutcomeClass::P, OutcomeClass::N, OutcomeClass::D].iter().position(|o| *o == outcome).unwrap()
}

struct Boxed;

impl Boxed {
    fn visit(self, _: &About<'_>, rules: Erased) -> Erased {
        Erased::new(rules)
    }
}

fn rules(name: &str) -> Arc<Erased> {
    Arc::new(open(name, "").map(|(about, rules)| Boxed.visit(about, rules)).unwrap())
}

fn loopy<R: Rules>(rules: &Arc<R>) -> LoopyValues<R> {
    LoopyValues::new(rules, Arc::new(Budget::unlimited()))
}

fn entailing<R: Rules>(rules: &Arc<R>) -> Entailing<R> {
    Entailing::new(rules, Arc::new(Budget::unlimited()))
}

fn outcome(label: &LoopyLabel) -> OutcomeClass {
    match label.remoteness {
        None => OutcomeClass::D,
        Some(far) if far % 2 == 0 => OutcomeClass::P,
        Some(_) => OutcomeClass::N,
    }
}

/// All ways to write `n` as a sum, the terms not above `most` and decreasing.
fn partitions(n: u32, most: u32) -> Vec<Vec<u32>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in (1..=n.min(most)).rev() {
        for rest in partitions(n - first, first) {
            all.push([&[first], &rest[..]].concat());
        }
    }
    all
}

fn heaps(sizes: &[u32]) -> String {
    sizes.iter().map(u32::to_string).collect::<Vec<_>>().join("+")
}

#[test]
fn fair_shares() {
    let rules = rules("fair-shares");
    let mut values = loopy(&rules);
    let mut of = |sizes: &[u32]| values.of(&rules.parse(&heaps(sizes)).unwrap()).unwrap();
    let lost: Vec<String> = partitions(9, 9)
        .iter()
        .filter(|sizes| outcome(&of(sizes)) == OutcomeClass::P)
        .map(|sizes| sizes.iter().map(u32::to_string).collect())
        .collect();
    let printed = ["72", "54", "5211", "4311", "4221", "333", "321111", "222111", "111111111"];
    assert_eq!(lost, printed);
    let mut counts = [0; 3];
    for sizes in partitions(11, 11) {
        counts[place(outcome(&of(&sizes)))] += 1;
    }
    assert_eq!(counts, [1, 10, 45]);
    let is_prime = |n: u32| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    for p in (2..14).filter(|&p| is_prime(p)) {
        for q in (2..=p).filter(|&q| is_prime(q) && p + q <= 20) {
            assert_eq!(of(&[p, q]).remoteness, Some(2), "{p}+{q}");
        }
    }
}

/// Three counters by their values, and as one game by going back from the end.
#[test]
fn adders_and_ladders() {
    let rules = rules("adders-and-ladders");
    let jumps = [3, 6, 8, 9, 10, 11, 17, 19, 20];
    let squares: Vec<u32> = (1..=25).filter(|square| !jumps.contains(square)).collect();
    let (mut by_values, mut whole) = (loopy(&rules), loopy(&rules));
    let mut seen = [0; 3];
    for (i, &a) in squares.iter().enumerate() {
        for (j, &b) in squares.iter().enumerate().skip(i) {
            for &c in &squares[j..] {
                let counters = rules.parse(&heaps(&[a, b, c])).unwrap();
                let sum = by_values.of(&counters).unwrap().value.outcome();
                let plain = outcome(&whole.alone(&counters).unwrap());
                assert_eq!(sum, plain, "{a}+{b}+{c}");
                seen[place(plain)] += 1;
            }
        }
    }
    assert_eq!(seen.iter().sum::<i32>(), 816);
    assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
    let position = rules.parse("1+5+22").unwrap();
    assert_eq!(whole.alone(&position).unwrap().remoteness, Some(11));
}

/// The values of S(-1,2,5) fall by one from heap to heap, and each round of four comes a stage
/// later.
#[test]
fn additional_subtraction() {
    let rules = rules("addsub(-1,2,5)");
    let mut values = loopy(&rules);
    for n in 5..=60usize {
        let (round, place) = ((n - 5) / 4, (n - 5) % 4);
        let expected = format!("{}@{}", 3 - place, 5 + round - place);
        let label = values.of(&rules.family().member(&[n]).unwrap()).unwrap();
        assert_eq!(label.value.to_string(), expected, "{n}");
        assert!(label.proved);
    }
}

/// The squares of a board after one of the eight symmetries.
fn turned(symmetry: usize, board: &[u8; 16]) -> [u8; 16] {
    let mut image = [b'.'; 16];
    for (i, &symbol) in board.iter().enumerate() {
        let (mut row, mut column) = (i / 4, i % 4);
        if symmetry & 1 != 0 {
            (row, column) = (column, row);
        }
        row = if symmetry & 2 != 0 { 3 - row } else { row };
        column = if symmetry & 4 != 0 { 3 - column } else { column };
        image[4 * row + column] = symbol;
    }
    image
}

/// All positions of the L-game, one of each eight that are alike.
fn boards() -> BTreeSet<[u8; 16]> {
    let mut places = BTreeSet::new();
    for (row, column) in (0..3).flat_map(|r| (0..2).map(move |c| (r, c))) {
        for (foot, below) in [(0, 0), (0, 1), (2, 0), (2, 1)] {
            let mut cells = [b'.'; 16];
            (0..3).for_each(|i| cells[4 * (row + 1 - below) + column + i] = b'L');
            cells[4 * (row + below) + column + foot] = b'L';
            places.extend((0..8).map(|symmetry| turned(symmetry, &cells)));
        }
    }
    assert_eq!(places.len(), 48);
    let mut all = BTreeSet::new();
    for own in &places {
        for other in &places {
            if (0..16).any(|i| own[i] == b'L' && other[i] == b'L') {
                continue;
            }
            let symbol = |i: usize| match (own[i], other[i]) {
                (b'L', _) => b'A',
                (_, b'L') => b'B',
                _ => b'.',
            };
            let board: [u8; 16] = std::array::from_fn(symbol);
            let free: Vec<usize> = (0..16).filter(|&i| board[i] == b'.').collect();
            for (k, &first) in free.iter().enumerate() {
                for &second in &free[k + 1..] {
                    let mut board = board;
                    (board[first], board[second]) = (b'n', b'n');
                    let images = (0..8).map(|symmetry| turned(symmetry, &board));
                    all.insert(images.min().unwrap());
                }
            }
        }
    }
    all
}

#[test]
fn the_l_game() {
    let rules = Arc::new(LGame);
    let mut values = loopy(&rules);
    let (mut counts, mut drawn) = (BTreeMap::new(), 0);
    let (mut three, mut two) = ([0; 3], [0; 2]);
    let boards = boards();
    assert_eq!(boards.len(), 2296);
    for board in &boards {
        let text = String::from_utf8(board.chunks(4).collect::<Vec<_>>().join(&b'|')).unwrap();
        let label = values.of(&rules.parse(&text).unwrap()).unwrap();
        match label.remoteness {
            None => drawn += 1,
            Some(far) => *counts.entry(far).or_insert(0) += 1,
        }
        // Advice for the player who has just moved, by Goller: his L on three squares of the
        // centre never loses; on two it can lose in one shape only.
        let centre = [5, 6, 9, 10].iter().filter(|&&i| board[i] == b'B').count();
        let outcome = outcome(&label);
        if centre == 3 {
            three[place(outcome)] += 1;
        } else if centre == 2 {
            let danger = (0..8).any(|symmetry| {
                let image = turned(symmetry, board);
                [0, 4, 5, 6].iter().all(|&i| image[i] == b'B')
                    && [2, 7, 8].iter().any(|&i| image[i] == b'n')
            });
            if outcome == OutcomeClass::N {
                assert!(danger, "{text}");
            }
            two[usize::from(outcome == OutcomeClass::N)] += 1;
        }
    }
    let expected = [15, 768, 3, 27, 3, 81, 5, 11, 3, 119];
    assert_eq!(counts, (0..10).zip(expected).collect::<BTreeMap<u32, i32>>());
    assert_eq!(drawn, 1261);
    // P, N and O.
    assert_eq!(three, [19, 0, 149]);
    assert!(two[0] > 100 && two[1] > 0, "{two:?}");
}

fn from(n: u32) -> Entailed {
    if n == 0 { Entailed::sunny() } else { format!("{n}>").parse().unwrap() }
}

/// The heaps of Nim with entailing moves that are not loony, and their values in order.
fn not_loony(rules: &Arc<Erased>, most: usize) -> Vec<usize> {
    let mut values = entailing(rules);
    let mut found = Vec::new();
    for n in 0..=most {
        let set = values.of(&rules.family().member(&[n]).unwrap()).unwrap();
        if set.least().is_some() {
            assert_eq!(set, from(found.len() as u32), "{n}");
            found.push(n);
        }
    }
    found
}

/// Taking a, b, ... entails: what is not loony are the heaps of value 0 of the subtraction game.
#[test]
fn nim_with_entailing_moves() {
    for set in ["1", "2", "1,2", "2,5,7", "1,4", "3,4,9", "2,3,6", "1,3,8"] {
        let subtraction = rules(&format!("subtraction({set})"));
        let mut grundy = Grundy::new(&subtraction, Arc::new(Budget::unlimited()));
        let zero = |n: &usize| grundy.of(subtraction.parse(&n.to_string()).unwrap()).unwrap() == 0;
        let zeros: Vec<usize> = (0..=150).filter(zero).collect();
        assert_eq!(not_loony(&rules(&format!("nim-entailing({set})")), 150), zeros, "{set}");
    }
}

#[test]
fn goldbachs_nim() {
    let is_prime = |n: usize| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    let found = not_loony(&rules("goldbach-nim(b)"), 300);
    for n in 1..=300 {
        let is_loony = !found.contains(&n);
        match n % 2 {
            0 => assert!(is_loony, "{n}"),
            _ if n > 7 => assert_eq!(is_loony, is_prime(n - 2) && !is_prime(n - 4), "{n}"),
            _ => {}
        }
    }
    let first = not_loony(&rules("goldbach-nim(a)"), 38);
    assert_eq!(first, [0, 1, 2, 3, 11, 12, 17, 23, 27, 29, 35, 37, 38]);
}

/// Where the pairs that are not used before begin: the least number outside.
fn unused(used: &BTreeSet<u32>) -> u32 {
    (0..).find(|n| !used.contains(n)).unwrap()
}

fn queens(name: &str, side: u32) -> BTreeMap<(u32, u32), Entailed> {
    let rules = rules(name);
    let mut values = entailing(&rules);
    let mut sets = BTreeMap::new();
    for (row, column) in (0..=side).flat_map(|r| (0..=side).map(move |c| (r, c))) {
        let queen = rules.parse(&format!("{row},{column}")).unwrap();
        sets.insert((row, column), values.of(&queen).unwrap());
    }
    sets
}

#[test]
fn wyt_queens_with_trains() {
    let mut used = BTreeSet::new();
    let pairs: Vec<u32> = (0..=40)
        .map(|d| {
            let a = unused(&used);
            used.extend([a, a + d]);
            a
        })
        .collect();
    for ((row, column), set) in queens("wyt-queens-trains", 40) {
        let (low, d) = (row.min(column), row.abs_diff(column));
        let expected = match low.checked_sub(pairs[d as usize]) {
            None => Entailed::loony(),
            Some(t) if d == 0 => from(t),
            Some(t) => Entailed::only(t),
        };
        assert_eq!(set, expected, "{row},{column}");
    }
}

#[test]
fn off_wyth_its_tail() {
    let mut expected = BTreeMap::new();
    for k in 0..=40u32 {
        let mut used = BTreeSet::new();
        for d in k..=40 {
            let x = unused(&used);
            used.extend([x, x + d]);
            let set = if x == 0 { from(k) } else { Entailed::only(k) };
            let before = expected.insert((x, x + d), set);
            assert!(before.is_none());
        }
    }
    let mut regular = 0;
    for ((row, column), set) in queens("off-wyth-its-tail", 40) {
        let known = expected.get(&(row.min(column), row.max(column)));
        regular += i32::from(known.is_some());
        assert_eq!(set, known.cloned().unwrap_or_default(), "{row},{column}");
    }
    assert!(regular > 600, "{regular}");
}

#[test]
fn on_the_rails() {
    let rules = rules("on-the-rails");
    let mut values = entailing(&rules);
    let mut row = |row: usize| -> Vec<Option<u32>> {
        let mut of = |column| {
            let horse = rules.family().member(&[row, column]).unwrap();
            values.nim_value(&[horse]).unwrap()
        };
        (1..=8).map(&mut of).collect()
    };
    for r in 6..=80 {
        assert_eq!(row(r), row(r + 7), "row {r}");
    }
    assert_ne!(row(5), row(12));
}
