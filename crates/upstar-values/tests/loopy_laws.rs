//! Laws of loopy games on thousands of random graphs, against solutions that share nothing with
//! the engine: difference games are played out on plain lists and solved by repeating their
//! definitions until nothing changes.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Player};
use upstar_testing::Random;
use upstar_values::stopper::order::StopperOrder;
use upstar_values::stopper::{self, Draft, Ending, Ref, Side, Sides, Stopper, Stoppers};

/// Any graph, each side with up to `most` options.
fn any_graph(random: &mut Random, nodes: usize, most: usize) -> Plain {
    let mut side = || {
        let mut side: Vec<usize> =
            (0..random.below(most + 1)).map(|_| random.below(nodes)).collect();
        side.sort_unstable();
        side.dedup();
        side
    };
    Plain((0..nodes).map(|_| [side(), side()]).collect())
}

/// A graph whose arrows lead down in an order of all (position, player to move): a stopper,
/// with cycles.
fn any_stopper(random: &mut Random, nodes: usize, most: usize) -> Plain {
    let rank: Vec<[u64; 2]> = (0..nodes).map(|_| [random.bits(), random.bits()]).collect();
    let mut graph = any_graph(random, nodes, most);
    for (x, sides) in graph.0.iter_mut().enumerate() {
        for who in 0..2 {
            sides[who].retain(|&y| rank[y][1 - who] < rank[x][who]);
        }
    }
    graph
}

/// A graph as lists: for each node Left's and Right's options.
#[derive(Clone, Debug)]
struct Plain(Vec<[Vec<usize>; 2]>);

/// How infinite plays of `a - b` are judged.
#[derive(Clone, Copy)]
enum Infinite {
    /// Both games are stoppers.
    Survived,
    /// Both count as won by this player: 0 is Left, then moves in `a` must go on; 1 is Right.
    WonBy(usize),
}

impl Plain {
    fn draft(&self) -> Draft {
        let mut draft = Draft::new();
        for [left, right] in &self.0 {
            let refs = |side: &[usize]| side.iter().map(|&y| Ref::Node(y as u32)).collect();
            draft.add(refs(left), refs(right));
        }
        draft
    }

    /// The graph of a side, its own game first.
    fn of_side(store: &Stoppers, side: Side) -> Plain {
        let (draft, root) = match side {
            Side::Stopper(g) => (Draft::new(), Ref::Known(g)),
            Side::Fixed(fixed) => {
                let (draft, node) = store.graph(fixed);
                (draft.clone(), Ref::Node(node))
            }
        };
        let mut places = vec![root];
        let mut lists = Vec::new();
        while let Some(&at) = places.get(lists.len()) {
            let mut sides = [Vec::new(), Vec::new()];
            for who in Player::BOTH {
                let options: Vec<Ref> = match at {
                    Ref::Node(node) => draft.of_node(node, who).to_vec(),
                    Ref::Known(g) => store.options(g, who).iter().map(|&o| Ref::Known(o)).collect(),
                };
                for option in options {
                    let known = places.iter().position(|&place| place == option);
                    sides[who as usize].push(known.unwrap_or_else(|| {
                        places.push(option);
                        places.len() - 1
                    }));
                }
            }
            lists.push(sides);
        }
        Plain(lists)
    }

    /// The graph of all pairs: node `x * other.len() + y`.
    fn plus(&self, other: &Plain) -> Plain {
        let m = other.0.len();
        let pair = |x: usize, y: usize, who: usize| {
            let first = self.0[x][who].iter().map(|&x| x * m + y);
            let second = other.0[y][who].iter().map(|&y| x * m + y);
            first.chain(second).collect::<Vec<_>>()
        };
        let all = (0..self.0.len()).flat_map(|x| (0..m).map(move |y| (x, y)));
        Plain(all.map(|(x, y)| [pair(x, y, 0), pair(x, y, 1)]).collect())
    }

    /// Has it no infinite alternating play? Moves are taken away from the end.
    fn is_stopper(&self) -> bool {
        let mut ended = vec![[false; 2]; self.0.len()];
        loop {
            let mut changed = false;
            for x in 0..self.0.len() {
                for who in 0..2 {
                    if !ended[x][who] && self.0[x][who].iter().all(|&y| ended[y][1 - who]) {
                        ended[x][who] = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                return ended.iter().flatten().all(|&ended| ended);
            }
        }
    }
}

/// Does Left survive `a[x] - b[y]` with Right to move, for all x and y?
fn all_ge(a: &Plain, b: &Plain, infinite: Infinite) -> Vec<Vec<bool>> {
    let (n, m) = (a.0.len(), b.0.len());
    let state = |x: usize, y: usize, who: usize| (x * m + y) * 2 + who;
    let moves = |s: usize| -> Vec<(usize, bool)> {
        let (x, y, who) = (s / 2 / m, s / 2 % m, s % 2);
        let first = a.0[x][who].iter().map(|&x| (state(x, y, 1 - who), true));
        let second = b.0[y][1 - who].iter().map(|&y| (state(x, y, 1 - who), false));
        first.chain(second).collect()
    };
    let lists: Vec<Vec<(usize, bool)>> = (0..2 * n * m).map(moves).collect();
    // Left survives for ever, or returns to good moves for ever: a greatest set around a least.
    let good = |in_a: bool| match infinite {
        Infinite::Survived => true,
        Infinite::WonBy(who) => in_a == (who == 0),
    };
    let mut outer = vec![true; lists.len()];
    loop {
        let mut inner = vec![false; lists.len()];
        loop {
            let mut changed = false;
            for s in 0..lists.len() {
                let leads = |&(to, in_a): &(usize, bool)| good(in_a) && outer[to] || inner[to];
                let holds = match s % 2 {
                    0 => lists[s].iter().any(leads),
                    _ => lists[s].iter().all(leads),
                };
                if holds && !inner[s] {
                    inner[s] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        if inner == outer {
            break;
        }
        outer = inner;
    }
    (0..n).map(|x| (0..m).map(|y| outer[state(x, y, 1)]).collect()).collect()
}

fn store() -> Stoppers {
    Stoppers::new(Arc::new(Budget::unlimited()))
}

/// Is a node of a graph equal to a side, infinite play counting for one player?
fn is_side(store: &Stoppers, graph: &Plain, node: usize, side: Side, ending: Ending) -> bool {
    let side = Plain::of_side(store, side);
    let won = Infinite::WonBy(ending as usize);
    all_ge(graph, &side, won)[node][0] && all_ge(&side, graph, won)[0][node]
}

const ENDINGS: [Ending; 2] = [Ending::Left, Ending::Right];

/// Handles are equal exactly if the games are, within a graph and between graphs.
#[test]
fn canonical_forms() {
    let mut random = Random::new(0x3141_5926_5358_9793);
    let mut store = store();
    let (mut pairs, mut equal, mut loopy, mut confused) = (0, 0, 0, 0);
    for round in 0..1500 {
        let nodes = 3 + round % 5;
        let (a, b) = (any_stopper(&mut random, nodes, 3), any_stopper(&mut random, nodes, 3));
        assert!(a.is_stopper() && a.draft().is_stopper());
        let (g, h) = (store.canonical(&a.draft()).unwrap(), store.canonical(&b.draft()).unwrap());
        let (ge, le) = (all_ge(&a, &b, Infinite::Survived), all_ge(&b, &a, Infinite::Survived));
        for x in 0..nodes {
            loopy += usize::from(store.is_loopy(g[x]));
            for y in 0..nodes {
                assert_eq!(store.ge(g[x], h[y]).unwrap(), ge[x][y], "{a:?} {b:?} {x} {y}");
                assert_eq!(g[x] == h[y], ge[x][y] && le[y][x], "{a:?} {b:?} {x} {y}");
                pairs += 1;
                equal += usize::from(g[x] == h[y]);
                confused += usize::from(!ge[x][y] && !le[y][x]);
            }
        }
    }
    assert!(pairs > 40_000 && equal > 5_000 && loopy > 1_000 && confused > 2_000);
}

/// A store compares any two games whose infinite plays are won by one player.
#[test]
fn games_of_infinite_plays() {
    let mut random = Random::new(77);
    let (mut store, mut above) = (store(), [0; 2]);
    for _ in 0..600 {
        let nodes = 1 + random.below(6);
        let graph = any_graph(&mut random, nodes, 3);
        let draft = graph.draft();
        for ending in ENDINGS {
            let expected = all_ge(&graph, &graph, Infinite::WonBy(ending as usize));
            let mut order = StopperOrder::default();
            for (x, y) in (0..nodes).flat_map(|x| (0..nodes).map(move |y| (x, y))) {
                let pair = (Ref::Node(x as u32), Ref::Node(y as u32));
                let test = stopper::order::Infinite::fixed(ending);
                let ge = order.ge(&mut store, &draft, pair, test).unwrap();
                assert_eq!(ge, expected[x][y], "{graph:?} {x} {y} {ending:?}");
                above[usize::from(ge)] += usize::from(x != y);
            }
        }
    }
    assert!(above.iter().all(|&count| count > 1000), "{above:?}");
}

/// The same graph with its nodes in another order, drawn in another store, has the same form.
#[test]
fn canonical_forms_are_isomorphic() {
    let mut random = Random::new(0x2718_2818_2845_9045);
    let mut loopy = 0;
    for round in 0..1000 {
        let nodes = 4 + round % 30;
        let graph = any_stopper(&mut random, nodes, 4);
        let mut order: Vec<usize> = (0..nodes).collect();
        (1..nodes).rev().for_each(|i| order.swap(i, random.below(i + 1)));
        let mut mixed = vec![Default::default(); nodes];
        for (x, sides) in graph.0.iter().enumerate() {
            mixed[order[x]] = [0, 1].map(|who| sides[who].iter().map(|&y| order[y]).collect());
        }
        let (mut one, mut other) = (store(), store());
        let g = one.canonical(&graph.draft()).unwrap();
        let h = other.canonical(&Plain(mixed).draft()).unwrap();
        for x in 0..nodes {
            loopy += usize::from(one.is_loopy(g[x]));
            let (a, b) = (
                Plain::of_side(&one, Side::Stopper(g[x])),
                Plain::of_side(&other, Side::Stopper(h[order[x]])),
            );
            assert_eq!(a.0.len(), b.0.len(), "{graph:?}");
            assert_eq!(arrows(&a), arrows(&b), "{graph:?}");
            // Drawn again, the form is found again, whole.
            let again = one.canonical(&a.draft()).unwrap();
            assert_eq!(again[0], g[x]);
            assert!(a.is_stopper());
        }
    }
    assert!(loopy > 1_500, "{loopy}");
}

fn arrows(graph: &Plain) -> [usize; 2] {
    [0, 1].map(|who| graph.0.iter().map(|sides| sides[who].len()).sum())
}

/// Large components are compared by a table of all pairs.
#[test]
fn large_components() {
    let mut random = Random::new(0x1618_0339_8874_9894);
    let (mut large, mut values) = (0, 0);
    for _ in 0..25 {
        let graph = any_stopper(&mut random, 40, 6);
        let draft = graph.draft();
        large += usize::from(draft.components().iter().any(|component| component.len() >= 12));
        let mut store = store();
        let g = store.canonical(&draft).unwrap();
        values += store.len();
        let ge = all_ge(&graph, &graph, Infinite::Survived);
        for x in 0..40 {
            for y in 0..40 {
                assert_eq!(store.ge(g[x], g[y]).unwrap(), ge[x][y], "{graph:?}");
                assert_eq!(g[x] == g[y], ge[x][y] && ge[y][x], "{graph:?}");
            }
        }
    }
    assert!(large > 10 && values > 150, "{large} {values}");
}

/// G = s & t, whatever the sides are; and who wins.
#[test]
fn sides_of_any_graph() {
    let mut random = Random::new(0x5772_1566_4901_5328);
    let mut store = store();
    let (mut checked, mut sided, mut fixed, mut draws) = (0, 0, 0, 0);
    for round in 0..2500 {
        let nodes = 2 + round % 5;
        let graph = any_graph(&mut random, nodes, 2);
        let sides = store.sides(&graph.draft()).unwrap();
        let zero = Plain(vec![[Vec::new(), Vec::new()]]);
        // Left, moving second, wins outright, or holds.
        let wins = all_ge(&graph, &zero, Infinite::WonBy(1));
        let holds = all_ge(&graph, &zero, Infinite::WonBy(0));
        for (x, &found) in sides.iter().enumerate() {
            for ending in ENDINGS {
                let side = found.side(ending);
                assert!(is_side(&store, &graph, x, side, ending), "{graph:?} {x} {ending:?}");
                fixed += usize::from(side.as_stopper().is_none());
            }
            let expected = match (wins[x][0], holds[x][0]) {
                (true, _) => Some(true),
                (false, true) => None,
                (false, false) => Some(false),
            };
            assert_eq!(store.left_wins(found, Player::Right).unwrap(), expected, "{graph:?} {x}");
            checked += 1;
            sided += usize::from(found.as_stopper().is_none());
            draws += usize::from(expected.is_none());
        }
    }
    assert!(checked > 8_000 && sided > 2_000 && draws > 1_500, "{checked} {sided} {fixed} {draws}");
}

/// Rings like Bach's Carousel: sides that are no stoppers compare, add and have winners.
#[test]
fn rings() {
    let mut random = Random::new(0x4669_2016_0910_2990);
    let (mut fixed, mut equal, mut sums) = (0, 0, 0);
    for _ in 0..150 {
        let mut store = store();
        // 0, 1, * and 1* under a ring on which the players move in turn.
        let [zero, one, star, one_star] = [0, 1, 2, 3];
        let mut lists = vec![
            [vec![], vec![]],
            [vec![zero], vec![]],
            [vec![zero], vec![zero]],
            [vec![one], vec![one]],
        ];
        let leaves = [zero, one, star, one_star];
        for place in 0..4 {
            let next = 4 + (place + 1) % 4;
            // Mostly as on the carousel: 0, 1, *, 1*, the same for both players.
            let mut both = match random.below(4) {
                0 => [0, 1].map(|_| vec![leaves[random.below(4)]]),
                _ => [0, 1].map(|_| vec![leaves[place]]),
            };
            both[place % 2].push(next);
            lists.push(both);
        }
        let graph = Plain(lists);
        let sides = store.sides(&graph.draft()).unwrap();
        for ending in ENDINGS {
            let ge = all_ge(&graph, &graph, Infinite::WonBy(ending as usize));
            for x in 4..8 {
                let side = sides[x].side(ending);
                assert!(is_side(&store, &graph, x, side, ending), "{graph:?} {x} {ending:?}");
                fixed += usize::from(side.as_stopper().is_none());
                for y in 0..8 {
                    let pair = (side, sides[y].side(ending));
                    let found = store.side_survives(pair, ending, Player::Right).unwrap();
                    assert_eq!(found, ge[x][y], "{graph:?} {x} {y} {ending:?}");
                    if ge[x][y] && ge[y][x] && pair.0.as_stopper().is_none() {
                        assert_eq!(pair.0, pair.1);
                        equal += 1;
                    }
                }
            }
        }
        let negative = store.neg_sides(sides[4]).unwrap();
        assert_eq!(store.neg_sides(negative).unwrap(), sides[4]);
        if sides[4].as_stopper().is_none() && sums < 4 {
            let sum = store.add_sides(sides[4], sides[5]).unwrap();
            let product = graph.plus(&graph);
            for ending in ENDINGS {
                assert!(is_side(&store, &product, 4 * 8 + 5, sum.side(ending), ending));
            }
            sums += 1;
        }
    }
    assert!(fixed > 50 && equal > 50 && sums == 4, "{fixed} {equal} {sums}");
}

/// Sums and what is defined by them, on pairs and triples of stoppers.
#[test]
fn sums_and_degrees() {
    let mut random = Random::new(0x6931_4718_0559_9453);
    let mut store = store();
    let (mut sums, mut sided, mut loopy) = (0, 0, 0);
    for round in 0..1000 {
        let nodes = 2 + round % 3;
        let (a, b) = (any_stopper(&mut random, nodes, 2), any_stopper(&mut random, nodes, 2));
        let g = store.canonical(&a.draft()).unwrap()[0];
        let h = store.canonical(&b.draft()).unwrap()[0];
        let sum = store.add(g, h).unwrap();
        assert_eq!(store.add(h, g).unwrap(), sum);
        let product = a.plus(&b);
        for ending in ENDINGS {
            assert!(is_side(&store, &product, 0, sum.side(ending), ending), "{a:?} {b:?}");
        }
        sums += 1;
        sided += usize::from(sum.as_stopper().is_none());
        if store.is_loopy(g) {
            loopy += 1;
            degree_laws(&mut store, g, h);
        }
    }
    assert!(sums == 1_000 && sided > 50 && loopy > 300, "{sided} {loopy}");
}

/// Winning Ways ch. 11: the degree of loopiness.
fn degree_laws(store: &mut Stoppers, g: Stopper, h: Stopper) {
    let Some(degree) = store.degree(g).unwrap() else { return };
    let minus = store.neg(g).unwrap();
    let negative = store.neg(degree).unwrap();
    assert_eq!(store.add(g, minus).unwrap(), Sides::new(degree, negative));
    assert!(degree != Stopper::ZERO && store.ge(degree, Stopper::ZERO).unwrap());
    assert_eq!(store.degree(minus).unwrap(), Some(degree));
    assert_eq!(store.degree(degree).unwrap(), Some(degree));
    let of = |sides: Sides, ending: Ending| sides.of(ending);
    let double = store.add(degree, degree).unwrap();
    assert_eq!(of(double, Ending::Right), Some(degree));
    // downsum(g, x) <= g iff x <= deg(g)
    if let Some(down) = of(store.add(g, h).unwrap(), Ending::Right) {
        assert_eq!(store.ge(g, down).unwrap(), store.ge(degree, h).unwrap());
    }
}
