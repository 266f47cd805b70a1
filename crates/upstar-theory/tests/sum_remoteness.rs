//! How soon sums of loopy games are over, and the order of their moves, against the definition: the
//! winner hurries and the loser delays.

use std::sync::Arc;
use upstar_base::{Player, Verdict};
use upstar_rules::Rules;
use upstar_rules::loopy::digraph::Digraph;
use upstar_rules::loopy::partizan_digraph::PartizanDigraph;
use upstar_testing::Random;
use upstar_theory::loopy::remoteness::{MOST_STATES, Remoteness};
use upstar_theory::theory::{CompoundPosition, PlayMode, choose_theory};
use upstar_values::Calc;

/// The options of each node, of Left and of Right.
type Graph = Vec<[Vec<usize>; 2]>;

fn graph(random: &mut Random, nodes: usize, impartial: bool) -> Graph {
    let mut side = || (0..random.below(3)).map(|_| random.below(nodes)).collect::<Vec<_>>();
    (0..nodes)
        .map(|_| {
            let left = side();
            let right = if impartial { left.clone() } else { side() };
            [left, right]
        })
        .collect()
}

fn text(graph: &Graph, impartial: bool) -> String {
    let name =
        |list: &[usize]| list.iter().map(|node| format!("n{node}")).collect::<Vec<_>>().join(",");
    let nodes = graph.iter().enumerate().map(|(node, [left, right])| {
        if impartial {
            format!("n{node}>{}", name(left))
        } else {
            format!("n{node}={{{}|{}}}", name(left), name(right))
        }
    });
    nodes.collect::<Vec<_>>().join(";")
}

/// The remoteness of every sum of as many tokens as `tokens`, straight from the definition: round by
/// round, what follows from what was known before the round.
fn by_definition(graph: &Graph, tokens: usize) -> Vec<[Option<u32>; 2]> {
    let nodes = graph.len();
    let states = nodes.pow(tokens as u32);
    let mut known = vec![[None; 2]; states];
    for round in 0.. {
        let mut found = Vec::new();
        for state in 0..states {
            for who in 0..2 {
                if known[state][who].is_some() {
                    continue;
                }
                let mut options = Vec::new();
                for place in 0..tokens {
                    let unit = nodes.pow(place as u32);
                    let node = state / unit % nodes;
                    let next = graph[node][who].iter().map(|to| state - node * unit + to * unit);
                    options.extend(next.map(|next| known[next][1 - who]));
                }
                let wins = options.iter().flatten().any(|far: &u32| far.is_multiple_of(2));
                if wins || options.iter().all(Option::is_some) {
                    found.push((state, who));
                }
            }
        }
        if found.is_empty() {
            return known;
        }
        for (state, who) in found {
            known[state][who] = Some(round);
        }
    }
    known
}

fn compare<R: Rules>(rules: R, impartial: bool, seed: u64, graphs: usize) {
    let rules = Arc::new(rules);
    let mut random = Random::new(seed);
    let (mut compared, mut drawn, mut moves) = (0, 0, 0);
    for _ in 0..graphs {
        let tokens = 2 + random.below(2);
        let nodes = if tokens == 2 { 6 } else { 4 };
        let graph = graph(&mut random, nodes, impartial);
        let text = text(&graph, impartial);
        let node =
            |node: usize| rules.parse(&format!("{text} @ n{node}")).map_err(|e| e.message).unwrap();
        let known = by_definition(&graph, tokens);
        let mut theory = choose_theory(&rules, &PlayMode::default(), Calc::default()).unwrap();
        let places = |state: usize| -> Vec<usize> {
            (0..tokens).map(|place| state / nodes.pow(place as u32) % nodes).collect()
        };
        for _ in 0..4 {
            let state = random.below(known.len());
            let sum: Vec<_> = places(state).into_iter().map(node).collect();
            let at = CompoundPosition::of(sum);
            for who in Player::BOTH {
                let expected = known[state][who as usize];
                let far = theory.remoteness(&at, who, MOST_STATES).unwrap();
                assert_eq!(far, Remoteness::solved(expected), "{text} @ {:?}", places(state));
                let verdict = match expected {
                    None => Verdict::Draw,
                    Some(far) => Verdict::of(far % 2 == 1),
                };
                assert_eq!(theory.verdict(&at, who).unwrap(), verdict);
                compared += 1;
                drawn += usize::from(expected.is_none());
                // The best move first: it leaves one move less, and so do all of its kind in turn.
                let turns = theory.turns(&at, who).unwrap().turns;
                let left: Vec<(Verdict, Option<u32>)> =
                    turns.iter().map(|turn| (turn.verdict.unwrap(), turn.remoteness())).collect();
                let rank = |&(verdict, far): &(Verdict, Option<u32>)| match verdict {
                    Verdict::Win => (0, i64::from(far.unwrap())),
                    Verdict::Draw => (1, 0),
                    Verdict::Loss => (2, -i64::from(far.unwrap())),
                };
                assert!(left.is_sorted_by_key(rank), "{text} @ {:?}: {left:?}", places(state));
                if let (Some(far), Some(&(best, after))) = (expected, left.first()) {
                    assert_eq!((best, after), (verdict, Some(far - 1)), "{text}");
                }
                moves += left.len();
            }
        }
    }
    assert!(
        compared >= 4000 && drawn > compared / 10 && drawn < compared * 2 / 3,
        "{drawn} of {compared}"
    );
    assert!(moves > compared, "{moves}");
}

#[test]
fn sums_of_impartial_graphs() {
    compare(Digraph, true, 0x5eed_0001_aaaa_5555, 600);
}

#[test]
fn sums_of_partizan_graphs() {
    compare(PartizanDigraph, false, 0x5eed_0002_bbbb_6666, 600);
}
