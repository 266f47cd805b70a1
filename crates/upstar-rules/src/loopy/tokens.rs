//! Tokens on the nodes of a graph that is part of the position.
//!
//! Positions of one game share their graph, so comparing and hashing them rarely looks at it. Several
//! tokens do not meet, so they are components. Invariant: tokens are in order.

use crate::prelude::*;
use smallvec::smallvec;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use upstar_picture::diagram::{MOST_NODES, Node};

/// A graph with names; `O` says where one can go from a node.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedGraph<O> {
    pub(crate) names: Vec<String>,
    pub(crate) options: Vec<O>,
}

/// The nodes of the tokens, and the graph.
#[derive(Clone, Debug)]
pub struct Tokens<O> {
    nodes: SmallVec<[u32; 2]>,
    graph: Arc<NamedGraph<O>>,
}

impl<O> Weigh for Tokens<O> {
    fn heap_bytes(&self) -> usize {
        if self.nodes.spilled() { self.nodes.capacity() * size_of::<u32>() } else { 0 }
    }
}

impl<O: Ord> PartialEq for Tokens<O> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<O: Ord> Eq for Tokens<O> {}

impl<O: Ord> PartialOrd for Tokens<O> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<O: Ord> Ord for Tokens<O> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nodes.cmp(&other.nodes).then_with(|| {
            if Arc::ptr_eq(&self.graph, &other.graph) {
                Ordering::Equal
            } else {
                self.graph.cmp(&other.graph)
            }
        })
    }
}

impl<O> Hash for Tokens<O> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nodes.hash(state);
    }
}

impl<O> Tokens<O> {
    /// Tokens on these nodes.
    pub(crate) fn new(nodes: impl IntoIterator<Item = u32>, graph: NamedGraph<O>) -> Self {
        let mut nodes: SmallVec<[u32; 2]> = nodes.into_iter().collect();
        nodes.sort_unstable();
        Tokens { nodes, graph: Arc::new(graph) }
    }

    /// The graph.
    pub(crate) fn graph(&self) -> &NamedGraph<O> {
        &self.graph
    }

    /// How many tokens there are.
    pub(crate) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The names of the nodes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(|&node| self.graph.names[node as usize].as_str())
    }

    /// The names of the nodes as they are written.
    pub(crate) fn joined(&self) -> String {
        self.names().collect::<Vec<_>>().join("+")
    }

    fn moved(&self, place: usize, to: u32) -> Self {
        let mut nodes = self.nodes.clone();
        nodes[place] = to;
        nodes.sort_unstable();
        Tokens { nodes, graph: Arc::clone(&self.graph) }
    }

    /// Appends what comes of moving one token to where `targets` tells.
    pub(crate) fn moves(&self, targets: impl Fn(&O) -> &[u32], out: &mut dyn Options<Self>) {
        for (place, &node) in self.nodes.iter().enumerate() {
            if place > 0 && self.nodes[place - 1] == node {
                continue;
            }
            let targets = targets(&self.graph.options[node as usize]);
            if !out.extend(targets.iter().map(|&to| self.moved(place, to))) {
                return;
            }
        }
    }

    /// Each token by itself.
    pub(crate) fn singles(&self) -> impl Iterator<Item = Self> {
        let single = |&node| Tokens { nodes: smallvec![node], graph: Arc::clone(&self.graph) };
        self.nodes.iter().map(single)
    }

    /// A node as it is drawn, under this name: green where there are tokens, several are counted.
    pub(crate) fn drawn(&self, node: u32, name: &str) -> Node {
        let here = self.nodes.iter().filter(|&&token| token == node).count();
        let fill = if here > 0 { Color::Green } else { Color::Light };
        let label = if here > 1 { format!("{here}×{name}") } else { name.to_owned() };
        Node { label, fill, radius: 18 }
    }

    /// The nodes to draw, in order: all of them, or those nearest to the tokens.
    pub(crate) fn nearest(&self, targets: impl Fn(&O, &mut Vec<u32>)) -> Vec<u32> {
        let NamedGraph { names, options } = self.graph();
        if names.len() <= MOST_NODES {
            return (0..names.len() as u32).collect();
        }
        let mut found = self.nodes.to_vec();
        found.dedup();
        found.truncate(MOST_NODES);
        let mut seen: HashSet<u32> = found.iter().copied().collect();
        let (mut head, mut next) = (0, Vec::new());
        while let Some(&node) = found.get(head) {
            head += 1;
            targets(&options[node as usize], &mut next);
            for to in next.drain(..) {
                if found.len() < MOST_NODES && seen.insert(to) {
                    found.push(to);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// What is written below a drawing of so many nodes, if it lacks some.
    pub(crate) fn left_out(&self, shown: usize) -> Vec<String> {
        let nodes = self.graph.names.len();
        if shown == nodes {
            Vec::new()
        } else {
            vec![format!("{shown} of {nodes} nodes: those that are reached first")]
        }
    }
}
