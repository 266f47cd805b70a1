//! Games of files that also come along: the same values on every small position.

use crate::common::{Dice, desk, rules};
use std::sync::Arc;
use upstar_rules::registry::{About, Visitor, visit_sized};
use upstar_rules::{Rules, read_sum};
use upstar_theory::values::Values;
use upstar_values::{Calc, Short, Store};

/// The values of positions of a ruleset that comes along.
struct ValuesOf<'a>(&'a [String], Calc);

impl Visitor for ValuesOf<'_> {
    type Output = Vec<Short>;

    fn visit<R: Rules>(self, _: &About<'_>, rules: R) -> Vec<Short> {
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
    let mut dice = Dice(0x9E37_79B9 + (rows * 31 + columns) as u64);
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

fn compare(text: &str, built_in: &str, symbols: &str, sizes: &[(usize, usize)]) {
    for &(r, c) in sizes {
        let boards = boards(symbols, r, c);
        let store = Arc::new(Store::default());
        let own = values(rules(text, (r, c)), &boards, desk(&store));
        let theirs = visit_sized(built_in, (r, c), ValuesOf(&boards, desk(&store))).unwrap();
        for ((board, own), theirs) in boards.iter().zip(own).zip(theirs) {
            assert_eq!(own, theirs, "{built_in} {board}");
        }
    }
}

const GRIDS: [(usize, usize); 8] = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (1, 9), (9, 1)];

#[test]
fn domineering() {
    let text = "game Domineering\ngrid . #\nleft vertical .. -> ##\nright horizontal .. -> ##\n";
    compare(text, "domineering", ".#", &GRIDS);
}

#[test]
fn clobber() {
    let text = "game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    compare(text, "clobber", ".xo", &GRIDS);
}

#[test]
fn konane() {
    let text =
        "game Konane\ngrid . x o #\nleft orthogonal xo. -> ..x again\nright as left with x<->o\n";
    compare(text, "konane", ".xo", &GRIDS);
}

#[test]
fn amazons() {
    let text = "game Amazons\ngrid . x o #\nleft compass x.*. -> ..*x then compass x.*. -> x.*#\n\
        right as left with x<->o\n";
    compare(text, "amazons", ".xo#", &GRIDS[..6]);
}

#[test]
fn toads_and_frogs() {
    let text = "game \"Toads and Frogs\"\nstrip . t f #\nleft east t. -> .t\nleft east tf. -> .ft\n\
        right as left with t<->f east<->west\n";
    compare(text, "toads-and-frogs", ".tf", &[(1, 1), (1, 4), (1, 6), (1, 9)]);
}

#[test]
fn cram_and_fission() {
    let cram = "game Cram\ngrid . #\nboth orthogonal .. -> ##\n";
    compare(cram, "cram", ".#", &GRIDS);
    let fission =
        "game Fission\ngrid . x #\nleft vertical .x. -> x.x\nright horizontal .x. -> x.x\n";
    compare(fission, "fission", ".x#", &GRIDS[..6]);
}

#[test]
fn col_and_snort() {
    let col = "game Col\ngrid . x o\nleft . -> x unless beside x\nright as left with x<->o\n";
    compare(col, "grid-col", ".xo", &GRIDS[..6]);
    let snort = "game Snort\ngrid . x o\nleft . -> x unless beside o\nright as left with x<->o\n";
    compare(snort, "grid-snort", ".xo", &GRIDS[..6]);
}
