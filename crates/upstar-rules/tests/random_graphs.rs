//! Games on random graphs against plain search that knows nothing but `options`: the sum of the
//! normal forms of the components plays like the whole, and bounds are bounds.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::HashMap;
use upstar_base::{Outcome, Player};
use upstar_rules::Rules;
use upstar_rules::graph::multigraph::{Edge, Graph};
use upstar_rules::graph::{
    arc_kayles::ArcKayles, childish_hackenbush::ChildishHackenbush, clobber_graph::ClobberGraph,
    col::Col, hackenbush, node_kayles::NodeKayles, partizan_arc_kayles::PartizanArcKayles,
    partizan_node_kayles::PartizanNodeKayles, snort::Snort,
};

/// Positions, each perhaps with the players exchanged, and a number of free moves for Left.
type Sum = (Vec<(Graph, bool)>, i64);

struct Plain<'r, R: Rules<Position = Graph>> {
    rules: &'r R,
    memo: HashMap<(Sum, Player), bool>,
}

impl<R: Rules<Position = Graph>> Plain<'_, R> {
    fn wins(&mut self, sum: &Sum, who: Player) -> bool {
        if let Some(&answer) = self.memo.get(&(sum.clone(), who)) {
            return answer;
        }
        let mut next: Vec<Sum> = Vec::new();
        for (i, (graph, exchanged)) in sum.0.iter().enumerate() {
            let mut options = Vec::new();
            self.rules.options(graph, if *exchanged { !who } else { who }, &mut options);
            next.extend(options.into_iter().map(|option| {
                let mut sum = sum.clone();
                sum.0[i].0 = option;
                sum
            }));
        }
        match (who, sum.1) {
            (Player::Left, 1..) => next.push((sum.0.clone(), sum.1 - 1)),
            (Player::Right, ..=-1) => next.push((sum.0.clone(), sum.1 + 1)),
            _ => {}
        }
        let answer = next.iter().any(|sum| !self.wins(sum, !who));
        self.memo.insert((sum.clone(), who), answer);
        answer
    }

    fn outcome(&mut self, sum: &Sum) -> Outcome {
        Outcome::from_first(self.wins(sum, Player::Left), self.wins(sum, Player::Right))
    }
}

fn check<R: Rules<Position = Graph>>(rules: &R, graph: &Graph) -> Result<(), TestCaseError> {
    let mut search = Plain { rules, memo: HashMap::new() };
    let text = rules.show(graph);
    let whole = search.outcome(&(vec![(graph.clone(), false)], 0));
    let mut parts = Vec::new();
    rules.sum_components(graph.clone(), &mut parts);
    let normal: Vec<_> = parts.into_iter().map(|part| rules.normal_form(part)).collect();
    prop_assert_eq!(search.outcome(&(normal, 0)), whole, "components of {}", text);
    let normal = vec![rules.normal_form(graph.clone())];
    prop_assert_eq!(search.outcome(&(normal, 0)), whole, "normal form of {}", text);
    if let Some((low, high)) = rules.bounds(graph) {
        let position = |n| (vec![(graph.clone(), false)], n);
        prop_assert!(!search.wins(&position(-high), Player::Left), "upper bound of {}", text);
        prop_assert!(!search.wins(&position(-low), Player::Right), "lower bound of {}", text);
    }
    let mut counts = Player::BOTH.map(|who| {
        let mut options = Vec::new();
        rules.options(graph, who, &mut options);
        options
    });
    for option in counts.iter().flatten() {
        prop_assert_eq!(&rules.parse(&rules.show(option)).unwrap(), option);
    }
    if rules.nature().all_small {
        prop_assert_eq!(counts[0].is_empty(), counts[1].is_empty());
    }
    if rules.nature().impartial {
        let [left, right] = &mut counts;
        prop_assert_eq!(left, right);
    }
    Ok(())
}

fn edges(order: usize, kinds: std::ops::Range<u8>, most: usize) -> BoxedStrategy<Vec<Edge>> {
    let end = 0..order as u16;
    let edge = (end.clone(), end, kinds).prop_map(|(a, b, kind)| Edge::new(a, b, kind));
    prop::collection::vec(edge, 0..=most).boxed()
}

fn simple(kinds: Vec<u8>, mut edges: Vec<Edge>) -> Graph {
    edges.retain(|edge| !edge.is_loop());
    edges.sort_unstable();
    edges.dedup();
    Graph::new(kinds, edges)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn vertices(kinds in prop::collection::vec(0u8..3, 6), edges in edges(6, 0..1, 8)) {
        let graph = simple(kinds, edges.clone());
        check(&Col::default(), &graph)?;
        check(&Snort::default(), &graph)?;
        check(&PartizanNodeKayles::default(), &graph)?;
        check(&ClobberGraph::default(), &graph)?;
        let plain = simple(vec![0; 6], edges);
        check(&NodeKayles::default(), &plain)?;
        check(&ArcKayles::default(), &plain)?;
    }

    #[test]
    fn edges_of_three_colours(edges in edges(5, 1..4, 7)) {
        check(&PartizanArcKayles::default(), &Graph::new(vec![0; 5], edges.clone()))?;
        let mut kinds = vec![0; 5];
        kinds[0] = hackenbush::GROUND;
        let graph = Graph::new(kinds, edges);
        let parts = graph.parts(|_, _| true);
        let standing = graph.keep(|v| parts[v] == parts[0], |_, _| true);
        check(&hackenbush::Hackenbush::default(), &standing)?;
        check(&ChildishHackenbush::default(), &standing)?;
    }
}
