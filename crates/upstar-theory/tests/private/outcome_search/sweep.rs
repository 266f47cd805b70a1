//! Tests of what is private to `outcome_search::sweep`.
#![allow(clippy::unwrap_used)]
use super::*;
use upstar_base::{Budget, Player};
use upstar_rules::grid::clobber::Clobber;
use upstar_rules::grid::domineering::Domineering;
use upstar_rules::grid::plane::Small;
use upstar_testing::Random;
use upstar_values::{Calc, Store};

/// An engine that sweeps as often as it can.
fn tidy<R: Rules>(rules: &Arc<R>, memory: Option<u64>) -> OutcomeSearch<R> {
    let budget = Arc::new(Budget::new(None, memory));
    let mut winner = OutcomeSearch::new(rules, Calc::new(Arc::new(Store::default()), budget));
    (winner.full, winner.roomy) = (0, 0);
    winner
}

fn sweeping_changes_no_answer<R: Rules>(rules: R, symbols: &[char], rows: usize) {
    let rules = Arc::new(rules);
    let mut random = Random::new(7);
    let (mut few, mut many) = (tidy(&rules, None), 0);
    for _ in 0..40 {
        let mut row = || (0..5).map(|_| symbols[random.below(symbols.len())]).collect();
        let text = (0..rows).map(|_| row()).collect::<Vec<String>>().join("|");
        let sum = [rules.parse(&text).unwrap()];
        let mut roomy = OutcomeSearch::new(&rules, Calc::default());
        for who in Player::BOTH {
            let expected = roomy.wins(&sum, who);
            assert!(expected.is_ok());
            // Little more than what the values take: it forgets states too.
            few.full = 0;
            assert_eq!(few.wins(&sum, who), expected, "{text}, {who} first");
            let mut poor = tidy(&rules, Some(1 << 20));
            let answer = poor.wins(&sum, who);
            many += usize::from(answer.is_ok());
            assert!(answer.is_err() || answer == expected, "{text}, {who} first");
        }
    }
    assert!(many > 40, "{many} of 80 within a megabyte");
}

#[test]
fn sweeping_changes_no_answer_in_domineering() {
    sweeping_changes_no_answer(Domineering::<Small>::new(), &['.', '.', '.', '.', '#'], 5);
}

#[test]
fn sweeping_changes_no_answer_in_clobber() {
    let rules = Clobber::<Small>::from_parameters("").unwrap();
    sweeping_changes_no_answer(rules, &['x', 'o', 'x', 'o', '.'], 3);
}
