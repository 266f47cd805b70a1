//! Tests of what is private to `outcome_search::bands`.
#![allow(clippy::unwrap_used)]
use super::super::lanes::Total;
use super::*;
use rustc_hash::FxHashSet;
use upstar_rules::grid::domineering::Domineering;
use upstar_rules::grid::plane::{Double, Small};
use upstar_testing::Random;
use upstar_values::Calc;

/// Whoever is said to win boards with holes, cut into bands, does.
fn bands_are_true<R: Rules>(rules: R, rows: usize, columns: usize) {
    let rules = Arc::new(rules);
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut winner = OutcomeSearch::new(&rules, Calc::default());
    let mut certain = 0;
    for _ in 0..300 {
        let mut row = || (0..columns).map(|_| ['.', '.', '#'][random.below(3)]).collect();
        let text = (0..rows).map(|_| row()).collect::<Vec<String>>().join("|");
        let board = rules.parse(&text).unwrap();
        let value = winner.values.of(board.clone()).unwrap();
        for who in Player::BOTH {
            let walls = winner.tied(&board, who).unwrap();
            assert!(walls.is_known(), "{text}");
            let (total, outcome) = (Total::new(&walls), winner.calc().outcome(value));
            certain += usize::from(total.wins_first()) + usize::from(total.wins_second());
            assert!(!total.wins_first() || outcome.winner(who) == who, "{text}, {who} first");
            assert!(!total.wins_second() || outcome.winner(!who) == who, "{text}, {who} second");
        }
    }
    assert!(certain > 300, "{certain}");
    assert!(!winner.bands.thick.is_empty());
}

#[test]
fn whoever_wins_the_bands_wins_the_board() {
    bands_are_true(Domineering::<Small>::new(), 5, 5);
    bands_are_true(Domineering::<Small>::new(), 4, 6);
    bands_are_true(Domineering::<Double>::new(), 3, 9);
}

/// What hangs together over three lines, and is few squares, is told by its value.
#[test]
fn three_lines_with_few_squares_are_not_cut() {
    let rules = Arc::new(Domineering::<Small>::new());
    let mut winner = OutcomeSearch::new(&rules, Calc::default());
    for text in [".....|.....|.....", "#...#|.....|#...#", "......|.#.#..|......"] {
        let board = rules.parse(text).unwrap();
        let value = winner.values.of(board).unwrap();
        let term = winner.rests.term(winner.values.calc(), value).unwrap();
        let walls = winner.tied(&board, Player::Left).unwrap();
        assert_eq!(walls.or(winner.rests.band(term)), walls, "{text}");
    }
}

/// Bands have places of their own.
#[test]
fn no_two_bands_share_a_place() {
    let codes = [0, 1, 2, 3, 7, 1 << 9, 1 << 10, (1 << NARROW) - 1];
    let (mut keys, mut count) = (FxHashSet::default(), 0);
    for who in Player::BOTH {
        for one in codes {
            for two in codes {
                for three in codes {
                    let BandPlace::Thick(key) = BandPlace::of(who, &[one, two, three]) else {
                        panic!("three lines are thick");
                    };
                    keys.insert(key);
                    count += 1;
                }
            }
        }
    }
    assert_eq!(keys.len(), count);
    assert!(!are_few(&[1, 1 << NARROW, 1], 0..3) && !are_few(&[1, 1], 0..3));
    assert!(are_few(&[0x7f, 0, 0x7f], 0..3) && !are_few(&[0x1ff, 0, 0x1ff], 0..3));
}
