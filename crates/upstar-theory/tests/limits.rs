//! Positions with very many moves end with the budget, not with the memory of the machine.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Options, Player, Stopped};
use upstar_rules::erased::Erased;
use upstar_rules::grid::{domineering::Domineering, plane::Small};
use upstar_rules::registry::{self, About};
use upstar_rules::{Nature, Picture, PositionError, Rules};
use upstar_theory::compound::theory::CompoundTheory;
use upstar_theory::compound::{Compound, search::Search, solver::CompoundSolver};
use upstar_theory::entailing::Entailing;
use upstar_theory::sum_solver::{Play, SumSolver};
use upstar_theory::theory::{CompoundPosition, Theory};
use upstar_values::Calc;

struct Ask<'t> {
    text: &'t str,
    budget: Arc<Budget>,
}

impl Ask<'_> {
    fn visit(self, _: &About<'_>, rules: Erased) -> Vec<Stopped> {
        let rules = Arc::new(Erased::new(rules));
        let sum = [rules.parse(self.text).unwrap()];
        let judge = |play| {
            self.budget.resume();
            SumSolver::new(&rules, play, Calc::new(Arc::default(), Arc::clone(&self.budget)))
        };
        let misere = judge(Play::Misere).outcome(&sum).err();
        let normal = judge(Play::Normal).outcome(&sum).err();
        misere.into_iter().chain(normal).collect()
    }
}

#[test]
fn time_ends_positions_with_many_moves() {
    for (rules, text) in [("octal(.77)", "60000"), ("prim", "500000"), ("cutcake", "3x30000")] {
        let budget = Arc::new(Budget::new(Some(Duration::from_millis(50)), None));
        let stopped = registry::open(rules, text)
            .map(|(about, rules)| Ask { text, budget }.visit(about, rules))
            .unwrap();
        // Engines that look at the clock only once in 1024 positions take many minutes, and end
        // with the limit of the test.
        assert!(stopped.iter().all(|why| matches!(why, Stopped::Time(_))), "{rules}: {stopped:?}");
    }
}

#[test]
fn memory_ends_positions_with_many_moves() {
    let budget = Arc::new(Budget::new(None, Some(30_000_000)));
    let (rules, text) = ("octal(.77)", "60000");
    let stopped = registry::open(rules, text)
        .map(|(about, rules)| Ask { text, budget: Arc::clone(&budget) }.visit(about, rules))
        .unwrap();
    // In normal play a theorem may know the answer.
    let memory = |why: &Stopped| matches!(why, Stopped::Memory(_));
    assert!(!stopped.is_empty() && stopped.iter().all(memory), "{stopped:?}");
    assert!(budget.used() < 30_000_000);
}

/// A token that goes round and round, though the rules say that play ends.
struct Round {
    nodes: u32,
    impartial: bool,
}

impl Rules for Round {
    type Position = u32;
    fn options(&self, node: &u32, _: Player, out: &mut dyn Options<u32>) {
        out.push((node + 1) % self.nodes);
    }
    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        text.parse().map_err(|_| PositionError::whole(text, "expected a number"))
    }
    fn show(&self, node: &u32) -> String {
        format!("node {node}")
    }
    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }
    fn nature(&self) -> Nature {
        Nature { impartial: self.impartial, ..Nature::PARTIZAN }
    }
}

#[test]
fn a_game_that_was_said_to_end_is_told_to_be_loopy() {
    let loops = |end: Stopped| match end {
        Stopped::Loops(position) => assert!(position.starts_with("node "), "{position}"),
        other => panic!("{other}"),
    };
    for nodes in [1, 2, 5, 1000] {
        for impartial in [true, false] {
            let rules = Arc::new(Round { nodes, impartial });
            // Without the watch it ends here, with the memory.
            let budget = || Arc::new(Budget::new(None, Some(100 << 20)));
            for play in [Play::Normal, Play::Misere] {
                let calc = Calc::new(Arc::default(), budget());
                loops(SumSolver::new(&rules, play, calc).outcome(&[0]).unwrap_err());
                for compound in Compound::ALL.into_iter().filter(|&c| c != Compound::Sum) {
                    let Ok(mut referee) = CompoundSolver::new(&rules, compound, play, budget())
                    else {
                        continue;
                    };
                    let standing = referee.standing(&[0, 0]).unwrap();
                    loops(referee.verdict(&standing, Player::Left).unwrap_err());
                }
            }
            let calc = Calc::new(Arc::default(), budget());
            loops(SumSolver::new(&rules, Play::Normal, calc).value(&[0]).unwrap_err());
            loops(Entailing::general(&rules, budget()).of(&0).unwrap_err());
        }
    }
}

/// A token at the place `level * ways + i` that goes to any place of the level below.
struct Fan {
    ways: u32,
}

impl Rules for Fan {
    type Position = u32;
    fn options(&self, place: &u32, _: Player, out: &mut dyn Options<u32>) {
        if let Some(level) = (place / self.ways).checked_sub(1) {
            (0..self.ways).for_each(|i| _ = out.push(level * self.ways + i));
        }
    }
    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        text.parse().map_err(|_| PositionError::whole(text, "expected a number"))
    }
    fn show(&self, place: &u32) -> String {
        place.to_string()
    }
    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }
    fn nature(&self) -> Nature {
        Nature { impartial: true, ..Nature::PARTIZAN }
    }
}

/// Many turns lead to few positions, so it is the turns that are counted.
#[test]
fn turns_to_known_positions_are_steps() {
    let rules = Arc::new(Fan { ways: 20 });
    let standing = CompoundPosition::of(vec![40, 40, 40]);
    let budget = Arc::new(Budget::unlimited());
    let mut join = Search::new(&rules, Compound::Join, Play::Normal, Arc::clone(&budget));
    assert_eq!(join.wins(&standing, Player::Left), Ok(false));
    let (turns, known) = (20_u64.pow(3), join.known());
    assert!((known as u64) < turns / 4 && budget.steps() >= turns, "{known} {}", budget.steps());
    budget.resume();
    budget.interrupt_after(turns / 2);
    let mut join = Search::new(&rules, Compound::Join, Play::Normal, Arc::clone(&budget));
    assert_eq!(join.wins(&standing, Player::Left), Err(Stopped::Interrupted));
}

/// Nobody waits for turns that are not asked for.
#[test]
fn a_list_of_turns_ends_where_it_is_told_to() {
    let rules = Arc::new(Fan { ways: 1000 });
    for compound in [Compound::Join, Compound::Union] {
        let budget = Arc::new(Budget::unlimited());
        let referee =
            CompoundSolver::new(&rules, compound, Play::Normal, Arc::clone(&budget)).unwrap();
        let standing = referee.standing(&[2000, 2000, 2000]).unwrap();
        assert_eq!(referee.legal(&standing, Player::Left, 5).unwrap().len(), 5);
        assert!(budget.steps() < 10_000, "{}", budget.steps());
    }
}

/// The moves of a position whose values take long, as the judge reports them.
fn reasons(pause: Duration) -> String {
    let rules = Arc::new(Domineering::<Small>::new());
    let board = rules.family().member(&[5, 6]).unwrap();
    let budget = Arc::new(Budget::unlimited());
    let mut judge = SumSolver::new(&rules, Play::Normal, Calc::new(Arc::default(), budget));
    std::thread::sleep(pause);
    format!("{:?}", judge.moves(&[board], Player::Left).unwrap())
}

#[test]
fn reasons_do_not_depend_on_the_clock() {
    assert_eq!(reasons(Duration::ZERO), reasons(Duration::from_millis(300)));
}
