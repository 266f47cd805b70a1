//! Graphs of games whose values are not known yet, drawn over stoppers that are.

use super::store::{Stopper, Stoppers};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use upstar_base::{Lists, Player};

/// An option: a node of the same graph, or a value that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ref {
    /// A node of the graph.
    Node(u32),
    /// A canonical stopper.
    Known(Stopper),
}

impl Ref {
    /// The option with something else for a node of the graph.
    pub(super) fn at(self, node: impl FnOnce(u32) -> Ref) -> Ref {
        match self {
            Ref::Node(number) => node(number),
            known => known,
        }
    }

    /// The value of the option, given that of a node of the graph.
    pub(super) fn value(self, node: impl FnOnce(u32) -> Stopper) -> Stopper {
        match self {
            Ref::Node(number) => node(number),
            Ref::Known(value) => value,
        }
    }
}

/// The options of a player.
pub type Refs = SmallVec<[Ref; 4]>;

/// A finite graph: for each node the options of Left and of Right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    nodes: Vec<[Refs; 2]>,
}

impl Draft {
    /// A graph without nodes.
    pub fn new() -> Draft {
        Draft::default()
    }

    /// Adds a node with these options; they may name nodes that are added later.
    pub fn add(&mut self, left: Vec<Ref>, right: Vec<Ref>) -> Ref {
        self.push([left.into(), right.into()])
    }

    /// Adds a node with these options of Left and of Right.
    pub fn push(&mut self, options: [Refs; 2]) -> Ref {
        self.nodes.push(options);
        Ref::Node(self.nodes.len() as u32 - 1)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The options of a node.
    pub fn of_node(&self, node: u32, who: Player) -> &[Ref] {
        &self.nodes[node as usize][who as usize]
    }

    /// Changes the options of a node.
    pub fn set(&mut self, node: u32, who: Player, options: impl Into<Refs>) {
        self.nodes[node as usize][who as usize] = options.into();
    }

    /// The options of a node or a known value.
    pub fn options(&self, store: &Stoppers, at: Ref, who: Player) -> Refs {
        match at {
            Ref::Node(node) => Refs::from_slice(self.of_node(node, who)),
            Ref::Known(stopper) => {
                store.options(stopper, who).iter().map(|&option| Ref::Known(option)).collect()
            }
        }
    }

    /// Calls `each` with the options of a node or a known value.
    pub(super) fn for_options(
        &self,
        store: &Stoppers,
        at: Ref,
        who: Player,
        mut each: impl FnMut(Ref),
    ) {
        match at {
            Ref::Node(node) => self.of_node(node, who).iter().for_each(|&option| each(option)),
            Ref::Known(g) => store.options(g, who).iter().for_each(|&o| each(Ref::Known(o))),
        }
    }

    /// The options of Left and of Right at every node.
    pub(super) fn nodes(&self) -> &[[Refs; 2]] {
        &self.nodes
    }

    /// Some of the nodes, with something else for the nodes of the graph among their options.
    pub(super) fn mapped(
        &self,
        nodes: impl IntoIterator<Item = u32>,
        mut to: impl FnMut(u32) -> Ref,
    ) -> Draft {
        let mut side = |side: &Refs| side.iter().map(|option| option.at(&mut to)).collect();
        let both = |node: u32| self.nodes[node as usize].each_ref().map(&mut side);
        Draft { nodes: nodes.into_iter().map(both).collect() }
    }

    /// A component by itself: its nodes are numbered in their order, and the other nodes that it
    /// leads to become what `outside` makes of them.
    pub(super) fn component(&self, nodes: &[u32], mut outside: impl FnMut(u32) -> Ref) -> Draft {
        self.mapped(nodes.iter().copied(), |node| match nodes.binary_search(&node) {
            Ok(i) => Ref::Node(i as u32),
            Err(_) => outside(node),
        })
    }

    /// Sorts all options, each kept once.
    pub(super) fn tidy(&mut self) {
        for side in self.nodes.iter_mut().flatten() {
            side.sort_unstable();
            side.dedup();
        }
    }

    /// The graph together with another one; its node `n` becomes the answer plus `n`.
    pub fn append(&mut self, other: &Draft) -> u32 {
        let shift = self.nodes.len() as u32;
        let moved = other.mapped(0..other.nodes.len() as u32, |node| Ref::Node(node + shift));
        self.nodes.extend(moved.nodes);
        shift
    }

    /// The graph with the players exchanged; known values stay as they are.
    pub fn swapped(mut self) -> Draft {
        self.nodes.iter_mut().for_each(|sides| sides.reverse());
        self
    }

    /// What can be reached from a node, which becomes the first one.
    pub fn from(&self, node: u32) -> Draft {
        let mut place = vec![u32::MAX; self.nodes.len()];
        place[node as usize] = 0;
        let (mut reached, mut draft) = (vec![node], Draft::new());
        while let Some(&next) = reached.get(draft.len()) {
            let node = self.mapped([next], |to| {
                if place[to as usize] == u32::MAX {
                    place[to as usize] = reached.len() as u32;
                    reached.push(to);
                }
                Ref::Node(place[to as usize])
            });
            draft.nodes.extend(node.nodes);
        }
        draft
    }

    /// The graph with nodes put together that look alike, and the number that each node gets;
    /// nodes keep their order. Plays of the smaller graph are plays of this one.
    pub fn alike_together(&self) -> (Draft, Vec<u32>) {
        let mut class = vec![0u32; self.nodes.len()];
        let mut classes = 1;
        loop {
            let mut numbers: FxHashMap<[Refs; 2], u32> = FxHashMap::default();
            let mut together = Draft::new();
            let mut next = Vec::with_capacity(class.len());
            let all = 0..self.nodes.len() as u32;
            let mut looks = self.mapped(all, |to| Ref::Node(class[to as usize]));
            looks.tidy();
            for look in looks.nodes {
                let fresh = numbers.len() as u32;
                next.push(*numbers.entry(look.clone()).or_insert_with(|| {
                    together.nodes.push(look);
                    fresh
                }));
            }
            // Once no class is split, the options that were seen are those of the classes.
            let stable = numbers.len() == classes;
            (class, classes) = (next, numbers.len());
            if stable {
                return (together, class);
            }
        }
    }

    /// Is there no infinite alternating play from any node? Known values have none.
    pub fn is_stopper(&self) -> bool {
        // Going back from the states, a node and the player to move, from which play has ended.
        let mut moves = Lists::default();
        for (node, who) in self.nodes.iter().flat_map(|node| Player::BOTH.map(|who| (node, who))) {
            for option in &node[who as usize] {
                if let Ref::Node(to) = option {
                    moves.push(2 * to + !who as u32);
                }
            }
            moves.close();
        }
        let before = moves.inverse(moves.len(), |to, from| (to, from));
        let mut open: Vec<usize> = (0..moves.len()).map(|state| moves.of(state).len()).collect();
        let mut ended: Vec<usize> = (0..open.len()).filter(|&state| open[state] == 0).collect();
        let mut next = 0;
        while let Some(&state) = ended.get(next) {
            next += 1;
            for &from in before.of(state) {
                open[from as usize] -= 1;
                if open[from as usize] == 0 {
                    ended.push(from as usize);
                }
            }
        }
        ended.len() == open.len()
    }

    /// The strongly connected components, those that others lead to first.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let n = self.nodes.len();
        let (mut index, mut low) = (vec![u32::MAX; n], vec![0u32; n]);
        let (mut on_stack, mut stack, mut found) = (vec![false; n], Vec::new(), Vec::new());
        let mut next_index = 0;
        let target = |node: u32, i: usize| -> Option<Option<u32>> {
            let [left, right] = &self.nodes[node as usize];
            let option = left.iter().chain(right).nth(i)?;
            Some(match option {
                Ref::Node(to) => Some(*to),
                Ref::Known(_) => None,
            })
        };
        for start in 0..n as u32 {
            if index[start as usize] != u32::MAX {
                continue;
            }
            let mut work = vec![(start, 0usize)];
            while let Some((node, i)) = work.pop() {
                let v = node as usize;
                if i == 0 {
                    index[v] = next_index;
                    low[v] = next_index;
                    next_index += 1;
                    stack.push(node);
                    on_stack[v] = true;
                }
                match target(node, i) {
                    Some(to) => {
                        work.push((node, i + 1));
                        if let Some(to) = to {
                            if index[to as usize] == u32::MAX {
                                work.push((to, 0));
                            } else if on_stack[to as usize] {
                                low[v] = low[v].min(index[to as usize]);
                            }
                        }
                    }
                    None => {
                        if low[v] == index[v] {
                            let mut component = Vec::new();
                            while let Some(member) = stack.pop() {
                                on_stack[member as usize] = false;
                                component.push(member);
                                if member == node {
                                    break;
                                }
                            }
                            component.sort_unstable();
                            found.push(component);
                        }
                        if let Some(&(parent, _)) = work.last() {
                            low[parent as usize] = low[parent as usize].min(low[v]);
                        }
                    }
                }
            }
        }
        found
    }

    /// Does a node lead to itself?
    pub fn has_loop(&self, node: u32) -> bool {
        self.nodes[node as usize].iter().flatten().any(|&option| option == Ref::Node(node))
    }
}
