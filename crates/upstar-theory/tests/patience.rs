//! Which way moves are decided depends on steps, and no way is tried for long where the other is
//! quick. Steps are counted, so nothing here depends on the machine.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Player};
use upstar_rules::Rules;
use upstar_rules::coin::nimble::Nimble;
use upstar_rules::grid::domineering::Domineering;
use upstar_rules::grid::plane::Small;
use upstar_rules::strip::wythoff::Wythoff;
use upstar_theory::sum_solver::{Play, SumSolver};
use upstar_theory::theory::{Move, Reason};
use upstar_values::Calc;

/// The moves of Left from a sum, and the steps that took.
fn moves<R: Rules>(rules: R, sum: &[&str]) -> (Vec<Move<R::Position>>, u64) {
    let (rules, budget) = (Arc::new(rules), Arc::new(Budget::unlimited()));
    let sum: Vec<_> = sum.iter().map(|text| rules.parse(text).unwrap()).collect();
    let calc = Calc::new(Arc::default(), Arc::clone(&budget));
    let mut judge = SumSolver::new(&rules, Play::Normal, calc);
    (judge.moves(&sum, Player::Left).unwrap(), budget.steps())
}

const BOARD: &str = "......|......|......|......|......|......";

#[test]
fn search_decides_where_values_are_dear() {
    let (list, steps) = moves(Domineering::<Small>::new(), &[BOARD]);
    assert_eq!(list.iter().filter(|found| found.wins()).count(), 18);
    assert!(list.iter().any(|found| found.reason == Some(Reason::Search)));
    assert!(steps < 1_000_000, "{steps}");
    let (list, steps) = moves(Domineering::<Small>::new(), &[BOARD, "..|.."]);
    assert!(!list.is_empty() && steps < 3_000_000, "{steps}");
}

#[test]
fn values_are_told_where_they_come_cheap() {
    let (list, _) = moves(Domineering::<Small>::new(), &["....|....|....", "...|..."]);
    let valued = |found: &Move<_>| matches!(found.reason, Some(Reason::Leaves(_)));
    assert!(!list.is_empty() && list.iter().all(valued));
    let (list, _) = moves(Nimble { stay: false }, &["0,3,5"]);
    assert!(list.iter().all(|found| found.value.is_some()));
}

#[test]
fn a_theorem_decides_where_nim_values_are_dear() {
    let (list, steps) = moves(Wythoff::from_parameters("").unwrap(), &["700,900"]);
    let told = |found: &Move<_>| matches!(found.reason, Some(Reason::Theorem(_)));
    assert!(list.iter().any(told) && steps < 10_000_000, "{steps}");
    let winning: Vec<_> = list.iter().filter(|found| found.wins()).collect();
    assert!(!winning.is_empty());
}
