//! Rulesets that are the same game on some positions: they must agree on who wins, in every
//! compound, for both endings and whoever starts.
//!
//! What a component is must not depend on how the game is written down: a row of Dawson's Kayles
//! that falls into two, a path of Arc Kayles and a strip of Cram are the same.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Play, Player, Stopped, Verdict};
use upstar_rules::erased::Erased;
use upstar_rules::read_sum;
use upstar_rules::registry::{self, About};
use upstar_testing::Random;
use upstar_theory::compound::Compound;
use upstar_theory::compound::solver::CompoundSolver;
use upstar_theory::theory::Theory;

/// Who wins a position in all compounds, with each ending and each starter.
struct Verdicts<'a>(&'a str);

type Table = Vec<(Compound, Play, Result<[Verdict; 2], Stopped>)>;

impl Verdicts<'_> {
    fn visit(self, _: &About<'_>, rules: Erased) -> Table {
        let rules = Arc::new(rules);
        let terms = read_sum(&*rules, self.0).unwrap();
        let mut table = Vec::new();
        for compound in Compound::ALL.into_iter().filter(|&compound| compound != Compound::Sum) {
            for play in [Play::Normal, Play::Misere] {
                let budget = Arc::new(Budget::default());
                let Ok(mut referee) = CompoundSolver::new(&rules, compound, play, budget) else {
                    continue;
                };
                let standing = referee.standing(&terms).unwrap();
                let left = referee.verdict(&standing, Player::Left);
                let right = referee.verdict(&standing, Player::Right);
                table.push((compound, play, left.and_then(|left| Ok([left, right?]))));
            }
        }
        table
    }
}

fn verdicts(rules: &str, position: &str) -> Table {
    registry::open(rules, position)
        .map(|(about, rules)| Verdicts(position).visit(about, rules))
        .unwrap()
}

/// Compares two ways to write the same game; both must know every compound. The verdicts of
/// impartial rules do not depend on the starter.
#[track_caller]
fn agree((rules, position): (&str, &str), (other, same): (&str, &str)) {
    let (one, two) = (verdicts(rules, position), verdicts(other, same));
    assert_eq!(one.len(), 14, "{rules} {position}");
    assert_eq!(one, two, "{rules} {position} and {other} {same}");
}

/// Random sums of up to three components, each written by `write` in two ways.
fn sums(seed: u64, most: u32, write: impl Fn(u32) -> [String; 2], rules: [&str; 2]) {
    let mut random = Random::new(0x9e37_79b9 + seed);
    for _ in 0..60 {
        let terms: Vec<[String; 2]> =
            (0..=random.below(3)).map(|_| write(1 + random.below(most as usize) as u32)).collect();
        let joined = [0, 1]
            .map(|i| terms.iter().map(|t| format!("({})", t[i])).collect::<Vec<_>>().join(" + "));
        agree((rules[0], &joined[0]), (rules[1], &joined[1]));
    }
}

fn path(n: u32) -> String {
    vec!["."; n as usize].join("-")
}

#[test]
fn dawsons_kayles_is_arc_kayles_on_a_path() {
    sums(1, 7, |n| [n.to_string(), path(n)], ["dawsons-kayles", "arc-kayles"]);
}

#[test]
fn cram_on_a_strip_is_dawsons_kayles() {
    sums(2, 7, |n| [n.to_string(), ".".repeat(n as usize)], ["dawsons-kayles", "cram"]);
}

#[test]
fn dawsons_chess_is_node_kayles_on_a_path() {
    sums(3, 7, |n| [n.to_string(), path(n)], ["dawsons-chess", "node-kayles"]);
}

#[test]
fn green_strings_are_nim() {
    sums(4, 4, |n| [n.to_string(), "e".repeat(n as usize)], ["nim", "hackenbush"]);
    sums(5, 4, |n| [n.to_string(), n.to_string()], ["nim", "nimble(stay)"]);
}

/// A position with several pieces is the compound of the pieces.
#[test]
fn a_picture_is_the_compound_of_what_stands_on_the_ground() {
    for (whole, pieces) in [
        ("l;r", "l + r"),
        ("lr;rl;e", "lr + rl + e"),
        ("e(l;r);ll", "e(l;r) + ll"),
        ("lrr;lrr", "lrr + lrr"),
    ] {
        agree(("hackenbush", whole), ("hackenbush", pieces));
    }
    for (rules, whole, pieces) in [
        ("domineering", "..#..|..#..", "..|.. + ..|.."),
        ("cram", "..#.|..#.|..#.", "..|..|.. + .|.|."),
        ("domineering", "...|##.|...", "...|##.|..."),
        ("col", ".-.-.;R-.", ".-.-. + R-."),
        ("node-kayles", ".-.-.;.-.", ".-.-. + .-."),
        ("nimble", "1,3", "1 + 3"),
        ("toppling-dominoes", "xo.x", "xo + x"),
        ("clobber", "xo.oxo", "xo + oxo"),
        ("cutcake", "2x3+1x4", "2x3 + 1x4"),
    ] {
        assert_eq!(
            verdicts(rules, whole),
            verdicts(rules, pieces),
            "{rules}: {whole} and {pieces}"
        );
    }
}

/// A random board of some symbols.
fn board(random: &mut Random, symbols: &[char]) -> String {
    let (rows, columns) = (1 + random.below(2), 1 + random.below(4));
    let row = |random: &mut Random| -> String {
        (0..columns).map(|_| symbols[random.below(symbols.len())]).collect()
    };
    (0..rows).map(|_| row(random)).collect::<Vec<_>>().join("|")
}

/// Boards as boards and as graphs.
#[test]
fn boards_are_graphs() {
    let mut random = Random::new(0x9e37_79b9);
    for _ in 0..60 {
        let squares = board(&mut random, &['.', '.', '.', '#']);
        assert_eq!(verdicts("cram", &squares), verdicts("arc-kayles", &squares), "{squares}");
        let stones = board(&mut random, &['x', 'o', 'x', 'o', '.']);
        assert_eq!(verdicts("clobber", &stones), verdicts("clobber-graph", &stones), "{stones}");
        let map = board(&mut random, &['.', '.', '.', 'L', 'R']);
        for (board, graph) in [("grid-col", "col"), ("grid-snort", "snort")] {
            let squares = map.to_lowercase();
            assert_eq!(verdicts(board, &squares), verdicts(graph, &map), "{board} {map}");
        }
    }
}
