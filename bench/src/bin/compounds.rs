//! Joins, loopy games and entailing moves: `cargo run --release -p upstar-bench --bin compounds
//! [STACKS]`.
//!
//! Remotenesses of a large board of King's Horses, Smith's labelling of random graphs, and the
//! loony stacks of Top Entails up to 40,000 coins. With a number the search for loony stacks goes
//! on to that many coins; the work grows with the square. Searched so far: up to 1,400,000 coins,
//! four minutes of one core, with 640193, 696157 and 696401 as the loony stacks after 33243.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use std::sync::Arc;
use upstar_base::{Budget, Play};
use upstar_bench::{peak_megabytes, report, timed};
use upstar_rules::Rules;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, open_sized};
use upstar_testing::Random;
use upstar_theory::compound::Compound;
use upstar_theory::compound::solver::CompoundSolver;
use upstar_theory::loopy::graph::LoopyGraph;
use upstar_theory::loopy::remoteness::remoteness;
use upstar_theory::loopy::smith;
use upstar_theory::structure::top_entails::Stacks;
use upstar_theory::theory::Theory;
use upstar_values::{LoopyNimber, Value};

/// The numbers of both players on every square of a board.
struct Board {
    side: usize,
    compound: Compound,
    play: Play,
    target: Option<f64>,
}

impl Board {
    fn visit(self, about: &About<'_>, rules: Erased) {
        let rules = Arc::new(rules);
        let Board { side, compound, play, target } = self;
        let size = [side, side];
        let (far, seconds) = timed(|| {
            let budget = Arc::new(Budget::unlimited());
            let mut referee = CompoundSolver::new(&rules, compound, play, budget).unwrap();
            let mut far = 0;
            for cell in (1..=side).flat_map(|r| (1..=side).map(move |c| [r, c])) {
                let standing =
                    referee.standing(&[rules.family().cell(&size, &cell).unwrap()]).unwrap();
                if let Value::Paced(paced) = referee.worth(&standing).unwrap().value {
                    far = far.max(paced.left).max(paced.right.unwrap_or(0));
                }
            }
            far
        });
        let what = format!("{} {side}x{side} {compound} {play}", about.name);
        report(&what, seconds, target, &format!("largest number {far}"));
    }
}

fn boards() {
    let target = Some(0.5);
    for (compound, play, target) in [
        (Compound::Join, Play::Normal, target),
        (Compound::Join, Play::Misere, target),
        (Compound::JoinPass, Play::Normal, target),
        (Compound::SlowJoin, Play::Normal, None),
    ] {
        let side = 200;
        open_sized("horses", (side, side))
            .map(|(about, rules)| Board { side, compound, play, target }.visit(about, rules))
            .unwrap();
    }
}

/// A graph with a million arrows, in which one node in so many has none.
fn labelling(nodes: usize, ends: usize) {
    const ARROWS: usize = 1_000_000;
    let mut random = Random::new(0x5eed_cab5);
    let mut lists = vec![Vec::new(); nodes];
    let mut arrows = 0;
    while arrows < ARROWS {
        let from = random.below(nodes);
        if !from.is_multiple_of(ends) {
            lists[from].push(random.below(nodes) as u32);
            arrows += 1;
        }
    }
    let graph = LoopyGraph::new(lists);
    let budget = Budget::unlimited();
    let (values, seconds) = timed(|| smith::values(&graph, |_| false, &budget).unwrap());
    let loopy = values.iter().filter(|value| matches!(value, LoopyNimber::Loopy(_))).count();
    let largest = values.iter().map(|value| match value {
        LoopyNimber::Nim { size, .. } => *size,
        _ => 0,
    });
    let answer = format!("{loopy} loopy, largest *{}", largest.max().unwrap_or(0));
    report(&format!("Smith: {nodes} nodes, {arrows} arrows"), seconds, Some(1.0), &answer);
    let (far, seconds) = timed(|| remoteness(&graph, |_| false));
    let drawn = far.iter().filter(|far| far.is_none()).count();
    report("    remoteness alone", seconds, None, &format!("{drawn} drawn"));
}

/// Loony stacks of Top Entails.
fn stacks(coins: u32) {
    let mut stacks = Stacks::without_sets();
    let budget = Budget::unlimited();
    let mut spent = 0.0;
    for to in (0..coins).step_by(40_000).skip(1).chain([coins]) {
        let ((), seconds) = timed(|| stacks.extend(to, &budget).unwrap());
        spent += seconds;
        let last_zero = (0..=to).rev().find(|&n| stacks.least(n) == Some(0));
        let largest = (0..=to).filter_map(|n| stacks.least(n)).max();
        let answer = format!(
            "loony {:?}, last 0 at {}, largest {}",
            stacks.loony(),
            last_zero.unwrap_or(0),
            largest.unwrap_or(0)
        );
        let target = (to == 40_000).then_some(10.0);
        if target.is_some() || to.is_multiple_of(200_000) || to == coins {
            report(&format!("top-entails to {to}"), spent, target, &answer);
        }
    }
}

fn main() {
    boards();
    // Few arrows and many: the labels grow with the number of arrows a node has.
    for (nodes, ends) in [(1_000_000, 3), (250_000, 4), (100_000, 50), (20_000, 50)] {
        labelling(nodes, ends);
    }
    let coins = std::env::args().nth(1).and_then(|word| word.parse().ok());
    stacks(coins.unwrap_or(40_000));
    println!("peak memory {} MB", peak_megabytes());
}
