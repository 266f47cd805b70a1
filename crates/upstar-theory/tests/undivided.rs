//! Rules that say that no position falls apart have the values that follow from the options alone.

use std::sync::Arc;
use upstar_base::{Budget, Options, Player};
use upstar_rules::erased::Erased;
use upstar_rules::{Nature, Picture, PositionError, Rules};
use upstar_testing::Random;
use upstar_theory::values::Values;
use upstar_values::{Calc, Short};

/// Moves between numbers, always to a smaller one.
#[derive(Clone)]
struct Down {
    moves: Vec<[Vec<u32>; 2]>,
    undivided: bool,
}

impl Down {
    /// At most three moves each.
    fn random(seed: u64, count: u32) -> Down {
        let mut random = Random::new(seed);
        let mut side = |n: u32| -> Vec<u32> {
            let count = if n == 0 { 0 } else { random.below(4) };
            (0..count).map(|_| random.below(n as usize) as u32).collect()
        };
        let moves = (0..count).map(|n| [side(n), side(n)]).collect();
        Down { moves, undivided: false }
    }

    /// The values by the definition.
    fn plain(&self, calc: &mut Calc) -> Vec<Short> {
        let mut known: Vec<Short> = Vec::new();
        for [left, right] in &self.moves {
            let values = |side: &[u32]| side.iter().map(|&n| known[n as usize]).collect();
            let (left, right): (Vec<Short>, Vec<Short>) = (values(left), values(right));
            known.push(calc.make(&left, &right).unwrap());
        }
        known
    }
}

impl Rules for Down {
    type Position = u32;

    fn options(&self, &n: &u32, who: Player, out: &mut dyn Options<u32>) {
        let [left, right] = &self.moves[n as usize];
        out.extend(if who == Player::Left { left } else { right }.iter().copied());
    }

    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        text.parse().map_err(|_| PositionError::whole(text, "expected a number"))
    }

    fn show(&self, n: &u32) -> String {
        n.to_string()
    }

    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }

    fn nature(&self) -> Nature {
        Nature { undivided: self.undivided, ..Nature::PARTIZAN }
    }

    fn sum_components(&self, n: u32, out: &mut dyn Options<u32>) {
        assert!(!self.undivided, "nobody asks for the components of {n}");
        out.push(n);
    }
}

#[test]
fn values_follow_from_the_options_alone() {
    for seed in 0..40 {
        let mut rules = Down::random(seed, 30);
        for undivided in [false, true] {
            rules.undivided = undivided;
            let budget = Arc::new(Budget::unlimited());
            let mut calc = Calc::new(Arc::default(), budget);
            let plain = rules.plain(&mut calc);
            let mut typed = Values::new(&Arc::new(rules.clone()), calc.fork());
            let mut erased = Values::new(&Arc::new(Erased::new(rules.clone())), calc.fork());
            for (n, &value) in (0..).zip(&plain) {
                assert_eq!(typed.of(n).unwrap(), value, "{n} of {seed}");
                let position = upstar_rules::erased::Position::new(n);
                assert_eq!(erased.of(position).unwrap(), value, "{n} of {seed}");
            }
        }
    }
}
