//! Every ruleset against its plain game trees: components, normal forms, bounds and promises of
//! being impartial or all-small.

#![allow(clippy::unwrap_used)]

use crate::common;

use common::{Forest, Grower, positions};
use std::collections::HashMap;
use upstar_base::Player;
use upstar_rules::Rules;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, all, open};
use upstar_testing::on_all_cores;

/// New positions for one tree.
const BUDGET: usize = 400;

/// Checks random positions and returns how many were small enough.
struct Check {
    seed: u64,
}

impl Check {
    fn visit(self, about: &About<'_>, rules: Erased) -> usize {
        if rules.nature().loopy {
            return usize::MAX;
        }
        // The rules of a sum depend on the games in it.
        let made_for_a_position = about.name == "sum";
        assert!(
            made_for_a_position || rules.nature().impartial == about.impartial,
            "{}",
            about.name
        );
        let mut checked = 0;
        for position in positions(&rules, about.examples, 30, self.seed) {
            let (mut forest, mut grower) = (Forest::default(), Grower::new(&rules));
            let mut bands = HashMap::new();
            let place = || format!("{} {}", about.name, rules.show(&position));
            let Some(whole) = grower.tree(&mut forest, &position, &mut { BUDGET }) else {
                continue;
            };
            let mut parts = Vec::new();
            rules.sum_components(position.clone(), &mut parts);
            let mut sum = forest.zero();
            for part in parts {
                // A component has no more positions than the whole, whose budget was spent.
                let mut tree = |part| grower.tree(&mut forest, part, &mut { usize::MAX }).unwrap();
                let (normal, negated) = rules.normal_form(part.clone());
                let (tree, mut same) = (tree(&part), tree(&normal));
                sum = forest.sum(sum, tree);
                if negated {
                    same = forest.negative(same);
                }
                assert_eq!(tree, same, "normal form of a component of {}", place());
            }
            assert_eq!(whole, sum, "components of {}", place());
            if let Some((low, high)) = rules.bounds(&position) {
                let (low, high) = (forest.integer(low), forest.integer(high));
                assert!(forest.le(low, whole) && forest.le(whole, high), "bounds of {}", place());
            }
            for tied in Player::BOTH {
                let view = rules.banded();
                let band = |lines| view.and_then(|view| view.one_hand_tied(&position, tied, lines));
                let line = |i| band(i..i + 1);
                let lines = (0..).take_while(|&i| line(i).is_some()).count();
                let mut codes = Vec::new();
                if view.is_some_and(|view| view.line_codes(&position, tied, &mut codes)) {
                    assert_eq!(codes.len(), lines, "lines of {}", place());
                    assert!(codes.iter().all(|&code| code < 1 << 31));
                    let pairs = (0..lines).flat_map(|i| [i..i + 1, i..lines.min(i + 2)]);
                    for lines in pairs {
                        let band = band(lines.clone()).unwrap();
                        let tree = grower.tree(&mut forest, &band, &mut { usize::MAX }).unwrap();
                        let ones = codes[lines.clone()].iter().map(|code| code.count_ones());
                        assert_eq!(ones.sum::<u32>(), rules.size(&band), "lines of {}", place());
                        let key = (tied, codes[lines].to_vec());
                        let known = *bands.entry(key).or_insert(tree);
                        assert_eq!(tree, known, "codes of lines of {}", place());
                    }
                }
                // Every way to cut: bit i of a number is set if there is a cut before line i.
                for cuts in 0..1u64 << lines.saturating_sub(1).min(5) {
                    if lines == 0 {
                        break;
                    }
                    let (mut sum, mut start) = (forest.zero(), 0);
                    for end in (1..=lines).filter(|&end| end == lines || cuts >> (end - 1) & 1 == 1)
                    {
                        let band = band(start..end).unwrap();
                        let tree = grower.tree(&mut forest, &band, &mut { usize::MAX }).unwrap();
                        sum = forest.sum(sum, tree);
                        start = end;
                    }
                    let bound = match tied {
                        Player::Left => forest.le(sum, whole),
                        Player::Right => forest.le(whole, sum),
                    };
                    assert!(bound, "{tied} tied in {}", place());
                }
            }
            checked += 1;
        }
        checked
    }
}

#[test]
fn every_game_is_the_sum_of_its_components() {
    on_all_cores(all(), |about| {
        let mut checked = 0usize;
        for (i, example) in about.examples.iter().enumerate() {
            let seed = 1 + i as u64;
            checked = checked.saturating_add(
                open(about.name, example)
                    .map(|(about, rules)| Check { seed }.visit(about, rules))
                    .unwrap(),
            );
        }
        assert!(checked >= 20, "only {checked} small positions of {}", about.name);
    });
}

#[test]
fn parameters_too() {
    for (rules, example) in [
        ("toads-and-frogs(2)", "tt.f.ff"),
        ("toads-and-frogs(0)", "tt.f.ff"),
        ("fjords(hex)", "x..|.#.|..o"),
        ("wythoff(2)", "3,5"),
        ("silver-dollar(slide-and-take)", "b.o.$"),
    ] {
        assert!(
            open(rules, example)
                .map(|(about, rules)| Check { seed: 7 }.visit(about, rules))
                .unwrap()
                >= 20,
            "{rules}"
        );
    }
}
