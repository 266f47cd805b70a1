//! Winners of boards that are too large for values, against a search that knows nothing but the
//! moves, and against the literature.

use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player, Stopped};
use upstar_rules::Rules;
use upstar_rules::grid::clobber::Clobber;
use upstar_rules::grid::domineering::Domineering;
use upstar_rules::grid::plane::{Small, Wide};
use upstar_testing::Random;
use upstar_theory::winner::Winner;
use upstar_values::{Calc, Store};

type Known<P> = FxHashMap<(P, Player), bool>;

/// Does `who`, to move, win? By all moves.
fn plain<R: Rules>(
    rules: &R,
    position: &R::Position,
    who: Player,
    known: &mut Known<R::Position>,
) -> bool {
    let key = (position.clone(), who);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut options = Vec::new();
    rules.options(position, who, &mut options);
    let wins = options.iter().any(|option| !plain(rules, option, !who, known));
    known.insert(key, wins);
    wins
}

/// A board whose squares are drawn at random from these symbols.
fn board(rows: usize, columns: usize, symbols: &[char], random: &mut Random) -> String {
    let mut row = || (0..columns).map(|_| symbols[random.below(symbols.len())]).collect();
    (0..rows).map(|_| row()).collect::<Vec<String>>().join("|")
}

/// Random boards, each asked of an engine that remembers and of one that has just begun.
fn agrees<R: Rules>(rules: R, sizes: &[(usize, usize)], symbols: &[char], boards: usize) {
    let rules = Arc::new(rules);
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for &(rows, columns) in sizes {
        let mut known = Known::default();
        for size in [0, 6, 12] {
            let mut old = Winner::new(&rules, Calc::default()).with_exact_size(size);
            for _ in 0..boards {
                let text = board(rows, columns, symbols, &mut random);
                let position = rules.parse(&text).unwrap();
                let mut new = Winner::new(&rules, Calc::default()).with_exact_size(size);
                for who in Player::BOTH {
                    let expected = plain(&*rules, &position, who, &mut known);
                    let sum = std::slice::from_ref(&position);
                    assert_eq!(old.wins(sum, who), Ok(expected), "{text}, {who} first");
                    assert_eq!(new.wins(sum, who), Ok(expected), "{text}, {who} first");
                }
            }
        }
    }
}

#[test]
fn domineering_with_holes() {
    let sizes = [(4, 4), (4, 5), (5, 4), (4, 6), (3, 7)];
    agrees(Domineering::<Small>::new(), &sizes, &['.', '.', '.', '.', '#'], 60);
    agrees(Domineering::<Small>::new(), &sizes, &['.', '.', '#'], 60);
}

#[test]
fn domineering_with_holes_on_wide_boards() {
    agrees(Domineering::<Wide>::new(), &[(4, 5), (2, 9)], &['.', '.', '.', '#'], 30);
}

#[test]
fn clobber_with_gaps() {
    let rules = Clobber::<Small>::from_parameters("").unwrap();
    agrees(rules, &[(3, 4), (2, 6)], &['x', 'o', 'x', 'o', '.'], 40);
    let rules = Clobber::<Small>::from_parameters("").unwrap();
    agrees(rules, &[(3, 4), (2, 6)], &['x', 'o'], 15);
}

fn rectangle(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("|")
}

/// Rows and columns up to 6: Breuker, Uiterwijk and van den Herik, Solving 8x8 Domineering,
/// Theoretical Computer Science 230 (2000), table 1.
const RECTANGLES: [&str; 6] = ["PRRRRR", "LNNRLN", "LNNRRR", "LLLNLN", "LRLRPR", "LNLNLN"];

#[test]
fn rectangles_of_domineering() {
    let rules = Arc::new(Domineering::<Small>::new());
    for (rows, line) in (1..).zip(RECTANGLES) {
        for (columns, expected) in (1..).zip(line.chars()) {
            let position = [rules.parse(&rectangle(rows, columns)).unwrap()];
            let outcome = Winner::new(&rules, Calc::default()).outcome(&position).unwrap();
            assert_eq!(outcome.to_string(), expected.to_string(), "{rows}x{columns}");
            if rows * columns > 25 {
                continue;
            }
            let mut known = Known::default();
            let [left, right] =
                Player::BOTH.map(|who| plain(&*rules, &position[0], who, &mut known));
            assert_eq!(Outcome::from_first(left, right), outcome, "{rows}x{columns}");
        }
    }
}

/// A search within so many bytes.
fn within(memory: u64, rows: usize, columns: usize) -> Result<Outcome, Stopped> {
    let rules = Arc::new(Domineering::<Small>::new());
    let calc = Calc::new(Arc::new(Store::default()), Arc::new(Budget::new(None, Some(memory))));
    let mut winner = Winner::new(&rules, calc);
    winner.outcome(&[rules.parse(&rectangle(rows, columns)).unwrap()])
}

#[test]
fn a_search_with_little_memory_forgets_and_says_the_same() {
    assert_eq!(within(1 << 30, 6, 8), Ok(Outcome::R));
    assert_eq!(within(48 << 20, 6, 8), Ok(Outcome::R));
    assert_eq!(within(1 << 17, 6, 8), Err(Stopped::Memory(1 << 17)));
}
