//! Sides against plain solutions: random graphs of both players' moves.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Player, Verdict};
use upstar_rules::Rules;
use upstar_rules::loopy::digraph::Digraph;
use upstar_rules::loopy::partizan_digraph::PartizanDigraph;
use upstar_testing::Random;
use upstar_theory::loopy::partizan::SidedValues;
use upstar_theory::theory::{PlayMode, choose_theory};
use upstar_values::Calc;

fn graph(random: &mut Random, nodes: usize) -> String {
    let lines: Vec<String> = (0..nodes)
        .map(|node| {
            let mut side = || {
                let list: Vec<String> =
                    (0..random.below(3)).map(|_| format!("n{}", random.below(nodes))).collect();
                list.join(",")
            };
            let (left, right) = (side(), side());
            format!("n{node}={{{left}|{right}}}")
        })
        .collect();
    lines.join(";")
}

/// Win, loss or draw of the sum of positions, by going back from the end.
fn plain<R: Rules>(rules: &Arc<R>, start: &[R::Position], who: Player) -> Verdict {
    let mut states = vec![(start.to_vec(), who)];
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        let (sum, who) = states[moves.len()].clone();
        let mut list = Vec::new();
        for i in 0..sum.len() {
            let mut options = Vec::new();
            rules.options(&sum[i], who, &mut options);
            for option in options {
                let mut next = sum.clone();
                next[i] = option;
                let state = (next, !who);
                let number = states.iter().position(|known| *known == state);
                list.push(number.unwrap_or_else(|| {
                    states.push(state);
                    states.len() - 1
                }));
            }
        }
        moves.push(list);
    }
    let mut known: Vec<Option<bool>> = vec![None; states.len()];
    loop {
        let mut changed = false;
        for (state, list) in moves.iter().enumerate() {
            if known[state].is_some() {
                continue;
            }
            if list.iter().any(|&next| known[next] == Some(false)) {
                (known[state], changed) = (Some(true), true);
            } else if list.iter().all(|&next| known[next] == Some(true)) {
                (known[state], changed) = (Some(false), true);
            }
        }
        if !changed {
            return known[0].map_or(Verdict::Draw, Verdict::of);
        }
    }
}

#[test]
fn outcomes_of_random_graphs() {
    let mut random = Random::new(0xabcd_1234_5678_ef01);
    let rules = Arc::new(PartizanDigraph);
    let mut seen = [0; 3];
    let mut sided = 0;
    for _ in 0..1500 {
        let graph = graph(&mut random, 4);
        let nodes: Vec<_> =
            (0..4).map(|n| rules.parse(&format!("{graph} @ n{n}")).unwrap()).collect();
        let mut values = SidedValues::new(&rules, Arc::new(Budget::unlimited()));
        for first in 0..4 {
            let single = [nodes[first].clone()];
            for who in Player::BOTH {
                let expected = plain(&rules, &single, who);
                assert_eq!(values.verdict(&single, who).unwrap(), expected, "{graph}");
                seen[expected as usize] += 1;
            }
            // The sides alone must say the same as going back from the end.
            let sides = values.of_sum(&single).unwrap();
            let by_sides = match values.store().left_wins(sides, Player::Left).unwrap() {
                Some(wins) => Verdict::of(wins),
                None => Verdict::Draw,
            };
            assert_eq!(by_sides, plain(&rules, &single, Player::Left), "{graph} @ n{first}");
            sided += usize::from(sides.as_stopper().is_none());
            let pair = [nodes[first].clone(), nodes[random.below(4)].clone()];
            for who in Player::BOTH {
                let verdict = values.verdict(&pair, who).unwrap();
                assert_eq!(verdict, plain(&rules, &pair, who), "{graph}: a sum");
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 1000) && sided > 1000, "{seen:?} {sided}");
}

/// Does Left win a position if endless play is won by `winner`? By going back from the ends that
/// his opponent wins: whatever leads there by force is lost for him, everything else is won.
fn left_wins_endless<R: Rules>(
    rules: &R,
    start: &R::Position,
    who: Player,
    winner: Player,
) -> bool {
    let mut states = vec![(start.clone(), who)];
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        let (position, who) = states[moves.len()].clone();
        let mut options = Vec::new();
        rules.options(&position, who, &mut options);
        let mut list = Vec::new();
        for option in options {
            let state = (option, !who);
            let number = states.iter().position(|known| *known == state);
            list.push(number.unwrap_or_else(|| {
                states.push(state);
                states.len() - 1
            }));
        }
        moves.push(list);
    }
    let mut lost = vec![false; states.len()];
    loop {
        let before = lost.clone();
        for (state, list) in moves.iter().enumerate() {
            let mut next = list.iter().map(|&next| before[next]);
            lost[state] = if states[state].1 == winner {
                next.all(|lost| lost)
            } else {
                next.any(|lost| lost)
            };
        }
        if lost == before {
            return lost[0] == (winner == Player::Right);
        }
    }
}

#[test]
fn endless_play_may_be_won() {
    let mut random = Random::new(0x1357_9bdf_2468_ace1);
    let rules = Arc::new(PartizanDigraph);
    let mut endless = 0;
    for _ in 0..400 {
        let graph = graph(&mut random, 4);
        let at = |node| rules.parse(&format!("{graph} @ n{node}")).unwrap();
        let theory = |endless| {
            choose_theory(&rules, &PlayMode { endless, ..PlayMode::default() }, Calc::default())
                .unwrap()
        };
        let mut drawn = theory(None);
        for winner in Player::BOTH {
            let mut won = theory(Some(winner));
            for (node, who) in (0..4).flat_map(|node| Player::BOTH.map(|who| (node, who))) {
                let standing = won.standing(&[at(node)]).unwrap();
                let left = left_wins_endless(&*rules, &at(node), who, winner);
                let expected = Verdict::of(left == (who == Player::Left));
                let what = format!("{graph} @ n{node}, {who} to move, {winner} wins endless play");
                assert_eq!(won.verdict(&standing, who).unwrap(), expected, "{what}");
                assert_eq!(won.verdicts(&standing).unwrap().0[who as usize], expected, "{what}");
                endless += usize::from(drawn.verdict(&standing, who).unwrap() == Verdict::Draw);
                let turns = won.turns(&standing, who).unwrap().turns;
                let wins = turns.iter().any(|turn| turn.wins());
                assert_eq!(wins, expected == Verdict::Win, "{what}");
                assert!(turns.iter().all(|turn| turn.verdict != Some(Verdict::Draw)), "{what}");
            }
        }
    }
    assert!(endless > 1000, "{endless}");
}

#[test]
fn endless_play_of_impartial_games_is_a_draw() {
    let rules = Arc::new(Digraph::from_parameters("").unwrap());
    let fits = |endless| {
        choose_theory(&rules, &PlayMode { endless, ..PlayMode::default() }, Calc::default()).is_ok()
    };
    assert!(fits(None) && !fits(Some(Player::Left)) && !fits(Some(Player::Right)));
}
