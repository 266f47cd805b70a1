//! Random stoppers, and comparing them by the definition.

use std::sync::Arc;
use upstar_base::{Budget, Player};
use upstar_testing::Random;
use upstar_values::stopper::{Draft, Ref, Stopper, Stoppers};

/// The graph of a stopper with 2 to 6 nodes.
pub fn stopper(random: &mut Random) -> Draft {
    let nodes = 2 + random.below(5);
    loop {
        let mut draft = Draft::new();
        for _ in 0..nodes {
            let mut side = || {
                let n = random.below(3);
                let mut side: Vec<Ref> =
                    (0..n).map(|_| Ref::Node(random.below(nodes) as u32)).collect();
                side.sort_unstable();
                side.dedup();
                side
            };
            let (left, right) = (side(), side());
            draft.add(left, right);
        }
        if draft.is_stopper() {
            return draft;
        }
    }
}

/// A store with a pool of different random stoppers and some named ones.
pub struct Pool {
    pub store: Stoppers,
    pub games: Vec<Stopper>,
    pub random: Random,
}

impl Pool {
    pub fn new(seed: u64, size: usize) -> Pool {
        let mut store = Stoppers::new(Arc::new(Budget::unlimited()));
        let mut random = Random::new(seed);
        let mut games: Vec<Stopper> = vec![
            store.on().unwrap(),
            store.off().unwrap(),
            store.over().unwrap(),
            store.upon().unwrap(),
            store.star().unwrap(),
            store.tiny().unwrap(),
            store.ace().unwrap(),
            Stopper::ZERO,
        ];
        while games.len() < size {
            let draft = stopper(&mut random);
            for g in store.canonical(&draft).unwrap() {
                if !games.contains(&g) && games.len() < size {
                    games.push(g);
                }
            }
        }
        Pool { store, games, random }
    }

    pub fn pick(&mut self) -> Stopper {
        self.games[self.random.below(self.games.len())]
    }
}

/// What makes an infinite play good enough for Left: any, or one with infinitely many moves in the
/// first or in the second game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Good {
    Any,
    First,
    Second,
}

/// `x >= y` by its definition: Left survives `x - y` moving second. A nested fixed point over all
/// states, repeated until nothing changes.
pub fn plain_ge(draft: &Draft, x: u32, y: u32, good: Good) -> bool {
    let n = draft.len();
    let node = |option: &Ref| match option {
        Ref::Node(node) => *node as usize,
        Ref::Known(_) => panic!("only nodes"),
    };
    let at = |x: usize, y: usize, who: Player| (x * n + y) * 2 + who as usize;
    // Each state's moves: the state they lead to, and whether they are good for Left.
    let mut moves: Vec<(Player, Vec<(usize, bool)>)> = Vec::new();
    for x in 0..n {
        for y in 0..n {
            for who in Player::BOTH {
                let first = draft.of_node(x as u32, who).iter();
                let second = draft.of_node(y as u32, !who).iter();
                let first = first.map(|o| (at(node(o), y, !who), good != Good::Second));
                let second = second.map(|o| (at(x, node(o), !who), good != Good::First));
                moves.push((who, first.chain(second).collect()));
            }
        }
    }
    // The largest set from which Left comes, again and again, to a good move inside of it.
    let mut outer = vec![true; moves.len()];
    loop {
        let mut inner = vec![false; moves.len()];
        loop {
            let mut changed = false;
            for state in 0..moves.len() {
                let (who, successors) = &moves[state];
                let fine = |&(to, good): &(usize, bool)| inner[to] || (good && outer[to]);
                let holds = match who {
                    Player::Left => successors.iter().any(fine),
                    Player::Right => successors.iter().all(fine),
                };
                if holds && !inner[state] {
                    inner[state] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        if inner == outer {
            return outer[at(x as usize, y as usize, Player::Right)];
        }
        outer = inner;
    }
}
