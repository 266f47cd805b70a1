//! Games of files that also come along: the same values on every small position.

use crate::common::{Dice, desk, rules};
use std::sync::Arc;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, open_sized};
use upstar_rules::{Rules, read_sum};
use upstar_theory::values::Values;
use upstar_values::{Calc, Short, Store};

/// The values of positions of a ruleset that comes along.
struct ValuesOf<'a>(&'a [String], Calc);

impl ValuesOf<'_> {
    fn visit(self, _: &About<'_>, rules: Erased) -> Vec<Short> {
        values(rules, self.0, self.1)
    }
}

fn values<R: Rules>(rules: R, boards: &[String], calc: Calc) -> Vec<Short> {
    let rules = Arc::new(rules);
    let mut values = Values::new(&rules, calc);
    let value = |board: &String| {
        let sum = read_sum(&*rules, board).unwrap_or_else(|error| panic!("{board}: {error}"));
        values.of(sum.into_iter().next().unwrap()).unwrap()
    };
    boards.iter().map(value).collect()
}

/// All boards of a size if there are few, else a sample.
fn boards(symbols: &str, rows: usize, columns: usize) -> Vec<String> {
    let symbols: Vec<char> = symbols.chars().collect();
    let all = symbols.len().checked_pow((rows * columns) as u32).filter(|&n| n <= 1000);
    let mut dice = Dice::new((rows * 31 + columns) as u64);
    match all {
        None => (0..400).map(|_| dice.board(&symbols, rows, columns)).collect(),
        Some(all) => (0..all)
            .map(|mut n| {
                let row = |n: &mut usize| {
                    let digit = |n: &mut usize| {
                        let symbol = symbols[*n % symbols.len()];
                        *n /= symbols.len();
                        symbol
                    };
                    (0..columns).map(|_| digit(n)).collect::<String>()
                };
                (0..rows).map(|_| row(&mut n)).collect::<Vec<_>>().join("|")
            })
            .collect(),
    }
}

/// The text of a file of the library.
fn file(name: &str) -> String {
    let path = format!("{}/../../games/{name}.up", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Compares a file of the library with the ruleset that comes along, on these positions; `spelt`
/// is how the latter writes them.
fn compare_on(
    name: &str,
    built_in: &str,
    size: (usize, usize),
    positions: &[String],
    spelt: impl Fn(&str) -> String,
) {
    let store = Arc::new(Store::default());
    let own = values(rules(&file(name), size), positions, desk(&store));
    let theirs: Vec<String> = positions.iter().map(|text| spelt(text)).collect();
    let theirs = open_sized(built_in, size)
        .map(|(about, rules)| ValuesOf(&theirs, desk(&store)).visit(about, rules))
        .unwrap();
    for ((position, own), theirs) in positions.iter().zip(own).zip(theirs) {
        assert_eq!(own, theirs, "{name} {position}");
    }
}

/// On boards of these sizes with the same symbols.
fn compare(name: &str, built_in: &str, symbols: &str, sizes: &[(usize, usize)]) {
    for &(r, c) in sizes {
        compare_on(name, built_in, (r, c), &boards(symbols, r, c), str::to_owned);
    }
}

/// On heaps, and on pairs of numbers.
fn heaps(name: &str, built_in: &str, to: usize) {
    let heaps: Vec<String> = (0..=to).map(|n| n.to_string()).collect();
    compare_on(name, built_in, (1, 1), &heaps, str::to_owned);
}

fn pairs(name: &str, built_in: &str, from: usize, to: usize, between: &str) {
    let pair = |i: usize| format!("{},{}", from + i / (to + 1), from + i % (to + 1));
    let pairs: Vec<String> = (0..(to + 1) * (to + 1)).map(pair).collect();
    compare_on(name, built_in, (1, 1), &pairs, |text| text.replace(',', between));
}

const GRIDS: [(usize, usize); 9] =
    [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 9), (1, 9), (9, 1)];
const STRIPS: [(usize, usize); 4] = [(1, 1), (1, 4), (1, 6), (1, 9)];

#[test]
fn games_of_dominoes() {
    compare("domineering", "domineering", ".#", &GRIDS);
    compare("cram", "cram", ".#", &GRIDS);
    compare("fission", "fission", ".x#", &GRIDS[..6]);
}

#[test]
fn games_of_stones() {
    compare("clobber", "clobber", ".xo", &GRIDS);
    compare("cannibal-clobber", "cannibal-clobber", ".xo", &GRIDS[..6]);
    compare("konane", "konane", ".xo", &GRIDS);
    compare("amazons", "amazons", ".xo#", &GRIDS[..5]);
}

#[test]
fn games_on_strips() {
    compare("toads-and-frogs", "toads-and-frogs", ".tf", &STRIPS);
    compare("fjords-strip", "fjords", ".xo", &STRIPS);
    for (rows, columns) in STRIPS {
        let rows_of = boards("lre", rows, columns);
        let spelt = |text: &str| text.replace('l', "x").replace('r', "o");
        compare_on("toppling-dominoes", "toppling-dominoes", (rows, columns), &rows_of, spelt);
        let strings = boards("lre", rows, columns.min(6));
        compare_on("blue-red-green-strings", "hackenbush", (1, 9), &strings, str::to_owned);
    }
}

/// What is reserved in the games that come along is coloured beside here.
#[test]
fn colouring_games() {
    for size in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3)] {
        let empty = boards(".", size.0, size.1);
        compare_on("grid-col", "grid-col", size, &empty, str::to_owned);
        compare_on("grid-snort", "grid-snort", size, &empty, str::to_owned);
    }
    let graphs = [".", ".-.", ".-.-.", ".(-.;-.;-.)", ".:A-.-.-:A", ".:A-.-.-.-:A", ".(-.;-.-.)-."];
    let graphs = graphs.map(str::to_owned);
    for name in ["col", "snort", "node-kayles"] {
        compare_on(name, name, (1, 1), &graphs, str::to_owned);
    }
}

#[test]
fn games_of_heaps() {
    heaps("nim", "nim", 12);
    heaps("kayles", "kayles", 40);
    heaps("grundys-game", "grundys-game", 40);
    heaps("subtraction", "subtraction(1,2,3)", 20);
}

#[test]
fn games_of_pairs() {
    pairs("wythoff", "wythoff", 0, 10, ",");
    pairs("cutcake", "cutcake", 1, 11, "x");
    pairs("eatcake", "eatcake", 1, 4, "x");
    pairs("white-knight", "white-knight", 0, 8, ",");
    pairs("euclid", "euclid", 1, 9, ",");
}
