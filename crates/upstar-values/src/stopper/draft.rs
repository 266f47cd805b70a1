//! Graphs of games whose values are not known yet, drawn over stoppers that are.

use super::store::{Stopper, Stoppers};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use upstar_base::Player;

/// An option: a node of the same graph, or a value that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ref {
    /// A node of the graph.
    Node(u32),
    /// A canonical stopper.
    Known(Stopper),
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

    /// The graph together with another one; its node `n` becomes the answer plus `n`.
    pub fn append(&mut self, other: &Draft) -> u32 {
        let shift = self.nodes.len() as u32;
        let moved = |option: &Ref| match option {
            Ref::Node(node) => Ref::Node(node + shift),
            known => *known,
        };
        let both = |sides: &[Refs; 2]| {
            [0, 1].map(|who: usize| sides[who].iter().map(moved).collect::<Refs>())
        };
        self.nodes.extend(other.nodes.iter().map(both));
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
            let mut both = [Refs::new(), Refs::new()];
            for who in Player::BOTH {
                for option in self.of_node(next, who) {
                    both[who as usize].push(match option {
                        Ref::Node(to) => {
                            if place[*to as usize] == u32::MAX {
                                place[*to as usize] = reached.len() as u32;
                                reached.push(*to);
                            }
                            Ref::Node(place[*to as usize])
                        }
                        known => *known,
                    });
                }
            }
            draft.push(both);
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
            for sides in &self.nodes {
                let look = [0, 1].map(|who: usize| {
                    let of = |option: &Ref| match option {
                        Ref::Node(to) => Ref::Node(class[*to as usize]),
                        known => *known,
                    };
                    let mut seen: Refs = sides[who].iter().map(of).collect();
                    seen.sort_unstable();
                    seen.dedup();
                    seen
                });
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
        // States (node, player to move); three colours, without recursion.
        let state = |node: u32, who: Player| 2 * node as usize + who as usize;
        let mut color = vec![0u8; 2 * self.nodes.len()];
        for start in 0..self.nodes.len() as u32 {
            for who in Player::BOTH {
                if color[state(start, who)] != 0 {
                    continue;
                }
                let mut path = vec![(start, who, 0)];
                color[state(start, who)] = 1;
                while let Some((node, who, next)) = path.pop() {
                    let options = self.of_node(node, who);
                    let Some(&option) = options.get(next) else {
                        color[state(node, who)] = 2;
                        continue;
                    };
                    path.push((node, who, next + 1));
                    if let Ref::Node(to) = option {
                        match color[state(to, !who)] {
                            0 => {
                                color[state(to, !who)] = 1;
                                path.push((to, !who, 0));
                            }
                            1 => return false,
                            _ => {}
                        }
                    }
                }
            }
        }
        true
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
