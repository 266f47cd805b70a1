//! Who wins a sum of endless games by the first winning turn that is listed reaches the end.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Play, Player, Verdict};
use upstar_rules::{Rules, loopy::digraph::Digraph};
use upstar_testing::Random;
use upstar_theory::compound::Compound;
use upstar_theory::compound::solver::CompoundSolver;
use upstar_theory::theory::Theory;

/// A graph with many cycles and some tokens.
fn tokens(random: &mut Random) -> String {
    let nodes = 5 + random.below(20);
    let mut lists = Vec::new();
    for node in 1..nodes {
        let mut targets: Vec<_> = (0..=random.below(3)).map(|_| random.below(nodes)).collect();
        targets.sort_unstable();
        targets.dedup();
        let targets: Vec<_> = targets.iter().map(|target| format!("n{target}")).collect();
        lists.push(format!("n{node}>{}", targets.join(",")));
    }
    let tokens: Vec<_> =
        (0..2 + random.below(2)).map(|_| format!("n{}", random.below(nodes))).collect();
    format!("{};n0>e @ {}", lists.join(";"), tokens.join("+"))
}

#[test]
fn the_winner_of_an_endless_sum_arrives() {
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    let (mut games, mut long) = (0, 0);
    for _ in 0..2000 {
        let text = tokens(&mut random);
        let rules = Arc::new(Digraph::from_parameters("").unwrap());
        let start = rules.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let budget = Arc::new(Budget::unlimited());
        let mut referee = CompoundSolver::new(&rules, Compound::Sum, Play::Normal, budget).unwrap();
        let start = referee.standing(&[start]).unwrap();
        if referee.verdict(&start, Player::Left).unwrap() != Verdict::Win {
            continue;
        }
        for _ in 0..5 {
            let mut standing = start.clone();
            let mut seen = Vec::new();
            games += 1;
            for round in 0.. {
                assert!(round < 300, "{text}: still playing");
                let turns = referee.turns(&standing, Player::Left).unwrap().turns;
                let winning = turns.into_iter().find(|turn| turn.wins());
                standing = winning.unwrap_or_else(|| panic!("{text}: no winning turn")).to;
                let replies = referee.legal(&standing, Player::Right, usize::MAX).unwrap();
                if replies.is_empty() {
                    long += usize::from(round > 3);
                    break;
                }
                // The loser would rather go round in a circle.
                let back = replies.iter().find(|reply| seen.contains(&reply.to));
                let reply = back.unwrap_or(&replies[random.below(replies.len())]);
                standing = reply.to.clone();
                seen.push(standing.clone());
            }
        }
    }
    assert!(games > 200 && long > 10, "{games} games, {long} of them long");
}
