//! Positions with very many moves end with the budget, not with the memory of the machine.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::{Duration, Instant};
use upstar_base::{Budget, Stopped};
use upstar_rules::Rules;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About, Visitor};
use upstar_theory::judge::{Judge, Play};
use upstar_values::Calc;

struct Ask<'t> {
    text: &'t str,
    budget: Arc<Budget>,
}

impl Visitor for Ask<'_> {
    type Output = Vec<Stopped>;

    fn visit<R: Rules>(self, _: &'static About, rules: R) -> Vec<Stopped> {
        let rules = Erased::new(rules);
        let sum = [rules.parse(self.text).unwrap()];
        let judge = |play| {
            self.budget.resume();
            Judge::new(&rules, play, Calc::new(Arc::default(), Arc::clone(&self.budget)))
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
        let start = Instant::now();
        let stopped = registry::visit(rules, text, Ask { text, budget }).unwrap();
        assert!(stopped.iter().all(|why| matches!(why, Stopped::Time(_))), "{rules}: {stopped:?}");
        // The engines used to look at the clock only once in 1024 positions: many minutes.
        assert!(start.elapsed() < Duration::from_secs(20), "{rules}: {:?}", start.elapsed());
    }
}

#[test]
fn memory_ends_positions_with_many_moves() {
    let budget = Arc::new(Budget::new(None, Some(30_000_000)));
    let (rules, text) = ("octal(.77)", "60000");
    let stopped = registry::visit(rules, text, Ask { text, budget: Arc::clone(&budget) }).unwrap();
    assert!(matches!(stopped[..], [Stopped::Memory(_), Stopped::Memory(_)]), "{stopped:?}");
    assert!(budget.used() < 30_000_000);
}
