//! What rulesets say about the value of boards without play, against the exact value and, on
//! another plane, themselves; and searches that rely on it against values.

use std::sync::Arc;
use upstar_base::{Budget, Options};
use upstar_rules::Rules;
use upstar_rules::grid::plane::{Medium, Row, Small, Wide};
use upstar_rules::grid::{amazons::Amazons, col::Col, cram::Cram, konane::Konane, snort::Snort};
use upstar_testing::Random;
use upstar_theory::grundy::Grundy;
use upstar_theory::nim_search::NimSearch;
use upstar_theory::outcome_search::OutcomeSearch;
use upstar_theory::sum_solver::{Play, SumSolver};
use upstar_theory::values::Values;
use upstar_values::Calc;

/// A board of random squares; with `mirrored` it is its own image in a point, colours exchanged
/// if they have an opposite.
fn board(size: (usize, usize), symbols: &[char], mirrored: bool, random: &mut Random) -> String {
    let opposite = |symbol: char| match symbol {
        'x' => 'o',
        'o' => 'x',
        'l' => 'r',
        'r' => 'l',
        other => other,
    };
    let count = size.0 * size.1;
    let mut cells: Vec<char> = (0..count).map(|_| symbols[random.below(symbols.len())]).collect();
    if mirrored {
        (0..count / 2).for_each(|i| cells[count - 1 - i] = opposite(cells[i]));
        // Now and then one square spoils it, in favour of somebody.
        if random.below(2) == 0 {
            cells[random.below(count)] = symbols[random.below(symbols.len())];
        }
    }
    cells.chunks(size.1).map(|row| row.iter().collect()).collect::<Vec<String>>().join("|")
}

/// Bounds hold for whole boards and for their components in normal form, and are the same on
/// another plane; the search that uses them finds the winner. How many of them say 0.
fn hold<R: Rules, S: Rules>(
    (rules, other): (R, S),
    sizes: &[(usize, usize)],
    symbols: &[char],
    boards: usize,
) -> usize {
    let rules = Arc::new(rules);
    let mut values = Values::new(&rules, Calc::default());
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let mut winner = OutcomeSearch::new(&rules, Calc::default()).with_exact_size(0);
    let mut zeros = 0;
    for (i, &size) in (0..boards).flat_map(|i| sizes.iter().map(move |size| (i, size))) {
        let text = board(size, symbols, i % 2 == 0, &mut random);
        let position = rules.parse(&text).unwrap();
        assert_eq!(rules.bounds(&position), other.bounds(&other.parse(&text).unwrap()), "{text}");
        let value = values.of(position.clone()).unwrap();
        let outcome = values.calc().outcome(value);
        let sum = std::slice::from_ref(&position);
        assert_eq!(winner.outcome(sum), Ok(outcome), "{text}");
        let mut parts: Vec<R::Position> = Vec::new();
        rules.sum_components(position.clone(), &mut parts as &mut dyn Options<R::Position>);
        let forms = parts.into_iter().map(|part| rules.normal_form(part).0);
        for position in forms.chain([position]).collect::<Vec<_>>() {
            let Some((low, high)) = rules.bounds(&position) else { continue };
            zeros += usize::from(low == 0) + usize::from(high == 0);
            let value = values.of(position.clone()).unwrap();
            let calc = values.calc();
            let minus = calc.neg(value).unwrap();
            let shown = rules.show(&position);
            assert!(calc.le_integer(value, high), "{shown} is not <= {high}");
            assert!(calc.le_integer(minus, -low), "{shown} is not >= {low}");
        }
    }
    zeros
}

const SIZES: [(usize, usize); 5] = [(3, 3), (2, 5), (3, 4), (1, 7), (4, 3)];

#[test]
fn of_col_and_snort() {
    let (few, many) = (&['.', '.', '.', '#', 'x', 'o'][..], &['.', 'l', 'r', '#'][..]);
    for symbols in [few, many] {
        let planes =
            (Col::<Small>::from_parameters("").unwrap(), Col::<Wide>::from_parameters("").unwrap());
        assert!(hold(planes, &SIZES, symbols, 60) > 100);
        let planes = (
            Snort::<Small>::from_parameters("").unwrap(),
            Snort::<Medium>::from_parameters("").unwrap(),
        );
        assert!(hold(planes, &SIZES, symbols, 60) > 100);
    }
    let planes =
        (Snort::<Small>::from_parameters("").unwrap(), Snort::<Row>::from_parameters("").unwrap());
    assert!(hold(planes, &[(1, 5), (1, 6), (1, 8)], many, 60) > 50);
}

#[test]
fn of_cram() {
    let planes =
        (Cram::<Small>::from_parameters("").unwrap(), Cram::<Wide>::from_parameters("").unwrap());
    assert!(hold(planes, &SIZES, &['.', '.', '.', '#'], 100) > 100);
}

#[test]
fn of_amazons() {
    let planes = (
        Amazons::<Small>::from_parameters("").unwrap(),
        Amazons::<Wide>::from_parameters("").unwrap(),
    );
    let symbols = ['.', '.', '#', '#', 'x', 'o'];
    assert!(hold(planes, &[(3, 3), (2, 4), (1, 7), (3, 4)], &symbols, 100) > 100);
    let planes = (
        Amazons::<Small>::from_parameters("").unwrap(),
        Amazons::<Medium>::from_parameters("").unwrap(),
    );
    assert!(hold(planes, &[(3, 3), (2, 4)], &['.', '.', '.', '#', 'x'], 40) > 20);
}

#[test]
fn of_konane() {
    let planes = (
        Konane::<Small>::from_parameters("").unwrap(),
        Konane::<Wide>::from_parameters("").unwrap(),
    );
    assert!(hold(planes, &SIZES, &['.', 'x', 'o', 'x', 'o', '#'], 100) > 100);
    let planes = (
        Konane::<Small>::from_parameters("").unwrap(),
        Konane::<Medium>::from_parameters("").unwrap(),
    );
    assert!(hold(planes, &[(4, 4), (3, 5)], &['.', 'x', 'o'], 60) > 20);
}

#[test]
fn winners_of_cram_are_those_of_nim_values() {
    let rules = Arc::new(Cram::<Small>::from_parameters("").unwrap());
    let budget = Arc::new(Budget::unlimited());
    let mut random = Random::new(88_172_645);
    let mut plain = Grundy::new(&rules, Arc::clone(&budget));
    let mut small = Grundy::new(&rules, Arc::clone(&budget));
    let mut old = NimSearch::new(&rules, &budget);
    for i in 0..400 {
        let terms = 1 + random.below(3);
        let sum: Vec<_> = (0..terms)
            .map(|_| {
                let size = [(4, 5), (5, 4), (3, 6), (4, 4), (2, 8)][random.below(5)];
                rules
                    .parse(&board(size, &['.', '.', '.', '.', '#'], i % 2 == 0, &mut random))
                    .unwrap()
            })
            .collect();
        let nim = sum.iter().fold(0, |nim, term| nim ^ plain.of(*term).unwrap());
        let mut new = NimSearch::new(&rules, &budget);
        assert_eq!(old.wins(&mut small, &sum), Ok(nim != 0), "{sum:?}");
        assert_eq!(new.wins(&mut small, &sum), Ok(nim != 0), "{sum:?}");
    }
}

/// Even by even boards are lost for the player who starts, even by odd ones won (Gardner 1974).
#[test]
fn large_boards_of_cram() {
    let rules = Arc::new(Cram::<Medium>::from_parameters("").unwrap());
    for (rows, columns, expected) in
        [(6, 6, "P"), (8, 8, "P"), (10, 12, "P"), (6, 7, "N"), (8, 9, "N"), (5, 5, "P")]
    {
        let board = rules.family().member(&[rows, columns]).unwrap();
        let mut judge = SumSolver::new(&rules, Play::Normal, Calc::default());
        let outcome = judge.outcome(&[board]).unwrap();
        assert_eq!(outcome.to_string(), expected, "{rows}x{columns}");
    }
}
